#pragma once

#include "core/plain/file.h"
#include "core/store/database.h"
#include "core/store/environment.h"

#include <optional>

namespace sage {

/// The journal's file inside a workspace.
inline constexpr const char *journalFile = "workspace.sqlite";

/// What can be seen of a journal without opening it.
struct JournalFiles {
    bool present = false;
    bool wal = false;      ///< the write-ahead log exists: somebody runs, or was killed
    bool frames = false;   ///< it is longer than its header
    bool shm = false;      ///< the log's index exists
    bool writable = false; ///< this process may make side files there, and they would work
    std::int64_t size = 0;
    std::int64_t modifiedNs = 0;
    std::int64_t inode = 0;

    bool operator==(const JournalFiles &) const = default;
};

/// Looks by stat only. Error store.no-locking: a log on a network file system cannot be read safely.
[[nodiscard]] Result<JournalFiles> lookAtJournal(const std::filesystem::path &folder, const StoreEnvironment &environment);

/// A connection for reading that changes no byte of a journal. How it is opened depends on what lies there:
///
///   log with frames, index   Inspect: not even the index is written.   Read: an ordinary reader.
///   log with frames alone    Inspect, or an unwritable folder: a private copy.   Read: an ordinary reader.
///   empty log                an ordinary reader; an unwritable folder: immutable.
///   no log, writable         like a writer that may not write: side files appear and disappear.
///   no log, unwritable       immutable: no locks; looked at again after every answer.
///
/// Thread rule: one thread.
class ReadConnection
{
public:
    enum class Purpose : std::uint8_t { Inspect, InspectCopy, Read }; ///< InspectCopy: where SQLite cannot do the first

    [[nodiscard]] static Result<ReadConnection> open(const std::filesystem::path &folder, Purpose purpose, const StoreEnvironment &environment);
    ReadConnection(ReadConnection &&) noexcept;
    ReadConnection &operator=(ReadConnection &&) noexcept;
    ~ReadConnection();

    [[nodiscard]] const Database &database() const { return *m_database; }
    /// True unless the files changed below a connection that holds no lock: what was read may be torn then.
    [[nodiscard]] bool valid() const;

private:
    ReadConnection(std::filesystem::path folder, const StoreEnvironment &environment);

    std::filesystem::path m_folder;
    const StoreEnvironment *m_environment;
    std::optional<TemporaryFolder> m_copy; ///< outlives the connection
    std::unique_ptr<Database> m_database;
    std::optional<JournalFiles> m_unlocked; ///< what lay there when a connection without locks was opened
};

} // namespace sage
