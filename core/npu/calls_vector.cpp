#include "core/npu/calls.h"
#include "core/npu/loops.h"

#include <algorithm>
#include <cstring>

namespace sage::npu::calls {

namespace {

using abi::Op;
using abi::Type;

/// What an instruction reads besides its destination.
struct OpInfo {
    const char *name;
    bool a, b, readsDestination, mask, work;
};

constexpr std::array<OpInfo, static_cast<std::size_t>(Op::Count)> opInfos{{
    {"Add", true, true, false, false, false}, {"Sub", true, true, false, false, false}, {"Mul", true, true, false, false, false},
    {"Div", true, true, false, false, false}, {"Max", true, true, false, false, false}, {"Min", true, true, false, false, false},
    {"And", true, true, false, false, false}, {"Or", true, true, false, false, false},
    {"MulAddDst", true, true, true, false, false}, {"FusedMulAdd", true, true, true, false, false}, {"FusedMulAddRelu", true, true, true, false, false},
    {"Abs", true, false, false, false, false}, {"Exp", true, false, false, false, false}, {"Ln", true, false, false, false, false},
    {"Sqrt", true, false, false, false, false}, {"Rsqrt", true, false, false, false, false}, {"Reciprocal", true, false, false, false, false},
    {"Relu", true, false, false, false, false}, {"Not", true, false, false, false, false},
    {"Adds", true, false, false, false, false}, {"Muls", true, false, false, false, false}, {"Maxs", true, false, false, false, false},
    {"Mins", true, false, false, false, false}, {"LeakyRelu", true, false, false, false, false}, {"ShiftLeft", true, false, false, false, false},
    {"ShiftRight", true, false, false, false, false}, {"Axpy", true, false, true, false, false},
    {"Duplicate", false, false, false, false, false}, {"Cast", true, false, false, false, false},
    {"Compare", true, true, false, false, false}, {"CompareScalar", true, false, false, false, false},
    {"Select", true, true, false, true, false}, {"SelectScalar", true, false, false, true, false},
    {"ReduceSum", true, false, false, false, true}, {"ReduceMax", true, false, false, false, true}, {"ReduceMin", true, false, false, false, true},
    {"CreateVecIndex", false, false, false, false, false},
}};

bool comparison(Op op)
{
    return op == Op::Compare || op == Op::CompareScalar;
}

bool reduction(Op op)
{
    return op == Op::ReduceSum || op == Op::ReduceMax || op == Op::ReduceMin;
}

/// One vector call on its way through checks, clocks and arithmetic.
class VectorRun
{
public:
    VectorRun(Launch &launch, const abi::VectorCall &call)
        : m_launch(launch), m_core(launch.core()), m_call(call), m_info(opInfos[static_cast<std::size_t>(call.op)])
    {
    }

    void run()
    {
        if (!checkCount() || !checkTypes() || !checkOperands())
            return;
        checkSpecial();
        checkOverlap();
        trackWritten();
        advance();
        compute();
    }

private:
    [[nodiscard]] bool checkCount();
    [[nodiscard]] bool checkTypes();
    [[nodiscard]] bool checkOperands();
    [[nodiscard]] bool checkOne(const abi::Operand &operand, std::uint64_t bytes, const char *role, UbRange &range, bool writes = false);
    void checkSpecial();
    void checkOverlap();
    void trackWritten();
    void trackElements();
    void advance();
    void compute();
    [[nodiscard]] std::uint64_t destinationBytes() const;
    [[nodiscard]] std::uint64_t workBytes() const;
    [[nodiscard]] OperandCheck describe(const abi::Operand &operand, const char *role) const;
    [[nodiscard]] bool bankConflict() const;

