#include "core/store/workspace.h"

#include "core/store/artifacts.h"
#include "core/store/connection.h"
#include "core/store/folder.h"
#include "core/store/highwater.h"
#include "core/store/journal.h"
#include "core/store/lease.h"
#include "core/store/schema.h"

namespace sage {

struct Workspace::Private {
    std::filesystem::path folder;
    Mode mode = Mode::Read;
    const Clock &clock;
    const StoreEnvironment &environment;
    ArtifactStore artifacts;
    std::unique_ptr<Database> writer;      ///< Mode::Run
    std::optional<Lease> lease;            ///< Mode::Run; refers to writer
    std::optional<ReadConnection> reader;  ///< Mode::Read
    std::int64_t generation = 0;           ///< how often the reader was opened

    Private(std::filesystem::path path, Mode openMode, const Clock &theClock, const StoreEnvironment &world)
        : folder(std::move(path)), mode(openMode), clock(theClock), environment(world), artifacts(folder, world)
    {
    }

    [[nodiscard]] Result<void> openWriter(std::int64_t schema);
    [[nodiscard]] Result<void> openReader();
    [[nodiscard]] Result<void> mustRun() const;
    template<typename T>
    [[nodiscard]] Result<T> reading(const std::function<Result<T>(const Database &)> &read);
};

Result<void> Workspace::Private::openWriter(std::int64_t schema)
{
    auto database = Database::open(folder / journalFile, Database::Access::ReadWrite);
    if (!database)
        return fail(std::move(database.error()));
    writer = std::move(*database);
    if (schema < schemaVersion) {
        if (auto lifted = migrate(*writer, schema); !lifted)
            return lifted;
    }
    lease.emplace(*writer, clock, environment);
    if (auto taken = lease->take(); !taken)
        return taken;
    if (auto whole = mustReachNote(folder, *writer); !whole) { // only now: nobody else writes
        lease->giveBack();
        return whole;
    }
    return sweepFolder(folder);
}

Result<void> Workspace::Private::openReader()
{
    auto opened = ReadConnection::open(folder, ReadConnection::Purpose::Read, environment);
    if (!opened)
        return fail(std::move(opened.error()));
    reader.emplace(std::move(*opened));
    ++generation;
    return {};
}

Result<void> Workspace::Private::mustRun() const
{
    if (mode == Mode::Run)
        return {};
    return fail("store.not-runner", "The workspace " + folder.string() + " is open for reading only.", {}, {{"folder", folder.string()}});
}

/// Readers without locks read again where a runner came in between.
template<typename T>
Result<T> Workspace::Private::reading(const std::function<Result<T>(const Database &)> &read)
{
    if (mode == Mode::Run)
        return read(*writer);
    for (int attempt = 0; attempt < 4; ++attempt) {
        if (!reader || !reader->valid()) {
            if (auto opened = openReader(); !opened)
                return fail(std::move(opened.error()));
        }
        auto answer = read(reader->database());
        if (reader->valid())
            return answer;
    }
    return fail("store.locked", "The workspace " + folder.string() + " changes too fast to be read. Try again.", {}, {{"folder", folder.string()}});
}

Workspace::Workspace(std::unique_ptr<Private> state) : d(std::move(state)) {}

Workspace::~Workspace()
{
    if (d->lease)
        d->lease->giveBack();
}

/// Confined children start in folders of their own: a path must mean the same there.
[[nodiscard]] static std::filesystem::path absolutePath(const std::filesystem::path &folder)
{
    std::error_code error;
    std::filesystem::path path = std::filesystem::absolute(folder, error).lexically_normal();
    return error ? folder : path;
}

Result<std::unique_ptr<Workspace>> Workspace::create(const std::filesystem::path &given, const Clock &clock, const StoreEnvironment *environment)
{
    const std::filesystem::path folder = absolutePath(given);
    const StoreEnvironment &world = environment ? *environment : StoreEnvironment::system();
    if (auto made = createFolder(folder, clock, world); !made)
        return fail(std::move(made.error()));
    return open(folder, Mode::Run, clock, environment);
}

Result<std::unique_ptr<Workspace>> Workspace::open(const std::filesystem::path &given, Mode mode, const Clock &clock, const StoreEnvironment *environment)
{
    const std::filesystem::path folder = absolutePath(given);
    const StoreEnvironment &world = environment ? *environment : StoreEnvironment::system();
    const bool run = mode == Mode::Run;
    const auto found = inspectFolder(folder, run ? Inspection::ToRun : Inspection::ToRead, clock, world);
    if (!found)
        return fail(found.error());
    auto state = std::make_unique<Private>(folder, mode, clock, world);
    if (auto opened = run ? state->openWriter(*found) : state->openReader(); !opened)
        return fail(std::move(opened.error()));
    return std::unique_ptr<Workspace>(new Workspace(std::move(state)));
}

const std::filesystem::path &Workspace::folder() const
{
    return d->folder;
}

std::filesystem::path Workspace::scratch() const
{
    return d->folder / "tmp";
}

Result<std::int64_t> Workspace::append(std::vector<Event> events)
{
    if (auto may = d->mustRun(); !may)
        return fail(std::move(may.error()));
    auto transaction = Transaction::begin(*d->writer);
    if (!transaction)
        return fail(std::move(transaction.error()));
    if (auto held = d->lease->renew(); !held)
        return fail(std::move(held.error()));
    auto last = appendEvents(*d->writer, events, d->clock.nowMs());
    if (!last)
        return last;
    if (auto done = transaction->commit(); !done)
        return fail(std::move(done.error()));
    noteLast(d->folder, *d->writer);
    return last;
}

Result<std::vector<Event>> Workspace::read(const RunId &run, std::int64_t after, int limit) const
{
    return d->reading<std::vector<Event>>([&](const Database &database) { return readEvents(database, run, after, limit); });
}

Result<std::optional<Event>> Workspace::find(const RunId &run, const std::string &key) const
{
    return d->reading<std::optional<Event>>([&](const Database &database) { return findEvent(database, run, key); });
}

Result<std::vector<RunId>> Workspace::runs() const
{
    return d->reading<std::vector<RunId>>([](const Database &database) { return readRuns(database); });
}

Result<Hash> Workspace::putArtifact(std::string_view bytes)
{
    return d->mustRun().and_then([&] { return d->artifacts.put(bytes); });
}

Result<std::string> Workspace::artifact(const Hash &hash) const
{
    return d->artifacts.get(hash);
}

Result<void> Workspace::post(const Command &command)
{
    if (d->mode == Mode::Run)
        return postCommand(*d->writer, command, d->clock.nowMs());
    const auto files = lookAtJournal(d->folder, d->environment);
    if (!files)
        return fail(files.error());
    if (!files->writable)
        return fail(readOnlyFolder(d->folder));
    // A connection of its own, so that the reading one never holds a write lock.
    auto database = Database::open(d->folder / journalFile, Database::Access::ReadWrite);
    if (!database)
        return fail(std::move(database.error()));
    return postCommand(**database, command, d->clock.nowMs());
}

Result<std::vector<Command>> Workspace::openCommands()
{
    if (auto may = d->mustRun(); !may)
        return fail(std::move(may.error()));
    auto open = readOpenCommands(*d->writer);
    if (!open || open->empty())
        return open; // the usual answer is "none": no write lock for that
    // Who lost the lease must not obey: another runner has the same commands before it.
    auto transaction = Transaction::begin(*d->writer);
    if (!transaction)
        return fail(std::move(transaction.error()));
    if (auto held = d->lease->renew(); !held)
        return fail(std::move(held.error()));
    if (auto done = transaction->commit(); !done)
        return fail(std::move(done.error()));
    return open;
}

Result<void> Workspace::markTaken(std::int64_t id)
{
    if (auto may = d->mustRun(); !may)
        return may;
    auto transaction = Transaction::begin(*d->writer);
    if (!transaction)
        return fail(std::move(transaction.error()));
    if (auto held = d->lease->renew(); !held)
        return held;
    if (auto marked = markCommandTaken(*d->writer, id); !marked)
        return marked;
    return transaction->commit();
}

Result<std::int64_t> Workspace::dataVersion() const
{
    auto version = d->reading<std::int64_t>([](const Database &database) { return database.number("PRAGMA data_version"); });
    if (!version)
        return version;
    return (d->generation << 40) + *version;
}

Result<std::optional<LeaseInfo>> Workspace::lease() const
{
    return d->reading<std::optional<LeaseInfo>>([&](const Database &database) { return Lease::read(database, d->clock, d->environment); });
}

Result<void> Workspace::heartbeat()
{
    if (auto may = d->mustRun(); !may)
        return may;
    auto transaction = Transaction::begin(*d->writer);
    if (!transaction)
        return fail(std::move(transaction.error()));
    return d->lease->renew().and_then([&] { return transaction->commit(); });
}

} // namespace sage
