#include "core/store/schema.h"

#include <array>
#include <span>

namespace sage {

namespace {

// Portable SQL: no rowid, no autoincrement, no driver's types. Counters are max + 1 inside a write transaction.
constexpr std::array<const char *, 7> schema1{{
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE runs (run TEXT PRIMARY KEY, position BIGINT NOT NULL, last BIGINT NOT NULL)",
    "CREATE TABLE events (run TEXT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, payload TEXT NOT NULL,"
    " meta TEXT NOT NULL, time BIGINT NOT NULL, PRIMARY KEY (run, seq), UNIQUE (run, key))",
    "CREATE TABLE commands (id BIGINT PRIMARY KEY, verb TEXT NOT NULL, arguments TEXT NOT NULL, author TEXT NOT NULL,"
    " time BIGINT NOT NULL, taken BIGINT NOT NULL)",
    "CREATE INDEX commands_open ON commands (taken, id)",
    "CREATE TABLE lease (slot BIGINT PRIMARY KEY, epoch BIGINT NOT NULL, held BIGINT NOT NULL, host TEXT NOT NULL,"
    " machine TEXT NOT NULL, pid BIGINT NOT NULL, started TEXT NOT NULL, heartbeat BIGINT NOT NULL)",
    "INSERT INTO lease VALUES (1, 0, 0, '', '', 0, '', 0)",
}};

// Schema 0 was never released: events without meta and time, no table of runs, no inbox, a lease without epoch.
// It keeps this way of moving forward tried until a schema 2 comes.
constexpr std::array<const char *, 11> from0to1{{
    "ALTER TABLE events RENAME TO events_0",
    schema1[1],
    schema1[2],
    "INSERT INTO events SELECT run, seq, kind, key, payload, '{}', 0 FROM events_0",
    "INSERT INTO runs SELECT run, ROW_NUMBER() OVER (ORDER BY MIN(number)), MAX(seq) FROM events_0 GROUP BY run",
    "DROP TABLE events_0",
    "DROP TABLE lease",
    schema1[3],
    schema1[4],
    schema1[5],
    schema1[6],
}};

struct Step {
    std::int64_t from;
    std::span<const char *const> statements;
};

constexpr std::array<Step, 1> steps{{{0, from0to1}}};

Result<void> runAll(Database &database, std::span<const char *const> statements)
{
    for (const char *statement : statements) {
        if (auto done = database.run(statement); !done)
            return fail(std::move(done.error()));
    }
    return {};
}

Result<void> setMeta(Database &database, const std::string &name, const std::string &value)
{
    auto removed = database.run("DELETE FROM meta WHERE name = ?", {sqlText(name)});
    if (!removed)
        return fail(std::move(removed.error()));
    auto added = database.run("INSERT INTO meta (name, value) VALUES (?, ?)", {sqlText(name), sqlText(value)});
    if (!added)
        return fail(std::move(added.error()));
    return {};
}

tl::unexpected<Error> notOurs(const Database &database, std::string detail)
{
    const std::string where = database.file().string();
    return fail("store.corrupt", where + " is damaged or not a workspace. Restore it from a copy; nothing was changed.", std::move(detail), {{"path", where}});
}

} // namespace

Result<void> createSchema(Database &database, const std::string &workspaceId, std::int64_t nowMs)
{
    std::string mode;
    auto wal = database.select("PRAGMA journal_mode = WAL", {}, [&](const Row &row) -> Result<void> {
        mode = row.text(0);
        return {};
    });
    if (!wal)
        return wal;
    if (mode != "wal")
        return fail("store.no-locking", "The folder of " + database.file().string() + " does not support a shared journal. Choose a folder on a local disk.", mode);
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return fail(std::move(transaction.error()));
    auto done = runAll(database, schema1)
                    .and_then([&] { return setMeta(database, "schema", std::to_string(schemaVersion)); })
                    .and_then([&] { return setMeta(database, "id", workspaceId); })
                    .and_then([&] { return setMeta(database, "created", std::to_string(nowMs)); });
    if (!done)
        return done;
    const std::string mark = "PRAGMA application_id = " + std::to_string(applicationId);
    if (auto marked = database.run(mark.c_str()); !marked)
        return fail(std::move(marked.error()));
    return transaction->commit();
}

Result<std::int64_t> readSchema(const Database &database)
{
    const auto mark = database.number("PRAGMA application_id");
    if (!mark)
        return fail(mark.error());
    if (*mark != applicationId)
        return notOurs(database, "application id " + std::to_string(*mark));
    const auto schema = database.number("SELECT CAST(value AS BIGINT) FROM meta WHERE name = 'schema'", {}, -1);
    if (!schema)
        return notOurs(database, schema.error().detail);
    if (*schema < 0)
        return notOurs(database, "no schema number");
    return *schema;
}

Result<void> checkSchema(std::int64_t found, const std::filesystem::path &folder)
{
    if (found == schemaVersion)
        return {};
    const std::map<std::string, std::string> args{{"folder", folder.string()}, {"found", std::to_string(found)}, {"ours", std::to_string(schemaVersion)}};
    const std::string numbers = " (schema " + std::to_string(found) + ", this program knows " + std::to_string(schemaVersion) + ")";
    if (found > schemaVersion)
        return fail("store.newer-schema", "The workspace " + folder.string() + " was written by a newer version" + numbers + ". Update the program; nothing was changed.", {}, args);
    return fail("store.older-schema", "The workspace " + folder.string() + " was written by an older version" + numbers + ". Resume or run it once to bring it up to date.", {}, args);
}

Result<void> migrate(Database &database, std::int64_t from)
{
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return fail(std::move(transaction.error()));
    // Another process may have been faster.
    const auto found = readSchema(database);
    if (!found)
        return fail(found.error());
    if (*found != from)
        return checkSchema(*found, database.file().parent_path());
    for (const Step &step : steps) {
        if (step.from < from)
            continue;
        if (auto done = runAll(database, step.statements); !done)
            return done;
    }
    return setMeta(database, "schema", std::to_string(schemaVersion)).and_then([&] { return transaction->commit(); });
}

Result<void> checkPages(const Database &database)
{
    std::string findings;
    auto checked = database.select("PRAGMA quick_check(5)", {}, [&](const Row &row) -> Result<void> {
        if (row.text(0) != "ok")
            findings += row.text(0) + "\n";
        return {};
    });
    if (!checked)
        return checked;
    if (!findings.empty())
        return notOurs(database, findings);
    return {};
}

} // namespace sage
