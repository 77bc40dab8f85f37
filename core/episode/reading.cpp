#include "core/episode/reading.h"

#include "core/memory/credit.h"

#include <algorithm>
#include <set>

namespace sage {

namespace {

[[nodiscard]] std::vector<ExperienceId> sorted(const std::set<ExperienceId> &ids)
{
    return {ids.begin(), ids.end()};
}

[[nodiscard]] bool over(const RoundView &round)
{
    return round.state == RoundState::Closed || round.state == RoundState::Refused || round.state == RoundState::Abandoned;
}

[[nodiscard]] std::optional<EpisodeReading::Best> bestOf(const EpisodeView *view)
{
    std::optional<EpisodeReading::Best> best;
    if (!view)
        return best;
    for (const RoundView &one : view->rounds) {
        if (!one.evaluated || !one.evaluated->correct || !one.evaluated->latencyUs || !one.replied)
            continue;
        if (!best || *one.evaluated->latencyUs < best->latencyUs)
            best = EpisodeReading::Best{one.replied->kernelHash, one.round, *one.evaluated->latencyUs};
    }
    return best;
}

} // namespace

EpisodeReading::EpisodeReading(const RunSnapshot &run, const Task &task) : m_task(task), m_settings(&run.created.settings)
{
    m_view = run.task(task.operatorName);
    if (m_view)
        m_episode = task.objective == Objective::Correctness ? m_view->correctness.get() : m_view->optimization.get();
}

const EpisodeView *EpisodeReading::correctness() const
{
    return m_view ? m_view->correctness.get() : nullptr;
}

const RoundView *EpisodeReading::openRound() const
{
    if (!m_episode || m_episode->rounds.empty() || over(m_episode->rounds.back()))
        return nullptr;
    return &m_episode->rounds.back();
}

int EpisodeReading::round() const
{
    if (!m_episode || m_episode->rounds.empty())
        return m_episode ? m_episode->opened.firstRound : 1;
    const RoundView &last = m_episode->rounds.back();
    return over(last) ? last.round + 1 : last.round;
}

int EpisodeReading::roundsLeft() const
{
    return m_settings->rounds - round() + 1;
}

bool EpisodeReading::closed() const
{
    return m_episode && m_episode->closed;
}

bool EpisodeReading::plateaued() const
{
    const int plateau = m_settings->plateau;
    if (m_task.objective == Objective::Correctness || plateau == 0 || !m_episode)
        return false;
    const std::optional<Best> found = best();
    const int since = found ? found->round : m_episode->opened.firstRound - 1;
    return round() - 1 - since >= plateau;
}

std::optional<std::string> EpisodeReading::endReason() const
{
    if (openRound())
        return std::nullopt;
    if (m_task.objective == Objective::Correctness && best())
        return "solved";
    if (roundsLeft() <= 0)
        return "budget";
    if (plateaued())
        return "plateau";
    return std::nullopt;
}

std::optional<EpisodeReading::Best> EpisodeReading::best() const
{
    return bestOf(m_episode);
}

std::optional<EpisodeReading::Best> EpisodeReading::firstCorrect() const
{
    return bestOf(correctness()); // a correctness episode ends at its first correct kernel
}

std::optional<Hash> EpisodeReading::enteringKernel() const
{
    if (m_task.objective == Objective::Optimization) {
        std::optional<Best> start = firstCorrect();
        const std::optional<Best> better = best();
        if (better && (!start || better->latencyUs < start->latencyUs))
            start = better;
        return start ? std::optional<Hash>(start->kernel) : std::nullopt;
    }
    if (!m_episode)
        return std::nullopt;
    for (auto one = m_episode->rounds.rbegin(); one != m_episode->rounds.rend(); ++one) {
        if (one->evaluated && one->replied)
            return one->replied->kernelHash;
    }
    return std::nullopt;
}

const RoundReplied *EpisodeReading::replyOf(const Hash &kernel) const
{
    for (const EpisodeView *view : {correctness(), m_episode}) {
        if (!view)
            continue;
        for (const RoundView &one : view->rounds) {
            if (one.replied && one.replied->kernelHash == kernel)
                return &*one.replied;
        }
    }
    return nullptr;
}

const RoundView *EpisodeReading::lastEvaluated() const
{
    for (const EpisodeView *view : {m_episode, correctness()}) {
        if (!view)
            continue;
        const auto found = std::find_if(view->rounds.rbegin(), view->rounds.rend(), [](const RoundView &one) { return one.evaluated.has_value(); });
        if (found != view->rounds.rend())
            return &*found;
    }
    return nullptr;
}

EpisodeClosed EpisodeReading::result(const std::string &reason, std::optional<double> referenceUs) const
{
    EpisodeClosed closed;
    closed.episode = episodeIdOf(m_task);
    closed.task = m_task;
    closed.endReason = reason;
    closed.rounds = m_episode ? static_cast<int>(m_episode->rounds.size()) : 0;
    closed.referenceUs = referenceUs;
    const std::optional<Best> first = firstCorrect();
    const std::optional<Best> found = best();
    if (first)
        closed.firstUs = first->latencyUs;
    const bool improved = found && (!first || found->latencyUs < first->latencyUs);
    const std::optional<Best> kept = m_task.objective == Objective::Correctness || improved ? found : first;
    if (kept) {
        closed.bestUs = kept->latencyUs;
        closed.bestKernel = kept->kernel;
        closed.bestRound = kept->round;
    }
    const Score score = terminalScore({m_task.objective, found.has_value(), closed.firstUs, closed.bestUs}, *m_settings);
    closed.met = score.met;
    closed.score = score.z;
    return closed;
}

MemoryLearned EpisodeReading::facts(const EpisodeClosed &result) const
{
    MemoryLearned learned;
    learned.episode = result.episode;
    learned.task = m_task;
    learned.score = result.score;
    if (!m_episode)
        return learned;
    std::set<ExperienceId> retrieved;
    std::set<ExperienceId> adopted;
    std::set<ExperienceId> used;
    for (const RoundView &one : m_episode->rounds) {
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
    learned.retrieved = sorted(retrieved);
    learned.adopted = sorted(adopted);
    learned.usedRules = sorted(used);
    return learned;
}

} // namespace sage
