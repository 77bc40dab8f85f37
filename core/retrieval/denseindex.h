#pragma once

#include "core/base/ids.h"
#include "core/plain/result.h"

#include <memory>
#include <span>
#include <vector>

namespace sage {

/// A scored id of one of the two lists.
struct Hit {
    ExperienceId id;
    double score = 0; ///< higher is better
    bool operator==(const Hit &) const = default;
};

/// Exact inner-product search over faiss, one thread, one query at a time.
///
/// Thread rule: one thread at a time. Invariants: 1. ids are distinct; 2. the answer depends on the content alone, not
/// on the order of adds and removals: ties at the cut go to the smaller id. Cost: a search reads all vectors; add and
/// remove cost one vector.
class DenseIndex
{
public:
    explicit DenseIndex(int dimension);
    ~DenseIndex();
    DenseIndex(DenseIndex &&) noexcept;
    DenseIndex &operator=(DenseIndex &&) noexcept;

    /// Replaces a vector of the same id. Error retrieval.dimension.
    [[nodiscard]] Result<void> add(const ExperienceId &id, std::span<const float> vector);
    /// False where the id is not there.
    bool remove(const ExperienceId &id);
    [[nodiscard]] int size() const;
    /// Best `count`, score descending, ties by id. An all-zero query finds nothing. Error retrieval.dimension.
    [[nodiscard]] Result<std::vector<Hit>> search(std::span<const float> query, int count) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sage
