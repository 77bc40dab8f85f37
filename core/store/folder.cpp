#include "core/store/folder.h"

#include "core/base/log.h"
#include "core/plain/file.h"
#include "core/store/connection.h"
#include "core/store/lease.h"
#include "core/store/schema.h"

#include <QUuid>

#include <algorithm>
#include <array>
#include <cerrno>

namespace sage {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char *, 2> subfolders{{"artifacts", "tmp"}};
constexpr const char *lockFile = "lock";
constexpr const char *newJournal = "tmp/new.sqlite";

Error makeError(const fs::path &folder, const std::error_code &error)
{
    const std::map<std::string, std::string> args{{"folder", folder.string()}};
    if (error == std::errc::no_space_on_device)
        return {"store.no-space", "No space left to make the workspace " + folder.string() + ". Free some space and try again.", error.message(), args};
    if (error == std::errc::permission_denied || error == std::errc::operation_not_permitted || error == std::errc::read_only_file_system)
        return readOnlyFolder(folder);
    return {"store.unwritable", "The workspace " + folder.string() + " cannot be made: " + error.message() + ".", error.message(), args};
}

bool ownName(const std::string &name)
{
    return name == lockFile || std::find(subfolders.begin(), subfolders.end(), name) != subfolders.end();
}

/// Missing, empty, or what an interrupted create left.
Result<void> mustBeEmpty(const fs::path &folder)
{
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (!ownName(entry->path().filename().string()))
            return fail("store.not-empty", "The folder " + folder.string() + " is not empty. Choose a new or an empty folder for the workspace.",
                        entry->path().filename().string(), {{"folder", folder.string()}});
    }
    if (error && error != std::errc::no_such_file_or_directory)
        return fail(makeError(folder, error));
    return {};
}

/// Removes what createFolder made unless told that it is done.
class Undo
{
public:
    explicit Undo(const fs::path &folder) : m_folder(folder)
    {
        std::error_code ignored;
        for (fs::path path = fs::absolute(folder, ignored); path.has_relative_path() && !fs::exists(path, ignored); path = path.parent_path())
            m_top = path;
    }
    ~Undo()
    {
        std::error_code ignored;
        if (m_done)
            return;
        if (!m_top.empty())
            fs::remove_all(m_top, ignored);
        for (const char *name : subfolders)
            fs::remove_all(m_folder / name, ignored);
        fs::remove(m_folder / lockFile, ignored);
    }
    Undo(const Undo &) = delete;
    Undo &operator=(const Undo &) = delete;
    void done() { m_done = true; }

private:
    fs::path m_folder;
    fs::path m_top; ///< uppermost folder that was missing; empty: none
    bool m_done = false;
};

Result<void> makeSubfolders(const fs::path &folder)
{
    std::error_code error;
    for (const char *name : subfolders) {
        fs::create_directories(folder / name, error);
        if (error)
            return fail(makeError(folder, error));
    }
    return {};
}

Result<void> makeLock(const fs::path &folder)
{
    std::error_code ignored;
    if (fs::exists(folder / lockFile, ignored))
        return {};
    return writeFileDurably(folder / lockFile, "", folder / "tmp").map_error([&](Error error) {
        return Error{error.code == "file.no-space" ? "store.no-space" : "store.read-only", error.message, error.detail, error.args};
    });
}

Result<void> makeJournal(const fs::path &folder, const Clock &clock)
{
    const std::string id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
    {
        auto database = Database::open(folder / newJournal, Database::Access::Create);
        if (!database)
            return fail(std::move(database.error()));
        if (auto made = createSchema(**database, id, clock.nowMs()); !made)
            return made;
    } // closing writes the log back and removes it
    std::error_code error;
    fs::rename(folder / newJournal, folder / journalFile, error);
    if (error)
        return fail(makeError(folder, error));
    return syncFolder(folder);
}

