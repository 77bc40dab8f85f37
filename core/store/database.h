#pragma once

#include "core/plain/result.h"

#include <QVariant>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

class QSqlQuery;

namespace sage {

/// std::string is UTF-8 on our side, QString on QtSql's.
[[nodiscard]] QVariant sqlText(const std::string &text);

/// One row of an answer, valid only while the callback that got it runs.
class Row
{
public:
    explicit Row(const QSqlQuery &query) : m_query(query) {}
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;

private:
    const QSqlQuery &m_query;
};

/// A connection to one SQLite file: the only place of the store that knows the driver.
///
/// Thread rule: belongs to the thread that opened it. The file must never be opened by other means in this process:
/// closing any descriptor of it drops the locks that SQLite holds (POSIX locks belong to process and file).
class Database
{
public:
    enum class Access : std::uint8_t {
        Create,    ///< read and write, made if missing
        ReadWrite, ///< never makes the file
        QueryOnly, ///< locks and removes its side files like a writer, but no statement may write
        ReadOnly,  ///< may make side files, leaves them
        Untouched, ///< needs existing side files, writes not even those. While it lives no other connection can be
                   ///< opened in this process (the thread that has it would wait for ever): short inspections only
        Immutable, ///< no locks, no side files: nobody may write meanwhile
    };

    [[nodiscard]] static Result<std::unique_ptr<Database>> open(const std::filesystem::path &file, Access access);
    ~Database();
    Database(const Database &) = delete;
    Database &operator=(const Database &) = delete;

    /// One statement. Returns the number of rows it changed.
    [[nodiscard]] Result<std::int64_t> run(const char *sql, const QVariantList &values = {});
    /// Calls `each` for every row; an error from it ends the reading and is handed on.
    [[nodiscard]] Result<void> select(const char *sql, const QVariantList &values, const std::function<Result<void>(const Row &)> &each) const;
    /// First column of the first row, or `otherwise`.
    [[nodiscard]] Result<std::int64_t> number(const char *sql, const QVariantList &values = {}, std::int64_t otherwise = 0) const;

    [[nodiscard]] const std::filesystem::path &file() const { return m_file; }

private:
    explicit Database(std::filesystem::path file);
    std::filesystem::path m_file;
    struct Private;
    class Statement;
    std::unique_ptr<Private> d;
};

/// A write transaction: takes the write lock at once (else two readers that turn writers would refuse each other) and
/// rolls back unless committed.
class Transaction
{
public:
    [[nodiscard]] static Result<Transaction> begin(Database &database);
    Transaction(Transaction &&other) noexcept;
    Transaction &operator=(Transaction &&) = delete;
    ~Transaction();
    [[nodiscard]] Result<void> commit();

private:
    explicit Transaction(Database &database) : m_database(&database) {}
    Database *m_database; ///< null: over
};

} // namespace sage
