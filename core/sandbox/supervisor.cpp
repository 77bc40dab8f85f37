#include "core/sandbox/supervisor.h"

#include "core/sandbox/bubblewrap.h"
#include "core/sandbox/proctree.h"
#include "core/sandbox/remove.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <set>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sage::sandbox {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How often a tree that can grow is looked at: closely, which reads all of /proc, and in between by the number of
/// processes on the machine alone, which is one cheap call and shows a fork bomb in its first milliseconds.
constexpr milliseconds watchInterval{50};
constexpr milliseconds glanceInterval{5};

[[nodiscard]] std::uint64_t processesOnMachine()
{
    struct sysinfo info{};
    return ::sysinfo(&info) == 0 ? info.procs : 0;
}

[[nodiscard]] double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// In the forked child: becomes bubblewrap or `confine` in a session of its own.
[[noreturn]] void becomeInside(const Request &request, int report, const sigset_t &mask, pid_t supervisor)
{
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (::getppid() != supervisor)
        ::_exit(1);
    // When memory runs out, this tree goes first and not the engine. Not everywhere possible, and only a preference.
    if (const int score = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); score >= 0)
        writeWhole(score, "1000");
    if (report == reportFd)
        ::fcntl(report, F_SETFD, 0);
    else
        ::dup2(report, reportFd);
    const bool wrapped = request.command.outer == Outer::Bubblewrap;
    std::vector<std::string> arguments = wrapped ? bubblewrapArguments(request) : std::vector<std::string>{request.runner, "confine"};
    std::vector<char *> pointers;
    for (std::string &argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    std::array<char *, 1> noEnvironment{nullptr};
    ::execve(pointers.front(), pointers.data(), noEnvironment.data());
    const Error error{"sandbox.not-started", arguments.front() + " could not be started: " + std::strerror(errno) + ".", std::strerror(errno), {}};
    writeWhole(reportFd, errorLine(error));
    ::_exit(127);
}

/// One tree from start to the last reaped process.
class Supervisor
{
public:
    explicit Supervisor(Request request) : m_request(std::move(request)), m_command(m_request.command) {}

    void run();

private:
    [[nodiscard]] bool start();
    void watch();
    void takeSignals();
    void takeOrder();
    void reap();
    void checkLimits();
    [[nodiscard]] bool allAsleep() const;
    void endTree();
    void killOnce();
    void look();
    [[nodiscard]] Ending conclude();
    [[nodiscard]] std::string drainReport() const;
    [[nodiscard]] bool groupIsOurs() const;
    [[nodiscard]] Error notStarted() const;
    [[nodiscard]] bool isHelper(const ProcessInfo &process) const;
    void decide(ExitHow why) { if (!m_why) m_why = why; }

    Request m_request;
    Command &m_command;
    sigset_t m_oldMask{};
    int m_signals = -1;
    int m_report = -1; ///< read end
    pid_t m_child = -1;
    int m_childStatus = 0;
    bool m_childGone = false;
    std::set<pid_t> m_helpers; ///< bubblewrap and `confine`
    std::set<pid_t> m_living;  ///< the command's processes at the last look
    std::uint64_t m_memory = 0;
    bool m_noChildren = false;
    bool m_orphaned = false;
    std::optional<ExitHow> m_why; ///< set where the tree is ended by us
    Clock::time_point m_started = Clock::now();
    Exit m_exit;
    Error m_error;
};

bool Supervisor::start()
{
    if (m_command.policy.mayFork && !canSeeProcesses()) {
        m_error = {"sandbox.no-proc", "Processes cannot be watched here, so nothing that starts others was run. Mount /proc.", {}, {}};
        return false;
    }
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    std::signal(SIGPIPE, SIG_IGN);
    sigset_t taken;
    ::sigemptyset(&taken);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&taken, signal);
    ::sigprocmask(SIG_BLOCK, &taken, &m_oldMask);
    m_signals = ::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
    std::array<int, 2> report{};
    if (m_signals < 0 || ::pipe2(report.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        m_error = {"sandbox.system", std::string("The supervisor could not start: ") + std::strerror(errno) + ".", std::strerror(errno), {}};
        return false;
    }
    m_report = report[0];
    const pid_t self = ::getpid();
    m_child = ::fork(); // this program has one thread
    if (m_child == 0)
        becomeInside(m_request, report[1], m_oldMask, self);
    ::close(report[1]);
    // The engine reads these to their end: only the tree may hold them open.
    ::close(STDOUT_FILENO);
    ::close(STDERR_FILENO);
    for (std::size_t i = 0; i < m_command.inheritedFds.size(); ++i)
        ::close(firstInheritedFd + static_cast<int>(i));
    if (m_child < 0)
        m_error = {"sandbox.system", std::string("No new process could be made: ") + std::strerror(errno) + ".", std::strerror(errno), {}};
    return m_child > 0;
}

