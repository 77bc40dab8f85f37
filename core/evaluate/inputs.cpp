#include "core/evaluate/inputs.h"

#include "core/base/hash.h"
#include "core/evaluate/normal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

namespace sage {

namespace {

constexpr std::size_t chunk = 4096; // elements drawn at a time: words, numbers and elements stay in the first caches

struct Chunk {
    std::array<std::uint32_t, 2 * chunk> words;
    std::array<double, chunk> real;
    std::array<std::int64_t, chunk> integer;
};

/// Integers low..high from 64-bit words, by multiplication; a bias below range / 2^64.
void drawIntegers(const Draw &draw, const Random &random, std::int64_t start, std::span<std::int64_t> out, Chunk &work)
{
    const std::int64_t low = truncateToInteger(draw.low);
    const auto last = static_cast<std::uint64_t>(truncateToInteger(draw.high)) - static_cast<std::uint64_t>(low);
    const auto range = static_cast<unsigned __int128>(last) + 1;
    random.words(2 * static_cast<std::uint64_t>(start), std::span(work.words).first(2 * out.size()));
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::uint64_t number = (static_cast<std::uint64_t>(work.words[2 * i + 1]) << 32) | work.words[2 * i];
        out[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + static_cast<std::uint64_t>((range * number) >> 64));
    }
}

void drawReals(const Draw &draw, const Random &random, std::int64_t start, std::span<double> out, Chunk &work)
{
    if (draw.kind == Draw::Kind::Constant) {
        std::fill(out.begin(), out.end(), draw.low);
        return;
    }
    const std::span<std::uint32_t> words = std::span(work.words).first(out.size());
    random.words(static_cast<std::uint64_t>(start), words);
    if (draw.kind == Draw::Kind::Normal) {
        const NormalTable &normal = NormalTable::instance();
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = draw.shift + draw.scale * normal(words[i]);
    } else {
        const double unit = (draw.high - draw.low) * (1.0 / 4294967296.0);
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = draw.low + unit * static_cast<double>(words[i]);
    }
}

/// The largest element below the bound, so that [low, high) stays half open when an element is rounded to its dtype.
[[nodiscard]] double belowBound(DType dtype, double high)
{
    std::array<double, 1> bound{high};
    roundReal(dtype, bound);
    if (bound[0] < high)
        return bound[0];
    if (dtype == DType::F32)
        return static_cast<double>(std::nextafter(static_cast<float>(bound[0]), -std::numeric_limits<float>::infinity()));
    std::uint16_t bits = 0; // both 16-bit formats count magnitudes upwards
    storeReal(dtype, bound, reinterpret_cast<std::byte *>(&bits));
    bits = bound[0] > 0 ? static_cast<std::uint16_t>(bits - 1) : bound[0] < 0 ? static_cast<std::uint16_t>(bits + 1) : std::uint16_t{0x8001};
    loadReal(dtype, reinterpret_cast<const std::byte *>(&bits), 1, bound);
    return bound[0];
}

class InputWriter
{
public:
    InputWriter(const Draw &draw, const Random &random, Tensor &tensor) : m_draw(draw), m_random(random), m_tensor(tensor)
    {
        if (draw.kind == Draw::Kind::Uniform && info(tensor.dtype).floating)
            m_largest = belowBound(tensor.dtype, draw.high);
    }

    void write()
    {
        const std::int64_t count = m_tensor.count();
        for (std::int64_t start = 0; start < count; start += static_cast<std::int64_t>(chunk)) {
            const auto length = static_cast<std::size_t>(std::min<std::int64_t>(static_cast<std::int64_t>(chunk), count - start));
            std::byte *target = m_tensor.bytes.data() + static_cast<std::size_t>(start) * sizeOf(m_tensor.dtype);
            if (m_draw.kind == Draw::Kind::Integer)
                writeIntegers(start, length, target);
            else
                writeReals(start, length, target);
        }
    }

private:
    void writeIntegers(std::int64_t start, std::size_t length, std::byte *target)
    {
        const std::span<std::int64_t> values = std::span(m_work->integer).first(length);
        drawIntegers(m_draw, m_random, start, values, *m_work);
        if (m_draw.absolute)
            std::transform(values.begin(), values.end(), values.begin(), [](std::int64_t value) { return value < 0 ? -value : value; });
        storeInteger(m_tensor.dtype, values, target);
    }

