#pragma once

#include "core/memory/state.h"
#include "core/retrieval/hybridretriever.h"

namespace sage {

/// The retriever that follows a memory: holds exactly its retrievable items. Derived data, made from the state.
///
/// Thread rule: the thread that made it. Cost: making it reads all items; sync costs what changed since.
class MemoryIndex
{
public:
    /// In memory. Error retrieval.sparse.
    [[nodiscard]] static Result<MemoryIndex> create(const MemoryState &state);

    /// R_t for a query; follows the state first, which must be the one of create() or grown from it. Empty under a
    /// policy without retrieval. The query should name operator, objective, features and feedback (method.md section 4).
    [[nodiscard]] Result<std::vector<Retrieved>> retrieve(std::string_view query, const MemoryState &state);
    [[nodiscard]] int size() const { return m_retriever.size(); }

private:
    explicit MemoryIndex(HybridRetriever retriever) : m_retriever(std::move(retriever)) {}
    [[nodiscard]] Result<void> sync(const MemoryState &state);

    HybridRetriever m_retriever;
    std::size_t m_position = 0; ///< in state.changes()
};

} // namespace sage
