#include "core/generate/passwriter.h"

#include <algorithm>

namespace sage::lowering {

namespace {

class Placer
{
public:
    Placer(ClassModel &model, const Pass &pass) : m_model(model), m_pass(pass) {}

    [[nodiscard]] Places run()
    {
        findLastUses();
        for (const int n : m_model.schedule.rowReductions) // columns that outlive their pass
            m_columnOf[n] = m_nextColumn++;
        for (const int input : m_pass.loads)
            placeInput(input);
        for (const int n : m_model.schedule.rowReductions) {
            if (std::find(m_pass.nodes.begin(), m_pass.nodes.end(), n) == m_pass.nodes.end())
                placeReduced(n, true);
        }
        for (std::size_t i = 0; i < m_pass.nodes.size(); ++i)
            placeNode(static_cast<int>(i), m_pass.nodes[i]);
        m_model.slots = std::max(m_model.slots, m_nextSlot);
        m_model.columns = std::max(m_model.columns, m_nextColumn);
        return std::move(m_places);
    }

private:
    void findLastUses()
    {
        for (std::size_t i = 0; i < m_pass.nodes.size(); ++i) {
            const Node &node = m_model.node(m_pass.nodes[i]);
            m_lastUse[node.a] = static_cast<int>(i);
            m_lastUse[node.b] = static_cast<int>(i);
        }
        for (const int store : m_pass.stores)
            m_lastUse[m_model.program.outputs[static_cast<std::size_t>(store)]] = static_cast<int>(m_pass.nodes.size());
    }

    [[nodiscard]] int open(Chain chain, int value, bool declared)
    {
        m_places.chains.push_back(std::move(chain));
        const int index = static_cast<int>(m_places.chains.size()) - 1;
        m_places.chainOf[value] = index;
        m_places.opens[value] = declared;
        return index;
    }

    [[nodiscard]] int takeSlot(Extent extent)
    {
        const bool column = extent == Extent::Column;
        std::vector<int> &idle = column ? m_idleColumns : m_idleSlots;
        if (idle.empty())
            return column ? m_nextColumn++ : m_nextSlot++;
        const auto least = std::min_element(idle.begin(), idle.end());
        const int slot = *least;
        idle.erase(least);
        return slot;
    }

    [[nodiscard]] static std::string slotText(Extent extent, int slot)
    {
        const std::string length = extent == Extent::Column ? "kColumnLength" : "kTileLength";
        const std::string buffer = extent == Extent::Column ? "columns" : "scratch";
        return slot == 0 ? buffer : buffer + "[" + (slot == 1 ? "" : std::to_string(slot) + " * ") + length + "]";
    }

    void placeInput(int input)
    {
        const GmTensor &tensor = m_model.input(input);
        int value = 0;
        while (m_model.value(value).tensor != input)
            ++value;
        Chain chain;
        chain.name = m_model.value(value).name;
        chain.extent = m_model.value(value).extent;
        const int kept = m_model.keptInput(input);
        if (kept >= 0) {
            chain.fixed = true;
            chain.place = "kept[" + std::to_string(kept) + " * kTileLength]";
        } else if (tensor.access == Access::GeneralColumn || converts(m_model.card, m_model.types, tensor)) {
            chain.slot = takeSlot(chain.extent);
            chain.place = slotText(chain.extent, chain.slot);
        }
        (void)open(std::move(chain), value, true);
    }

    void placeReduced(int n, bool declared)
    {
        Chain chain;
        chain.name = m_model.value(m_model.node(n).result).name;
        chain.extent = Extent::Column;
        chain.place = slotText(Extent::Column, m_columnOf.at(n));
        chain.fixed = true;
        (void)open(std::move(chain), m_model.node(n).result, declared);
    }

    [[nodiscard]] bool dies(int value, int at) const
    {
        const auto last = m_lastUse.find(value);
        return last != m_lastUse.end() && last->second == at;
    }

    /// The operand whose place the result can take, or -1.
    [[nodiscard]] int heir(int at, const Node &node) const
    {
        for (const int operand : {node.a, node.b}) {
            const auto found = operand >= 0 ? m_places.chainOf.find(operand) : m_places.chainOf.end();
            if (found == m_places.chainOf.end() || !dies(operand, at))
                continue;
            const Chain &chain = m_places.chains[static_cast<std::size_t>(found->second)];
            const bool own = chain.step == node.step; // within one step even the plainest kernel reuses its buffer
            if (!chain.fixed && chain.extent == m_model.value(node.result).extent && (own || m_model.plan.inPlace))
                return found->second;
        }
        return -1;
    }

    void placeNode(int at, int n)
    {
        const Node &node = m_model.node(n);
        if (isRowReduction(node.op))
            placeReduced(n, true);
        else if (!isFullReduction(node.op))
            placeResult(at, n, node);
        for (const int operand : {node.a, node.b}) {
            if (operand >= 0 && dies(operand, at) && !(operand == node.b && node.a == node.b))
                release(operand);
        }
    }

