#include "core/retrieval/sparseindex.h"

#include "core/retrieval/analyzer.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <atomic>
#include <set>
#include <unordered_map>

namespace sage {

namespace {

QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

std::string joined(const std::vector<std::string> &terms)
{
    std::string text;
    for (const std::string &term : terms)
        text += (text.empty() ? "" : " ") + term;
    return text;
}

/// Stored text back to its distinct terms: the analyzer's output holds no other spaces.
std::set<std::string> termsOf(std::string_view stored)
{
    std::set<std::string> terms;
    while (!stored.empty()) {
        const std::size_t end = std::min(stored.find(' '), stored.size());
        terms.emplace(stored.substr(0, end));
        stored.remove_prefix(std::min(end + 1, stored.size()));
    }
    return terms;
}

/// Quoted terms joined by OR. A term holds no quotes, so none has to be doubled.
QString matchExpression(const std::vector<std::string> &terms)
{
    std::string expression;
    for (const std::string &term : terms)
        expression += (expression.empty() ? "\"" : " OR \"") + term + "\"";
    return qt(expression);
}

bool better(const Hit &a, const Hit &b)
{
    return a.score != b.score ? a.score > b.score : a.id < b.id;
}

tl::unexpected<Error> sqlFailure(const QSqlError &error)
{
    return fail("retrieval.sparse", "The text index does not work. It is derived data: delete the workspace's folder \"indexes\" and start again; see sagectl doctor for the SQLite driver.",
                error.text().toStdString());
}

} // namespace

struct SparseIndex::Private {
    QString connection;
    QSqlQuery insert;
    QSqlQuery erase;
    QSqlQuery stored;
    QSqlQuery match;
    std::int64_t nextRow = 1;
    // Looked up only, never walked: their order must not show.
    std::unordered_map<std::string, std::int64_t> rows;
    std::unordered_map<std::int64_t, ExperienceId> ids;
    std::unordered_map<std::string, int> frequency; ///< items that hold a term

    [[nodiscard]] QSqlDatabase database() const { return QSqlDatabase::database(connection, false); }
    [[nodiscard]] Result<void> open(const std::filesystem::path &file);
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<void> addOne(const ExperienceId &id, std::string_view text);
    [[nodiscard]] Result<void> removeOne(const ExperienceId &id);
    [[nodiscard]] Result<std::vector<Hit>> best(const QString &expression, std::size_t limit);

    ~Private()
    {
        for (QSqlQuery *query : {&insert, &erase, &stored, &match})
            *query = QSqlQuery();
        if (!connection.isEmpty()) {
            database().close();
            QSqlDatabase::removeDatabase(connection);
        }
    }
};

Result<void> SparseIndex::Private::open(const std::filesystem::path &file)
{
    static std::atomic<int> counter = 0;
    if (!file.empty()) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored); // an index is rebuilt, never trusted
    }
    connection = QStringLiteral("sage-sparse-%1").arg(++counter);
    QSqlDatabase base = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection);
    base.setDatabaseName(file.empty() ? QStringLiteral(":memory:") : qt(file.string()));
    if (!base.open())
        return sqlFailure(base.lastError());
    QSqlQuery query(base);
    for (const char *statement : {"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
                                  "CREATE VIRTUAL TABLE items USING fts5(text, tokenize = \"ascii tokenchars '_.'\")"}) {
        if (!query.exec(QLatin1StringView(statement)))
            return sqlFailure(query.lastError());
    }
    return prepare();
}

Result<void> SparseIndex::Private::prepare()
{
    const std::pair<QSqlQuery *, const char *> statements[] = {{&insert, "INSERT INTO items(rowid, text) VALUES(?, ?)"},
                                                               {&erase, "DELETE FROM items WHERE rowid = ?"},
                                                               {&stored, "SELECT text FROM items WHERE rowid = ?"},
                                                               {&match, "SELECT rowid, rank FROM items WHERE items MATCH ? ORDER BY rank LIMIT ?"}};
    for (const auto &[query, text] : statements) {
        *query = QSqlQuery(database());
        query->setForwardOnly(true);
        if (!query->prepare(QLatin1StringView(text)))
            return sqlFailure(query->lastError());
    }
    return {};
}

Result<void> SparseIndex::Private::addOne(const ExperienceId &id, std::string_view text)
{
    if (auto removed = removeOne(id); !removed)
        return removed;
    const std::string terms = joined(analyze(text));
    insert.bindValue(0, qlonglong(nextRow));
    insert.bindValue(1, qt(terms));
    if (!insert.exec())
        return sqlFailure(insert.lastError());
    for (const std::string &term : termsOf(terms))
        ++frequency[term];
    rows.emplace(id.value, nextRow);
    ids.emplace(nextRow, id);
    ++nextRow;
    return {};
}

