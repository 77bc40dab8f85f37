#include "core/episode/session.h"

#include "core/base/log.h"
#include "core/memory/credit.h"
#include "core/memory/gate.h"

#include <algorithm>
#include <set>

namespace sage {

namespace {

/// Infrastructure failures of one job: the round is lost, the run goes on. All others stop the run.
[[nodiscard]] bool losesOnlyTheRound(const Error &error)
{
    return error.code == "evaluate.watchdog";
}

[[nodiscard]] std::vector<ExperienceId> sorted(const std::set<ExperienceId> &ids)
{
    return {ids.begin(), ids.end()};
}

} // namespace

EpisodeSession::EpisodeSession(SessionParts parts, Task task) : m_parts(std::move(parts)), m_task(std::move(task)), m_id(episodeIdOf(m_task)) {}

const Settings &EpisodeSession::settings() const
{
    return m_parts.journal->fold().state().created.settings;
}

std::uint64_t EpisodeSession::seed() const
{
    return m_parts.journal->fold().state().created.seed;
}

const TaskView *EpisodeSession::taskView() const
{
    const std::vector<TaskView> &tasks = m_parts.journal->fold().state().tasks;
    const auto found = std::find_if(tasks.begin(), tasks.end(), [this](const TaskView &one) { return one.entry.operatorName == m_task.operatorName; });
    return found == tasks.end() ? nullptr : &*found;
}

const EpisodeView *EpisodeSession::episode() const
{
    const TaskView *view = taskView();
    return !view ? nullptr : m_task.objective == Objective::Correctness ? view->correctness.get() : view->optimization.get();
}

const EpisodeView *EpisodeSession::correctness() const
{
    const TaskView *view = taskView();
    return view ? view->correctness.get() : nullptr;
}

const RoundView *EpisodeSession::openRound() const
{
    const EpisodeView *view = episode();
    if (!view || view->rounds.empty())
        return nullptr;
    const RoundView &last = view->rounds.back();
    const bool over = last.state == RoundState::Closed || last.state == RoundState::Refused || last.state == RoundState::Abandoned;
    return over ? nullptr : &last;
}

std::string EpisodeSession::key(std::string_view step) const
{
    return m_id.value + '/' + std::to_string(round()) + '/' + std::string(step);
}

Result<void> EpisodeSession::open()
{
    const TaskView *view = taskView();
    if (!view)
        return fail("session.not-in-stream", m_task.operatorName + " is not an operator of this run's stream.", {}, {{"operator", m_task.operatorName}});
    if (episode())
        return {};
    const int used = view->roundsUsed;
    return m_parts.journal->record(kind::episodeOpened, m_id.value + "/opened", EpisodeOpened{m_id, m_task, used + 1, settings().rounds - used});
}

int EpisodeSession::round() const
{
    const EpisodeView *view = episode();
    if (!view || view->rounds.empty())
        return view ? view->opened.firstRound : 1;
    return openRound() ? view->rounds.back().round : view->rounds.back().round + 1;
}

int EpisodeSession::roundsLeft() const
{
    return settings().rounds - round() + 1;
}

bool EpisodeSession::closed() const
{
    const EpisodeView *view = episode();
    return view && view->closed;
}

bool EpisodeSession::plateaued() const
{
    const EpisodeView *view = episode();
    const int plateau = settings().plateau;
    if (m_task.objective == Objective::Correctness || plateau == 0 || !view)
        return false;
    const std::optional<Best> best = bestOf(view);
    const int since = best ? best->round : view->opened.firstRound - 1;
    return round() - 1 - since >= plateau;
}

std::optional<std::string> EpisodeSession::endReason() const
{
    if (openRound())
        return std::nullopt;
    if (m_task.objective == Objective::Correctness && bestOf(episode()))
        return "solved";
    if (roundsLeft() <= 0)
        return "budget";
    if (plateaued())
        return "plateau";
    return std::nullopt;
}

std::optional<EpisodeSession::Best> EpisodeSession::bestOf(const EpisodeView *view) const
{
    std::optional<Best> best;
    if (!view)
        return best;
    for (const RoundView &one : view->rounds) {
        if (!one.evaluated || !one.evaluated->correct || !one.evaluated->latencyUs || !one.replied)
            continue;
        if (!best || *one.evaluated->latencyUs < best->latencyUs)
            best = Best{one.replied->kernelHash, one.round, *one.evaluated->latencyUs};
    }
    return best;
}

std::optional<EpisodeSession::Best> EpisodeSession::firstCorrect() const
{
    return bestOf(correctness()); // a correctness episode ends at its first correct kernel
}

std::optional<Hash> EpisodeSession::enteringKernel() const
{
    if (m_task.objective == Objective::Optimization) {
        std::optional<Best> best = firstCorrect();
        const std::optional<Best> better = bestOf(episode());
        if (better && (!best || better->latencyUs < best->latencyUs))
            best = better;
        return best ? std::optional<Hash>(best->kernel) : std::nullopt;
    }
    const EpisodeView *view = episode();
    for (auto one = view->rounds.rbegin(); one != view->rounds.rend(); ++one) {
        if (one->evaluated && one->replied)
            return one->replied->kernelHash;
    }
    return std::nullopt;
}

const RoundReplied *EpisodeSession::replyOf(const Hash &kernel) const
{
    for (const EpisodeView *view : {correctness(), episode()}) {
        if (!view)
            continue;
        for (const RoundView &one : view->rounds) {
            if (one.replied && one.replied->kernelHash == kernel)
                return &*one.replied;
        }
    }
    return nullptr;
}

Result<const Feedback *> EpisodeSession::feedbackOf(const RoundEvaluated &evaluated) const
{
    const auto known = m_feedback.find(evaluated.feedback);
    if (known != m_feedback.end())
        return &known->second;
    Result<Feedback> loaded = loadFeedback(m_parts.journal->workspace(), evaluated.feedback);
    if (!loaded)
        return fail(loaded.error());
    return &m_feedback.emplace(evaluated.feedback, std::move(*loaded)).first->second;
}

Result<std::optional<Feedback>> EpisodeSession::feedback() const
{
    for (const EpisodeView *view : {episode(), correctness()}) {
        if (!view)
            continue;
        for (auto one = view->rounds.rbegin(); one != view->rounds.rend(); ++one) {
            if (!one->evaluated)
                continue;
            const Result<const Feedback *> loaded = feedbackOf(*one->evaluated);
            return loaded ? Result<std::optional<Feedback>>(**loaded) : fail(loaded.error());
        }
    }
    return std::optional<Feedback>();
}

Result<RoundContext> EpisodeSession::search()
{
    if (!episode())
        return fail("session.not-open", "The episode " + m_id.value + " was not opened.", {}, {{"episode", m_id.value}});
    if (const RoundView *open = openRound())
        return contextOf(open->opened);
    if (closed() || endReason())
        return fail("session.ended", "The episode " + m_id.value + " has ended; no further round can be opened.", {}, {{"episode", m_id.value}});
    const Result<std::optional<Feedback>> last = feedback();
    if (!last)
        return fail(last.error());
    RoundOpened opened;
    opened.episode = m_id;
    opened.round = round();
    opened.entering = enteringKernel().value_or(Hash());
    opened.query = queryFor(card(), m_task.objective, *last);
    Result<std::vector<Retrieved>> retrieved = m_parts.index->retrieve(opened.query, m_parts.journal->fold().memory());
    if (!retrieved)
        return fail(retrieved.error());
    opened.retrieved = std::move(*retrieved);
    opened.resident = m_parts.journal->fold().memory().residentIds();
    m_declared.clear();
    m_used.clear();
    if (const Result<void> done = m_parts.journal->record(kind::roundOpened, key("opened"), opened); !done)
        return fail(done.error());
    return contextOf(opened);
}

Result<RoundContext> EpisodeSession::contextOf(const RoundOpened &opened) const
{
    RoundContext context;
    context.opened = opened;
    const MemoryState &memory = m_parts.journal->fold().memory();
    for (const Retrieved &item : opened.retrieved) {
        const Experience *experience = memory.experience(item.id);
        if (experience)
            context.retrieved.push_back({*experience, item});
    }
    for (const ExperienceId &id : opened.resident) {
        const MemoryItem *item = memory.find(id);
        if (item && item->rule)
            context.resident.emplace_back(*item->rule, *item->experience);
    }
    if (!opened.entering.empty()) {
        const RoundReplied *reply = replyOf(opened.entering);
        if (!reply)
            return fail("session.kernel-missing", "The entering kernel of " + m_id.value + " is not in the journal.", opened.entering.value);
        Result<KernelSource> kernel = loadKernel(m_parts.journal->workspace(), reply->kernel);
        if (!kernel)
            return fail(kernel.error());
        context.entering = std::move(*kernel);
    }
    return context;
}

void EpisodeSession::declare(const std::vector<AdoptionRecord> &records)
{
    for (const AdoptionRecord &record : records)
        m_declared[record.id] = record;
}

void EpisodeSession::use(const std::vector<ExperienceId> &rules)
{
    m_used.insert(m_used.end(), rules.begin(), rules.end());
    std::sort(m_used.begin(), m_used.end());
    m_used.erase(std::unique(m_used.begin(), m_used.end()), m_used.end());
}

int EpisodeSession::attempts() const
{
    const RoundView *open = openRound();
    return open ? static_cast<int>(open->refusals.size()) : 0;
}

std::vector<ExperienceId> EpisodeSession::unresolved() const
{
    const RoundView *open = openRound();
    return open && !open->refusals.empty() ? open->refusals.back().unresolved : std::vector<ExperienceId>();
}

bool EpisodeSession::hasPendingReply() const
{
    const RoundView *open = openRound();
    return open && (open->state == RoundState::Replied || open->state == RoundState::Declared || open->state == RoundState::Evaluated);
}

Result<Verdict> EpisodeSession::submit(const Submission &submission, const ProgressSink &progress)
{
    const RoundView *open = openRound();
    if (!open)
        return fail("session.no-round", "No round of " + m_id.value + " is open; search first.");
    if (hasPendingReply())
        return advance(progress);
    for (const KernelFile &file : submission.kernel.files) {
        if (const Result<Hash> stored = m_parts.journal->workspace().putArtifact(file.text); !stored)
            return fail(stored.error());
    }
    RoundReplied reply;
    reply.episode = m_id;
    reply.round = open->round;
    reply.attempt = attempts() + 1;
    reply.kernel = submission.kernel.manifest();
    reply.kernelHash = reply.kernel.hash();
    for (const auto &[id, record] : m_declared)
        reply.declared.push_back(record);
    reply.usedRules = m_used;
    reply.note = submission.note;
    reply.memo = submission.memo;
    reply.truth = submission.truth;
    if (const Result<void> done = m_parts.journal->record(kind::roundReplied, key("replied") + '/' + std::to_string(reply.attempt), reply); !done)
        return fail(done.error());
    return advance(progress);
}

Result<Verdict> EpisodeSession::advance(const ProgressSink &progress)
{
    const RoundView *open = openRound();
    if (!open)
        return fail("session.no-round", "No round of " + m_id.value + " is open; search first.");
    if (!open->replied || open->state == RoundState::Opened)
        return fail("session.no-reply", "The open round of " + m_id.value + " has no reply; submit one first.");
    if (open->state == RoundState::Replied) {
        Result<std::optional<Verdict>> refused = judge(*open);
        if (!refused)
            return fail(refused.error());
        if (*refused)
            return std::move(**refused);
        open = openRound();
    }
    return evaluate(*open, progress);
}

Result<std::optional<Verdict>> EpisodeSession::judge(const RoundView &view)
{
    std::vector<ExperienceId> retrieved;
    for (const Retrieved &item : view.opened.retrieved)
        retrieved.push_back(item.id);
    const GateDecision answer = checkAdoption(retrieved, view.replied->declared, m_parts.journal->fold().memory().policy().gate);
    if (answer.passes) {
        const UsedRules rules = checkUsedRules(view.opened.resident, view.replied->usedRules);
        const Result<void> done = m_parts.journal->record(kind::roundDeclared, key("declared"), RoundDeclared{m_id, view.round, answer.records, rules.used});
        return done ? Result<std::optional<Verdict>>(std::nullopt) : fail(done.error());
    }
    Verdict verdict{Verdict::Kind::Refused, answer.unresolved, false, {}, {}};
    verdict.roundClosed = view.replied->attempt >= settings().refusals;
    std::vector<Journal::Entry> entries;
    entries.push_back({kind::roundRefused, key("refused") + '/' + std::to_string(view.replied->attempt), RoundRefused{m_id, view.round, view.replied->attempt, answer.unresolved}});
    if (verdict.roundClosed)
        entries.push_back({kind::roundClosed, key("closed"), RoundClosed{m_id, view.round, "refused", "gate"}});
    const Result<void> done = m_parts.journal->record(std::move(entries));
    return done ? Result<std::optional<Verdict>>(verdict) : fail(done.error());
}

Result<Verdict> EpisodeSession::evaluate(const RoundView &view, const ProgressSink &progress)
{
    EvaluationRequest request;
    request.card = m_parts.card;
    request.seed = seed();
    request.scratch = m_parts.scratch;
    request.parallelCases = m_parts.parallelCases;
    Result<KernelSource> kernel = loadKernel(m_parts.journal->workspace(), view.replied->kernel);
    if (!kernel)
        return fail(kernel.error());
    request.kernel = std::move(*kernel);
    EvaluationCosts costs;
    request.costs = &costs;
    Result<Feedback> feedback = fail("episode.internal", "The evaluator gave no answer.");
    if (const Result<void> called = calls().run([&](std::stop_token stop) { feedback = m_parts.evaluator->evaluate(request, std::move(stop), progress); }); !called)
        return fail(called.error());
    if (!feedback && !losesOnlyTheRound(feedback.error()))
        return fail(feedback.error());
    if (!feedback) {
        qCWarning(logEpisode, "%s", feedback.error().message.c_str());
        const std::string reason = feedback.error().code;
        const Result<void> given = abandon(reason);
        return given ? Result<Verdict>(Verdict{Verdict::Kind::Abandoned, {}, true, {}, reason}) : fail(given.error());
    }
    const Result<Hash> stored = m_parts.journal->workspace().putArtifact(canonical(Json(*feedback)));
    if (!stored)
        return fail(stored.error());
    std::vector<Journal::Entry> entries;
    entries.push_back({kind::roundEvaluated, key("evaluated"),
                       RoundEvaluated{m_id, view.round, *stored, feedback->stage, feedback->compiled, feedback->correct, feedback->code, feedback->latencyUs},
                       {{"seconds", costs.totalSeconds}, {"compileSeconds", costs.compileSeconds}, {"runSeconds", costs.runSeconds}, {"fromMemo", costs.fromMemo}, {"layers", costs.layers}}});
    entries.push_back({kind::roundClosed, key("closed"), RoundClosed{m_id, view.round, "evaluated", {}}});
    m_feedback[*stored] = *feedback;
    if (const Result<void> done = m_parts.journal->record(std::move(entries)); !done)
        return fail(done.error());
    return Verdict{Verdict::Kind::Evaluated, {}, true, *feedback, {}};
}

Result<void> EpisodeSession::abandon(const std::string &reason)
{
    const RoundView *open = openRound();
    if (!open)
        return {};
    return m_parts.journal->record(kind::roundClosed, key("closed"), RoundClosed{m_id, open->round, "abandoned", reason});
}

Result<std::vector<PastRound>> EpisodeSession::history() const
{
    std::vector<PastRound> rounds;
    const EpisodeView *second = m_task.objective == Objective::Optimization ? episode() : nullptr;
    for (const EpisodeView *view : {correctness(), second}) {
        if (!view)
            continue;
        for (const RoundView &one : view->rounds) {
            if (!one.replied || (&one == openRound()))
                continue;
            PastRound past{one.round, view->opened.task.objective, one.replied->kernelHash, one.replied->memo, one.replied->truth, {}, {}, {}};
            if (one.declared) {
                past.adoption = one.declared->adoption;
                past.usedRules = one.declared->usedRules;
            }
            if (one.evaluated) {
                const Result<const Feedback *> loaded = feedbackOf(*one.evaluated);
                if (!loaded)
                    return fail(loaded.error());
                past.feedback = **loaded;
            }
            rounds.push_back(std::move(past));
        }
    }
    return rounds;
}

EpisodeClosed EpisodeSession::resultOf(const std::string &reason, std::optional<double> referenceUs) const
{
    const EpisodeView *view = episode();
    EpisodeClosed result;
    result.episode = m_id;
    result.task = m_task;
    result.endReason = reason;
    result.rounds = static_cast<int>(view->rounds.size());
    result.referenceUs = referenceUs;
    const std::optional<Best> first = firstCorrect();
    const std::optional<Best> best = bestOf(view);
    if (first)
        result.firstUs = first->latencyUs;
    const bool improved = best && (!first || best->latencyUs < first->latencyUs);
    const std::optional<Best> kept = m_task.objective == Objective::Correctness || improved ? best : first;
    if (kept) {
        result.bestUs = kept->latencyUs;
        result.bestKernel = kept->kernel;
        result.bestRound = kept->round;
    }
    const Score score = terminalScore({m_task.objective, best.has_value(), result.firstUs, result.bestUs}, settings());
    result.met = score.met;
    result.score = score.z;
    return result;
}

MemoryLearned EpisodeSession::factsOf(const EpisodeClosed &result, std::vector<Experience> written) const
{
    std::set<ExperienceId> retrieved;
    std::set<ExperienceId> adopted;
    std::set<ExperienceId> used;
    for (const RoundView &one : episode()->rounds) {
        if (!one.evaluated || !one.declared)
            continue; // a round without an evaluation is not charged to memory
        for (const Retrieved &item : one.opened.retrieved)
            retrieved.insert(item.id);
        for (const AdoptionRecord &record : one.declared->adoption) {
            if (record.state == Adoption::Adopted)
                adopted.insert(record.id);
        }
        used.insert(one.declared->usedRules.begin(), one.declared->usedRules.end());
    }
    MemoryLearned facts;
    facts.episode = m_id;
    facts.task = m_task;
    facts.score = result.score;
    facts.retrieved = sorted(retrieved);
    facts.adopted = sorted(adopted);
    facts.usedRules = sorted(used);
    for (Experience &experience : written) {
        experience.provenance.run = m_parts.journal->run();
        experience.provenance.episode = m_id;
        experience.provenance.operatorName = m_task.operatorName;
        experience.id = experienceIdOf(experience);
    }
    facts.written = std::move(written);
    return facts;
}

bool EpisodeSession::learnsAtEnd(const std::string &reason) const
{
    return reason != "skipped" && reason != "stopped" && m_parts.journal->fold().memory().policy().learns;
}

Result<void> EpisodeSession::close(const std::string &reason, std::vector<Experience> written, const Abstraction &abstraction, std::optional<double> referenceUs)
{
    if (closed())
        return {};
    const EpisodeClosed result = resultOf(reason, referenceUs);
    std::vector<Journal::Entry> entries;
    entries.push_back({kind::episodeClosed, m_id.value + "/closed", result});
    if (learnsAtEnd(reason)) {
        MemoryLearned learned = factsOf(result, std::move(written));
        if (const Result<void> done = abstractRules(learned, abstraction); !done)
            return done;
        if (const Result<void> done = m_parts.journal->learn(learned); !done)
            return done;
        entries.push_back({kind::memoryLearned, m_id.value + "/learned", learned});
    }
    return m_parts.journal->record(std::move(entries));
}

Result<void> EpisodeSession::abstractRules(MemoryLearned &facts, const Abstraction &abstraction) const
{
    const MemoryState &memory = m_parts.journal->fold().memory();
    for (const ExperienceId &id : memory.needsAbstraction(facts)) {
        Result<RuleText> text = fail("episode.internal", "The generator gave no rule.");
        if (const Result<void> called = calls().run([&](std::stop_token) { text = abstraction(*memory.experience(id)); }); !called)
            return called;
        if (!text)
            return fail(text.error());
        text->id = id;
        facts.abstracted.push_back(fitted(std::move(*text), settings().ruleCapTokens, memory.counter()));
    }
    return {};
}

} // namespace sage
