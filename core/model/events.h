#pragma once

#include "core/model/experience.h"
#include "core/model/feedback.h"
#include "core/model/kernel.h"
#include "core/model/settings.h"
#include "core/model/task.h"

#include <optional>
#include <vector>

// The journal's payloads. Each is a fact that happened; everything else (states, utilities, rules, tables) is
// derived by folding them. Payloads hold nothing that depends on time, host, process or sandbox: that goes into
// the event's meta. Deterministic kinds enter the run's digest; kinds under "runner." do not.

namespace sage {

namespace kind {
inline constexpr std::string_view runCreated = "run.created";
inline constexpr std::string_view streamChanged = "stream.changed";
inline constexpr std::string_view episodeOpened = "episode.opened";
inline constexpr std::string_view roundOpened = "round.opened";
inline constexpr std::string_view roundReplied = "round.replied";
inline constexpr std::string_view roundRefused = "round.refused";
inline constexpr std::string_view roundDeclared = "round.declared";
inline constexpr std::string_view roundEvaluated = "round.evaluated";
inline constexpr std::string_view roundClosed = "round.closed";
inline constexpr std::string_view episodeClosed = "episode.closed";
inline constexpr std::string_view memoryImported = "memory.imported";
inline constexpr std::string_view memoryLearned = "memory.learned";
inline constexpr std::string_view memoryEdited = "memory.edited";
inline constexpr std::string_view runFinished = "run.finished";
inline constexpr std::string_view runnerStarted = "runner.started"; ///< not in the digest
inline constexpr std::string_view runnerStopped = "runner.stopped"; ///< not in the digest
inline constexpr std::string_view runnerPaused = "runner.paused";   ///< not in the digest
inline constexpr std::string_view runnerResumed = "runner.resumed"; ///< not in the digest
} // namespace kind

struct StreamEntry {
    std::string operatorName;
    Hash card; ///< artifact with the card's YAML: a run does not depend on files that change later
    int level = 1;
    bool skipped = false;
    bool operator==(const StreamEntry &) const = default;
};
SAGE_JSON_DECLARE(StreamEntry)

struct RunCreated {
    std::uint64_t seed = 0;
    std::string streamName;
    std::vector<StreamEntry> stream;
    Settings settings;
    std::string generator; ///< "synthesizer"
    Json generatorOptions;
    std::string evaluator; ///< "emulator"
    std::string device;    ///< profile name
    bool operator==(const RunCreated &) const = default;
};
SAGE_JSON_DECLARE(RunCreated)

/// A person reordered or skipped what had not started yet: the new order of the whole stream.
struct StreamChanged {
    std::vector<StreamEntry> stream;
    std::string author;
    std::string what; ///< reorder | skip
    bool operator==(const StreamChanged &) const = default;
};
SAGE_JSON_DECLARE(StreamChanged)

struct EpisodeOpened {
    EpisodeId episode;
    Task task;
    int firstRound = 1; ///< rounds count over both episodes of an operator, from 1
    int roundsLeft = 30;
    bool operator==(const EpisodeOpened &) const = default;
};
SAGE_JSON_DECLARE(EpisodeOpened)

struct RoundOpened {
    EpisodeId episode;
    int round = 1;
    Hash entering; ///< manifest hash of the entering kernel, empty in a first round
    std::string query;
    std::vector<Retrieved> retrieved; ///< R_t, best first
    std::vector<ExperienceId> resident; ///< H at this moment
    bool operator==(const RoundOpened &) const = default;
};
SAGE_JSON_DECLARE(RoundOpened)

/// What the generator answered. Texts lie in artifacts, so that a paid reply survives any crash.
struct RoundReplied {
    EpisodeId episode;
    int round = 1;
    int attempt = 1; ///< refused replies count up
    Kernel kernel;
    Hash kernelHash;
    std::vector<AdoptionRecord> declared; ///< may be incomplete
    std::vector<ExperienceId> usedRules;
    std::string note; ///< the generator's own words
    Json memo;        ///< the generator's notes to itself (the synthesizer's plan)
    Json truth;       ///< true causes, where the generator knows them; never shown to the gate or the memory
    bool operator==(const RoundReplied &) const = default;
};
SAGE_JSON_DECLARE(RoundReplied)

struct RoundRefused {
    EpisodeId episode;
    int round = 1;
    int attempt = 1;
    std::vector<ExperienceId> unresolved;
    bool operator==(const RoundRefused &) const = default;
};
SAGE_JSON_DECLARE(RoundRefused)

struct RoundDeclared {
    EpisodeId episode;
    int round = 1;
    std::vector<AdoptionRecord> adoption; ///< complete: one per retrieved item
    std::vector<ExperienceId> usedRules;
    bool operator==(const RoundDeclared &) const = default;
};
SAGE_JSON_DECLARE(RoundDeclared)

struct RoundEvaluated {
    EpisodeId episode;
    int round = 1;
    Hash feedback; ///< artifact: canonical JSON of Feedback
    FeedbackStage stage = FeedbackStage::Refused;
    bool compiled = false;
    bool correct = false;
    std::string code;
    std::optional<double> latencyUs;
    bool operator==(const RoundEvaluated &) const = default;
};
SAGE_JSON_DECLARE(RoundEvaluated)

struct RoundClosed {
    EpisodeId episode;
    int round = 1;
    std::string outcome; ///< evaluated | refused | abandoned
    std::string reason;  ///< abandoned: error code, or "skipped"; refused: "gate"
    bool operator==(const RoundClosed &) const = default;
};
SAGE_JSON_DECLARE(RoundClosed)

/// The task's result, recorded before the memory update that it causes.
struct EpisodeClosed {
    EpisodeId episode;
    Task task;
    std::string endReason; ///< solved | budget | plateau | skipped
    bool met = false;      ///< the objective
    int rounds = 0;        ///< used by this episode
    Hash bestKernel;       ///< manifest hash
    int bestRound = 0;
    std::optional<double> firstUs; ///< latency of the first correct kernel
    std::optional<double> bestUs;
    std::optional<double> referenceUs; ///< modelled baseline of the card, where known
    double score = 0;      ///< z
    bool operator==(const EpisodeClosed &) const = default;
};
SAGE_JSON_DECLARE(EpisodeClosed)

/// Initial knowledge, or a memory file: what memory starts from.
struct MemoryImported {
    std::string source; ///< "cold-start", file name
    std::string author;
    std::vector<Experience> experiences;
    Json state; ///< instead of experiences: a whole memory with its values (MemoryState::toJson); null = none
    bool operator==(const MemoryImported &) const = default;
};
SAGE_JSON_DECLARE(MemoryImported)

struct RuleText {
    ExperienceId id;
    std::string text;
    std::string example;
    bool operator==(const RuleText &) const = default;
};
SAGE_JSON_DECLARE(RuleText)

/// A value derived by the fold and stored beside its inputs, to be verified on replay.
struct CreditCheck {
    ExperienceId id;
    double credit = 0; ///< xi
    double eta = 0;
    double before = 0; ///< u
    double after = 0;
    bool operator==(const CreditCheck &) const = default;
};
SAGE_JSON_DECLARE(CreditCheck)

struct ResidencyCheck {
    ExperienceId id;
    bool promoted = true; ///< else demoted
    std::string reason;   ///< code: fits | displaced | gate | budget | unpinned | pinned | disabled | deleted
    ExperienceId by;      ///< who displaced it, or whom it displaced
    double u = 0;         ///< U(m), expected utility per token
    int tokens = 0;
    bool operator==(const ResidencyCheck &) const = default;
};
SAGE_JSON_DECLARE(ResidencyCheck)

/// One episode's inputs to memory, with the derived values as checks.
struct MemoryLearned {
    EpisodeId episode;
    Task task;
    double score = 0;                     ///< z
    std::vector<ExperienceId> retrieved;  ///< R, sorted
    std::vector<ExperienceId> adopted;    ///< A, sorted
    std::vector<ExperienceId> usedRules;  ///< sorted
    std::vector<Experience> written;      ///< this episode's new experiences
    std::vector<RuleText> abstracted;     ///< rule texts made for items validated now
    std::vector<CreditCheck> credits;     ///< derived
    std::vector<ResidencyCheck> residency; ///< derived, in order of happening
    int residentTokens = 0;               ///< derived: Tok(H) afterwards
    bool operator==(const MemoryLearned &) const = default;
};
SAGE_JSON_DECLARE(MemoryLearned)

/// A person's change.
struct MemoryEdited {
    std::string author;
    std::string action; ///< add | edit | disable | enable | delete | restore | pin | unpin | rule-text | budget | tokenizer
    ExperienceId id;
    std::optional<Experience> experience; ///< add, edit
    std::optional<RuleText> rule;         ///< rule-text, pin of a rule written by hand
    std::optional<int> budgetTokens;      ///< budget
    std::string tokenizer;                ///< tokenizer: a counter's name
    std::vector<ResidencyCheck> residency; ///< derived
    int residentTokens = 0;                ///< derived
    bool operator==(const MemoryEdited &) const = default;
};
SAGE_JSON_DECLARE(MemoryEdited)

struct RunFinished {
    int operators = 0;
    int solved = 0;
    bool operator==(const RunFinished &) const = default;
};
SAGE_JSON_DECLARE(RunFinished)

} // namespace sage