    Launch &m_launch;
    Core &m_core;
    const abi::VectorCall &m_call;
    const OpInfo &m_info;
    Loop m_loop = nullptr;
    UbRange m_dst, m_a, m_b, m_extra;
    bool m_overlap = false;
};

OperandCheck VectorRun::describe(const abi::Operand &operand, const char *role) const
{
    return {&operand, 0, role, "V", m_info.name, at(m_call.pc)};
}

bool VectorRun::checkCount()
{
    if (m_call.count > 0)
        return true;
    if (m_call.count < 0)
        m_launch.report({.id = "range.count", .object = m_info.name, .numbers = {{"op", m_info.name}, {"count", m_call.count}},
                         .message = "{op}: the count {count} is negative.", .advice = "Check the arithmetic of the tile length.", .pipe = "V"},
                        at(m_call.pc));
    return false;
}

bool VectorRun::checkTypes()
{
    m_loop = fastestLoops().find(m_call.op, m_call.type, m_call.sourceType);
    if (m_loop)
        return true;
    const bool sameType = m_call.type == m_call.sourceType;
    m_launch.report({.id = "legality.type", .object = m_info.name,
                     .numbers = {{"op", m_info.name}, {"type", typeName(m_call.type)}, {"source", typeName(m_call.sourceType)}},
                     .message = sameType ? "{op} does not exist for {type} on this core." : "{op} from {source} to {type} does not exist on this core.",
                     .advice = "Cast to a type that the instruction takes (half or float) and back.", .pipe = "V"},
                    at(m_call.pc));
    return false;
}

std::uint64_t VectorRun::destinationBytes() const
{
    const auto count = static_cast<std::uint64_t>(m_call.count);
    if (comparison(m_call.op))
        return (count + 7) / 8;
    if (reduction(m_call.op))
        return sizeOf(m_call.type) * (m_call.mode == 1 ? 2 : 1);
    return count * sizeOf(m_call.type);
}

/// One result per repeat (two with indices), in whole blocks.
std::uint64_t VectorRun::workBytes() const
{
    const std::uint64_t size = sizeOf(m_call.type);
    const std::uint64_t repeats = (static_cast<std::uint64_t>(m_call.count) * size + 255) / 256;
    const std::uint64_t results = repeats * (m_call.op == Op::ReduceSum ? 1 : 2);
    return (results * size + 31) / 32 * 32;
}

bool VectorRun::checkOne(const abi::Operand &operand, std::uint64_t bytes, const char *role, UbRange &range, bool writes)
{
    OperandCheck check = describe(operand, role);
    check.bytes = bytes;
    check.writes = writes;
    const std::optional<UbRange> found = checkOperand(m_launch, check);
    if (found)
        range = *found;
    return found.has_value();
}

bool VectorRun::checkOperands()
{
    const auto count = static_cast<std::uint64_t>(m_call.count);
    const std::uint64_t source = count * sizeOf(m_call.sourceType);
    bool good = checkOne(m_call.dst, destinationBytes(), "destination", m_dst, true);
    if (m_info.a)
        good = checkOne(m_call.a, source, m_info.b ? "first source" : "source", m_a) && good;
    if (m_info.b)
        good = checkOne(m_call.b, source, "second source", m_b) && good;
    if (m_info.mask)
        good = checkOne(m_call.extra, m_call.mode == 0 ? 256 / sizeOf(m_call.type) / 8 : (count + 7) / 8, "mask", m_extra) && good;
    if (m_info.work)
        good = checkOne(m_call.extra, workBytes(), "work tensor", m_extra, true) && good;
    return good;
}

void VectorRun::checkSpecial()
{
    const std::uint64_t bytes = static_cast<std::uint64_t>(m_call.count) * sizeOf(m_call.sourceType);
    if (comparison(m_call.op) && bytes % 256 != 0)
        m_launch.report({.id = "count.compare", .object = m_info.name, .numbers = {{"op", m_info.name}, {"count", m_call.count}, {"size", bytes}},
                         .message = "{op}: {count} elements are {size} bytes, not a multiple of 256.",
                         .advice = "Round the count up to a whole number of 256-byte repeats.", .pipe = "V"},
                        at(m_call.pc));
    if (comparison(m_call.op) && m_call.sourceType == Type::I32 && m_call.mode != 2)
        m_launch.report({.id = "legality.compare", .object = m_info.name, .numbers = {{"op", m_info.name}},
                         .message = "{op}: int32_t can be compared for equality only.",
                         .advice = "Cast to float, or subtract and look at the sign.", .pipe = "V"},
                        at(m_call.pc));
    if (m_call.op == Op::Cast && m_call.type == Type::F16 && m_call.sourceType == Type::I32 && !m_core.deqScaleSet)
        m_launch.report({.id = "legality.deq-scale", .object = "Cast", .message = "Cast from int32_t to half multiplies by the scale of SetDeqScale, which was not called.",
                         .advice = "Call SetDeqScale before, or cast to float first.", .pipe = "V"},
                        at(m_call.pc));
}

/// In place is fine when source and destination start together and the source is at least as wide.
void VectorRun::checkOverlap()
{
    const auto wrong = [this](const UbRange &source) {
        if (source.first >= m_dst.end || m_dst.first >= source.end)
            return false;
        return source.first != m_dst.first || source.end < m_dst.end;
    };
    m_overlap = (m_info.a && wrong(m_a)) || (m_info.b && wrong(m_b)) || (m_info.mask && m_extra.first < m_dst.end && m_dst.first < m_extra.end);
    if (reduction(m_call.op))
        m_overlap = false;
    if (m_overlap)
        m_launch.report({.id = "aliasing.overlap", .object = objectOf(m_core, m_call.dst.buffer),
                         .numbers = {{"op", m_info.name}, {"destination", m_dst.first}, {"source", m_a.first}, {"size", m_dst.end - m_dst.first}},
                         .message = "{op}: the destination at UB offset {destination} overlaps a source without being the same range.",
                         .advice = "Use a separate buffer, or exactly the same start with elements of the same size.", .pipe = "V"},
                        at(m_call.pc));
}

/// Whatever depends on bytes that nothing wrote counts as not written either; it is reported where it leaves UB
/// or decides a value, so that garbage in a tile's unused tail is no finding.
void VectorRun::trackWritten()
{
    Bitmap &written = m_core.ub->written();
    const auto whole = [&written](const UbRange &range) { return written.all(range.first, range.end - range.first); };
    const bool clean = (!m_info.a || whole(m_a)) && (!m_info.b || whole(m_b)) && (!m_info.mask || whole(m_extra)) && (!m_info.readsDestination || whole(m_dst));
    if (reduction(m_call.op))
        checkWritten(m_launch, describe(m_call.a, "source"), m_a);
    if (clean || reduction(m_call.op)) {
        written.set(m_dst.first, m_dst.end - m_dst.first);
        if (m_info.work)
            written.set(m_extra.first, m_extra.end - m_extra.first);
    } else {
        trackElements();
    }
}

void VectorRun::trackElements()
{
    Bitmap &written = m_core.ub->written();
    const std::uint64_t size = sizeOf(m_call.type), source = sizeOf(m_call.sourceType);
    const bool bits = comparison(m_call.op);
    const auto count = static_cast<std::uint64_t>(m_call.count);
    const std::uint64_t step = bits ? 8 : 1;
    for (std::uint64_t i = 0; i < count; i += step) {
        const std::uint64_t elements = std::min(step, count - i);
        bool good = !m_info.a || written.all(m_a.first + i * source, elements * source);
        good = good && (!m_info.b || written.all(m_b.first + i * source, elements * source));
        good = good && (!m_info.mask || written.all(m_extra.first + (m_call.mode == 0 ? 0 : i / 8), 1));
        const std::uint64_t first = m_dst.first + (bits ? i / 8 : i * size), bytes = bits ? 1 : size;
        if (good && !(m_info.readsDestination && !written.all(first, bytes)))
            written.set(first, bytes);
        else
            written.clear(first, bytes);
    }
}

/// Two sources in one bank whose block groups overlap are read one after the other.
bool VectorRun::bankConflict() const
{
    if (!m_info.b || m_a.first == m_b.first)
        return false;
    const auto bank = [](const UbRange &range) { return range.first >> 16; };
    const auto group = [](const UbRange &range) { return (range.first >> 5) & 15u; };
    return bank(m_a) == bank(m_b) && ((group(m_a) - group(m_b)) & 15u) != 8;
}

void VectorRun::advance()
{
    const Profile &profile = m_launch.profile();
    const OpCost &cost = profile.cost(m_info.name);
    const std::uint64_t wide = std::max(m_info.a ? sizeOf(m_call.sourceType) : 1, comparison(m_call.op) ? 1 : sizeOf(m_call.type));
    const double repeats = static_cast<double>((static_cast<std::uint64_t>(m_call.count) * wide + 255) / 256);
    double slope = wide <= 2 ? cost.slope16 : cost.slope32;
    if (slope == 1 && bankConflict())
        slope = 2;
    Timeline::Instruction instruction;
    instruction.unit = Timeline::V;
    instruction.latency = cost.latency + slope * repeats;
    instruction.occupancy = std::max(profile.repeatMinimum, slope * repeats);
    instruction.reads = {m_a, m_b, m_extra, m_info.readsDestination ? m_dst : UbRange{}};
    instruction.write = m_dst;
    m_core.timeline.run(instruction);
    m_core.announce();
}

void VectorRun::compute()
{
    LoopArgs args;
    args.dst = m_call.dst.data;
    args.a = m_call.a.data;
    args.b = m_call.b.data;
    args.extra = m_call.extra.data;
    args.scalar = m_call.scalar;
    args.count = static_cast<std::size_t>(m_call.count);
    args.mode = m_call.mode;
    args.deqScale = m_core.deqScale;
    std::vector<std::uint8_t> copies[3];
    if (m_overlap) { // what hardware would do is not defined: the sources as they were before
        const auto keep = [this](const UbRange &range, const void *&data, std::vector<std::uint8_t> &copy) {
            copy.assign(m_core.ub->data() + range.first, m_core.ub->data() + range.end);
            data = copy.data();
        };
        if (m_info.a)
            keep(m_a, args.a, copies[0]);
        if (m_info.b)
            keep(m_b, args.b, copies[1]);
        if (m_info.mask)
            keep(m_extra, args.extra, copies[2]);
    }
    m_loop(args);
}

} // namespace

void vector(const abi::VectorCall &call)
{
    VectorRun(enter(at(call.pc)), call).run();
}

} // namespace sage::npu::calls
