#include "core/sandbox/spawn.h"

#include "core/plain/install.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sage::sandbox {

namespace {

/// posix_spawn's two structures, freed on every way out.
class SpawnPlan
{
public:
    SpawnPlan()
    {
        ::posix_spawn_file_actions_init(&m_actions);
        ::posix_spawnattr_init(&m_attributes);
        sigset_t all, none;
        ::sigfillset(&all);
        ::sigemptyset(&none);
        ::posix_spawnattr_setsigdefault(&m_attributes, &all);
        ::posix_spawnattr_setsigmask(&m_attributes, &none);
        ::posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    }
    ~SpawnPlan()
    {
        ::posix_spawn_file_actions_destroy(&m_actions);
        ::posix_spawnattr_destroy(&m_attributes);
    }
    SpawnPlan(const SpawnPlan &) = delete;
    SpawnPlan &operator=(const SpawnPlan &) = delete;

    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

[[nodiscard]] tl::unexpected<Error> systemError(const std::string &what, int error)
{
    return fail("sandbox.system", what + ": " + std::strerror(error) + ".", std::strerror(error));
}

} // namespace

Fd &Fd::operator=(Fd &&other) noexcept
{
    if (this != &other) {
        reset();
        m_fd = other.release();
    }
    return *this;
}

int Fd::release()
{
    return std::exchange(m_fd, -1);
}

void Fd::reset()
{
    if (m_fd >= 0)
        ::close(std::exchange(m_fd, -1));
}

Result<Leash> makeLeash()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return systemError("No pair of sockets could be made", errno);
    return Leash{Fd(ends[0]), Fd(ends[1])};
}

Result<std::filesystem::path> findRunner()
{
    const std::filesystem::path runner = programPath("sage-kernel-runner");
    if (::access(runner.c_str(), X_OK) == 0)
        return runner;
    return fail("sandbox.no-runner", "The program " + runner.string() + " is missing. Build or install all of SAGE, or set SAGE_PREFIX to where it is.",
                std::strerror(errno), {{"path", runner.string()}});
}

Result<pid_t> spawnTrusted(const std::filesystem::path &program, const std::string &mode, std::span<const Placement> placements)
{
    int above = 3;
    for (const Placement &placement : placements)
        above = std::max(above, placement.target + 1);
    SpawnPlan plan;
    std::vector<Fd> sources; // copies above all targets, so that no step overwrites the source of a later one
    for (const Placement &placement : placements) {
        sources.emplace_back(::fcntl(placement.source, F_DUPFD_CLOEXEC, above));
        if (!sources.back().valid())
            return systemError("A file for the confined process is not open", errno);
        ::posix_spawn_file_actions_adddup2(&plan.m_actions, sources.back().get(), placement.target);
    }
    for (int fd = 0; fd < above; ++fd) {
        if (std::none_of(placements.begin(), placements.end(), [&](const Placement &placement) { return placement.target == fd; }))
            ::posix_spawn_file_actions_addclose(&plan.m_actions, fd);
    }
    ::posix_spawn_file_actions_addclosefrom_np(&plan.m_actions, above);
    std::string name = program.string(), argument = mode;
    std::array<char *, 3> arguments{name.data(), argument.data(), nullptr};
    std::array<char *, 1> environment{nullptr};
    pid_t pid = -1;
    if (const int error = ::posix_spawn(&pid, name.c_str(), &plan.m_actions, &plan.m_attributes, arguments.data(), environment.data()); error != 0)
        return systemError(name + " could not be started", error);
    return pid;
}

} // namespace sage::sandbox
