#include "core/sandbox/landlock.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sage::sandbox {

namespace {

// Kernel interface, from the kernel's documentation of Landlock; numbers are ABI and never change.
constexpr int rulesetVersionFlag = 1;
constexpr int ruleOfPath = 1;

struct RulesetAttributes {
    std::uint64_t files;
    std::uint64_t network; // ABI 4
    std::uint64_t scopes;  // ABI 6
};

struct [[gnu::packed]] PathAttributes {
    std::uint64_t allowed;
    std::int32_t folder;
};

constexpr std::uint64_t execute = 1u << 0;
constexpr std::uint64_t writeFile = 1u << 1;
constexpr std::uint64_t readFile = 1u << 2;
constexpr std::uint64_t readFolder = 1u << 3;
constexpr std::uint64_t makeDevices = (1u << 6) | (1u << 11); // character and block devices
constexpr std::uint64_t makeSocket = 1u << 9;
constexpr std::uint64_t refer = 1u << 13;         // ABI 2
constexpr std::uint64_t truncateFile = 1u << 14;  // ABI 3
constexpr std::uint64_t deviceControl = 1u << 15; // ABI 5
constexpr std::uint64_t allTcp = 3;
constexpr std::uint64_t allScopes = 3;
/// Rights that make sense for a single file; the kernel refuses others in its rule.
constexpr std::uint64_t forFiles = execute | writeFile | readFile | truncateFile | deviceControl;

[[nodiscard]] std::uint64_t filesHandled(int abi)
{
    std::uint64_t rights = (1u << 13) - 1;
    if (abi >= 2)
        rights |= refer;
    if (abi >= 3)
        rights |= truncateFile;
    if (abi >= 5)
        rights |= deviceControl;
    return rights;
}

[[nodiscard]] tl::unexpected<Error> landlockError(const std::string &what, int error)
{
    return fail("sandbox.landlock", "Landlock could not be set up (" + what + "): " + std::strerror(error) + ".", std::strerror(error), {{"what", what}});
}

/// A set of rules under construction.
class Ruleset
{
public:
    explicit Ruleset(int abi) : m_handled(filesHandled(abi))
    {
        const RulesetAttributes attributes{m_handled, abi >= 4 ? allTcp : 0, abi >= 6 ? allScopes : 0};
        // Older kernels take the shorter structure and refuse a longer one only where its tail is not zero.
        m_fd = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
    }
    ~Ruleset() { if (m_fd >= 0) ::close(m_fd); }
    Ruleset(const Ruleset &) = delete;
    Ruleset &operator=(const Ruleset &) = delete;

    [[nodiscard]] bool valid() const { return m_fd >= 0; }
    [[nodiscard]] int get() const { return m_fd; }

    /// errno of the refused step, 0 where the rule stands.
    [[nodiscard]] int allow(const std::string &path, std::uint64_t rights) const
    {
        const int folder = ::open(path.c_str(), O_PATH | O_CLOEXEC);
        if (folder < 0)
            return errno;
        struct stat status{};
        int error = ::fstat(folder, &status) == 0 ? 0 : errno;
        if (error == 0) {
            if (!S_ISDIR(status.st_mode))
                rights &= forFiles;
            const PathAttributes attributes{rights & m_handled, folder};
            error = ::syscall(SYS_landlock_add_rule, m_fd, ruleOfPath, &attributes, 0) == 0 ? 0 : errno;
        }
        ::close(folder);
        return error;
    }

private:
    std::uint64_t m_handled;
    int m_fd = -1;
};

[[nodiscard]] Result<void> addRules(const Ruleset &ruleset, const ConfinePolicy &policy)
{
    // The devices that any program may expect; none of them keeps or carries anything.
    for (const char *device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
        (void)ruleset.allow(device, readFile | writeFile | truncateFile);
    const std::array<std::pair<const std::vector<std::string> *, std::uint64_t>, 2> read{{
        {&policy.readable, readFile | readFolder}, {&policy.executable, readFile | readFolder | execute}}};
    for (const auto &[paths, rights] : read) {
        for (const std::string &path : *paths) {
            const int error = ruleset.allow(path, rights);
            if (error != 0 && error != ENOENT && error != ENOTDIR)
                return landlockError(path, error);
        }
    }
    const std::uint64_t write = ~(execute | makeDevices | makeSocket | deviceControl);
    for (const std::string &path : policy.writable) {
        const int error = ruleset.allow(path, write);
        if (error == ENOENT)
            return fail("sandbox.missing-folder", "The folder to write to does not exist: " + path + ".", {}, {{"path", path}});
        if (error != 0)
            return landlockError(path, error);
    }
    return {};
}

} // namespace

int landlockAbi()
{
    const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, rulesetVersionFlag);
    return abi > 0 ? static_cast<int>(abi) : 0;
}

Result<int> restrictFiles(const ConfinePolicy &policy)
{
    const int abi = landlockAbi();
    if (abi == 0)
        return 0;
    const Ruleset ruleset(abi);
    if (!ruleset.valid())
        return landlockError("rule set", errno);
    if (auto added = addRules(ruleset, policy); !added)
        return fail(added.error());
    if (::syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
        return landlockError("restricting the process", errno);
    return abi;
}

} // namespace sage::sandbox
