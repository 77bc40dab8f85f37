#include "core/store/environment.h"

#include "core/plain/file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/vfs.h>
#include <unistd.h>

namespace sage {

namespace {

std::string firstLine(const char *path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string hostName()
{
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

/// Pids of two containers must not be compared even if both call themselves "localhost".
std::string machineName()
{
    std::error_code ignored;
    const std::filesystem::path space = std::filesystem::read_symlink("/proc/self/ns/pid", ignored);
    return hostName() + "/" + firstLine("/proc/sys/kernel/random/boot_id") + "/" + space.string();
}

struct ProcessStat {
    char state = 0;
    std::string started;
};

/// Fields 3 and 22 of /proc/PID/stat. The name in field 2 may hold anything, so counting starts behind the last ')'.
ProcessStat processStat(std::int64_t pid)
{
    const std::string line = firstLine(("/proc/" + std::to_string(pid) + "/stat").c_str());
    const std::size_t end = line.rfind(')');
    if (end == std::string::npos || end + 2 >= line.size())
        return {};
    ProcessStat stat;
    stat.state = line[end + 2];
    std::size_t begin = end + 2;
    for (int field = 3; field < 22 && begin != std::string::npos; ++field)
        begin = line.find(' ', begin + 1);
    if (begin != std::string::npos)
        stat.started = line.substr(begin + 1, line.find(' ', begin + 1) - begin - 1);
    return stat;
}

/// 0 when locked, else errno. Open file description locks also conflict within one process.
int lockWhole(int fd)
{
    struct flock request{};
    request.l_type = F_WRLCK;
    request.l_whence = SEEK_SET;
    return ::fcntl(fd, F_OFD_SETLK, &request) == 0 ? 0 : errno;
}

} // namespace

std::int64_t StoreEnvironment::fileSystemMagic(const std::filesystem::path &path) const
{
    std::error_code ignored;
    std::filesystem::path existing = std::filesystem::absolute(path, ignored);
    while (existing.has_relative_path() && !std::filesystem::exists(existing, ignored))
        existing = existing.parent_path();
    struct statfs facts{};
    return ::statfs(existing.c_str(), &facts) == 0 ? static_cast<std::int64_t>(static_cast<std::uint32_t>(facts.f_type)) : 0;
}

int StoreEnvironment::probeLock(const std::filesystem::path &file) const
{
    const int first = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (first < 0)
        return errno;
    const int second = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    const int taken = second < 0 ? errno : lockWhole(first);
    int verdict = taken;
    if (taken == 0)
        verdict = lockWhole(second) == 0 ? ENOLCK : 0; // two exclusive locks at once: locks mean nothing here
    else if (taken == EAGAIN || taken == EACCES)
        verdict = 0; // another process probes at this moment: locks work
    if (second >= 0)
        ::close(second);
    ::close(first);
    return verdict;
}

bool StoreEnvironment::writable(const std::filesystem::path &path) const
{
    return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0;
}

Result<void> StoreEnvironment::writeDurably(const std::filesystem::path &path, std::string_view bytes, const std::filesystem::path &scratch) const
{
    return writeFileDurably(path, bytes, scratch);
}

ProcessIdentity StoreEnvironment::self() const
{
    return identityOf(::getpid());
}

ProcessIdentity StoreEnvironment::identityOf(std::int64_t pid) const
{
    return {hostName(), machineName(), pid, processStat(pid).started};
}

bool StoreEnvironment::lives(const ProcessIdentity &process) const
{
    const ProcessStat stat = processStat(process.pid);
    if (stat.state == 0 || process.started.empty())
        return ::kill(static_cast<pid_t>(process.pid), 0) == 0 || errno == EPERM; // no /proc here
    return stat.state != 'Z' && stat.state != 'X' && stat.started == process.started;
}

const StoreEnvironment &StoreEnvironment::system()
{
    static const StoreEnvironment environment;
    return environment;
}

const char *networkFileSystem(std::int64_t magic)
{
    struct Known {
        std::int64_t magic;
        const char *name;
    };
    // statfs(2) and linux/magic.h; the cluster file systems from their own headers.
    static constexpr std::array<Known, 14> known{{
        {0x6969, "NFS"}, {0x517b, "SMB"}, {0xff534d42, "CIFS"}, {0xfe534d42, "SMB2"}, {0x564c, "NCP"},
        {0x5346414f, "AFS"}, {0x6b414653, "AFS"}, {0x73757245, "Coda"}, {0x01021997, "9P"}, {0x00c36400, "Ceph"},
        {0x0bd00bd0, "Lustre"}, {0x47504653, "GPFS"}, {0x7461636f, "OCFS2"}, {0x19830326, "BeeGFS"},
    }};
    for (const Known &entry : known) {
        if (entry.magic == magic)
            return entry.name;
    }
    return nullptr;
}

Result<void> checkLocking(const std::filesystem::path &folder, const std::filesystem::path &probe, const StoreEnvironment &environment)
{
    if (const char *name = networkFileSystem(environment.fileSystemMagic(folder))) {
        return fail("store.no-locking",
                    "The workspace " + folder.string() + " lies on a network file system (" + name
                        + "), where the journal cannot be shared safely. Choose a folder on a local disk.",
                    {}, {{"folder", folder.string()}, {"fileSystem", name}});
    }
    const int error = probe.empty() ? 0 : environment.probeLock(probe);
    if (error != 0) {
        return fail("store.no-locking",
                    "Files in " + folder.string() + " cannot be locked (" + std::strerror(error) + "). Choose a folder on a local disk.",
                    std::strerror(error), {{"folder", folder.string()}, {"fileSystem", ""}});
    }
    return {};
}

} // namespace sage