    void placeResult(int at, int n, const Node &node)
    {
        const Value &result = m_model.value(node.result);
        Chain chain;
        chain.name = result.name;
        chain.extent = result.extent;
        chain.step = node.step;
        const int kept = m_model.keptNode(n);
        if (kept >= 0) {
            chain.fixed = true;
            chain.place = "kept[" + std::to_string(kept) + " * kTileLength]";
            (void)open(std::move(chain), node.result, true);
            return;
        }
        const int output = primaryOutput(node.result);
        if (output >= 0 && !converts(m_model.card, m_model.types, m_model.output(output))) {
            chain.fixed = true;
            chain.place = m_model.nameOf(m_model.output(output)) + "Out";
            (void)open(std::move(chain), node.result, true);
            return;
        }
        const int inherited = heir(at, node);
        if (inherited >= 0 && output < 0 && m_places.chains[static_cast<std::size_t>(inherited)].step == node.step) {
            Chain &same = m_places.chains[static_cast<std::size_t>(inherited)];
            same.name = result.name;
            m_places.chainOf[node.result] = inherited;
            m_places.opens[node.result] = false;
            return;
        }
        if (inherited >= 0) {
            Chain &from = m_places.chains[static_cast<std::size_t>(inherited)];
            chain.slot = from.slot;
            from.slot = -1; // handed on
        } else {
            chain.slot = takeSlot(chain.extent);
            chain.place = slotText(chain.extent, chain.slot);
        }
        chain.fixed = output >= 0;
        const int index = open(std::move(chain), node.result, true);
        if (inherited >= 0)
            m_places.chains[static_cast<std::size_t>(index)].place = "@" + std::to_string(inherited);
    }

    void release(int value)
    {
        const auto found = m_places.chainOf.find(value);
        if (found == m_places.chainOf.end())
            return;
        Chain &chain = m_places.chains[static_cast<std::size_t>(found->second)];
        const bool lives = std::any_of(m_places.chainOf.begin(), m_places.chainOf.end(), [&](const auto &entry) {
            const auto last = m_lastUse.find(entry.first);
            return entry.second == found->second && entry.first != value && last != m_lastUse.end() && last->second > m_lastUse.at(value);
        });
        if (chain.slot < 0 || chain.fixed || lives)
            return;
        (chain.extent == Extent::Column ? m_idleColumns : m_idleSlots).push_back(chain.slot);
        chain.slot = -1;
    }

    /// The output that holds the value first, among the pass's; -1 = none, or not a whole tile.
    [[nodiscard]] int primaryOutput(int value) const
    {
        for (const int store : m_pass.stores) {
            if (m_model.program.outputs[static_cast<std::size_t>(store)] == value && m_model.value(value).extent == Extent::Full)
                return store;
        }
        return -1;
    }

    ClassModel &m_model;
    const Pass &m_pass;
    Places m_places;
    std::map<int, int> m_lastUse;  ///< by value: position in the pass
    std::map<int, int> m_columnOf; ///< by node
    std::vector<int> m_idleSlots, m_idleColumns;
    int m_nextSlot = 0;
    int m_nextColumn = 0;
};

} // namespace

int ClassModel::keptNode(int node) const
{
    const auto found = std::find_if(kept.begin(), kept.end(), [&](const Kept &one) { return one.node == node && node >= 0; });
    return found == kept.end() ? -1 : static_cast<int>(found - kept.begin());
}

int ClassModel::keptInput(int input) const
{
    const auto found = std::find_if(kept.begin(), kept.end(), [&](const Kept &one) { return one.input == input && input >= 0; });
    return found == kept.end() ? -1 : static_cast<int>(found - kept.begin());
}

bool ClassModel::general() const
{
    return std::any_of(fragment.inputs.begin(), fragment.inputs.end(), [](const GmTensor &one) { return one.access == Access::General || one.access == Access::GeneralColumn; });
}

bool ClassModel::usesReduced() const
{
    bool wanted = reduces();
    for (const std::vector<int> &phase : schedule.scalars)
        wanted |= std::any_of(phase.begin(), phase.end(), [this](int n) { return node(n).b < 0 && node(n).op != NodeOp::Copy; });
    return wanted;
}

Places placesOf(ClassModel &model, const Pass &pass)
{
    Places places = Placer(model, pass).run();
    for (Chain &chain : places.chains) { // a place taken over is called by its variable
        if (!chain.place.empty() && chain.place.front() == '@')
            chain.place = places.chains[static_cast<std::size_t>(std::stoi(chain.place.substr(1)))].name;
    }
    return places;
}

} // namespace sage::lowering