void Supervisor::reap()
{
    for (;;) {
        int status = 0;
        const pid_t ended = ::waitpid(-1, &status, WNOHANG);
        if (ended < 0 && errno == EINTR)
            continue;
        if (ended <= 0) {
            m_noChildren = ended < 0;
            return;
        }
        if (ended == m_child) {
            m_childGone = true;
            m_childStatus = status;
        }
    }
}

void Supervisor::takeSignals()
{
    signalfd_siginfo info{};
    while (::read(m_signals, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGCHLD)
            decide(ExitHow::Cancelled);
    }
}

void Supervisor::takeOrder()
{
    char order = 0;
    const ssize_t got = ::read(leashFd, &order, 1);
    if (got == 0)
        m_orphaned = true;
    decide(got == 1 && order == orderFlood ? ExitHow::OutputFlood : ExitHow::Cancelled);
}

bool Supervisor::isHelper(const ProcessInfo &process) const
{
    return process.pid == m_child || (m_command.outer == Outer::Bubblewrap && process.parent == m_child);
}

void Supervisor::look()
{
    m_living.clear();
    m_memory = 0;
    m_exit.userSeconds = 0;
    m_exit.systemSeconds = 0;
    for (const ProcessInfo &process : descendantsOf(::getpid())) {
        m_exit.userSeconds += process.userSeconds;
        m_exit.systemSeconds += process.systemSeconds;
        m_memory += process.residentBytes;
        if (isHelper(process))
            m_helpers.insert(process.pid); // once orphaned, it is still not a part of the command
        else if (process.state != 'Z' && !m_helpers.contains(process.pid))
            m_living.insert(process.pid);
    }
    m_exit.maxRssKiB = std::max(m_exit.maxRssKiB, m_memory >> 10);
}

/// One look would do for a lock; a second, a little later, does not take a moment between two steps for a sleep.
bool Supervisor::allAsleep() const
{
    for (int looks = 0; looks < 5; ++looks) {
        const std::vector<ProcessInfo> tree = descendantsOf(::getpid());
        if (tree.empty() || std::any_of(tree.begin(), tree.end(), [](const ProcessInfo &process) { return process.state == 'R' || process.state == 'D'; }))
            return false;
        ::poll(nullptr, 0, 20);
    }
    return true;
}

void Supervisor::checkLimits()
{
    look();
    const Limits &limits = m_command.policy.limits;
    const double spent = m_exit.userSeconds + m_exit.systemSeconds;
    if (limits.cpuSeconds != 0 && spent >= static_cast<double>(limits.cpuSeconds + 1)) // the process itself gets its signal first
        decide(ExitHow::CpuLimit);
    if (limits.processes != 0 && m_living.size() > limits.processes)
        decide(ExitHow::ProcessLimit);
    if (limits.treeMemoryBytes != 0 && m_memory > limits.treeMemoryBytes)
        decide(ExitHow::MemoryLimit);
    if (limits.diskBytes != 0 && bytesIn(m_command.policy.writable, limits.diskBytes) > limits.diskBytes)
        decide(ExitHow::DiskLimit);
}

