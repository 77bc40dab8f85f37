#include "core/retrieval/hybridretriever.h"

#include <algorithm>
#include <map>

namespace sage {

namespace {

bool moreRelevant(const Retrieved &a, const Retrieved &b)
{
    return a.relevance != b.relevance ? a.relevance > b.relevance : a.id < b.id;
}

bool betterScore(const Retrieved &a, const Retrieved &b)
{
    return a.score != b.score ? a.score > b.score : a.id < b.id;
}

double reciprocal(int rank, int constant)
{
    return rank > 0 ? 1.0 / (constant + rank) : 0.0;
}

void scale(std::vector<Retrieved> &pool, bool byMax)
{
    if (pool.empty())
        return;
    const double most = pool.front().relevance;
    const double least = pool.back().relevance;
    for (Retrieved &one : pool) {
        if (byMax)
            one.relevance = one.relevance / most;
        else
            one.relevance = most > least ? (one.relevance - least) / (most - least) : 1.0;
    }
}

} // namespace

std::vector<Retrieved> fuse(const std::vector<Hit> &sparse, const std::vector<Hit> &dense, const Settings &settings)
{
    std::map<ExperienceId, Retrieved> byId;
    const auto rank = [&](const std::vector<Hit> &hits, int Retrieved::*place) {
        const std::size_t count = std::min(hits.size(), std::size_t(settings.pool));
        for (std::size_t i = 0; i < count; ++i) {
            Retrieved &one = byId[hits[i].id];
            one.id = hits[i].id;
            one.*place = int(i) + 1;
        }
    };
    rank(sparse, &Retrieved::sparseRank);
    rank(dense, &Retrieved::denseRank);
    std::vector<Retrieved> pool;
    for (auto &[id, one] : byId) {
        one.relevance = reciprocal(one.sparseRank, settings.fusionConstant) + reciprocal(one.denseRank, settings.fusionConstant);
        pool.push_back(one);
    }
    std::sort(pool.begin(), pool.end(), moreRelevant);
    pool.resize(std::min(pool.size(), std::size_t(settings.pool)));
    scale(pool, settings.scaleByMax);
    return pool;
}

std::vector<Retrieved> rerank(std::vector<Retrieved> pool, const ItemValues &values, const RankRule &rule, const Settings &settings)
{
    for (Retrieved &one : pool) {
        const ItemValue value = values(one.id);
        one.utility = value.utility;
        one.quarantined = value.quarantined;
        one.score = rule.score(one.relevance, value.utility, settings.gamma);
    }
    std::sort(pool.begin(), pool.end(), betterScore);
    std::vector<Retrieved> best;
    int quarantined = 0;
    for (Retrieved &one : pool) {
        if (int(best.size()) == settings.retrieved)
            break;
        if (one.quarantined && quarantined == settings.quarantineLimit)
            continue;
        quarantined += one.quarantined;
        best.push_back(std::move(one));
    }
    return best;
}

HybridRetriever::HybridRetriever(std::shared_ptr<const Embedder> embedder, SparseIndex sparse)
    : m_embedder(std::move(embedder)), m_sparse(std::move(sparse)), m_dense(m_embedder->dimension())
{
}

Result<HybridRetriever> HybridRetriever::create(std::shared_ptr<const Embedder> embedder, const std::filesystem::path &file)
{
    auto sparse = SparseIndex::create(file);
    if (!sparse)
        return fail(sparse.error());
    return HybridRetriever(std::move(embedder), std::move(*sparse));
}

Result<void> HybridRetriever::add(const ExperienceId &id, std::string_view text)
{
    if (auto added = m_sparse.add(id, text); !added)
        return added;
    return m_dense.add(id, m_embedder->embed(text));
}

Result<void> HybridRetriever::add(const std::vector<std::pair<ExperienceId, std::string>> &texts)
{
    if (auto added = m_sparse.add(texts); !added)
        return added;
    for (const auto &[id, text] : texts) {
        if (auto added = m_dense.add(id, m_embedder->embed(text)); !added)
            return added;
    }
    return {};
}

Result<void> HybridRetriever::remove(const ExperienceId &id)
{
    (void)m_dense.remove(id);
    return m_sparse.remove(id);
}

Result<std::vector<Retrieved>> HybridRetriever::pool(std::string_view query, const Settings &settings) const
{
    const auto sparse = m_sparse.search(query, settings.pool);
    if (!sparse)
        return fail(sparse.error());
    const auto dense = m_dense.search(m_embedder->embed(query), settings.pool);
    if (!dense)
        return fail(dense.error());
    return fuse(*sparse, *dense, settings);
}

Result<std::vector<Retrieved>> HybridRetriever::retrieve(std::string_view query, const ItemValues &values, const RankRule &rule, const Settings &settings) const
{
    auto found = pool(query, settings);
    if (!found)
        return found;
    return rerank(std::move(*found), values, rule, settings);
}

} // namespace sage
