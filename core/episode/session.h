#pragma once

#include "core/episode/context.h"
#include "core/episode/journal.h"
#include "core/episode/longcalls.h"
#include "core/episode/reading.h"
#include "core/evaluate/evaluator.h"
#include "core/memory/index.h"

#include <functional>
#include <map>

namespace sage {

/// What a session works with. Owned by the runner; outlives the session.
struct SessionParts {
    Journal *journal = nullptr;
    MemoryIndex *index = nullptr;
    Evaluator *evaluator = nullptr;
    LongCalls *calls = nullptr;
    const OperatorSpec *card = nullptr;
    std::filesystem::path scratch;
    int parallelCases = 0;
};

/// What a generator hands in. Declarations and used rules were given by declare() and use() before.
struct Submission {
    KernelSource kernel;
    std::string note;
    Json memo;
    Json truth;
};

/// What became of a submission.
struct Verdict {
    enum class Kind : std::uint8_t { Refused, Evaluated, Abandoned };
    Kind kind = Kind::Evaluated;
    std::vector<ExperienceId> unresolved; ///< Refused: what the gate missed
    bool roundClosed = false;             ///< Refused: too often; no further attempt in this round
    std::optional<Feedback> feedback;     ///< Evaluated
    std::string reason;                   ///< Abandoned: error code
};

/// One episode of one operator: the only place where rounds are written. Drivers pull a generator through these verbs;
/// a coding agent pushes the same verbs. A round is a stored state machine
///     opened -> replied -> declared -> evaluated -> closed      (or refused, abandoned)
/// and every step is durable under a key that does not depend on when it is written: after a crash the same verbs
/// continue in the middle, and what is stored is never done again.
///
/// Thread rule: the journal's thread.
/// Invariants: 1. no evaluation exists with an unresolved adoption state while the policy's gate is on; 2. a kernel's
/// files are stored before its reply is; 3. the result is recorded before the memory update that it causes.
class EpisodeSession
{
public:
    EpisodeSession(SessionParts parts, Task task);

    /// Opens the episode, or continues the stored one. Error session.not-in-stream.
    [[nodiscard]] Result<void> open();

    [[nodiscard]] LongCalls &calls() const { return *m_parts.calls; }
    [[nodiscard]] const Task &task() const { return m_task; }
    [[nodiscard]] const OperatorSpec &card() const { return *m_parts.card; }
    [[nodiscard]] const Settings &settings() const;
    [[nodiscard]] std::uint64_t seed() const; ///< of the run
    /// The reason to end, or nothing while there is something to do: solved, budget, plateau.
    [[nodiscard]] std::optional<std::string> endReason() const { return reading().endReason(); }
    [[nodiscard]] bool closed() const { return reading().closed(); }

    /// Opens the next round, or gives the context of the open one. Error session.ended.
    [[nodiscard]] Result<RoundContext> search();
    /// Adds to what is declared for the coming submission; a later record of the same id replaces.
    void declare(const std::vector<AdoptionRecord> &records);
    void use(const std::vector<ExperienceId> &rules);
    /// Stores the reply, asks the gate, evaluates. Errors: infrastructure that stops the run (evaluate.no-compiler,
    /// evaluate.cancelled, store.* ...); the round stays where it is.
    [[nodiscard]] Result<Verdict> submit(const Submission &submission, const ProgressSink &progress = {});
    /// True where a stored reply waits to be judged: advance() before proposing anew.
    [[nodiscard]] bool hasPendingReply() const;
    [[nodiscard]] Result<Verdict> advance(const ProgressSink &progress = {});
    /// Gives the open round up; it uses one of T.
    [[nodiscard]] Result<void> abandon(const std::string &reason);
    /// Refused attempts of the open round.
    [[nodiscard]] int attempts() const;
    [[nodiscard]] std::vector<ExperienceId> unresolved() const;

    [[nodiscard]] int round() const { return reading().round(); }           ///< of the open or next round, over both episodes
    [[nodiscard]] int roundsLeft() const { return reading().roundsLeft(); } ///< this and later ones
    /// The operator's rounds that have a reply and are over, oldest first.
    [[nodiscard]] Result<std::vector<PastRound>> history() const;
    [[nodiscard]] Result<std::optional<Feedback>> feedback() const; ///< of the last evaluated round

    /// Whether an end for this reason updates memory: not where a person skipped it, nor under a read-only policy.
    [[nodiscard]] bool learnsAtEnd(const std::string &reason) const;

    using Abstraction = std::function<Result<RuleText>(const Experience &)>;
    /// Scores the episode and updates memory in one transaction. `written`: this episode's new experiences.
    /// The reason skipped updates no memory. referenceUs: the card's modelled baseline, where known.
    [[nodiscard]] Result<void> close(const std::string &reason, std::vector<Experience> written, const Abstraction &abstraction, std::optional<double> referenceUs);

private:
    [[nodiscard]] EpisodeReading reading() const;
    [[nodiscard]] Result<RoundContext> contextOf(const RoundOpened &opened) const;
    [[nodiscard]] std::string key(std::string_view step) const;
    [[nodiscard]] Result<std::optional<Verdict>> judge(const RoundView &view); ///< a refusal, or nothing where the gate lets it pass
    [[nodiscard]] Result<Verdict> evaluate(const RoundView &view, const ProgressSink &progress);
    [[nodiscard]] Result<const Feedback *> feedbackOf(const RoundEvaluated &evaluated) const; ///< read once
    [[nodiscard]] MemoryLearned factsOf(const EpisodeClosed &result, std::vector<Experience> written) const;
    [[nodiscard]] Result<void> abstractRules(MemoryLearned &facts, const Abstraction &abstraction) const;

    SessionParts m_parts;
    Task m_task;
    EpisodeId m_id;
    std::map<ExperienceId, AdoptionRecord> m_declared;
    std::vector<ExperienceId> m_used;
    mutable std::map<Hash, Feedback> m_feedback; ///< read once each
};

} // namespace sage
