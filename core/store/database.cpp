#include "core/store/database.h"

#include "core/base/log.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

#include <atomic>
#include <map>
#include <mutex>
#include <sys/statvfs.h>
#include <utility>

namespace sage {

struct Database::Private {
    QString name;
    QSqlDatabase connection;
    std::map<std::string, QSqlQuery, std::less<>> statements; ///< prepared once: preparing costs more than running
    std::unique_lock<std::mutex> alone; ///< held by a connection that SQLite must not share with others
};

namespace {

constexpr int busyTimeoutMs = 10000;

/// All connections of a process to one file share SQLite's mapping of the log's index, with the rights of whoever came
/// first. So nobody may come while an Untouched connection is there: it would not be able to write.
std::mutex &openingMutex()
{
    static std::mutex mutex;
    return mutex;
}

QString connectionName()
{
    static std::atomic<std::uint64_t> counter{0};
    return QStringLiteral("sage-store-") + QString::number(++counter);
}

/// Percent-encoded bytes, so that any file name is opened as it is.
QString uri(const std::filesystem::path &file, Database::Access access)
{
    static constexpr const char *options[] = {"mode=rwc", "mode=rw", "mode=rw", "mode=ro", "mode=ro&readonly_shm=1", "mode=ro&immutable=1"};
    const QByteArray path = QByteArray::fromStdString(std::filesystem::absolute(file).string()).toPercentEncoding("/");
    return QStringLiteral("file:") + QString::fromLatin1(path) + QLatin1Char('?') + QLatin1String(options[static_cast<int>(access)]);
}

bool diskFull(const std::filesystem::path &file)
{
    struct statvfs facts{};
    return ::statvfs(file.parent_path().c_str(), &facts) == 0 && facts.f_bavail == 0;
}

/// SQLite's result code (its low byte; https://www.sqlite.org/rescode.html) as one of our errors.
Error databaseError(const QSqlError &problem, const std::filesystem::path &file)
{
    const int code = problem.nativeErrorCode().toInt() & 0xff;
    const std::string where = file.string();
    const std::string detail = problem.text().toStdString() + " (" + problem.nativeErrorCode().toStdString() + ")";
    const std::map<std::string, std::string> args{{"path", where}};
    if (code == 13 || (code == 10 && diskFull(file)))
        return {"store.no-space", "No space left to write " + where + ". Nothing that was stored is lost; free some space and resume.", detail, args};
    switch (code) {
    case 5: case 6: case 15:
        return {"store.locked", "Another program keeps " + where + " locked. Close it, then try again.", detail, args};
    case 8:
        return {"store.read-only", where + " cannot be written. Check the permissions of the folder and its disk.", detail, args};
    case 10:
        return {"store.io", "The disk failed while using " + where + ". Nothing that was stored is lost; check the disk and resume.", detail, args};
    case 11: case 26:
        return {"store.corrupt", where + " is damaged or not a workspace. Restore it from a copy; nothing was changed.", detail, args};
    case 14:
        return {"store.unreadable", where + " cannot be opened. Check the permissions of the folder.", detail, args};
    default:
        return {"store.database", "The database " + where + " answered with an error.", detail, args};
    }
}

} // namespace

/// A statement ready to be bound, until the end of the scope.
class Database::Statement
{
public:
    Statement(Private &d, const char *sql, const QVariantList &values)
    {
        auto found = d.statements.find(std::string_view(sql));
        if (found == d.statements.end()) {
            found = d.statements.emplace(sql, QSqlQuery(d.connection)).first;
            found->second.setForwardOnly(true);
            m_prepared = found->second.prepare(QString::fromUtf8(sql));
        }
        m_query = &found->second;
        Q_ASSERT(!m_query->isActive()); // a statement is not used within its own answer
        for (int i = 0; i < values.size(); ++i)
            m_query->bindValue(i, values[i]);
        m_ok = m_prepared && m_query->exec();
        if (!m_prepared) {
            m_error = m_query->lastError();
            d.statements.erase(found);
            m_query = nullptr;
        } else if (!m_ok) {
            m_error = m_query->lastError();
        }
    }
    ~Statement()
    {
        if (m_query)
            m_query->finish(); // ends the read transaction
    }
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

