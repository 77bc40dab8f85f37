#include "core/generate/schedule.h"

#include <algorithm>
#include <set>

namespace sage::lowering {

namespace {

class Scheduler
{
public:
    Scheduler(const Program &program, const Plan &plan) : m_program(program), m_plan(plan) {}

    [[nodiscard]] Schedule run()
    {
        findLevels();
        m_schedule.scalars.resize(static_cast<std::size_t>(m_schedule.phases));
        for (int n = 0; n < static_cast<int>(m_program.nodes.size()); ++n) {
            const Node &node = nodeAt(n);
            if (isRowReduction(node.op))
                m_schedule.rowReductions.push_back(n);
            if (isFullReduction(node.op))
                m_schedule.fullReductions.push_back(n);
            else if (value(node.result).extent == Extent::Scalar)
                m_schedule.scalars[static_cast<std::size_t>(m_phase[static_cast<std::size_t>(node.result)])].push_back(n);
        }
        for (std::size_t i = 0; i < m_program.outputs.size(); ++i) {
            if (value(m_program.outputs[i]).extent == Extent::Scalar)
                m_schedule.scalarStores.push_back(static_cast<int>(i));
        }
        for (int phase = 0; phase < m_schedule.phases; ++phase)
            addPhase(phase);
        return std::move(m_schedule);
    }

private:
    [[nodiscard]] const Node &nodeAt(int index) const { return m_program.nodes[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const Value &value(int index) const { return m_program.values[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int phaseOf(int index) const { return index < 0 ? 0 : m_phase[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int rowLevelOf(int index) const { return index < 0 ? 0 : m_rowLevel[static_cast<std::size_t>(index)]; }

    void findLevels()
    {
        m_phase.assign(m_program.values.size(), 0);
        m_rowLevel.assign(m_program.values.size(), 0);
        for (const Node &node : m_program.nodes) {
            const std::size_t result = static_cast<std::size_t>(node.result);
            m_phase[result] = std::max(phaseOf(node.a), phaseOf(node.b)) + (isFullReduction(node.op) ? 1 : 0);
            const bool scalar = value(node.result).extent == Extent::Scalar;
            m_rowLevel[result] = scalar ? 0 : std::max(rowLevelOf(node.a), rowLevelOf(node.b)) + (isRowReduction(node.op) ? 1 : 0);
            m_schedule.phases = std::max(m_schedule.phases, m_phase[result] + 1);
        }
    }

    /// Nodes that the targets need, not going beyond those in `known` and scalars.
    [[nodiscard]] std::set<int> needed(const std::vector<int> &targets, const std::set<int> &known) const
    {
        std::set<int> nodes;
        std::vector<int> open = targets;
        while (!open.empty()) {
            const int n = open.back();
            open.pop_back();
            if (n < 0 || known.contains(n) || !nodes.insert(n).second)
                continue;
            for (const int operand : {nodeAt(n).a, nodeAt(n).b}) {
                if (operand >= 0 && value(operand).extent != Extent::Scalar)
                    open.push_back(value(operand).node);
            }
        }
        return nodes;
    }

    void addPhase(int phase)
    {
        std::vector<int> targets, stores;
        for (const int n : m_schedule.fullReductions) {
            if (phaseOf(nodeAt(n).a) == phase)
                targets.push_back(n);
        }
        for (std::size_t i = 0; i < m_program.outputs.size(); ++i) {
            const int output = m_program.outputs[i];
            if (value(output).extent == Extent::Scalar || phaseOf(output) != phase)
                continue;
            stores.push_back(static_cast<int>(i));
            if (value(output).node >= 0)
                targets.push_back(value(output).node);
        }
        if (targets.empty() && stores.empty())
            return;
        m_first = true;
        std::set<int> known;
        if (m_plan.fusion != Fusion::Resident)
            addReducingPasses(phase, needed(targets, {}), known);
        add(phase, needed(targets, known), stores);
    }

    /// One pass per level of row reductions.
    void addReducingPasses(int phase, const std::set<int> &all, std::set<int> &known)
    {
        std::map<int, std::vector<int>> levels;
        for (const int n : all) {
            if (isRowReduction(nodeAt(n).op))
                levels[rowLevelOf(nodeAt(n).result)].push_back(n);
        }
        for (const auto &[level, reductions] : levels) {
            add(phase, needed(reductions, known), {});
            known.insert(reductions.begin(), reductions.end());
        }
    }

    void add(int phase, const std::set<int> &nodes, const std::vector<int> &stores)
    {
        Pass pass;
        pass.phase = phase;
        pass.firstOfPhase = m_first;
        m_first = false;
        pass.nodes.assign(nodes.begin(), nodes.end());
        pass.stores = stores;
        std::set<int> loads;
        const auto load = [&](int operand) {
            if (operand >= 0 && value(operand).tensor >= 0 && value(operand).extent != Extent::Scalar)
                loads.insert(value(operand).tensor);
        };
        for (const int n : pass.nodes) {
            load(nodeAt(n).a);
            load(nodeAt(n).b);
        }
        for (const int store : stores)
            load(m_program.outputs[static_cast<std::size_t>(store)]);
        pass.loads.assign(loads.begin(), loads.end());
        m_schedule.passes.push_back(std::move(pass));
    }

    const Program &m_program;
    const Plan &m_plan;
    Schedule m_schedule;
    std::vector<int> m_phase;
    std::vector<int> m_rowLevel;
    bool m_first = true;
};

} // namespace

Schedule scheduleOf(const Program &program, const Plan &plan)
{
    return Scheduler(program, plan).run();
}

} // namespace sage::lowering
