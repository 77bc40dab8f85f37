#pragma once

#include "core/episode/runner.h"
#include "core/plain/stopwatch.h"

#include <mutex>

namespace sage {

/// Tells a run's progress on stdout.
class ProgressPrinter final : public RunObserver
{
public:
    ProgressPrinter();
    void roundClosed(const RunSnapshot &snapshot) override;
    void taskChanged(const RunSnapshot &snapshot) override;
    void progress(const EvaluationProgress &progress) override;
    /// Ends the bar's line.
    void finish();

private:
    void draw();
    [[nodiscard]] std::string remaining() const;

    std::mutex m_mutex; ///< progress() comes from the evaluator's threads
    bool m_terminal;
    Stopwatch m_watch;
    int m_roundsDone = 0;   ///< by this process
    int m_roundsBefore = -1;
    int m_roundsMost = 0;   ///< at most still to come
    double m_share = 0;
    std::string m_label;
    std::string m_step;
};

} // namespace sage