/// What a reader can tell about the journal.
Result<std::int64_t> inspectJournal(const fs::path &folder, ReadConnection::Purpose how, Inspection purpose, const Clock &clock, const StoreEnvironment &environment)
{
    auto connection = ReadConnection::open(folder, how, environment);
    if (!connection)
        return fail(std::move(connection.error()));
    const Database &database = connection->database();
    const auto schema = readSchema(database);
    if (!schema)
        return schema;
    const auto fits = checkSchema(*schema, folder);
    if (!fits && (purpose == Inspection::ToRead || *schema > schemaVersion))
        return fail(fits.error());
    if (purpose == Inspection::ToRead)
        return schema;
    if (*schema == schemaVersion) {
        const auto holder = Lease::read(database, clock, environment);
        if (!holder)
            return fail(holder.error());
        if (*holder && (*holder)->alive)
            return fail(Lease::busy(folder, **holder));
    }
    if (auto checked = checkPages(database); !checked)
        return fail(std::move(checked.error()));
    return schema;
}

Error corruptJournal(const fs::path &folder, std::string detail)
{
    const std::string where = (folder / journalFile).string();
    return {"store.corrupt", where + " is damaged or not a workspace. Restore it from a copy; nothing was changed.", std::move(detail), {{"path", where}}};
}

} // namespace

Error readOnlyFolder(const fs::path &folder)
{
    return {"store.read-only", "The folder " + folder.string() + " cannot be written. Check its permissions and how its disk is mounted, or choose another folder.",
            {}, {{"folder", folder.string()}}};
}

Result<void> createFolder(const fs::path &folder, const Clock &clock, const StoreEnvironment &environment)
{
    if (auto empty = mustBeEmpty(folder); !empty)
        return empty;
    if (auto lockable = checkLocking(folder, {}, environment); !lockable)
        return lockable;
    std::error_code ignored;
    if (fs::exists(folder, ignored) && !environment.writable(folder))
        return fail(readOnlyFolder(folder));
    Undo undo(folder);
    auto made = makeSubfolders(folder)
                    .and_then([&] { return sweepFolder(folder); })
                    .and_then([&] { return makeLock(folder); })
                    .and_then([&] { return checkLocking(folder, folder / lockFile, environment); })
                    .and_then([&] { return makeJournal(folder, clock); });
    if (!made) {
        made.error().args["folder"] = folder.string();
        return made;
    }
    undo.done();
    return {};
}

Result<std::int64_t> inspectFolder(const fs::path &folder, Inspection purpose, const Clock &clock, const StoreEnvironment &environment)
{
    Result<std::int64_t> schema = 0;
    auto how = ReadConnection::Purpose::Inspect;
    for (int attempt = 0; attempt < 3; ++attempt) {
        const auto before = lookAtJournal(folder, environment);
        if (!before)
            return fail(before.error());
        if (!before->present)
            return fail("store.missing", "There is no workspace in " + folder.string() + ". Make one with `sagectl init`, or choose another folder.", {}, {{"folder", folder.string()}});
        std::error_code ignored;
        if (fs::exists((folder / journalFile).string() + "-journal", ignored)) // we never leave one; opening would roll it back
            return fail(corruptJournal(folder, "a rollback journal lies beside it"));
        schema = inspectJournal(folder, how, purpose, clock, environment);
        const auto after = lookAtJournal(folder, environment);
        if (!schema && schema.error().code == "store.locked" && how == ReadConnection::Purpose::Inspect) {
            how = ReadConnection::Purpose::InspectCopy; // a log that SQLite cannot index without writing
            continue;
        }
        // Somebody started or ended meanwhile: what looked damaged may have been in motion.
        if (schema || schema.error().code == "store.busy" || (after && *after == *before))
            break;
    }
    if (!schema || purpose == Inspection::ToRead)
        return schema;
    if (!environment.writable(folder) || !environment.writable(folder / journalFile))
        return fail(readOnlyFolder(folder));
    std::error_code ignored;
    const fs::path probe = fs::exists(folder / lockFile, ignored) ? folder / lockFile : fs::path();
    if (auto lockable = checkLocking(folder, probe, environment); !lockable)
        return fail(std::move(lockable.error()));
    return schema;
}

Result<void> sweepFolder(const fs::path &folder)
{
    if (auto made = makeSubfolders(folder); !made)
        return made;
    std::error_code error;
    for (fs::directory_iterator entry(folder / "tmp", error), end; !error && entry != end; entry.increment(error)) {
        std::error_code problem;
        fs::remove_all(entry->path(), problem);
        if (problem)
            qCWarning(logStore) << "cannot remove" << entry->path().c_str() << problem.message().c_str();
    }
    return {};
}

} // namespace sage
