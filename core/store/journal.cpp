#include "core/store/journal.h"

#include "core/base/hash.h"

#include <QCryptographicHash>

namespace sage {

namespace {

constexpr const char *timeKey = "timeMs";

Result<Json> storedJson(const Row &row, int column, const Database &database)
{
    auto json = parseJson(row.text(column), "a row of the journal");
    if (!json) {
        const std::string where = database.file().string();
        return fail("store.corrupt", where + " holds a row that cannot be read. Restore it from a copy; nothing was changed.", json.error().detail, {{"path", where}});
    }
    return json;
}

/// Columns: seq, kind, key, payload, meta, time.
Result<Event> eventOf(const Row &row, const RunId &run, const Database &database)
{
    auto payload = storedJson(row, 3, database);
    if (!payload)
        return fail(std::move(payload.error()));
    auto meta = storedJson(row, 4, database);
    if (!meta)
        return fail(std::move(meta.error()));
    if (!meta->is_object())
        *meta = Json::object();
    (*meta)[timeKey] = row.integer(5);
    return Event{row.integer(0), run, row.text(1), row.text(2), std::move(*payload), std::move(*meta)};
}

struct Stored {
    std::int64_t sequence = 0; ///< 0: not there
    std::string kind;
    std::string payload;
};

Result<Stored> storedEvent(const Database &database, const Event &event)
{
    Stored stored;
    auto read = database.select("SELECT seq, kind, payload FROM events WHERE run = ? AND key = ?", {sqlText(event.run.value), sqlText(event.key)},
                                [&](const Row &row) -> Result<void> {
                                    stored = {row.integer(0), row.text(1), row.text(2)};
                                    return {};
                                });
    if (!read)
        return fail(std::move(read.error()));
    return stored;
}

/// The run's last sequence number; a run that is not there yet is entered.
Result<std::int64_t> lastOf(Database &database, const RunId &run)
{
    const auto last = database.number("SELECT last FROM runs WHERE run = ?", {sqlText(run.value)}, -1);
    if (!last || *last >= 0)
        return last;
    auto added = database.run("INSERT INTO runs (run, position, last) SELECT ?, COALESCE(MAX(position), 0) + 1, 0 FROM runs", {sqlText(run.value)});
    if (!added)
        return fail(std::move(added.error()));
    return 0;
}

Result<void> insertEvent(Database &database, const Event &event, const std::string &payload, std::int64_t sequence, std::int64_t nowMs)
{
    std::int64_t time = nowMs;
    if (event.meta.is_object() && event.meta.contains(timeKey) && event.meta[timeKey].is_number_integer())
        time = event.meta[timeKey].get<std::int64_t>();
    const std::string meta = event.meta.is_object() ? canonical(event.meta) : "{}";
    auto added = database.run("INSERT INTO events (run, seq, kind, key, payload, meta, time) VALUES (?, ?, ?, ?, ?, ?, ?)",
                              {sqlText(event.run.value), qlonglong{sequence}, sqlText(event.kind), sqlText(event.key), sqlText(payload), sqlText(meta), qlonglong{time}});
    if (!added)
        return fail(std::move(added.error()));
    auto counted = database.run("UPDATE runs SET last = ? WHERE run = ?", {qlonglong{sequence}, sqlText(event.run.value)});
    if (!counted)
        return fail(std::move(counted.error()));
    return {};
}

Result<std::int64_t> appendOne(Database &database, const Event &event, std::int64_t nowMs)
{
    if (event.run.empty() || event.kind.empty() || event.key.empty())
        return fail("store.bad-event", "An event needs a run, a kind and a key.", event.kind + " " + event.key, {{"key", event.key}});
    const std::string payload = canonical(event.payload);
    const auto stored = storedEvent(database, event);
    if (!stored)
        return fail(stored.error());
    if (stored->sequence > 0) {
        if (stored->kind == event.kind && stored->payload == payload)
            return stored->sequence;
        return fail("store.conflict", "The journal already holds another event under the key " + event.key + ". The run was continued with a different program or different files.",
                    "stored: " + stored->kind + " " + stored->payload + "\nnew: " + event.kind + " " + payload, {{"key", event.key}, {"run", event.run.value}});
    }
    const auto last = lastOf(database, event.run);
    if (!last)
        return last;
    return insertEvent(database, event, payload, *last + 1, nowMs).map([&] { return *last + 1; });
}

} // namespace

Result<std::int64_t> appendEvents(Database &database, const std::vector<Event> &events, std::int64_t nowMs)
{
    std::int64_t sequence = 0;
    for (const Event &event : events) {
        const auto appended = appendOne(database, event, nowMs);
        if (!appended)
            return appended;
        sequence = *appended;
    }
    return sequence;
}

Result<std::vector<Event>> readEvents(const Database &database, const RunId &run, std::int64_t after, int limit)
{
    std::vector<Event> events;
    auto read = database.select("SELECT seq, kind, key, payload, meta, time FROM events WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?",
                                {sqlText(run.value), qlonglong{after}, limit}, [&](const Row &row) {
                                    return eventOf(row, run, database).map([&](Event event) { events.push_back(std::move(event)); });
                                });
    if (!read)
        return fail(std::move(read.error()));
    return events;
}

Result<std::optional<Event>> findEvent(const Database &database, const RunId &run, const std::string &key)
{
    std::optional<Event> found;
    auto read = database.select("SELECT seq, kind, key, payload, meta, time FROM events WHERE run = ? AND key = ?", {sqlText(run.value), sqlText(key)},
                                [&](const Row &row) { return eventOf(row, run, database).map([&](Event event) { found = std::move(event); }); });
    if (!read)
        return fail(std::move(read.error()));
    return found;
}

Result<std::vector<RunId>> readRuns(const Database &database)
{
    std::vector<RunId> runs;
    auto read = database.select("SELECT run FROM runs ORDER BY position", {}, [&](const Row &row) -> Result<void> {
        runs.emplace_back(row.text(0));
        return {};
    });
    if (!read)
        return fail(std::move(read.error()));
    return runs;
}

Result<void> postCommand(Database &database, const Command &command, std::int64_t nowMs)
{
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return fail(std::move(transaction.error()));
    auto added = database.run("INSERT INTO commands (id, verb, arguments, author, time, taken) SELECT COALESCE(MAX(id), 0) + 1, ?, ?, ?, ?, 0 FROM commands",
                              {sqlText(command.verb), sqlText(canonical(command.arguments)), sqlText(command.author), qlonglong{command.timeMs ? command.timeMs : nowMs}});
    if (!added)
        return fail(std::move(added.error()));
    return transaction->commit();
}

Result<std::vector<Command>> readOpenCommands(const Database &database)
{
    std::vector<Command> commands;
    auto read = database.select("SELECT id, verb, arguments, author, time FROM commands WHERE taken = 0 ORDER BY id", {}, [&](const Row &row) {
        return storedJson(row, 2, database).map([&](Json arguments) {
            commands.push_back({row.integer(0), row.text(1), std::move(arguments), row.text(3), row.integer(4)});
        });
    });
    if (!read)
        return fail(std::move(read.error()));
    return commands;
}

Result<void> markCommandTaken(Database &database, std::int64_t id)
{
    auto marked = database.run("UPDATE commands SET taken = 1 WHERE id = ?", {QVariant::fromValue(static_cast<qlonglong>(id))});
    return marked ? Result<void>() : Result<void>(fail(std::move(marked.error())));
}

Result<Hash> journalDigest(const Workspace &workspace, const RunId &run)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&](std::string_view text) { hash.addData(QByteArrayView(text.data(), static_cast<qsizetype>(text.size()))); };
    constexpr int batch = 1000;
    std::int64_t after = 0;
    std::string separator = "[";
    for (;;) {
        const auto events = workspace.read(run, after, batch);
        if (!events)
            return fail(events.error());
        for (const Event &event : *events) {
            after = event.sequence;
            if (event.kind.starts_with("runner."))
                continue;
            add(separator + canonical(Json::array({event.kind, event.key, event.payload})));
            separator = ",";
        }
        if (static_cast<int>(events->size()) < batch)
            break;
    }
    add(separator == "[" ? "[]" : "]");
    return Hash(hash.result().toHex().toStdString());
}

} // namespace sage
