#include "core/store/connection.h"

#include <fcntl.h>
#include <fstream>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace sage {

namespace {

/// Closing a connection without locks would drop the locks that other connections of this process hold on the same
/// file. One whose file has come alive is therefore kept until the process ends.
void keepForever(std::unique_ptr<Database> database)
{
    static std::mutex mutex;
    static auto *kept = new std::vector<std::unique_ptr<Database>>; // never destroyed: Qt may be gone by then
    const std::lock_guard lock(mutex);
    kept->push_back(std::move(database));
}

bool isThere(const std::filesystem::path &path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

std::filesystem::path sideFile(const std::filesystem::path &folder, const char *suffix)
{
    return folder / (std::string(journalFile) + suffix);
}

/// The source stays open until the process ends: closing it would drop SQLite's locks (see Database). Rare enough.
bool copyKeepingOpen(const std::filesystem::path &from, const std::filesystem::path &to)
{
    const int source = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
    std::ofstream target(to, std::ios::binary);
    std::vector<char> buffer(1u << 20);
    off_t offset = 0;
    ssize_t got = source < 0 ? -1 : 1;
    while (got > 0 && target) {
        got = ::pread(source, buffer.data(), buffer.size(), offset);
        if (got > 0)
            target.write(buffer.data(), got);
        offset += got;
    }
    target.close();
    return got == 0 && target.good();
}

Result<TemporaryFolder> copyJournal(const std::filesystem::path &folder)
{
    auto copy = TemporaryFolder::make(std::filesystem::temp_directory_path(), "sage-journal-");
    if (!copy)
        return copy;
    std::error_code error;
    const bool copied = copyKeepingOpen(folder / journalFile, copy->path() / journalFile)
        && std::filesystem::copy_file(sideFile(folder, "-wal"), sideFile(copy->path(), "-wal"), error);
    if (!copied)
        return fail("store.unreadable", "The journal in " + folder.string() + " cannot be copied to " + copy->path().string() + " for reading.", error.message(),
                    {{"folder", folder.string()}});
    return copy;
}

/// SQLite's log has a header of 32 bytes.
bool holdsFrames(const std::filesystem::path &log)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(log, error);
    return !error && size > 32;
}

} // namespace

Result<JournalFiles> lookAtJournal(const std::filesystem::path &folder, const StoreEnvironment &environment)
{
    JournalFiles files;
    struct stat facts{};
    const std::filesystem::path file = folder / journalFile;
    if (::stat(file.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode))
        return files;
    files.present = true;
    files.size = facts.st_size;
    files.modifiedNs = facts.st_mtim.tv_sec * 1000000000LL + facts.st_mtim.tv_nsec;
    files.inode = static_cast<std::int64_t>(facts.st_ino);
    files.wal = isThere(sideFile(folder, "-wal"));
    files.frames = files.wal && holdsFrames(sideFile(folder, "-wal"));
    files.shm = isThere(sideFile(folder, "-shm"));
    const auto lockable = checkLocking(folder, {}, environment);
    if (!lockable && files.wal)
        return fail(lockable.error());
    files.writable = lockable && environment.writable(folder) && environment.writable(file);
    return files;
}

ReadConnection::ReadConnection(std::filesystem::path folder, const StoreEnvironment &environment)
    : m_folder(std::move(folder)), m_environment(&environment)
{
}

ReadConnection::ReadConnection(ReadConnection &&) noexcept = default;

ReadConnection &ReadConnection::operator=(ReadConnection &&other) noexcept
{
    std::swap(m_folder, other.m_folder);
    std::swap(m_environment, other.m_environment);
    std::swap(m_copy, other.m_copy);
    std::swap(m_database, other.m_database);
    std::swap(m_unlocked, other.m_unlocked);
    return *this;
}

ReadConnection::~ReadConnection()
{
    if (m_database && m_unlocked && !m_copy && !valid())
        keepForever(std::move(m_database));
}

Result<ReadConnection> ReadConnection::open(const std::filesystem::path &folder, Purpose purpose, const StoreEnvironment &environment)
{
    using Access = Database::Access;
    const auto files = lookAtJournal(folder, environment);
    if (!files)
        return fail(files.error());
    ReadConnection connection(folder, environment);
    std::filesystem::path file = folder / journalFile;
    Access access = Access::ReadOnly;
    const bool inspect = purpose != Purpose::Read;
    if (files->frames && (purpose == Purpose::InspectCopy || (!files->shm && (inspect || !files->writable)))) {
        auto copy = copyJournal(folder);
        if (!copy)
            return fail(std::move(copy.error()));
        connection.m_copy = std::move(*copy);
        file = connection.m_copy->path() / journalFile;
        access = Access::QueryOnly;
    } else if (files->frames) {
        access = inspect ? Access::Untouched : Access::ReadOnly;
    } else if (files->writable) {
        // An empty log is left alone; SQLite would wait in vain for its index if it might not write that.
        access = files->wal ? Access::ReadOnly : Access::QueryOnly;
    } else {
        access = Access::Immutable;
    }
    if (connection.m_copy || access == Access::Immutable)
        connection.m_unlocked = *files;
    auto database = Database::open(file, access);
    if (!database)
        return fail(std::move(database.error()));
    connection.m_database = std::move(*database);
    return connection;
}

bool ReadConnection::valid() const
{
    if (!m_unlocked)
        return true;
    const auto now = lookAtJournal(m_folder, *m_environment);
    return now && *now == *m_unlocked;
}

} // namespace sage
