#pragma once

#include "core/base/hash.h"
#include "core/episode/runstate.h"
#include "ui/common/runsource.h"
#include "ui/common/text.h"

#include <map>

// A small run, made in memory through the real fold: what views are tested on without an engine.

namespace sage::ui {

/// A kernel's text with a few knobs, so that two of them differ in a few words and lines.
[[nodiscard]] std::string kernelText(const std::string &name, int tile, int buffers, bool aligned);

class Demo
{
public:
    std::vector<Event> events;
    std::map<Hash, std::string> artifacts;
    RunFold fold;

    explicit Demo(std::vector<std::string> operators = {"Sqrt", "Swish", "Gelu", "MseLoss", "RmsNorm"});

    /// The first `count` operators, both episodes each.
    void run(int count, bool finish = false);

    void correctness(int which);

    void optimization(int which);

    void open(const std::string &name, Objective objective, int firstRound);

    /// opened, refused once in round 2, replied, declared. What stands at `taken` of the retrieved is adopted, but nothing in round 2.
    void reply(const std::string &name, int number, const std::string &text, std::size_t taken = 0);
    /// closed without having been evaluated.
    void abandon(const std::string &name, int number);
    /// reply, evaluated, closed.
    void round(const std::string &name, int number, const std::string &text, Feedback feedback);

    void close(const std::string &name, double score, bool met);

    [[nodiscard]] SnapshotPtr snapshot() { return fold.snapshot(); }
    [[nodiscard]] const std::vector<Experience> &known() const { return m_known; }

    template<typename Payload>
    void add(std::string_view what, const std::string &key, const Payload &payload)
    {
        addJson(what, key, payload);
    }

    [[nodiscard]] static EpisodeId episodeOf(const std::string &name, Objective objective) { return EpisodeId(name + "/" + std::string(objective == Objective::Correctness ? "corr" : "opt")); }

    [[nodiscard]] static Experience lesson(const std::string &title, const std::string &signal);

    [[nodiscard]] static Feedback compileError();
    [[nodiscard]] static Feedback wrongOutput();
    [[nodiscard]] static Feedback timed(double us);

private:
    void addJson(std::string_view what, const std::string &key, Json payload);
    [[nodiscard]] std::vector<Retrieved> ranking(int number);

    [[nodiscard]] std::vector<AdoptionRecord> adoption(const std::vector<Retrieved> &retrieved, int number, std::size_t taken);

    [[nodiscard]] static std::vector<ExperienceId> sorted(std::vector<ExperienceId> ids);

    std::vector<std::string> m_operators;
    std::vector<Experience> m_known;
    std::vector<ExperienceId> m_retrieved;
    std::vector<ExperienceId> m_adopted;
    Task m_task;
    Hash m_parent;
    int m_rounds = 0;
    std::int64_t m_timeMs = 1'700'000'000'000;
};

/// A source in memory: answers at once, remembers what was asked of it.
class FakeSource : public RunSource
{
public:
    using RunSource::RunSource;
    using RunSource::setSnapshot;
    using RunSource::setStatus;

    std::map<Hash, std::string> artifacts;
    std::vector<DocumentRequest> requests;
    std::vector<std::pair<std::string, Json>> commands;
    int resumed = 0;

    void show(Demo &demo, bool alive = true);

    quint64 requestDocument(DocumentRequest request) override;
    void post(const std::string &verb, const Json &arguments) override { commands.emplace_back(verb, arguments); }
    void resumeRun() override { ++resumed; }
};

} // namespace sage::ui
