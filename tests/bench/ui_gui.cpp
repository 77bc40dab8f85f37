// The GUI thread during a live run: gaps seen by a 5 ms timer, and the time of each event. A writer on another thread fills a
// real workspace; the window watches it as it would any run. Aim: no gap above 50 ms.

#include "tests/ui/fixture.h"
#include "ui/common/language.h"
#include "ui/common/theme.h"
#include "ui/shell/mainwindow.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <benchmark/benchmark.h>

#include <ctime>
#include <thread>

using namespace sage;
using namespace sage::ui;

namespace {

constexpr int probeMs = 5;
constexpr double aimMs = 50;
constexpr int eventMs = 25; // a round is six events: several times faster than real ones are compiled and run

/// The processor time that this thread had: unlike the clock on the wall it does not count others' work on a busy machine.
double threadMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Measures every event that it delivers; nested ones count for the outermost.
class ProbeApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (QThread::currentThread() != thread())
            return QApplication::notify(receiver, event); // the workers' events are none of ours
        const bool outermost = m_depth++ == 0;
        if (outermost) {
            m_timer.start();
            m_cpuMs = threadMs();
        }
        // Asked before: an event may delete its receiver.
        const char *name = receiver->metaObject()->className();
        const int type = event->type();
        const bool handled = QApplication::notify(receiver, event);
        if (--m_depth == 0) {
            const double ms = static_cast<double>(m_timer.nsecsElapsed()) / 1e6;
            ++events;
            totalMs += ms;
            longestMs = std::max(longestMs, ms);
            const double cpuMs = threadMs() - m_cpuMs;
            double &worst = worstCpuMs[QStringLiteral("%1 event %2").arg(QString::fromLatin1(name)).arg(type)];
            worst = std::max(worst, cpuMs);
        }
        return handled;
    }

    void reset()
    {
        events = 0;
        totalMs = longestMs = 0;
        worstCpuMs.clear();
    }

    /// The kinds of events with the most processor time for a single one, the greatest first.
    [[nodiscard]] std::vector<std::pair<double, QString>> worst() const
    {
        std::vector<std::pair<double, QString>> all;
        for (const auto &[name, ms] : worstCpuMs)
            all.emplace_back(ms, name);
        std::sort(all.rbegin(), all.rend());
        all.resize(std::min<std::size_t>(all.size(), 4));
        return all;
    }

    int events = 0;
    double totalMs = 0;
    double longestMs = 0;
    std::map<QString, double> worstCpuMs; ///< by receiver's class and event type

private:
    double m_cpuMs = 0;
    QElapsedTimer m_timer;
    int m_depth = 0;
};

/// What the timer saw.
struct Gaps {
    std::vector<double> ms;

    [[nodiscard]] double quantile(double q)
    {
        if (ms.empty())
            return 0;
        std::sort(ms.begin(), ms.end());
        return ms[static_cast<std::size_t>(q * static_cast<double>(ms.size() - 1))];
    }
    [[nodiscard]] double over(double limit) const { return static_cast<double>(std::count_if(ms.begin(), ms.end(), [&](double gap) { return gap > limit; })); }
};

/// Runs the event loop until the condition holds, looking every 20 ms. processEvents() with a deadline would spin instead.
template<typename Condition>
void runUntil(Condition holds)
{
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (holds())
            loop.quit();
    });
    look.start(20);
    loop.exec();
}

/// Writes the demo's events one by one, as a runner would.
void writeRun(const std::filesystem::path &folder, const Demo &demo, std::atomic<bool> &done)
{
    const SystemClock clock;
    const auto workspace = Workspace::open(folder, Workspace::Mode::Run, clock);
    if (!workspace)
        qFatal("%s", workspace.error().message.c_str());
    for (const auto &[hash, bytes] : demo.artifacts) {
        if (!(*workspace)->putArtifact(bytes))
            qFatal("an artifact could not be written");
    }
    for (const Event &event : demo.events) {
        if (const auto appended = (*workspace)->append({event}); !appended)
            qFatal("%s", appended.error().message.c_str());
        std::this_thread::sleep_for(std::chrono::milliseconds(eventMs));
    }
    done = true;
}

void liveRun(benchmark::State &state)
{
    auto &app = *static_cast<ProbeApplication *>(QCoreApplication::instance());
    std::vector<std::string> operators;
    for (int i = 0; i < state.range(0); ++i)
        operators.push_back("Operator" + std::to_string(i));
    Demo demo(operators);
    demo.run(static_cast<int>(operators.size()), true);
    for (auto _ : state) {
        QTemporaryDir home;
        const std::filesystem::path folder(home.filePath(QStringLiteral("workspace")).toStdString());
        if (const auto made = Workspace::create(folder, SystemClock()); !made)
            qFatal("%s", made.error().message.c_str());
        MainWindow window;
        window.show();
        window.openWorkspace(home.filePath(QStringLiteral("workspace")));
        Gaps gaps;
        Gaps busy; // processor time between two looks of the probe: a gap without what others did
        double busyUntil = threadMs();
        QElapsedTimer since;
        QTimer probe;
        probe.setTimerType(Qt::PreciseTimer);
        QObject::connect(&probe, &QTimer::timeout, [&] {
            gaps.ms.push_back(static_cast<double>(since.nsecsElapsed()) / 1e6);
            since.restart();
            const double now = threadMs();
            busy.ms.push_back(now - std::exchange(busyUntil, now));
        });
        since.start();
        probe.start(probeMs);
        // Opening shows and paints all views for the first time: told apart from the live run.
        runUntil([&] { return !window.data()->status().folder.isEmpty() && gaps.ms.size() > 100; });
        state.counters["opening_gap_ms"] = gaps.quantile(1);
        gaps.ms.clear();
        busy.ms.clear();
        app.reset();
        std::atomic<bool> done = false;
        std::thread writer(writeRun, folder, std::cref(demo), std::ref(done));
        runUntil([&] { return done && window.data()->snapshot() && window.data()->snapshot()->finished; });
        writer.join();
        state.counters["events"] = app.events;
        state.counters["event_mean_us"] = 1e3 * app.totalMs / std::max(1, app.events);
        state.counters["event_max_ms"] = app.longestMs;
        state.counters["gap_p50_ms"] = gaps.quantile(0.5);
        state.counters["gap_p99_ms"] = gaps.quantile(0.99);
        state.counters["gap_max_ms"] = gaps.quantile(1);
        state.counters["busy_max_ms"] = busy.quantile(1);
        state.counters["busy_over_50ms"] = busy.over(aimMs);
        state.counters["gaps_over_50ms"] = gaps.over(aimMs);
        QStringList worst;
        for (const auto &[ms, name] : app.worst())
            worst << QStringLiteral("%1 ms %2").arg(ms, 0, 'f', 1).arg(name);
        state.counters["event_max_cpu_ms"] = app.worst().front().first;
        state.SetLabel("most processor time: " + worst.join(QStringLiteral(", ")).toStdString());
    }
}
BENCHMARK(liveRun)->Arg(12)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && !qEnvironmentVariableIsSet("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    ProbeApplication app(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("sage-bench"));
    applyLanguage(Language::English);
    applyTheme(ThemeKind::Light);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
