#include "core/base/yaml.h"
#include "core/generate/faults.h"
#include "core/generate/lowering.h"
#include "core/generate/search.h"
#include "core/generate/synthesizer.h"

#include <QTest>

#include "tests/core/generate/cards.h"

using namespace sage;

namespace {

Json careful()
{
    return {{"faultRate", 0}, {"misread", 0}, {"declarationNoise", 0}, {"incomplete", 0}};
}

std::unique_ptr<Generator> synthesizer(const Json &options)
{
    Result<std::unique_ptr<Generator>> made = makeSynthesizer(options);
    if (!made)
        qFatal("%s", made.error().message.c_str());
    return std::move(*made);
}

Feedback failed(const std::string &code, const std::string &rule = {}, int cases = 2)
{
    Feedback feedback;
    feedback.stage = FeedbackStage::Accuracy;
    feedback.compiled = code != "compile-error";
    feedback.code = code;
    for (int i = 0; i < 3; ++i) {
        CaseResult one;
        one.index = i;
        one.correct = i >= cases;
        one.failure = one.correct ? "" : code;
        feedback.cases.push_back(one);
    }
    if (!rule.empty()) {
        Finding finding;
        finding.rule = rule;
        finding.severity = "error";
        feedback.findings.push_back(finding);
    }
    return feedback;
}

Feedback right(double us, const std::string &pipe)
{
    Feedback feedback = failed("ok", {}, 0);
    feedback.stage = FeedbackStage::Timing;
    feedback.correct = true;
    feedback.latencyUs = us;
    for (CaseResult &one : feedback.cases) {
        one.latencyUs = us;
        one.usedCores = 48;
        one.pipes = {{pipe, us, 0.9}, {"S", us / 10, 0.1}};
    }
    return feedback;
}

Experience experience(const std::string &id, const Json &change, std::vector<std::string> signals)
{
    Experience one;
    one.id = ExperienceId(id);
    one.title = id;
    one.applies.signals = std::move(signals);
    one.change = change;
    return one;
}

/// A request in round 2, after a first kernel by `plan` that got `feedback`.
struct Scene {
    OperatorSpec card;
    GenerationRequest request;

    Scene(std::string_view yaml, const Plan &plan, const Feedback &feedback, Objective objective = Objective::Correctness) : card(test::cardOf(yaml))
    {
        request.card = &card;
        request.objective = objective;
        request.round = 2;
        request.roundsLeft = 29;
        request.seed = 7;
        request.entering = *synthesize(card, plan);
        PastRound past;
        past.round = 1;
        past.objective = objective;
        past.kernel = request.entering->manifest().hash();
        past.memo = {{"plan", toJson(plan)}, {"baseRound", 0}, {"changes", Json::array()}};
        past.feedback = feedback;
        request.history.push_back(past);
    }
    Scene(const Scene &) = delete;

    void retrieve(Experience one) { request.retrieved.push_back({std::move(one), {}}); }
};

Plan planOf(const Proposal &proposal)
{
    return *planFromJson(proposal.memo.at("plan"));
}

Plan bare()
{
    return *planFromJson({{"tail", "none"}, {"compute", "native"}, {"cores", "one"}, {"reduction", "scalar"}});
}

} // namespace