    void writeReals(std::int64_t start, std::size_t length, std::byte *target)
    {
        const std::span<double> values = std::span(m_work->real).first(length);
        drawReals(m_draw, m_random, start, values, *m_work);
        if (!info(m_tensor.dtype).floating)
            makeWhole(values);
        else if (m_draw.kind == Draw::Kind::Uniform)
            keepBelow(values);
        if (m_draw.absolute)
            std::transform(values.begin(), values.end(), values.begin(), [](double value) { return std::fabs(value); });
        storeReal(m_tensor.dtype, values, target);
    }

    void makeWhole(std::span<double> values) const
    {
        // A uniform draw counts whole steps of [low, high); a normal one and a boolean's go to the nearer value.
        const bool nearest = m_draw.kind == Draw::Kind::Normal || m_tensor.dtype == DType::Bool;
        for (double &value : values)
            value = nearest ? std::nearbyint(value) : std::floor(value);
    }

    void keepBelow(std::span<double> values) const
    {
        // Whatever lies above the largest element below the bound could round up to the bound.
        for (double &value : values)
            value = std::min(value, m_largest);
    }

    const Draw &m_draw;
    const Random &m_random;
    Tensor &m_tensor;
    double m_largest = 0;
    std::unique_ptr<Chunk> m_work = std::make_unique<Chunk>();
};

/// Copies a share of the elements from the first input, so that comparisons meet equal operands.
void copyTies(Tensor &tensor, const Tensor &first, double share, const Random &random)
{
    if (first.shape != tensor.shape || first.dtype != tensor.dtype)
        return;
    const std::size_t size = sizeOf(tensor.dtype);
    const auto limit = static_cast<std::uint64_t>(share * 4294967296.0);
    std::vector<std::uint32_t> words(chunk);
    const auto count = static_cast<std::size_t>(tensor.count());
    for (std::size_t start = 0; start < count; start += chunk) {
        random.words(start, words);
        for (std::size_t i = 0; i < std::min(chunk, count - start); ++i) {
            if (words[i] < limit)
                std::memcpy(tensor.bytes.data() + (start + i) * size, first.bytes.data() + (start + i) * size, size);
        }
    }
}

} // namespace

std::uint64_t inputSeed(std::uint64_t seed, const OperatorSpec &card, const OperatorCase &one, const Hash &kernel)
{
    return Random(seed, card.hash.value + '/' + std::to_string(one.index) + '/' + kernel.value).at(0);
}

Tensor drawInput(const TensorSpec &spec, const OperatorCase &one, std::uint64_t seed, const Tensor *first)
{
    const auto shape = one.shapes.find(spec.name);
    Tensor tensor = makeTensor(spec.name, dtypeIn(spec, one), shape == one.shapes.end() ? Shape{} : shape->second);
    const Draw &draw = spec.integerDraw && !info(tensor.dtype).floating ? *spec.integerDraw : spec.draw;
    InputWriter(draw, Random(seed, spec.name), tensor).write();
    if (first && draw.tieShare > 0)
        copyTies(tensor, *first, draw.tieShare, Random(seed, spec.name + "/ties"));
    return tensor;
}

std::vector<Tensor> drawInputs(const OperatorSpec &card, const OperatorCase &one, std::uint64_t seed)
{
    std::vector<Tensor> inputs;
    inputs.reserve(card.inputs.size());
    for (const TensorSpec &spec : card.inputs)
        inputs.push_back(drawInput(spec, one, seed, inputs.empty() ? nullptr : &inputs.front()));
    return inputs;
}

} // namespace sage
