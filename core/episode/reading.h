#pragma once

#include "core/episode/runstate.h"

#include <optional>
#include <string>

namespace sage {

/// What the journal says of one episode, read out of a run's state: which round is open, what is best so far, why it
/// would end, and what it comes to. Holds pointers into the state: make one when asking, do not keep it over an event.
class EpisodeReading
{
public:
    struct Best {
        Hash kernel;
        int round = 0;
        double latencyUs = 0;
    };

    EpisodeReading(const RunSnapshot &run, const Task &task);

    [[nodiscard]] const TaskView *task() const { return m_view; }             ///< null: not in this run's stream
    [[nodiscard]] const EpisodeView *episode() const { return m_episode; }    ///< null: not opened
    [[nodiscard]] const EpisodeView *correctness() const;                     ///< of the same operator; null: not opened
    [[nodiscard]] const RoundView *openRound() const;                         ///< null: none is open
    [[nodiscard]] int round() const;                                          ///< of the open or next round, over both episodes
    [[nodiscard]] int roundsLeft() const;                                     ///< this and later ones
    [[nodiscard]] bool closed() const;
    /// solved, budget, plateau; nothing while there is something to do.
    [[nodiscard]] std::optional<std::string> endReason() const;

    /// The fastest correct kernel of this episode.
    [[nodiscard]] std::optional<Best> best() const;
    /// The kernel that the correctness episode hands over.
    [[nodiscard]] std::optional<Best> firstCorrect() const;
    /// The kernel that the next round starts from: the last evaluated one in a correctness episode, the best correct
    /// one in an optimization episode (method.md section 1).
    [[nodiscard]] std::optional<Hash> enteringKernel() const;
    /// The reply that brought a kernel; null: no round of the operator did.
    [[nodiscard]] const RoundReplied *replyOf(const Hash &kernel) const;
    /// The last evaluated round of the operator; null: none.
    [[nodiscard]] const RoundView *lastEvaluated() const;

    /// The episode's result with its terminal score (method.md section 3). referenceUs: the modelled baseline, where known.
    [[nodiscard]] EpisodeClosed result(const std::string &reason, std::optional<double> referenceUs) const;
    /// What memory learns from that result: the rounds without an evaluation are not charged to it.
    [[nodiscard]] MemoryLearned facts(const EpisodeClosed &result) const;

private:
    [[nodiscard]] bool plateaued() const;

    Task m_task;
    const Settings *m_settings;
    const TaskView *m_view = nullptr;
    const EpisodeView *m_episode = nullptr;
};

} // namespace sage
