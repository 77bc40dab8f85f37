#include "core/evaluate/compare.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace sage {

namespace {

/// Shortest text that reads back as the number; independent of the locale.
template<typename Number>
[[nodiscard]] std::string numberText(Number value)
{
    if constexpr (std::is_same_v<Number, double>) {
        if (std::isnan(value))
            return "nan";
        if (std::isinf(value))
            return value > 0 ? "inf" : "-inf";
    }
    std::array<char, 32> buffer{};
    const std::to_chars_result end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return std::string(buffer.data(), end.ptr);
}

/// A float reads better with the digits that a float has.
[[nodiscard]] std::string elementText(DType dtype, double value)
{
    if (dtype == DType::F32 && std::isfinite(value)) {
        std::array<char, 32> buffer{};
        const std::to_chars_result end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<float>(value));
        return std::string(buffer.data(), end.ptr);
    }
    return numberText(value);
}

class Comparison
{
public:
    Comparison(const Tensor &output, const Judgement &judgement) : m_output(output), m_judgement(judgement)
    {
        m_stats.output = output.name;
        m_stats.elements = output.count();
    }

    void add(const ReferenceBlock &block)
    {
        const std::size_t length = std::max(block.real.size(), block.integer.size());
        const std::byte *data = m_output.bytes.data() + static_cast<std::size_t>(block.start) * sizeOf(m_output.dtype);
        if (info(m_output.dtype).floating)
            addReals(block, data, length);
        else
            addIntegers(block, data, length);
    }

    [[nodiscard]] ErrorStats finish()
    {
        const std::int64_t finite = m_stats.elements - m_stats.nonFiniteMismatches;
        m_stats.meanError = finite > 0 ? m_sum / static_cast<double>(finite) : 0;
        if (m_stats.worstIndex >= 0)
            describeWorst();
        return std::move(m_stats);
    }

private:
    void addReals(const ReferenceBlock &block, const std::byte *data, std::size_t length)
    {
        m_expected.assign(block.real.begin(), block.real.end());
        m_expected.insert(m_expected.end(), block.integer.begin(), block.integer.end());
        roundReal(m_output.dtype, m_expected);
        m_got.resize(length);
        loadReal(m_output.dtype, data, 1, m_got);
        for (std::size_t i = 0; i < length; ++i) {
            const double error = std::fabs(m_got[i] - m_expected[i]);
            if (std::isfinite(error))
                addError(block.start + static_cast<std::int64_t>(i), error, std::fabs(m_expected[i]));
            else if (m_got[i] != m_expected[i] && !(std::isnan(m_got[i]) && std::isnan(m_expected[i])))
                addMismatch(block.start + static_cast<std::int64_t>(i));
            if (m_isWorst)
                m_worstExpected = m_expected[i];
            m_isWorst = false;
        }
    }

    void addIntegers(const ReferenceBlock &block, const std::byte *data, std::size_t length)
    {
        m_integers.resize(length);
        loadInteger(m_output.dtype, data, 1, m_integers);
        for (std::size_t i = 0; i < length; ++i) {
            const std::int64_t expected = wrapInteger(m_output.dtype, block.integer.empty() ? wholeOf(block.real[i]) : block.integer[i]);
            // The difference of two int64 needs 65 bits; as a double it may round, but never to zero.
            const double error = m_integers[i] == expected ? 0 : std::fabs(static_cast<double>(static_cast<__int128>(m_integers[i]) - expected));
            addError(block.start + static_cast<std::int64_t>(i), error, std::fabs(static_cast<double>(expected)));
            if (m_isWorst)
                m_worstInteger = expected;
            m_isWorst = false;
        }
    }

    [[nodiscard]] std::int64_t wholeOf(double value) const
    {
        return m_output.dtype == DType::Bool ? (value != 0 ? 1 : 0) : truncateToInteger(value);
    }

    void addError(std::int64_t index, double error, double magnitude)
    {
        m_sum += error;
        m_stats.maxError = std::max(m_stats.maxError, error);
        const double scale = std::max(1.0, magnitude);
        const bool fails = m_judgement.relativeAbsolute ? error > m_judgement.bound && error / (magnitude + 1e-7) > m_judgement.bound : error > m_judgement.bound * scale;
        m_stats.failed += fails ? 1 : 0;
        if (m_stats.nonFiniteMismatches == 0 && error / scale > m_worstScaled)
            setWorst(index, error / scale);
    }

    void addMismatch(std::int64_t index)
    {
        ++m_stats.failed;
        if (m_stats.nonFiniteMismatches++ == 0)
            setWorst(index, 0);
    }

    void setWorst(std::int64_t index, double scaled)
    {
        m_stats.worstIndex = index;
        m_worstScaled = scaled;
        m_isWorst = true;
    }

    void describeWorst()
    {
        const std::byte *data = m_output.bytes.data() + static_cast<std::size_t>(m_stats.worstIndex) * sizeOf(m_output.dtype);
        if (!info(m_output.dtype).floating) {
            std::array<std::int64_t, 1> got{};
            loadInteger(m_output.dtype, data, 1, got);
            m_stats.worstValue = static_cast<double>(got[0]);
            m_stats.worstReference = static_cast<double>(m_worstInteger);
            m_stats.worstText = "got " + numberText(got[0]) + ", expected " + numberText(m_worstInteger);
            return;
        }
        std::array<double, 1> got{};
        loadReal(m_output.dtype, data, 1, got);
        m_stats.worstValue = std::isfinite(got[0]) ? got[0] : 0;
        m_stats.worstReference = std::isfinite(m_worstExpected) ? m_worstExpected : 0;
        m_stats.worstText = "got " + elementText(m_output.dtype, got[0]) + ", expected " + elementText(m_output.dtype, m_worstExpected);
    }

    const Tensor &m_output;
    const Judgement &m_judgement;
    ErrorStats m_stats;
    std::vector<double> m_expected;
    std::vector<double> m_got;
    std::vector<std::int64_t> m_integers;
    double m_sum = 0;
    double m_worstScaled = 0; // an output without any error has no worst element
    double m_worstExpected = 0;
    std::int64_t m_worstInteger = 0;
    bool m_isWorst = false;
};

} // namespace

Judgement judgementOf(const Tolerance &tolerance, DType dtype)
{
    const std::string name(nameOf(dtype));
    if (const auto pair = tolerance.relativeAbsolute.find(name); pair != tolerance.relativeAbsolute.end())
        return {pair->second, true};
    if (const auto bound = tolerance.bound.find(name); bound != tolerance.bound.end())
        return {bound->second, false};
    switch (dtype) {
    case DType::F16: return {1.0 / 512, false};
    case DType::BF16: return {1.0 / 256 + 0x1p-14, false};
    case DType::F32: return {1.0 / 2048 + 0x1p-14, false};
    default: return {};
    }
}

Result<ErrorStats> compareOutput(const Tensor &output, Reference &reference, const Judgement &judgement)
{
    if (reference.shapeOf(output.name) != output.shape)
        return fail("evaluate.reference", "The output " + output.name + " does not have the shape that its reference has.", {}, {{"value", output.name}});
    Comparison comparison(output, judgement);
    if (const Result<void> visited = reference.visit(output.name, [&](const ReferenceBlock &block) { comparison.add(block); }); !visited)
        return fail(visited.error());
    return comparison.finish();
}

} // namespace sage