class TestSynthesizer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void optionsAreChecked()
    {
        QCOMPARE(makeSynthesizer({{"faultRate", 1.5}}).error().code, std::string("generate.options"));
        QCOMPARE(makeSynthesizer({{"speed", 1}}).error().code, std::string("generate.options"));
        QCOMPARE(makeSynthesizer({{"most", 7}}).error().code, std::string("generate.options"));
        QCOMPARE(makeSynthesizer("fast").error().code, std::string("generate.options"));
        QCOMPARE(makeSynthesizer({{"misread", "often"}}).error().code, std::string("generate.options"));
        QCOMPARE(makeSynthesizer({{"most", 1.5}}).error().code, std::string("generate.options")); // not cut to 1
        QVERIFY(makeSynthesizer(Json()).has_value());
        QVERIFY(makeSynthesizer(Json(SynthesizerOptions())).has_value());
    }

    void sameRequestSameProposal()
    {
        Scene scene(test::chainCard, bare(), failed("rule-error", "count"));
        const auto first = synthesizer(Json()), second = synthesizer(Json());
        scene.request.round = 5;
        (void)second->propose(scene.request, {}); // what was asked before leaves no trace
        scene.request.round = 2;
        const Result<Proposal> a = first->propose(scene.request, {}), b = second->propose(scene.request, {});
        QVERIFY(a && b);
        QVERIFY(a->kernel == b->kernel);
        QVERIFY(a->memo == b->memo);
        QVERIFY(a->truth == b->truth);
    }

    void truthIsNotRead()
    {
        Scene scene(test::chainCard, bare(), failed("rule-error", "count"));
        const auto generator = synthesizer(careful());
        const Result<Proposal> without = generator->propose(scene.request, {});
        scene.request.history.front().truth = {{"faults", {"dropped-tail"}}, {"changes", Json::array()}};
        const Result<Proposal> with = generator->propose(scene.request, {});
        QVERIFY(without && with);
        QVERIFY(without->kernel == with->kernel);
    }

    void startsDifferByKeyOnly()
    {
        const OperatorSpec card = test::cardOf(test::chainCard);
        GenerationRequest request;
        request.card = &card;
        std::set<std::string> plans;
        const auto generator = synthesizer(careful());
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            request.seed = seed;
            const Result<Proposal> proposal = generator->propose(request, {});
            QVERIFY(proposal.has_value());
            plans.insert(proposal->memo.at("plan").dump());
        }
        QVERIFY(plans.size() > 5);
    }

    void adoptionChangesTheCode()
    {
        Scene scene(test::chainCard, bare(), failed("rule-error", "count"));
        scene.retrieve(experience("a", {{"dimension", "tail"}, {"to", "padded"}}, {"rule:count"}));
        const Result<Proposal> proposal = synthesizer(careful())->propose(scene.request, {});
        QVERIFY(proposal.has_value());
        QCOMPARE(proposal->declared.size(), std::size_t(1));
        QCOMPARE(proposal->declared.front().state, Adoption::Adopted);
        QVERIFY(planOf(*proposal).tail == TailHandling::Padded);
        QVERIFY(proposal->kernel.mainText() != scene.request.entering->mainText());
        QVERIFY(proposal->truth.at("changes").at(0).at("cause") == Json("item:a"));
    }

    void everyItemIsDeclaredAndTwoAreAdoptedAtMost()
    {
        Scene scene(test::normCard, bare(), failed("rule-error", "count"));
        scene.retrieve(experience("tail", {{"dimension", "tail"}, {"to", "padded"}}, {"rule:count"}));
        scene.retrieve(experience("type", {{"dimension", "compute"}, {"to", "widened"}}, {"rule:count"}));
        scene.retrieve(experience("cores", {{"dimension", "cores"}, {"to", "even"}}, {"rule:count"}));
        scene.retrieve(experience("other", {{"dimension", "buffers"}, {"to", 2}}, {"rule:capacity"}));
        scene.retrieve(experience("already", {{"dimension", "reduction"}, {"to", "scalar"}}, {"rule:count"}));
        scene.retrieve(experience("guarded", {{"dimension", "moves"}, {"to", "strided"}, {"guard", {{"features", {"full-reduction"}}}}}, {"rule:count"}));
        scene.retrieve(experience("text", Json(), {"rule:count"}));
        const Result<Proposal> proposal = synthesizer(careful())->propose(scene.request, {});
        QVERIFY(proposal.has_value());
        QCOMPARE(proposal->declared.size(), std::size_t(7));
        std::map<std::string, Adoption> states;
        for (const AdoptionRecord &record : proposal->declared) {
            states[record.id.value] = record.state;
            QVERIFY(!record.rationale.empty());
        }
        QCOMPARE(std::count_if(states.begin(), states.end(), [](const auto &entry) { return entry.second == Adoption::Adopted; }), std::ptrdiff_t(2));
        for (const char *declined : {"other", "already", "guarded", "text"})
            QCOMPARE(states.at(declined), Adoption::NotAdopted);
    }

    void rulesAreReadLikeTheirSources()
    {
        Scene scene(test::chainCard, bare(), failed("rule-error", "count"));
        Rule rule;
        rule.id = ExperienceId("r");
        rule.text = "Pad tails.";
        scene.request.resident.emplace_back(rule, experience("r", {{"dimension", "tail"}, {"to", "padded"}}, {"rule:count"}));
        const Result<Proposal> proposal = synthesizer(careful())->propose(scene.request, {});
        QVERIFY(proposal.has_value());
        QCOMPARE(proposal->usedRules, std::vector<ExperienceId>{ExperienceId("r")});
        QVERIFY(proposal->declared.empty());
        QVERIFY(planOf(*proposal).tail == TailHandling::Padded);
    }

    void gapsAreFilledWhenAsked()
    {
        Scene scene(test::chainCard, bare(), failed("rule-error", "count"));
        for (const char *id : {"a", "b", "c"})
            scene.retrieve(experience(id, {{"dimension", "tail"}, {"to", "padded"}}, {"rule:count"}));
        Json options = careful();
        options["incomplete"] = 1;
        const auto generator = synthesizer(options);
        const Result<Proposal> first = generator->propose(scene.request, {});
        QVERIFY(first && first->declared.size() < 3);
        scene.request.attempt = 2;
        const Result<Proposal> second = generator->propose(scene.request, {});
        QVERIFY(second.has_value());
        QCOMPARE(second->declared.size(), std::size_t(3));
        QVERIFY(first->kernel == second->kernel);
    }

    void noiseIsInTheDeclarationAndTheTruthTells()
    {
        Scene scene(test::chainCard, bare(), failed("rule-error", "count"));
        scene.retrieve(experience("a", {{"dimension", "tail"}, {"to", "padded"}}, {"rule:count"}));
        Json options = careful();
        options["declarationNoise"] = 1;
        const Result<Proposal> proposal = synthesizer(options)->propose(scene.request, {});
        QVERIFY(proposal.has_value());
        QCOMPARE(proposal->declared.front().state, Adoption::NotAdopted);
        QVERIFY(planOf(*proposal).tail == TailHandling::Padded);
        QVERIFY(proposal->truth.at("declarationNoise").at(0).at("done") == Json(true));
    }

    void misreadItemsDoSomethingElse()
    {
        Scene scene(test::chainCard, bare(), failed("rule-error", "count"));
        scene.retrieve(experience("a", {{"dimension", "tail"}, {"to", "padded"}}, {"rule:count"}));
        Json options = careful();
        options["misread"] = 1;
        const Result<Proposal> proposal = synthesizer(options)->propose(scene.request, {});
        QVERIFY(proposal.has_value());
        QVERIFY(planOf(*proposal).tail != TailHandling::Padded);
        QVERIFY(planOf(*proposal).tail != TailHandling::None);
        QVERIFY(proposal->truth.at("changes").at(0).at("misread") == Json(true));
    }

    void feedbackGuidesTheSearch()
    {
        std::map<std::string, int> dimensions;
        const auto generator = synthesizer(careful());
        Scene scene(test::chainCard, bare(), failed("rule-error", "capacity"));
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            scene.request.seed = seed;
            const Result<Proposal> proposal = generator->propose(scene.request, {});
            QVERIFY(proposal.has_value());
            for (const Json &change : proposal->memo.at("changes"))
                ++dimensions[change.at("dimension").get<std::string>()];
        }
        QVERIFY2(dimensions["tileLength"] > 40, std::to_string(dimensions["tileLength"]).c_str());
        QVERIFY(dimensions.size() > 3); // nothing is locked
    }

    void faultsHitTheTextAndOnlyTheText()
    {
        Scene scene(test::totalCard, Plan(), failed("wrong-output"));
        Json options = careful();
        options["faultRate"] = 1;
        int hit = 0;
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            scene.request.seed = seed;
            const Result<Proposal> faulty = synthesizer(options)->propose(scene.request, {});
            const Result<Proposal> clean = synthesizer(careful())->propose(scene.request, {});
            QVERIFY(faulty && clean);
            QVERIFY(faulty->memo == clean->memo);
            QCOMPARE(faulty->kernel == clean->kernel, faulty->truth.at("faults").empty());
            QVERIFY(clean->truth.at("faults").empty());
            hit += faulty->truth.at("faults").empty() ? 0 : 1;
        }
        QVERIFY(hit >= 20);
    }

    void everyFaultFindsAPlace()
    {
        const std::string text = synthesize(test::cardOf(test::totalCard), *planFromJson({{"compute", "widened"}}))->mainText();
        for (const Fault &kind : faultKinds()) {
            std::string wrong = text;
            QVERIFY2(injectFault(wrong, kind.name), std::string(kind.name).c_str());
            QVERIFY(wrong != text);
        }
    }

    void reflectionTellsWhatHelped()
    {
        const OperatorSpec card = test::cardOf(test::chainCard);
        Plan slow, fast;
        fast.buffers = 2;
        PastRound first, second, third;
        first.round = 1;
        first.objective = second.objective = third.objective = Objective::Optimization;
        first.memo = {{"plan", toJson(slow)}, {"baseRound", 0}, {"changes", Json::array()}};
        first.feedback = right(40, "MTE2");
        second.round = 2;
        second.memo = {{"plan", toJson(fast)}, {"baseRound", 1}, {"changes", {toJson(PlanChange{"buffers", 1, 2, {}})}}};
        second.feedback = right(30, "V");
        third.round = 3;
        Plan worse = fast;
        worse.tileLength = 64;
        third.memo = {{"plan", toJson(worse)}, {"baseRound", 2}, {"changes", {toJson(PlanChange{"tileLength", 2048, {{"times", 0.25}}, {}})}}};
        third.feedback = right(90, "S");
        const auto generator = synthesizer(Json());
        const Result<Reflection> reflection = generator->reflect(card, Objective::Optimization, {first, second, third}, {});
        QVERIFY(reflection.has_value());
        QCOMPARE(reflection->experiences.size(), std::size_t(2));
        for (const Experience &one : reflection->experiences) {
            QVERIFY(!one.title.empty() && !one.rationale.empty() && !one.effect.empty() && !one.codeBefore.empty() && !one.codeAfter.empty());
            QVERIFY(planChangeFromJson(one.change).has_value());
            QCOMPARE(one.provenance.operatorName, card.name);
        }
        QCOMPARE(reflection->experiences[0].effect, std::string("latency 90.0 -> 30.0 us")); // the regression, roles swapped
        QVERIFY(reflection->experiences[0].change.at("to") == Json(2048));
        QCOMPARE(reflection->experiences[1].effect, std::string("latency 40.0 -> 30.0 us"));
        QCOMPARE(reflection->experiences[1].applies.signals, std::vector<std::string>{"bound:MTE2"});
    }

    /// Memos come from a journal, so from anywhere: what makes no sense teaches nothing.
    void strangeMemosTeachNothing()
    {
        const OperatorSpec card = test::cardOf(test::chainCard);
        PastRound first, second;
        first.round = 1;
        second.round = 2;
        first.objective = second.objective = Objective::Optimization;
        first.memo = {{"plan", toJson(Plan())}};
        first.feedback = right(40, "MTE2");
        second.feedback = right(30, "V");
        Plan fast;
        fast.buffers = 2;
        const Json whole{{"plan", toJson(fast)}, {"baseRound", 1}, {"changes", {toJson(PlanChange{"buffers", 1, 2, {}})}}};
        const auto generator = synthesizer(Json());
        const std::vector<Json> others{nullptr, "x", 0, -1, 1e300, 18446744073709551615u, true, Json::array(), Json::object(), Json::array({1, "a", nullptr}), Json{{"dimension", 3}}};
        for (const char *field : {"plan", "baseRound", "changes"}) {
            for (const Json &other : others) {
                second.memo = whole;
                second.memo[field] = other;
                const Result<Reflection> reflection = generator->reflect(card, Objective::Optimization, {first, second}, {});
                QVERIFY(reflection.has_value());
                QVERIFY2(reflection->experiences.empty() || other == Json::object(), (std::string(field) + " " + other.dump()).c_str());
            }
        }
        for (const Json &other : others) {
            second.memo = other;
            QVERIFY(generator->reflect(card, Objective::Optimization, {first, second}, {}).has_value());
            second.memo = whole;
            second.memo["changes"][0]["to"] = other;
            QVERIFY(generator->reflect(card, Objective::Optimization, {first, second}, {}).has_value());
            second.memo["changes"][0] = {{"dimension", "tileLength"}, {"from", other}, {"to", {{"times", other}}}, {"guard", other}};
            QVERIFY(generator->reflect(card, Objective::Optimization, {first, second}, {}).has_value());
        }
    }

    void rulesAreShort()
    {
        Experience one = experience("a", {{"dimension", "tail"}, {"to", "padded"}}, {"rule:count"});
        one.rationale = std::string(2000, 'x') + ".";
        const auto generator = synthesizer(Json());
        for (const int cap : {10, 40, 200}) {
            const Result<RuleText> rule = generator->abstractRule(one, cap);
            QVERIFY(rule.has_value());
            QVERIFY(!rule->text.empty() && rule->text.size() <= static_cast<std::size_t>(cap) * 3);
            QCOMPARE(rule->id, one.id);
        }
    }

    void baselineHasAKernelForEachStep()
    {
        const auto generator = synthesizer(Json());
        for (const std::string_view yaml : {test::chainCard, test::normCard, test::totalCard, test::gateCard, test::columnCard}) {
            const OperatorSpec card = test::cardOf(yaml);
            const auto kernels = generator->baseline(card);
            QVERIFY2(kernels.has_value(), kernels ? "" : kernels.error().message.c_str());
            QCOMPARE(kernels->size(), card.reference.size());
            for (const auto &[own, kernel] : *kernels) {
                QCOMPARE(own.reference.size(), std::size_t(1));
                QVERIFY(!own.cases.empty());
                QVERIFY(kernel.mainText().find(own.entry + "(") != std::string::npos);
            }
        }
    }

    void shippedKnowledgeIsUsable()
    {
        const Result<YamlFile> items = readYaml(SAGE_SOURCE_DIR "/resources/knowledge/cold-start.yaml");
        QVERIFY(items.has_value());
        QVERIFY(items->json.size() >= 14);
        for (const Json &item : items->json) {
            const Result<Experience> one = decode<Experience>(item, "item");
            QVERIFY2(one.has_value(), item.dump().c_str());
            const Result<PlanChange> change = planChangeFromJson(one->change);
            QVERIFY2(change.has_value(), one->title.c_str());
            QVERIFY2(applied(bare(), *change).has_value(), one->title.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestSynthesizer)
#include "tst_synthesizer.moc"
