#include "core/sandbox/process.h"

#include "core/sandbox/bubblewrap.h"
#include "core/sandbox/layers.h"
#include "core/sandbox/protocol.h"
#include "core/sandbox/spawn.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sage::sandbox {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// After the wall limit the supervisor kills and reports; only a broken one needs longer.
constexpr milliseconds supervisorGrace{15'000};

[[nodiscard]] tl::unexpected<Error> systemError(const char *what)
{
    return fail("sandbox.system", std::string(what) + " could not be made: " + std::strerror(errno) + ".", std::strerror(errno));
}

[[nodiscard]] Result<std::string> findProgram(const std::string &name)
{
    std::vector<std::string> candidates{name};
    if (name.find('/') == std::string::npos)
        candidates = {"/usr/local/bin/" + name, "/usr/bin/" + name, "/bin/" + name};
    for (const std::string &candidate : candidates) {
        if (candidate.front() == '/' && ::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return fail("sandbox.not-started", "There is no program " + name + ". Install it, or give its full path.", {}, {{"what", name}});
}

[[nodiscard]] Result<Request> prepare(const Command &command)
{
    Request request{command, {}, findBubblewrap()};
    auto runner = findRunner();
    if (!runner)
        return fail(runner.error());
    request.runner = runner->string();
    Command &wanted = request.command;
    if (!wanted.argv.empty()) {
        auto program = findProgram(wanted.argv.front());
        if (!program)
            return fail(program.error());
        wanted.argv.front() = *program;
    }
    if (wanted.outer == Outer::Bubblewrap && request.bubblewrap.empty())
        return fail("sandbox.no-bubblewrap", "Bubblewrap is not installed. Install the package bubblewrap.");
    if (wanted.outer == Outer::Auto)
        wanted.outer = probe().bubblewrap.holds ? Outer::Bubblewrap : Outer::None;
    if (!wanted.policy.writable.empty())
        wanted.environment.try_emplace("TMPDIR", wanted.policy.writable.front());
    return request;
}

/// What one stream wrote, as far as it is kept.
struct Capture {
    Fd fd;
    std::string text;
    bool truncated = false;

    /// Takes what is there now.
    void take(std::size_t limit)
    {
        std::array<char, 1 << 16> buffer;
        for (;;) {
            const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                return;
            if (got == 0)
                return fd.reset();
            const std::size_t kept = std::min(static_cast<std::size_t>(got), limit - std::min(limit, text.size()));
            text.append(buffer.data(), kept);
            truncated = truncated || kept < static_cast<std::size_t>(got);
            if (truncated)
                return; // a flood: let the others have a turn
        }
    }
};

[[nodiscard]] Result<Fd> pipeInto(Capture &capture)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return systemError("A pipe");
    capture.fd = Fd(ends[0]);
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Fd(ends[1]);
}

[[nodiscard]] Result<Fd> requestFile(const Request &request)
{
    Fd file(::memfd_create("sage-request", MFD_CLOEXEC));
    if (!file.valid())
        return systemError("A memory file");
    writeWhole(file.get(), toText(request));
    return file;
}

/// The engine's end of one supervisor.
class Session
{
public:
    Session(const Request &request, std::size_t outputLimit) : m_request(request), m_outputLimit(outputLimit) {}
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    [[nodiscard]] Result<void> start();
    [[nodiscard]] Result<Exit> wait(const std::stop_token &stop);

private:
    [[nodiscard]] Result<Exit> conclude();
    void order(char what) { ::send(m_leash.get(), &what, 1, MSG_NOSIGNAL); }

    const Request &m_request;
    std::size_t m_outputLimit;
    Fd m_leash;
    Capture m_out, m_err, m_status;
    pid_t m_supervisor = -1;
};

Session::~Session()
{
    m_leash.reset(); // on an early way out this ends the tree
    if (m_supervisor > 0) {
        while (::waitpid(m_supervisor, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
}

Result<void> Session::start()
{
    auto leash = makeLeash();
    auto out = pipeInto(m_out), err = pipeInto(m_err), status = pipeInto(m_status);
    auto request = requestFile(m_request);
    Capture nothing; // an input at its end; /dev/null may be missing in a bare chroot
    auto input = pipeInto(nothing);
    for (const auto *part : {&out, &err, &status, &request, &input}) {
        if (!*part)
            return fail(part->error());
    }
    if (!leash)
        return fail(leash.error());
    input->reset();
    std::vector<Placement> placements{{nothing.fd.get(), 0}, {out->get(), 1}, {err->get(), 2}, {leash->theirs.get(), leashFd},
                                      {status->get(), statusFd}, {request->get(), requestFd}};
    for (std::size_t i = 0; i < m_request.command.inheritedFds.size(); ++i)
        placements.push_back({m_request.command.inheritedFds[i], firstInheritedFd + static_cast<int>(i)});
    auto supervisor = spawnTrusted(m_request.runner, "supervise", placements);
    if (!supervisor)
        return fail(supervisor.error());
    m_supervisor = *supervisor;
    m_leash = std::move(leash->ours);
    return {};
}

Result<Exit> Session::wait(const std::stop_token &stop)
{
    const Fd wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!wake.valid())
        return systemError("An event");
    const std::stop_callback onStop(stop, [fd = wake.get()] {
        const std::uint64_t one = 1;
        (void)!::write(fd, &one, sizeof one);
    });
    const Clock::time_point lost = Clock::now() + m_request.command.wallLimit + supervisorGrace;
    bool flooded = false, cancelled = false;
    while (m_status.fd.valid()) {
        std::array<pollfd, 4> sources{{{m_status.fd.get(), POLLIN, 0}, {m_out.fd.get(), POLLIN, 0}, {m_err.fd.get(), POLLIN, 0},
                                       {cancelled ? -1 : wake.get(), POLLIN, 0}}}; // poll skips -1
        ::poll(sources.data(), sources.size(), 1000);
        for (const auto &[source, capture] : {std::pair{sources[0], &m_status}, {sources[1], &m_out}, {sources[2], &m_err}}) {
            if (source.revents != 0)
                capture->take(capture == &m_status ? std::size_t(1) << 20 : m_outputLimit);
        }
        if (!flooded && (m_out.truncated || m_err.truncated)) {
            flooded = true;
            order(orderFlood);
        }
        if (sources[3].revents != 0) {
            cancelled = true;
            order(orderCancel);
        }
        if (Clock::now() > lost)
            ::kill(m_supervisor, SIGKILL); // and with it, by their death signals, what it started
    }
    return conclude();
}

Result<Exit> Session::conclude()
{
    // All writers are gone: what they wrote is in the pipes, and then comes the end.
    for (Capture *capture : {&m_out, &m_err}) {
        while (capture->fd.valid()) {
            const bool before = capture->truncated;
            const std::size_t size = capture->text.size();
            capture->take(m_outputLimit);
            if (capture->text.size() == size && capture->truncated == before)
                break; // a lost supervisor's tree may still hold the pipe
        }
    }
    if (m_status.text.empty())
        return fail("sandbox.supervisor-lost", "The process that watches over generated code was itself killed. Nothing is known about the run; try it again.");
    auto ending = endingFromText(m_status.text);
    if (!ending)
        return fail(ending.error());
    if (!ending->error.code.empty()) {
        Error error = ending->error;
        error.detail += m_err.text.empty() ? "" : "\n" + m_err.text;
        return fail(std::move(error));
    }
    Exit exit = std::move(ending->exit);
    exit.out = std::move(m_out.text);
    exit.err = std::move(m_err.text);
    exit.outTruncated = m_out.truncated;
    exit.errTruncated = m_err.truncated;
    if (exit.outTruncated || exit.errTruncated)
        exit.how = ExitHow::OutputFlood; // also where it ended before the order came: the verdict must not depend on that
    return exit;
}

} // namespace

Result<Exit> run(const Command &command, std::stop_token stop)
{
    auto request = prepare(command);
    if (!request)
        return fail(request.error());
    Session session(*request, command.outputLimit);
    if (auto started = session.start(); !started)
        return fail(started.error());
    return session.wait(stop);
}

} // namespace sage::sandbox
