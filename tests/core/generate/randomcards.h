#pragma once

#include "core/base/random.h"
#include "core/model/card.h"

#include <string>
#include <vector>

// Cards for tests of the lowering: steps, shapes, dtypes and broadcasts drawn at random, in a range of values where
// every operation is well-behaved.

namespace sage::test {

class RandomCard
{
public:
    explicit RandomCard(std::uint64_t seed) : m_random(seed, "random-card"), m_seed(seed) {}

    [[nodiscard]] std::string yaml()
    {
        const char *dtypes[] = {"float32", "float16", "bfloat16"};
        const int layout = static_cast<int>(m_random.below(4));
        std::string inputs, cases, steps;
        drawInputs(layout, inputs);
        drawSteps(steps);
        const int count = 1 + static_cast<int>(m_random.below(3));
        for (int i = 0; i < count; ++i)
            cases += drawCase(dtypes[m_random.below(3)]);
        return "name: Card" + std::to_string(m_seed) + "\nsummary: drawn with seed " + std::to_string(m_seed) + "\ninputs:\n" + inputs + "attributes:\n  - {name: factor, type: float, default: 0.75}\noutputs:\n  - y\nreference:\n" + steps + "cases:\n" + cases;
    }

private:
    enum class Cover { Full, Row, Column, One };
    struct Named {
        std::string name;
        Cover cover;
    };

    void drawInputs(int layout, std::string &text)
    {
        m_rank3 = layout == 1;
        m_split = layout == 2;
        m_values.push_back({"a", Cover::Full});
        const int extra = static_cast<int>(m_random.below(3));
        for (int i = 0; i < extra; ++i) {
            const Cover cover = static_cast<Cover>(m_random.below(4));
            m_values.push_back({std::string(1, static_cast<char>('b' + i)), cover});
        }
        for (const Named &value : m_values)
            text += "  - {name: " + value.name + ", draw: {uniform: [0.5, 1.5]}}\n";
        m_inputs = m_values;
    }

    /// A value that covers everything comes first, so that results do too.
    void drawSteps(std::string &text)
    {
        if (m_split) {
            text += "  - left = split(a, axis=-1, parts=2, index=0)\n  - right = split(a, axis=-1, parts=2, index=1)\n";
            m_values.front() = {"left", Cover::Full};
            m_values.push_back({"right", Cover::Full});
        }
        const int steps = 1 + static_cast<int>(m_random.below(6));
        for (int i = 0; i < steps; ++i) {
            const std::string result = i + 1 == steps ? "y" : "s" + std::to_string(i + 1);
            text += "  - " + result + " = " + drawStep(i + 1 == steps) + "\n";
            m_values.push_back({result, m_cover});
        }
    }

    [[nodiscard]] const Named &any() { return m_values[m_random.below(m_values.size())]; }

    [[nodiscard]] const Named &full()
    {
        for (std::size_t tries = 0; tries < 40; ++tries) {
            const Named &value = m_values[m_values.size() - 1 - m_random.below(std::min<std::size_t>(m_values.size(), 3))];
            if (value.cover == Cover::Full)
                return value;
        }
        return m_values.front();
    }

    [[nodiscard]] std::string drawStep(bool last)
    {
        static const char *unary[] = {"sigmoid", "tanh", "erf", "relu", "neg", "abs"};
        static const char *binary[] = {"add", "sub", "mul", "maximum", "minimum"};
        static const char *reductions[] = {"sum", "mean", "max", "min"};
        const std::string a = full().name;
        m_cover = Cover::Full;
        switch (m_random.below(last ? 8 : 9)) {
        case 0:
        case 1: return std::string(unary[m_random.below(6)]) + "(" + a + ")";
        case 2:
        case 3:
        case 4: return std::string(binary[m_random.below(5)]) + "(" + a + ", " + any().name + ")";
        case 5: return "mul(" + a + ", factor)";
        case 6: return "div(" + a + ", 1.7)";
        case 7: return std::string(binary[m_random.below(5)]) + "(0.25, " + a + ")";
        default: m_cover = Cover::Column; return std::string(reductions[m_random.below(4)]) + "(" + a + ", axis=-1)";
        }
    }

    [[nodiscard]] std::string drawCase(const std::string &dtype)
    {
        const auto rows = static_cast<int>(1 + m_random.below(60)), width = static_cast<int>(1 + m_random.below(300)), outer = static_cast<int>(1 + m_random.below(4));
        const std::string lead = (m_rank3 ? std::to_string(outer) + ", " : std::string()) + std::to_string(rows) + ", ";
        std::string shapes;
        for (const Named &input : m_inputs) {
            const bool cut = m_split && input.name == "a";
            const std::string last = std::to_string(cut ? 2 * width : width);
            const std::string shape = input.cover == Cover::Full ? lead + last : input.cover == Cover::Row ? last : input.cover == Cover::Column ? lead + "1" : "1";
            shapes += (shapes.empty() ? "" : ", ") + input.name + ": [" + shape + "]";
        }
        return "  - {dtype: " + dtype + ", shapes: {" + shapes + "}, origin: own}\n";
    }

    Random m_random;
    std::uint64_t m_seed;
    std::vector<Named> m_values, m_inputs;
    Cover m_cover = Cover::Full;
    bool m_rank3 = false, m_split = false;
};

} // namespace sage::test
