#pragma once

#include "core/plain/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace sage {

/// Who a process is, so that a reused pid or an equal host name is not taken for it.
struct ProcessIdentity {
    std::string host;    ///< for people
    std::string machine; ///< where a pid means the same process: host, boot and pid namespace
    std::int64_t pid = 0;
    std::string started; ///< start time in ticks since boot; empty where /proc does not tell
};

/// The store's contact with the world outside SQLite. Tests replace single verbs to inject failures.
///
/// Thread rule: const and stateless, any thread.
class StoreEnvironment
{
public:
    virtual ~StoreEnvironment() = default;

    /// The file system's magic number (statfs) of the nearest existing folder; 0 if unknown.
    [[nodiscard]] virtual std::int64_t fileSystemMagic(const std::filesystem::path &path) const;
    /// Takes a lock on an existing file and checks that a second taker is refused. 0, or the errno.
    [[nodiscard]] virtual int probeLock(const std::filesystem::path &file) const;
    /// Whether this process may write there, mount flags included.
    [[nodiscard]] virtual bool writable(const std::filesystem::path &path) const;
    /// writeFileDurably through a temporary file in `scratch`.
    [[nodiscard]] virtual Result<void> writeDurably(const std::filesystem::path &path, std::string_view bytes,
                                                    const std::filesystem::path &scratch) const;
    [[nodiscard]] virtual ProcessIdentity self() const;
    /// A process of this machine by its number, to be asked for by lives() later.
    [[nodiscard]] ProcessIdentity identityOf(std::int64_t pid) const;
    /// Whether that process still lives on this machine. Only asked for an equal `machine`.
    [[nodiscard]] virtual bool lives(const ProcessIdentity &process) const;

    [[nodiscard]] static const StoreEnvironment &system();
};

/// Name of a file system on which SQLite's WAL cannot work (its shared memory does not reach other
/// hosts), or nullptr.
[[nodiscard]] const char *networkFileSystem(std::int64_t magic);

/// Error store.no-locking where the folder lies on a network file system or `probe` cannot be locked;
/// an empty probe leaves the second check out.
[[nodiscard]] Result<void> checkLocking(const std::filesystem::path &folder, const std::filesystem::path &probe,
                                        const StoreEnvironment &environment);

} // namespace sage