void Supervisor::watch()
{
    const ConfinePolicy &policy = m_command.policy;
    const bool growing = policy.mayFork || !policy.writable.empty();
    const Clock::time_point deadline = m_started + m_command.wallLimit;
    const std::uint64_t processesAtStart = processesOnMachine();
    Clock::time_point looked = m_started;
    while (!m_childGone && !m_why) {
        const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
        const auto wait = growing ? std::min(left, glanceInterval) : left;
        std::array<pollfd, 2> sources{{{leashFd, POLLIN, 0}, {m_signals, POLLIN, 0}}};
        const int ready = ::poll(sources.data(), sources.size(), static_cast<int>(std::clamp<std::int64_t>(wait.count(), 0, 60'000)));
        if (ready > 0 && sources[0].revents != 0)
            takeOrder();
        if (ready > 0 && sources[1].revents != 0)
            takeSignals();
        reap();
        const bool crowded = policy.limits.processes != 0 && processesOnMachine() > processesAtStart + policy.limits.processes;
        if (growing && !m_childGone && (crowded || Clock::now() >= looked + watchInterval)) {
            checkLimits();
            looked = Clock::now();
        }
        if (!m_childGone && !m_why && Clock::now() >= deadline) {
            m_exit.asleep = allAsleep();
            decide(ExitHow::WallTimeout);
        }
    }
}

/// The group's number is that of its first process, which may be gone and its number somebody else's by now.
bool Supervisor::groupIsOurs() const
{
    siginfo_t info{};
    return !m_childGone || ::waitid(P_PGID, static_cast<id_t>(m_child), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// The process group of the tree at once (the filter keeps everybody in it), then whatever else /proc shows.
void Supervisor::killOnce()
{
    if (groupIsOurs())
        ::kill(-m_child, SIGKILL);
    for (const ProcessInfo &process : descendantsOf(::getpid()))
        ::kill(process.pid, SIGKILL);
}

void Supervisor::endTree()
{
    const Clock::time_point start = Clock::now();
    reap();
    const bool justLooked = m_why && *m_why != ExitHow::WallTimeout && *m_why != ExitHow::Cancelled && *m_why != ExitHow::OutputFlood;
    if (!m_noChildren && !justLooked)
        look(); // what is still there, and what it used
    m_exit.killedDescendants = static_cast<int>(m_noChildren ? 0 : m_living.size());
    for (; !m_noChildren; reap()) {
        killOnce();
        pollfd source{m_signals, POLLIN, 0};
        ::poll(&source, 1, 5);
        takeSignals();
    }
    m_exit.killSeconds = secondsSince(start);
}

std::string Supervisor::drainReport() const
{
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t got; (got = ::read(m_report, buffer.data(), buffer.size())) > 0;)
        text.append(buffer.data(), static_cast<std::size_t>(got));
    return text;
}

/// The confined process is gone and never said how the command ended.
Error Supervisor::notStarted() const
{
    const std::string detail = "wait status " + std::to_string(m_childStatus);
    if (WIFSIGNALED(m_childStatus) && WTERMSIG(m_childStatus) == SIGKILL) // not by this process: then there would be a reason
        return {"sandbox.supervisor-lost", "A process of the sandbox was killed from outside. Nothing is known about the run; try it again.", detail, {}};
    if (m_exit.bubblewrap)
        return {"sandbox.no-bubblewrap", "Bubblewrap could not set up its walls on this machine.", detail, {}};
    return {"sandbox.not-started", "The confined process ended before it could start.", detail, {}};
}

Ending Supervisor::conclude()
{
    const InnerReport inner = m_child > 0 ? innerReportFromText(drainReport()) : InnerReport{};
    m_exit.layers = inner.layers;
    m_exit.bubblewrap = m_command.outer == Outer::Bubblewrap;
    if (inner.ended) {
        m_exit.userSeconds = inner.userSeconds;
        m_exit.systemSeconds = inner.systemSeconds;
        m_exit.killedDescendants += inner.killed;
    }
    m_exit.maxRssKiB = std::max(m_exit.maxRssKiB, inner.maxRssKiB);
    if (m_why) {
        m_exit.how = *m_why;
    } else if (!inner.error.code.empty()) {
        m_error = inner.error;
    } else if (inner.ended) {
        const bool signalled = WIFSIGNALED(inner.waitStatus);
        m_exit.how = signalled ? ExitHow::Signalled : ExitHow::Exited;
        m_exit.signal = signalled ? WTERMSIG(inner.waitStatus) : 0;
        m_exit.code = signalled ? 0 : WEXITSTATUS(inner.waitStatus);
        const auto limit = static_cast<double>(m_command.policy.limits.cpuSeconds);
        const bool spent = limit > 0 && m_exit.userSeconds + m_exit.systemSeconds >= limit - 0.001; // clocks round
        if (m_exit.signal == SIGXCPU || (spent && !m_exit.succeeded()))
            m_exit.how = ExitHow::CpuLimit;
    } else if (m_child > 0) {
        m_error = notStarted();
    }
    return {m_exit, m_error};
}

void Supervisor::run()
{
    for (const int fd : {leashFd, statusFd})
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    if (start()) {
        watch();
        endTree();
    }
    m_exit.wallSeconds = secondsSince(m_started);
    // The engine may have died after the command's own end.
    ::fcntl(leashFd, F_SETFL, O_NONBLOCK);
    while (!m_orphaned) {
        char order = 0;
        const ssize_t got = ::read(leashFd, &order, 1);
        m_orphaned = got == 0;
        if (got < 0)
            break;
    }
    if (m_orphaned && !m_command.orphanFolder.empty())
        removeStubbornly(m_command.orphanFolder);
    writeWhole(statusFd, toText(conclude()));
}

} // namespace

int superviseMain()
{
    auto request = readRequest();
    if (!request) {
        writeWhole(statusFd, toText(Ending{{}, request.error()}));
        return 1;
    }
    Supervisor(std::move(*request)).run();
    return 0;
}

} // namespace sage::sandbox
