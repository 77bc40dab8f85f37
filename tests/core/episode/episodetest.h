#pragma once

#include "core/base/hash.h"
#include "core/episode/runner.h"

#include <QTemporaryDir>

#include <atomic>

// A generator and an evaluator without compiler or lowering: what they answer is a function of the round alone, so that the
// engine's own behaviour can be seen.

namespace sage::test {

inline std::string cardText(const std::string &name)
{
    return "name: " + name + "\nlevel: 1\ncategory: Math\nsummary: y = sqrt(x)\ninputs: [x]\noutputs: [y]\nreference: [\"y = sqrt(x)\"]\ncases:\n  - {dtype: float16, shapes: {x: [4]}}\n";
}

class FakeGenerator final : public Generator
{
public:
    int incompleteAttempts = 0;    ///< attempts of every third round that leave one item unresolved
    bool fails = false;            ///< propose gives an error
    std::atomic<int> proposals = 0;
    std::vector<GenerationRequest> requests;

    std::string name() const override { return "fake"; }

    Result<Proposal> propose(const GenerationRequest &request, std::stop_token) override
    {
        ++proposals;
        requests.push_back(request);
        if (fails)
            return fail("generate.fake", "The fake generator was told to fail.");
        Proposal proposal;
        proposal.kernel.files.push_back({request.card->entry + ".cpp", request.card->name + " " + std::string(nameOf(request.objective)) + " round " + std::to_string(request.round), "kernel"});
        for (std::size_t i = 0; i < request.retrieved.size(); ++i) {
            if (i == 0 && request.round % 3 == 0 && request.attempt <= incompleteAttempts)
                continue;
            proposal.declared.push_back({request.retrieved[i].experience.id, i % 2 ? Adoption::NotAdopted : Adoption::Adopted, "because " + std::to_string(i)});
        }
        for (const auto &[rule, source] : request.resident)
            proposal.usedRules.push_back(rule.id);
        proposal.memo = {{"round", request.round}};
        proposal.note = "note";
        return proposal;
    }

    Result<Reflection> reflect(const OperatorSpec &card, Objective objective, const std::vector<PastRound> &history, std::stop_token) override
    {
        Experience experience;
        experience.title = "what " + card.name + " " + std::string(nameOf(objective)) + " taught in " + std::to_string(history.size()) + " rounds";
        experience.rationale = "sqrt of half precision, elementwise";
        return Reflection{{experience}};
    }

    Result<RuleText> abstractRule(const Experience &experience, int) override { return RuleText{experience.id, experience.title, {}}; }
    Result<std::vector<std::pair<OperatorSpec, KernelSource>>> baseline(const OperatorSpec &) const override { return std::vector<std::pair<OperatorSpec, KernelSource>>(); }
};

class FakeEvaluator final : public Evaluator
{
public:
    int correctFromRound = 3; ///< 0: never
    std::string failAtRound;  ///< "5": infrastructure error there
    std::string errorCode = "evaluate.watchdog";
    std::function<void(int)> onCall; ///< with the number of the call, from 1
    std::atomic<int> calls = 0;

    std::string name() const override { return "fake"; }
    Json fingerprint() const override { return {{"evaluator", "fake"}}; }

    Result<Feedback> evaluate(const EvaluationRequest &request, std::stop_token stop, const ProgressSink &) override
    {
        const int call = ++calls;
        if (onCall)
            onCall(call);
        const std::string text = request.kernel.mainText();
        const std::string number = text.substr(text.rfind(' ') + 1);
        if (stop.stop_requested())
            return fail("evaluate.cancelled", "Cancelled.");
        if (number == failAtRound)
            return fail(errorCode, "The fake evaluator was told to fail.");
        const int round = std::stoi(number);
        Feedback feedback;
        feedback.compiled = round > 1;
        feedback.correct = correctFromRound > 0 && round >= correctFromRound;
        feedback.stage = feedback.correct ? FeedbackStage::Timing : feedback.compiled ? FeedbackStage::Accuracy : FeedbackStage::Compile;
        feedback.code = feedback.correct ? "ok" : feedback.compiled ? "wrong-output" : "compile-error";
        if (feedback.correct)
            feedback.latencyUs = 120.0 / round;
        return feedback;
    }
};

struct Bench {
    QTemporaryDir folder;
    ManualClock clock;
    FakeGenerator generator;
    FakeEvaluator evaluator;
    std::unique_ptr<Workspace> workspace;
    RunId run;

    std::filesystem::path path() const { return std::filesystem::path(folder.path().toStdString()) / "ws"; }

    /// Makes workspace and run. Asserts by throwing: a fixture's failure ends the test.
    void begin(int rounds = 8, int operators = 2)
    {
        RunPlan plan;
        plan.seed = 7;
        plan.streamName = "fake";
        plan.settings.rounds = rounds;
        plan.settings.kAdopt = 1;
        plan.settings.kOperators = 1;
        for (int i = 0; i < operators; ++i)
            plan.cards.push_back(cardText("Operator" + std::string(1, static_cast<char>('A' + i))));
        MemoryImported knowledge{"cold-start", "cold-start", {}, nullptr};
        for (int i = 0; i < 8; ++i) {
            Experience experience;
            experience.title = "item " + std::to_string(i) + " about sqrt";
            experience.rationale = "elementwise math on float16";
            experience.id = experienceIdOf(experience);
            knowledge.experiences.push_back(experience);
        }
        plan.memory.push_back(knowledge);
        workspace = std::move(Workspace::create(path(), clock).value());
        workspace = nullptr;
        open();
        run = createRun(*workspace, plan, clock).value();
    }

    void open() { workspace = std::move(Workspace::open(path(), Workspace::Mode::Run, clock).value()); }

    Result<RunEnd> work(std::stop_token stop = {})
    {
        StreamRunner runner(*workspace, generator, evaluator, clock);
        return runner.run(run, stop);
    }

    std::shared_ptr<const RunSnapshot> snapshot() const
    {
        RunFold fold;
        for (;;) {
            const std::vector<Event> events = workspace->read(run, fold.state().sequence).value();
            if (events.empty())
                return fold.snapshot();
            const Result<void> done = fold.apply(events);
            if (!done)
                throw std::runtime_error(done.error().message + " " + done.error().detail);
        }
    }

    Hash digest() const { return journalDigest(*workspace, run).value(); }
};

} // namespace sage::test