    bool ok() const { return m_ok; }
    const QSqlError &error() const { return m_error; }
    QSqlQuery &query() { return *m_query; }

private:
    QSqlQuery *m_query = nullptr;
    QSqlError m_error;
    bool m_prepared = true;
    bool m_ok = false;
};

QVariant sqlText(const std::string &text)
{
    return QVariant(QString::fromStdString(text));
}

std::string Row::text(int column) const
{
    return m_query.value(column).toString().toStdString();
}

std::int64_t Row::integer(int column) const
{
    return m_query.value(column).toLongLong();
}

Database::Database(std::filesystem::path file) : m_file(std::move(file)), d(std::make_unique<Private>()) {}

Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path &file, Access access)
{
    std::unique_ptr<Database> database(new Database(file));
    Private &d = *database->d;
    d.name = connectionName();
    d.connection = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), d.name);
    if (!d.connection.isValid())
        return fail("store.no-driver", "Qt's SQLite driver was not found. Install libqt6sql6-sqlite.");
    d.alone = std::unique_lock(openingMutex());
    const bool readOnly = access == Access::ReadOnly || access == Access::Untouched || access == Access::Immutable;
    d.connection.setDatabaseName(uri(file, access));
    d.connection.setConnectOptions(QStringLiteral("QSQLITE_OPEN_URI;QSQLITE_BUSY_TIMEOUT=") + QString::number(busyTimeoutMs)
                                   + QLatin1String(readOnly ? ";QSQLITE_OPEN_READONLY" : ""));
    if (!d.connection.open())
        return fail(databaseError(d.connection.lastError(), file));
    if (!readOnly) {
        if (auto set = database->run(access == Access::QueryOnly ? "PRAGMA query_only = 1" : "PRAGMA synchronous = FULL"); !set)
            return fail(std::move(set.error()));
    }
    if (access == Access::Untouched)
        return database;
    const auto touched = database->number("SELECT COUNT(*) FROM sqlite_master"); // maps the index
    if (!touched)
        return fail(touched.error());
    d.alone.unlock();
    return database;
}

Database::~Database()
{
    if (d->name.isEmpty())
        return;
    d->statements.clear();
    d->connection.close();
    d->connection = QSqlDatabase(); // removeDatabase complains about copies
    QSqlDatabase::removeDatabase(d->name);
}

Result<std::int64_t> Database::run(const char *sql, const QVariantList &values)
{
    Statement statement(*d, sql, values);
    if (!statement.ok())
        return fail(databaseError(statement.error(), m_file));
    return statement.query().numRowsAffected();
}

Result<void> Database::select(const char *sql, const QVariantList &values, const std::function<Result<void>(const Row &)> &each) const
{
    Statement statement(*d, sql, values);
    if (!statement.ok())
        return fail(databaseError(statement.error(), m_file));
    const Row row(statement.query());
    while (statement.query().next()) {
        if (auto seen = each(row); !seen)
            return seen;
    }
    if (statement.query().lastError().isValid()) // next() ends on errors too
        return fail(databaseError(statement.query().lastError(), m_file));
    return {};
}

Result<std::int64_t> Database::number(const char *sql, const QVariantList &values, std::int64_t otherwise) const
{
    std::int64_t result = otherwise;
    bool first = true;
    auto read = select(sql, values, [&](const Row &row) -> Result<void> {
        if (std::exchange(first, false))
            result = row.integer(0);
        return {};
    });
    if (!read)
        return fail(std::move(read.error()));
    return result;
}

Result<Transaction> Transaction::begin(Database &database)
{
    if (auto begun = database.run("BEGIN IMMEDIATE"); !begun)
        return fail(std::move(begun.error()));
    return Transaction(database);
}

Transaction::Transaction(Transaction &&other) noexcept : m_database(std::exchange(other.m_database, nullptr)) {}

Transaction::~Transaction()
{
    if (!m_database)
        return;
    if (auto undone = m_database->run("ROLLBACK"); !undone) // SQLite itself rolls back after some errors
        qCDebug(logStore) << "rollback:" << undone.error().detail.c_str();
}

Result<void> Transaction::commit()
{
    if (auto done = m_database->run("COMMIT"); !done)
        return fail(std::move(done.error()));
    m_database = nullptr;
    return {};
}

} // namespace sage
