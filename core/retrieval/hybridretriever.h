#pragma once

#include "core/model/experience.h"
#include "core/model/settings.h"
#include "core/retrieval/embedder.h"
#include "core/retrieval/rank.h"
#include "core/retrieval/sparseindex.h"

#include <functional>

namespace sage {

/// What memory knows of an item at the time of ranking.
struct ItemValue {
    double utility = 0;
    bool quarantined = false;
};
using ItemValues = std::function<ItemValue(const ExperienceId &)>;

/// The pool by relevance alone: the best `pool` of each list, fused by reciprocal rank, the best `pool` kept, relevance
/// scaled into [0, 1]; score, utility and quarantine are not filled. Best first, ties by id (method.md section 4).
[[nodiscard]] std::vector<Retrieved> fuse(const std::vector<Hit> &sparse, const std::vector<Hit> &dense, const Settings &settings);

/// Late rerank: score by the rule, best first, ties by id, cut to settings.retrieved with at most
/// settings.quarantineLimit quarantined among them.
[[nodiscard]] std::vector<Retrieved> rerank(std::vector<Retrieved> pool, const ItemValues &values, const RankRule &rule, const Settings &settings);

/// The fixed hybrid retriever of method.md section 4 over a sparse and a dense index. It holds exactly the eligible
/// items: what is not eligible is removed, so the filter comes before the ranking. Derived data: rebuilt from memory.
///
/// Thread rule: the thread that made it.
class HybridRetriever
{
public:
    /// Empty `file`: in memory. Error retrieval.sparse.
    [[nodiscard]] static Result<HybridRetriever> create(std::shared_ptr<const Embedder> embedder, const std::filesystem::path &file = {});

    /// Replaces a text of the same id. Errors retrieval.sparse, retrieval.dimension.
    [[nodiscard]] Result<void> add(const ExperienceId &id, std::string_view text);
    /// Many adds in one transaction.
    [[nodiscard]] Result<void> add(const std::vector<std::pair<ExperienceId, std::string>> &texts);
    [[nodiscard]] Result<void> remove(const ExperienceId &id);
    [[nodiscard]] int size() const { return m_dense.size(); }

    /// At most settings.pool items by relevance alone.
    [[nodiscard]] Result<std::vector<Retrieved>> pool(std::string_view query, const Settings &settings) const;
    /// R_t: pool, then rerank.
    [[nodiscard]] Result<std::vector<Retrieved>> retrieve(std::string_view query, const ItemValues &values, const RankRule &rule, const Settings &settings) const;

private:
    HybridRetriever(std::shared_ptr<const Embedder> embedder, SparseIndex sparse);

    std::shared_ptr<const Embedder> m_embedder;
    SparseIndex m_sparse;
    DenseIndex m_dense;
};

} // namespace sage
