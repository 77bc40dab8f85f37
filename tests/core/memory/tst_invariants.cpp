#include "tests/core/memory/memorytest.h"

#include "core/base/random.h"
#include "core/memory/gate.h"
#include "core/memory/index.h"

#include <QTest>

using namespace sage;
using namespace sage::test;

namespace {

/// A journal as the runner would write it: what was opened, imported, learnt and edited, in order.
using Entry = std::variant<EpisodeOpened, MemoryImported, MemoryLearned, MemoryEdited>;

/// Counts kept the slow way, to hold the lazy ones against.
struct Ledger {
    std::map<ExperienceId, int> eligible;
    std::map<ExperienceId, double> utility;
    std::map<ExperienceId, RuleText> wording;    ///< a person's rules
    std::map<ExperienceId, Experience> contents; ///< a person's experiences
    std::set<ExperienceId> everResident;
};

/// One random stream with refusals, skips, pins, edits, demotions and budget changes.
class Stream
{
public:
    Stream(std::uint64_t seed, std::string policy) : m_random(seed, "stream/" + policy)
    {
        Settings settings;
        settings.policy = std::move(policy);
        settings.kAdopt = 1 + int(m_random.below(2));
        settings.kOperators = 1 + int(m_random.below(2));
        settings.budgetTokens = 60 + int(m_random.below(100));
        settings.hysteresis = m_random.below(2) ? 0.0 : 0.2;
        settings.residentCredit = m_random.below(3) == 0;
        settings.mu = 0.1;
        m_state = MemoryState::create(settings, seed).value();
        m_initial = m_state;
        MemoryImported initial = imported("abcdefgh");
        record(initial, m_state.apply(initial));
    }

    /// One episode with edits around it; empty, or what is wrong.
    std::string step()
    {
        if (m_random.below(3) == 0)
            edit();
        open();
        if (m_random.below(4) == 0)
            edit();
        if (m_random.below(6) != 0) // else skipped
            learn();
        return m_problem;
    }

    std::string replay(std::size_t snapshotAt) const
    {
        MemoryState replayed = m_initial;
        for (std::size_t i = 0; i < m_journal.size(); ++i) {
            if (i == snapshotAt) {
                auto restored = MemoryState::fromJson(parseJson(canonical(replayed.toJson()), "snapshot").value());
                if (!restored)
                    return restored.error().message;
                replayed = std::move(*restored);
            }
            const auto applied = std::visit([&](const auto &event) { return replayed.apply(event); }, m_journal[i]);
            if (!applied)
                return applied.error().message + " " + applied.error().detail;
        }
        return canonical(replayed.toJson()) == canonical(m_state.toJson()) ? "" : "the replayed state differs";
    }

    [[nodiscard]] std::size_t length() const { return m_journal.size(); }
    [[nodiscard]] const MemoryState &state() const { return m_state; }

private:
    void open()
    {
        EpisodeOpened opened;
        opened.task = {"Op" + std::to_string(m_random.below(5)), m_random.below(2) ? Objective::Correctness : Objective::Optimization};
        opened.episode = EpisodeId(opened.task.operatorName + "/" + std::to_string(++m_episode));
        record(opened, m_state.apply(opened));
        m_task = opened.task;
        m_atStart = m_state.eligible();
    }

    std::vector<ExperienceId> draw(const std::vector<ExperienceId> &from, int outOf10)
    {
        std::vector<ExperienceId> some;
        for (const ExperienceId &one : from) {
            if (int(m_random.below(10)) < outOf10)
                some.push_back(one);
        }
        return some;
    }

