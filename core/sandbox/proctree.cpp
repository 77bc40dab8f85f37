#include "core/sandbox/proctree.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <optional>
#include <string>
#include <sys/mount.h>
#include <unistd.h>

namespace sage::sandbox {

namespace {

/// A /proc that is mounted nowhere and seen by nobody else: a bare chroot has none, and mounting one there would leak
/// into the system around it. Needs to be root. -1 where that does not work.
[[nodiscard]] int detachedProc()
{
    const int context = ::fsopen("proc", FSOPEN_CLOEXEC);
    if (context < 0)
        return -1;
    const bool made = ::fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) == 0;
    const int mounted = made ? ::fsmount(context, FSMOUNT_CLOEXEC, 0) : -1;
    ::close(context);
    return mounted;
}

[[nodiscard]] int procFolder()
{
    static const int folder = [] {
        const bool mounted = ::access("/proc/self/stat", R_OK) == 0;
        return mounted ? ::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : detachedProc();
    }();
    return folder;
}

/// PID/stat in /proc (proc(5)); the name in it may hold anything, so fields count from its last bracket.
[[nodiscard]] std::optional<ProcessInfo> readProcess(const char *name)
{
    const std::string path = std::string(name) + "/stat";
    const int fd = ::openat(procFolder(), path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return std::nullopt;
    std::array<char, 1024> text{};
    const ssize_t got = ::read(fd, text.data(), text.size() - 1);
    ::close(fd);
    const char *rest = got > 0 ? std::strrchr(text.data(), ')') : nullptr;
    if (!rest)
        return std::nullopt;
    static const double tick = 1.0 / static_cast<double>(::sysconf(_SC_CLK_TCK));
    static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    ProcessInfo info;
    info.pid = static_cast<pid_t>(std::atol(name));
    long user = 0, system = 0, childUser = 0, childSystem = 0, resident = 0;
    if (std::sscanf(rest + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld %*d %*d %*d %*d %*u %*u %ld", &info.state,
                    &info.parent, &info.group, &user, &system, &childUser, &childSystem, &resident) != 8)
        return std::nullopt;
    info.userSeconds = static_cast<double>(user + childUser) * tick;
    info.systemSeconds = static_cast<double>(system + childSystem) * tick;
    info.residentBytes = static_cast<std::uint64_t>(std::max(0L, resident)) * page;
    return info;
}

} // namespace

bool canSeeProcesses()
{
    return procFolder() >= 0;
}

std::vector<ProcessInfo> descendantsOf(pid_t root)
{
    std::multimap<pid_t, ProcessInfo> byParent;
    const int own = canSeeProcesses() ? ::openat(procFolder(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (DIR *folder = own >= 0 ? ::fdopendir(own) : nullptr) {
        while (const dirent *entry = ::readdir(folder)) {
            if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
                continue;
            if (auto info = readProcess(entry->d_name))
                byParent.emplace(info->parent, *info);
        }
        ::closedir(folder);
    }
    std::vector<ProcessInfo> found;
    std::vector<pid_t> open{root};
    while (!open.empty()) {
        const auto [first, last] = byParent.equal_range(open.back());
        open.pop_back();
        for (auto child = first; child != last; ++child) {
            found.push_back(child->second);
            open.push_back(child->second.pid);
        }
        byParent.erase(first, last); // pids are reused while we read: a cycle must not hold us
    }
    std::sort(found.begin(), found.end(), [](const ProcessInfo &a, const ProcessInfo &b) { return a.pid < b.pid; });
    return found;
}

} // namespace sage::sandbox