Result<void> SparseIndex::Private::removeOne(const ExperienceId &id)
{
    const auto found = rows.find(id.value);
    if (found == rows.end())
        return {};
    const std::int64_t row = found->second;
    stored.bindValue(0, qlonglong(row));
    if (!stored.exec() || !stored.next())
        return sqlFailure(stored.lastError());
    const std::string terms = stored.value(0).toString().toStdString();
    stored.finish();
    erase.bindValue(0, qlonglong(row));
    if (!erase.exec())
        return sqlFailure(erase.lastError());
    for (const std::string &term : termsOf(terms)) {
        const auto count = frequency.find(term);
        if (--count->second == 0)
            frequency.erase(count);
    }
    ids.erase(row);
    rows.erase(found);
    return {};
}

Result<std::vector<Hit>> SparseIndex::Private::best(const QString &expression, std::size_t limit)
{
    match.bindValue(0, expression);
    match.bindValue(1, qlonglong(limit));
    if (!match.exec())
        return sqlFailure(match.lastError());
    std::vector<Hit> hits;
    while (match.next())
        hits.push_back({ids.at(match.value(0).toLongLong()), -match.value(1).toDouble()}); // FTS5's rank is negative, best first
    match.finish();
    return hits;
}

SparseIndex::SparseIndex(std::unique_ptr<Private> data) : d(std::move(data)) {}
SparseIndex::~SparseIndex() = default;
SparseIndex::SparseIndex(SparseIndex &&) noexcept = default;
SparseIndex &SparseIndex::operator=(SparseIndex &&) noexcept = default;

Result<SparseIndex> SparseIndex::create(const std::filesystem::path &file)
{
    auto data = std::make_unique<Private>();
    if (auto opened = data->open(file); !opened)
        return fail(opened.error());
    return SparseIndex(std::move(data));
}

Result<void> SparseIndex::add(const ExperienceId &id, std::string_view text)
{
    return d->addOne(id, text);
}

Result<void> SparseIndex::remove(const ExperienceId &id)
{
    return d->removeOne(id);
}

Result<void> SparseIndex::add(const std::vector<std::pair<ExperienceId, std::string>> &texts)
{
    if (texts.empty())
        return {};
    QSqlDatabase base = d->database();
    if (!base.transaction())
        return sqlFailure(base.lastError());
    for (const auto &[id, text] : texts) {
        // Without a rollback journal there is no way back; a failed index is made anew.
        if (auto added = d->addOne(id, text); !added)
            return added;
    }
    if (!base.commit())
        return sqlFailure(base.lastError());
    return {};
}

int SparseIndex::size() const
{
    return int(d->rows.size());
}

std::vector<std::string> SparseIndex::chosenTerms(std::string_view query) const
{
    constexpr std::size_t alwaysKept = 3;
    constexpr int smallLimit = 64;
    std::vector<std::pair<int, std::string>> known;
    const std::vector<std::string> terms = analyze(query);
    for (const std::string &term : std::set<std::string>(terms.begin(), terms.end())) {
        const auto found = d->frequency.find(term);
        if (found != d->frequency.end())
            known.emplace_back(found->second, term);
    }
    std::sort(known.begin(), known.end());
    const int common = std::max(smallLimit, size() / 50);
    std::vector<std::string> chosen;
    for (const auto &[frequency, term] : known) {
        if (chosen.size() < std::size_t(queryTerms) && (frequency <= common || chosen.size() < alwaysKept))
            chosen.push_back(term);
    }
    return chosen;
}

Result<std::vector<Hit>> SparseIndex::search(std::string_view query, int count) const
{
    const std::vector<std::string> terms = chosenTerms(query);
    if (terms.empty() || count <= 0)
        return std::vector<Hit>();
    const QString expression = matchExpression(terms);
    const std::size_t wanted = std::size_t(count);
    // Which of several equal scores SQLite keeps depends on its rows: ask for more until the cut lies between scores.
    for (std::size_t limit = wanted + 8;; limit *= 4) {
        auto hits = d->best(expression, limit);
        if (!hits)
            return hits;
        if (hits->size() == limit && hits->back().score == (*hits)[wanted - 1].score)
            continue;
        std::sort(hits->begin(), hits->end(), better);
        hits->resize(std::min(hits->size(), wanted));
        return hits;
    }
}

} // namespace sage
