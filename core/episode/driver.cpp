#include "core/episode/driver.h"

#include "core/base/log.h"

namespace sage {

Result<GenerationRequest> GeneratorDriver::requestFor(RoundContext context) const
{
    GenerationRequest request;
    request.card = &m_session.card();
    request.objective = m_session.task().objective;
    request.round = m_session.round();
    request.roundsLeft = m_session.roundsLeft();
    request.attempt = m_session.attempts() + 1;
    request.unresolved = m_session.unresolved();
    request.seed = m_session.seed();
    request.retrieved = std::move(context.retrieved);
    request.resident = std::move(context.resident);
    request.entering = std::move(context.entering);
    Result<std::vector<PastRound>> history = m_session.history();
    if (!history)
        return fail(history.error());
    request.history = std::move(*history);
    return request;
}

Result<Verdict> GeneratorDriver::step(const ProgressSink &progress)
{
    Result<RoundContext> context = m_session.search();
    if (!context)
        return fail(context.error());
    if (m_session.hasPendingReply())
        return m_session.advance(progress);
    const Result<GenerationRequest> request = requestFor(std::move(*context));
    if (!request)
        return fail(request.error());
    Result<Proposal> proposal = fail("episode.internal", "The generator gave no proposal.");
    bool stopped = false;
    const Result<void> called = m_session.calls().run([&](std::stop_token stop) {
        proposal = m_generator.propose(*request, stop);
        stopped = stop.stop_requested();
    });
    if (!called)
        return fail(called.error());
    if (stopped)
        return fail("episode.stopped", "The run was stopped; resume continues here.");
    if (!proposal) {
        qCWarning(logEpisode, "%s", proposal.error().message.c_str());
        const std::string reason = proposal.error().code;
        const Result<void> given = m_session.abandon(reason);
        return given ? Result<Verdict>(Verdict{Verdict::Kind::Abandoned, {}, true, {}, reason}) : fail(given.error());
    }
    m_session.declare(proposal->declared);
    m_session.use(proposal->usedRules);
    return m_session.submit({std::move(proposal->kernel), std::move(proposal->note), std::move(proposal->memo), std::move(proposal->truth)}, progress);
}

Result<void> GeneratorDriver::finish(const std::string &reason, std::optional<double> referenceUs)
{
    const Result<std::vector<PastRound>> history = m_session.history();
    if (!history)
        return fail(history.error());
    Result<Reflection> reflection = Reflection();
    bool stopped = false;
    if (m_session.learnsAtEnd(reason)) {
        const Result<void> called = m_session.calls().run([&](std::stop_token stop) {
            reflection = m_generator.reflect(m_session.card(), m_session.task().objective, *history, stop);
            stopped = stop.stop_requested();
        });
        if (!called)
            return called;
    }
    if (stopped)
        return fail("episode.stopped", "The run was stopped; resume continues here.");
    if (!reflection)
        return fail(reflection.error());
    const int cap = m_session.settings().ruleCapTokens;
    return m_session.close(reason, std::move(reflection->experiences), [&](const Experience &experience) { return m_generator.abstractRule(experience, cap); }, referenceUs);
}

} // namespace sage
