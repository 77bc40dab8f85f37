#include "core/memory/index.h"

#include <set>

namespace sage {

Result<MemoryIndex> MemoryIndex::create(const MemoryState &state)
{
    auto retriever = HybridRetriever::create(std::make_shared<const HashedEmbedder>());
    if (!retriever)
        return fail(retriever.error());
    std::vector<std::pair<ExperienceId, std::string>> texts;
    for (const auto &[id, item] : state.items()) {
        if (item.isRetrievable())
            texts.emplace_back(id, item.experience->searchText());
    }
    if (auto added = retriever->add(texts); !added)
        return fail(added.error());
    MemoryIndex index(std::move(*retriever));
    index.m_position = state.changes().size();
    return index;
}

Result<std::vector<Retrieved>> MemoryIndex::retrieve(std::string_view query, const MemoryState &state)
{
    if (!state.policy().retrieves)
        return std::vector<Retrieved>();
    if (auto synced = sync(state); !synced)
        return fail(synced.error());
    const ItemValues values = [&state](const ExperienceId &id) {
        const MemoryItem &item = *state.find(id);
        return ItemValue{item.utility, item.quarantined};
    };
    return m_retriever.retrieve(query, values, *state.policy().rank, state.settings());
}

Result<void> MemoryIndex::sync(const MemoryState &state)
{
    const std::vector<ExperienceId> &changes = state.changes();
    const std::set<ExperienceId> touched(changes.begin() + std::ptrdiff_t(m_position), changes.end());
    std::vector<std::pair<ExperienceId, std::string>> texts;
    for (const ExperienceId &id : touched) {
        if (state.isRetrievable(id)) {
            texts.emplace_back(id, state.experience(id)->searchText());
        } else if (auto removed = m_retriever.remove(id); !removed) {
            return removed;
        }
    }
    if (auto added = m_retriever.add(texts); !added)
        return added;
    m_position = changes.size();
    return {};
}

} // namespace sage