    /// A generator that forgets, repeats and contradicts itself until the gate lets it pass.
    std::vector<ExperienceId> declareUntilComplete(const std::vector<ExperienceId> &retrieved)
    {
        std::vector<AdoptionRecord> declared;
        for (int attempt = 0;; ++attempt) {
            for (const ExperienceId &one : retrieved) {
                if (m_random.below(3) != 0 || attempt > 4)
                    declared.push_back({one, m_random.below(2) ? Adoption::Adopted : Adoption::NotAdopted, m_random.below(4) && attempt < 5 ? "why" : attempt < 5 ? "" : "why"});
            }
            const GateDecision decision = checkAdoption(retrieved, declared);
            if (decision.passes) {
                std::vector<ExperienceId> adopted;
                for (const AdoptionRecord &one : decision.records) {
                    check(one.state != Adoption::Unresolved && !one.rationale.empty(), "7: an unresolved state passed the gate");
                    if (one.state == Adoption::Adopted)
                        adopted.push_back(one.id);
                }
                return adopted;
            }
            check(!decision.unresolved.empty(), "7: a refusal names nobody");
            declared.clear();
        }
    }

    void learn()
    {
        MemoryLearned event;
        event.task = m_task;
        event.episode = EpisodeId(m_task.operatorName + "/" + std::to_string(m_episode));
        for (const ExperienceId &one : m_state.residentIds())
            check(!m_state.isRetrievable(one), "4: a resident's source is retrievable");
        event.retrieved = draw(m_atStart, 3);
        event.adopted = declareUntilComplete(event.retrieved);
        event.usedRules = draw({m_state.residentIds()}, 3);
        std::sort(event.usedRules.begin(), event.usedRules.end());
        event.score = m_random.below(3) == 0 ? -0.2 : m_task.objective == Objective::Correctness ? 1.0 : m_random.uniform();
        if (m_random.below(3) == 0)
            event.written.push_back(experience("n" + std::to_string(m_episode)));
        for (const ExperienceId &one : m_state.needsAbstraction(event)) {
            if (m_random.below(5) != 0) // sometimes nobody makes a text
                event.abstracted.push_back(ruleOf(one.value, 10 + int(m_random.below(50))));
        }
        if (m_random.below(4) == 0 && !m_ledger.wording.empty())
            event.abstracted.push_back(ruleOf(m_ledger.wording.begin()->first.value, 12)); // a text that nobody asked for
        const std::map<ExperienceId, double> before = expectedOfResidents();
        const std::map<ExperienceId, double> probabilities = nextProbabilities(event);
        const bool done = m_state.learn(event).has_value();
        check(done, "learn refused");
        m_journal.push_back(event);
        afterLearning(event, before);
        for (const auto &[one, p] : probabilities)
            check(m_state.find(one)->probability == p, "p of a resident or once demoted rule moved otherwise");
        checkAlways();
    }

    std::map<ExperienceId, double> expectedOfResidents() const
    {
        std::map<ExperienceId, double> all;
        for (const ExperienceId &one : m_state.residentIds())
            all[one] = m_state.expectedUtility(*m_state.find(one));
        return all;
    }

    /// p of everything that was once resident, as section 5 says it: by use in H, by retrieval among the eligible.
    std::map<ExperienceId, double> nextProbabilities(const MemoryLearned &event) const
    {
        std::map<ExperienceId, double> all;
        const double mu = m_state.settings().mu;
        for (const auto &[one, item] : m_state.items()) {
            if (!item.everResident)
                continue;
            const bool used = std::binary_search(event.usedRules.begin(), event.usedRules.end(), one);
            const bool retrieved = std::binary_search(event.retrieved.begin(), event.retrieved.end(), one);
            const bool resident = item.state == ItemState::Consolidated;
            const bool moves = m_state.policy().learns && (resident || m_state.isRetrievable(one));
            const double hit = (resident ? used : retrieved) ? 1.0 : 0.0;
            all[one] = moves ? (1 - mu) * item.probability + mu * hit : item.probability;
        }
        return all;
    }

