#include "core/retrieval/denseindex.h"

#include <faiss/IndexFlat.h>
#include <faiss/impl/IDSelector.h>

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace sage {

struct DenseIndex::Private {
    explicit Private(int dimension) : index(dimension) {}

    [[nodiscard]] Result<void> checkSize(std::size_t numbers) const
    {
        if (numbers == std::size_t(index.d))
            return {};
        return fail("retrieval.dimension", "A vector of " + std::to_string(numbers) + " numbers does not fit an index of dimension " + std::to_string(index.d) +
                    ". Rebuild the index with the embedder in use.");
    }

    faiss::IndexFlatIP index;
    std::vector<ExperienceId> ids; ///< by slot
    std::unordered_map<std::string, std::size_t> slots; ///< looked up only, never walked
};

namespace {

bool better(const Hit &a, const Hit &b)
{
    return a.score != b.score ? a.score > b.score : a.id < b.id;
}

} // namespace

DenseIndex::DenseIndex(int dimension) : d(std::make_unique<Private>(dimension)) {}
DenseIndex::~DenseIndex() = default;
DenseIndex::DenseIndex(DenseIndex &&) noexcept = default;
DenseIndex &DenseIndex::operator=(DenseIndex &&) noexcept = default;

Result<void> DenseIndex::add(const ExperienceId &id, std::span<const float> vector)
{
    if (auto fits = d->checkSize(vector.size()); !fits)
        return fits;
    const auto found = d->slots.find(id.value);
    if (found != d->slots.end()) {
        std::copy(vector.begin(), vector.end(), d->index.get_xb() + found->second * vector.size());
        return {};
    }
    d->index.add(1, vector.data());
    d->slots.emplace(id.value, d->ids.size());
    d->ids.push_back(id);
    return {};
}

bool DenseIndex::remove(const ExperienceId &id)
{
    const auto found = d->slots.find(id.value);
    if (found == d->slots.end())
        return false;
    // The last vector takes the free slot: faiss itself would move everything behind it.
    const std::size_t slot = found->second;
    const std::size_t last = d->ids.size() - 1;
    const std::size_t width = std::size_t(d->index.d);
    if (slot != last) {
        float *vectors = d->index.get_xb();
        std::copy(vectors + last * width, vectors + (last + 1) * width, vectors + slot * width);
        d->ids[slot] = d->ids[last];
        d->slots[d->ids[slot].value] = slot;
    }
    d->slots.erase(id.value);
    d->ids.pop_back();
    d->index.remove_ids(faiss::IDSelectorRange(std::int64_t(last), std::int64_t(last + 1)));
    return true;
}

int DenseIndex::size() const
{
    return int(d->ids.size());
}

Result<std::vector<Hit>> DenseIndex::search(std::span<const float> query, int count) const
{
    if (auto fits = d->checkSize(query.size()); !fits)
        return fail(fits.error());
    const bool zero = std::all_of(query.begin(), query.end(), [](float x) { return x == 0; });
    const std::size_t wanted = std::min(std::size_t(std::max(count, 0)), d->ids.size());
    if (zero || wanted == 0)
        return std::vector<Hit>();
    omp_set_num_threads(1);
    // Which of several equal scores faiss keeps depends on their slots: ask for more until the cut lies between scores.
    for (std::size_t asked = std::min(wanted + 8, d->ids.size());; asked = std::min(asked * 4, d->ids.size())) {
        std::vector<float> scores(asked);
        std::vector<std::int64_t> slots(asked);
        d->index.search(1, query.data(), std::int64_t(asked), scores.data(), slots.data());
        if (asked < d->ids.size() && scores[asked - 1] == scores[wanted - 1])
            continue;
        std::vector<Hit> hits;
        hits.reserve(asked);
        for (std::size_t i = 0; i < asked; ++i)
            hits.push_back({d->ids[std::size_t(slots[i])], double(scores[i])});
        std::sort(hits.begin(), hits.end(), better);
        hits.resize(wanted);
        return hits;
    }
}

} // namespace sage
