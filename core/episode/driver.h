#pragma once

#include "core/episode/session.h"
#include "core/generate/generator.h"

namespace sage {

/// Pulls a generator through an episode's rounds. Stateless: all it needs is stored by the session.
class GeneratorDriver
{
public:
    GeneratorDriver(EpisodeSession &session, Generator &generator) : m_session(session), m_generator(generator) {}

    /// One step of the open round, or of a new one: a proposal with its verdict. Errors stop the run.
    [[nodiscard]] Result<Verdict> step(const ProgressSink &progress);
    /// Asks for the episode's new experiences, then closes it.
    [[nodiscard]] Result<void> finish(const std::string &reason, std::optional<double> referenceUs);

private:
    [[nodiscard]] Result<GenerationRequest> requestFor(RoundContext context) const;

    EpisodeSession &m_session;
    Generator &m_generator;
};

} // namespace sage
