#pragma once

#include "core/retrieval/denseindex.h"

#include <filesystem>
#include <string_view>

namespace sage {

/// BM25 over SQLite FTS5. What is stored is the analyzer's output, so identifiers, numbers and error codes stay whole,
/// and a query consists of quoted terms only: no character of it can reach the MATCH syntax.
///
/// A query is cut to its rarest terms: at most `queryTerms`, and beyond the three rarest none that more than 2 % of the
/// items hold (64 items in small indexes). Common words cost most and rank least.
///
/// Thread rule: the thread that made it. Invariant: the answer depends on the content alone, not on the order of adds
/// and removals. Cost: add and remove cost one text; a search costs the postings of the chosen terms.
class SparseIndex
{
public:
    static constexpr int queryTerms = 12;

    /// A new, empty index: in memory where `file` is empty, else in that file, which is replaced. Derived data: an index
    /// is rebuilt, never trusted. Errors: retrieval.sparse (driver or FTS5 missing, file not writable).
    [[nodiscard]] static Result<SparseIndex> create(const std::filesystem::path &file = {});
    ~SparseIndex();
    SparseIndex(SparseIndex &&) noexcept;
    SparseIndex &operator=(SparseIndex &&) noexcept;

    /// Replaces a text of the same id. Error retrieval.sparse.
    [[nodiscard]] Result<void> add(const ExperienceId &id, std::string_view text);
    /// Removing what is not there is no error. Error retrieval.sparse.
    [[nodiscard]] Result<void> remove(const ExperienceId &id);
    /// Many adds in one transaction.
    [[nodiscard]] Result<void> add(const std::vector<std::pair<ExperienceId, std::string>> &texts);
    [[nodiscard]] int size() const;
    /// Best `count` by BM25, ties by id; empty where no term of the query is known. Error retrieval.sparse.
    [[nodiscard]] Result<std::vector<Hit>> search(std::string_view query, int count) const;
    /// The terms a search would use, rarest first.
    [[nodiscard]] std::vector<std::string> chosenTerms(std::string_view query) const;

private:
    struct Private;
    explicit SparseIndex(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace sage