    void afterLearning(const MemoryLearned &event, const std::map<ExperienceId, double> &before)
    {
        for (const ExperienceId &one : m_atStart)
            m_ledger.eligible[one] += m_state.policy().learns; // read-only: no updates at all
        double sum = 0;
        bool shared = false;
        for (const CreditCheck &one : event.credits) {
            check(one.before == m_ledger.utility[one.id], "10: u moved between episodes");
            check(one.after == (1 - one.eta) * one.before + one.eta * one.credit, "10: u is not evaluated in the written order");
            m_ledger.utility[one.id] = one.after;
            const bool adopted = std::binary_search(event.adopted.begin(), event.adopted.end(), one.id) || !std::binary_search(event.retrieved.begin(), event.retrieved.end(), one.id);
            sum += adopted ? one.credit : 0;
            shared = shared || adopted;
        }
        if (shared && m_state.policy().name == "sage")
            check(std::abs(sum - event.score) <= 1e-12, "1: adopted credits do not add up to z");
        for (const auto &[one, expected] : before) {
            const MemoryItem &item = *m_state.find(one);
            const bool used = std::binary_search(event.usedRules.begin(), event.usedRules.end(), one);
            const bool touched = used || std::binary_search(event.retrieved.begin(), event.retrieved.end(), one);
            if (m_state.policy().learns && !touched && item.state == ItemState::Consolidated && item.utility > 0 && expected > 0)
                check(m_state.expectedUtility(item) < expected, "6: an unused resident's U did not fall");
        }
    }

    void checkAlways()
    {
        int tokens = 0;
        for (const Rule &rule : m_state.resident()) {
            tokens += m_state.counter().count(residentText(rule));
            m_ledger.everResident.insert(rule.id);
            check(m_state.find(rule.id)->state == ItemState::Consolidated, "4: state and H disagree");
        }
        check(tokens <= m_state.settings().budgetTokens, "3: over the budget");
        check(tokens == m_state.residentTokens(), "3: tokens are counted wrongly");
        for (const MemoryItemView &item : m_state.view().items) {
            const ExperienceId &one = item.experience.id;
            check(std::abs(item.utility) <= 1, "2: u out of range");
            check(item.utility == m_ledger.utility[one], "10: the view shows another u");
            check(item.eligible == m_ledger.eligible[one], "N_elig differs from the slow count");
            check(!item.pinned || item.state == ItemState::Consolidated, "11: a pinned rule is not resident");
            if (!m_ledger.everResident.contains(one)) {
                check(item.adopted <= item.retrieved && item.retrieved <= item.eligible, "9: counts out of order");
                check(item.eligible == 0 || item.probability == double(item.retrieved) / item.eligible, "p is not n_ret / N_elig");
            }
        }
        for (const auto &[one, words] : m_ledger.wording)
            check(m_state.find(one)->rule->text == words.text && m_state.find(one)->rule->example == words.example, "12: a person's rule changed");
        for (const auto &[one, content] : m_ledger.contents)
            check(*m_state.experience(one) == content, "12: a person's experience changed");
    }

    void edit()
    {
        MemoryEdited event;
        event.author = "tester";
        static const std::vector<std::string> actions{"add", "edit", "disable", "enable", "delete", "restore", "pin", "unpin", "rule-text", "budget", "tokenizer"};
        event.action = actions[m_random.below(actions.size())];
        auto item = m_state.items().begin();
        std::advance(item, std::ptrdiff_t(m_random.below(m_state.items().size())));
        event.id = item->first;
        if (event.action == "add")
            event.experience = experience("p" + std::to_string(++m_added));
        if (event.action == "edit")
            event.experience = experience(event.id.value, "a person's reason " + std::to_string(++m_added));
        if (event.action == "rule-text" || (event.action == "pin" && m_random.below(2)))
            event.rule = ruleOf(event.id.value, 8 + int(m_random.below(40)));
        if (event.action == "budget")
            event.budgetTokens = int(m_random.below(200));
        if (event.action == "tokenizer")
            event.tokenizer = m_random.below(3) == 0 ? "bytes" : "estimate";
        const Json before = m_state.toJson();
        if (m_state.edit(event)) {
            m_journal.push_back(event);
            note(event);
        } else {
            check(m_state.toJson() == before, "a refused edit changed the state");
        }
        checkAlways();
    }

    void note(const MemoryEdited &event)
    {
        if (event.rule)
            m_ledger.wording[event.id] = *event.rule;
        if (event.experience)
            m_ledger.contents[event.experience->id] = *event.experience;
    }

    template<typename Event>
    void record(const Event &event, const Result<void> &result)
    {
        check(result.has_value(), "an event was refused");
        m_journal.push_back(event);
    }

    void check(bool holds, const char *what)
    {
        if (!holds && m_problem.empty())
            m_problem = std::string(what) + " (entry " + std::to_string(m_journal.size()) + ")";
    }

    Random m_random;
    MemoryState m_initial;
    MemoryState m_state;
    std::vector<Entry> m_journal;
    Ledger m_ledger;
    Task m_task;
    std::vector<ExperienceId> m_atStart;
    int m_episode = 0;
    int m_added = 0;
    std::string m_problem;
};

} // namespace

/// The invariants of method.md section 10 on random streams (5 is tested with the retriever). The seed is in every message.
class TestInvariants : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void streams_data();
    void streams();
    void streamsVisitWhatTheyTest();
    void noPoolHoldsAResident();
};

void TestInvariants::streams_data()
{
    QTest::addColumn<std::string>("policy");
    QTest::addColumn<int>("count");
    QTest::newRow("sage") << std::string("sage") << 60;
    for (const Policy &policy : policies()) {
        if (policy.name != "sage")
            QTest::addRow("%s", std::string(policy.name).c_str()) << std::string(policy.name) << 8;
    }
}

void TestInvariants::streams()
{
    QFETCH(std::string, policy);
    QFETCH(int, count);
    for (int seed = 1; seed <= count; ++seed) {
        const std::string where = "policy " + policy + ", seed " + std::to_string(seed) + ": ";
        Stream stream(std::uint64_t(seed), policy);
        for (int episode = 0; episode < 40; ++episode) {
            const std::string problem = stream.step();
            QVERIFY2(problem.empty(), (where + problem).c_str());
        }
        const std::string problem = stream.replay(std::size_t(seed) * 7 % stream.length());
        QVERIFY2(problem.empty(), (where + problem).c_str());
    }
    qInfo("seeds 1 to %d", count);
}

/// A property test that never reaches a state proves nothing about it.
void TestInvariants::streamsVisitWhatTheyTest()
{
    std::set<std::string> reasons;
    bool pinned = false;
    bool validatedCold = false;
    bool demotedCold = false;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Stream stream(seed, "sage");
        for (int episode = 0; episode < 40; ++episode)
            (void)stream.step();
        const MemoryView view = stream.state().view();
        for (const ResidencyCheck &change : view.residencyLog)
            reasons.insert((change.promoted ? "+" : "-") + change.reason);
        for (const auto &[one, item] : stream.state().items()) {
            pinned = pinned || (item.rule && item.rule->pinned);
            validatedCold = validatedCold || item.state == ItemState::Validated;
            demotedCold = demotedCold || (item.everResident && item.isCold());
        }
    }
    for (const char *reason : {"+fits", "+displaced", "+pinned", "-displaced", "-budget", "-unpinned", "-disabled", "-deleted"})
        QVERIFY2(reasons.contains(reason), reason);
    QVERIFY(pinned);
    QVERIFY(validatedCold);
    QVERIFY(demotedCold);
}

void TestInvariants::noPoolHoldsAResident()
{
    for (std::uint64_t seed = 101; seed <= 106; ++seed) {
        Stream stream(seed, "sage");
        auto index = MemoryIndex::create(stream.state());
        QVERIFY(index);
        for (int episode = 0; episode < 30; ++episode) {
            (void)stream.step();
            const auto found = index->retrieve("experience because code", stream.state());
            QVERIFY(found);
            QCOMPARE(index->size(), int(stream.state().eligible().size()));
            for (const Retrieved &one : *found)
                QVERIFY2(stream.state().isRetrievable(one.id), std::to_string(seed).c_str());
            auto fresh = MemoryIndex::create(stream.state());
            QVERIFY(fresh);
            const auto again = fresh->retrieve("experience because code", stream.state());
            QVERIFY2(*found == *again, ("rebuilt index answers otherwise, seed " + std::to_string(seed)).c_str());
        }
    }
}

QTEST_GUILESS_MAIN(TestInvariants)
#include "tst_invariants.moc"
