#include "core/npu/calls.h"

#include <algorithm>
#include <cstring>

namespace sage::npu::calls {

namespace {

constexpr std::uint64_t block = 32;

std::uint64_t blocks(std::uint64_t bytes)
{
    return (bytes + block - 1) / block * block;
}

void addAtomically(abi::Type type, std::uint8_t *dst, const std::uint8_t *src, std::uint64_t bytes)
{
    const auto add = [&](auto zero) {
        using T = decltype(zero);
        for (std::uint64_t i = 0; i + sizeof(T) <= bytes; i += sizeof(T)) {
            T a, b;
            std::memcpy(&a, dst + i, sizeof(T));
            std::memcpy(&b, src + i, sizeof(T));
            if constexpr (std::is_integral_v<T>)
                a = static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
            else
                a = static_cast<T>(static_cast<float>(a) + static_cast<float>(b));
            std::memcpy(dst + i, &a, sizeof(T));
        }
    };
    switch (type) {
    case abi::Type::F16: return add(static_cast<_Float16>(0));
    case abi::Type::F32: return add(0.0f);
    case abi::Type::I32: return add(std::int32_t(0));
    case abi::Type::I16: return add(std::int16_t(0));
    case abi::Type::I8: return add(std::int8_t(0));
    default: return;
    }
}

/// One move on its way through checks, clocks and the bytes themselves.
class CopyRun
{
public:
    CopyRun(Launch &launch, const abi::CopyCall &call) : m_launch(launch), m_core(launch.core()), m_call(call)
    {
        m_load = call.path == abi::CopyPath::GmToUb;
        m_name = call.padded ? "DataCopyPad" : "DataCopy";
        m_pipe = m_load ? "MTE2" : call.path == abi::CopyPath::UbToGm ? "MTE3" : "V";
    }

    void run();

private:
    void normalise();
    void checkFields();
    [[nodiscard]] bool checkLocal();
    [[nodiscard]] bool checkGlobal();
    void reportGlobal(const char *what, const std::uint8_t *from, std::uint64_t size);
    void checkPadding();
    void moveRows();
    void loadRow(std::uint8_t *ub, const std::uint8_t *gm);
    void storeRow(std::uint8_t *gm, const std::uint8_t *ub);
    void checkSourceRow(const std::uint8_t *gm);
    void trackLocal(std::uint64_t to, std::uint64_t from);
    void advance();
    [[nodiscard]] abi::Site site() const { return at(m_call.pc); }
    [[nodiscard]] std::uint64_t pad(std::uint8_t elements) const { return elements * sizeOf(m_call.type); }
    /// Bytes that one row takes in UB.
    [[nodiscard]] std::uint64_t localRow() const { return m_call.padded ? blocks(pad(m_call.leftPad) + m_rowBytes + pad(m_call.rightPad)) : m_rowBytes; }
    [[nodiscard]] std::uint64_t span(std::uint64_t row, std::uint64_t gap) const { return m_rows * row + (m_rows - 1) * gap; }

    Launch &m_launch;
    Core &m_core;
    const abi::CopyCall &m_call;
    const char *m_name;
    const char *m_pipe;
    bool m_load;
    std::uint64_t m_rows = 0, m_rowBytes = 0, m_ubGap = 0, m_gmGap = 0;
    UbRange m_local, m_local2;
    GmBuffer *m_buffer = nullptr;
};

void CopyRun::run()
{
    normalise();
    checkFields();
    if (m_rows == 0 || m_rowBytes == 0)
        return;
    const bool local = checkLocal();
    const bool global = m_call.path == abi::CopyPath::UbToUb || checkGlobal();
    if (!local || !global)
        return;
    checkPadding();
    advance();
    moveRows();
}

/// Bytes of the count form are rounded down to whole blocks, as the hardware does.
void CopyRun::normalise()
{
    m_rows = m_call.rows;
    m_rowBytes = m_call.rowBytes;
    m_ubGap = m_load || m_call.path == abi::CopyPath::UbToUb ? m_call.destinationGap : m_call.sourceGap;
    m_gmGap = m_load ? m_call.sourceGap : m_call.destinationGap;
    if (!m_call.countForm || m_rowBytes % block == 0)
        return;
    m_launch.report({.id = "count.block", .object = m_name, .numbers = {{"op", m_name}, {"size", m_rowBytes}, {"dropped", m_rowBytes % block}},
                     .message = "{op}: {size} bytes are no multiple of 32; hardware drops the last {dropped} silently.",
                     .advice = "Use DataCopyPad for ragged tails, or round the tile to whole blocks.", .pipe = m_pipe},
                    site());
    m_rowBytes -= m_rowBytes % block;
}

void CopyRun::checkFields()
{
    const std::uint64_t longest = 2097151;
    const bool tooMany = m_call.rows > 4095;
    const bool tooLong = m_call.padded && m_call.rowBytes > longest;
    if (!m_call.truncated && !tooMany && !tooLong)
        return;
    m_launch.report({.id = m_call.truncated ? "range.truncated" : "range.copy", .object = m_name,
                     .numbers = {{"op", m_name}, {"blockCount", m_call.rows}, {"size", m_call.rowBytes}},
                     .message = m_call.truncated ? "{op}: a block count, length or stride does not fit its field and is cut off."
                                                 : "{op}: {blockCount} blocks of {size} bytes; at most 4095 blocks, of at most 2097151 bytes, are possible.",
                     .advice = "Split the copy, or use the parameters with 32-bit strides (DataCopyExtParams).", .pipe = m_pipe},
                    site());
}

bool CopyRun::checkLocal()
{
    OperandCheck check{&m_call.ub, span(localRow(), m_ubGap), m_load || m_call.path == abi::CopyPath::UbToUb ? "destination" : "source", m_pipe, m_name, site()};
    check.writes = m_call.path != abi::CopyPath::UbToGm;
    const std::optional<UbRange> range = checkOperand(m_launch, check);
    if (!range)
        return false;
    m_local = *range;
    if (m_call.path != abi::CopyPath::UbToUb)
        return true;
    check = {&m_call.ub2, span(m_rowBytes, m_call.sourceGap), "source", m_pipe, m_name, site()};
    const std::optional<UbRange> second = checkOperand(m_launch, check);
    if (second)
        m_local2 = *second;
    return second.has_value();
}

void CopyRun::reportGlobal(const char *what, const std::uint8_t *from, std::uint64_t size)
{
    const std::int64_t offset = from - m_buffer->data;
    m_launch.report({.id = std::string("bounds.gm-") + what, .object = m_buffer->spec.name,
                     .numbers = {{"op", m_name}, {"size", size}, {"offset", offset}, {"limit", m_buffer->spec.size}},
                     .message = std::string("{op}: illegal ") + what + " of {size} bytes at byte {offset} of " + m_buffer->spec.name + ", which has {limit}.",
                     .advice = "Check the tail of the last tile and the last core against the tensor's size.",
                     .device = "507035 vector core exception, errcode bit 23 (0x800000: GM address out of range)", .pipe = m_pipe},
                    site());
}

bool CopyRun::checkGlobal()
{
    auto *from = static_cast<std::uint8_t *>(m_call.gm.data);
    const std::uint64_t size = span(m_rowBytes, m_gmGap);
    m_buffer = m_launch.memory().find(from);
    if (!m_buffer)
        return false;
    if (!m_launch.memory().inside(*m_buffer, from, size)) {
        reportGlobal(m_load ? "read" : "write", from, size);
        return false;
    }
    if (!m_load && !m_buffer->writable) {
        m_launch.report({.id = "bounds.gm-input", .object = m_buffer->spec.name, .numbers = {{"op", m_name}, {"size", size}},
                         .message = "{op}: writes {size} bytes into the input " + m_buffer->spec.name + ".", .advice = "Write results to the outputs only.", .pipe = m_pipe},
                        site());
        return false;
    }
    return true;
}

void CopyRun::checkPadding()
{
    if (!m_load || !m_call.padded || (pad(m_call.leftPad) <= block && pad(m_call.rightPad) <= block))
        return;
    m_launch.report({.id = "range.padding", .object = m_name, .numbers = {{"op", m_name}, {"left", m_call.leftPad}, {"right", m_call.rightPad}},
                     .message = "{op}: {left} and {right} padding elements; one side takes at most 32 bytes.",
                     .advice = "Fill wider margins with Duplicate.", .pipe = m_pipe},
                    site());
}

void CopyRun::checkSourceRow(const std::uint8_t *gm)
{
    if (!m_buffer->poisoned)
        return;
    const auto first = static_cast<std::uint64_t>(gm - m_buffer->data);
    const std::uint64_t gap = m_buffer->written->firstClear(first, m_rowBytes);
    if (gap == first + m_rowBytes)
        return;
    m_launch.report({.id = "uninitialised.gm", .object = m_buffer->spec.name, .numbers = {{"op", m_name}, {"size", m_rowBytes}, {"offset", gap}},
                     .message = "{op}: reads " + m_buffer->spec.name + " at byte {offset}, which nothing wrote.",
                     .advice = "Outputs and workspace hold garbage at the start: write them, and let the cores meet, before they are read.", .pipe = m_pipe},
                    site());
}

void CopyRun::loadRow(std::uint8_t *ub, const std::uint8_t *gm)
{
    checkSourceRow(gm);
    Bitmap &written = m_core.ub->written();
    const auto first = static_cast<std::uint64_t>(ub - m_core.ub->data());
    const std::uint64_t left = pad(m_call.leftPad), right = pad(m_call.rightPad), row = localRow();
    if (!m_call.padded) {
        std::memcpy(ub, gm, m_rowBytes);
        written.set(first, m_rowBytes);
        return;
    }
    // Without a padding value the margins of the row are garbage.
    std::memset(ub, m_launch.spec().poison, left);
    std::memset(ub + left + m_rowBytes, m_launch.spec().poison, row - left - m_rowBytes);
    written.clear(first, row);
    std::memcpy(ub + left, gm, m_rowBytes);
    written.set(first + left, m_rowBytes);
    if (!m_call.fill)
        return;
    const std::size_t size = sizeOf(m_call.type);
    for (std::uint64_t i = 0; i < left; i += size)
        std::memcpy(ub + i, &m_call.padValue, size);
    for (std::uint64_t i = 0; i < right; i += size)
        std::memcpy(ub + left + m_rowBytes + i, &m_call.padValue, size);
    written.set(first, left + m_rowBytes + right);
}

void CopyRun::storeRow(std::uint8_t *gm, const std::uint8_t *ub)
{
    const auto first = static_cast<std::uint64_t>(gm - m_buffer->data);
    const auto local = static_cast<std::uint32_t>(ub - m_core.ub->data());
    checkWritten(m_launch, {&m_call.ub, m_rowBytes, "source", m_pipe, m_name, site()}, {local, static_cast<std::uint32_t>(local + m_rowBytes)});
    if (m_core.atomicType != abi::Type::None) {
        checkSourceRow(gm);
        addAtomically(m_core.atomicType, gm, ub, m_rowBytes);
        m_buffer->written->set(first, m_rowBytes);
        return;
    }
    const bool stomped = m_launch.memory().recordWrite(*m_buffer, first, m_rowBytes, ub, m_launch.coreIndex());
    std::memcpy(gm, ub, m_rowBytes);
    if (stomped)
        m_launch.report({.id = "bounds.gm-stomped", .severity = Severity::Warning, .object = m_buffer->spec.name,
                         .numbers = {{"op", m_name}, {"size", m_rowBytes}, {"offset", first}},
                         .message = "{op}: {size} bytes at byte {offset} of " + m_buffer->spec.name + " were written by another core before.",
                         .advice = "Give every core a range of its own; which core wins is left to chance.", .pipe = m_pipe},
                        site());
}

/// UB to UB: what was not written stays so.
void CopyRun::trackLocal(std::uint64_t to, std::uint64_t from)
{
    Bitmap &written = m_core.ub->written();
    if (written.all(from, m_rowBytes))
        return written.set(to, m_rowBytes);
    for (std::uint64_t i = 0; i < m_rowBytes; ++i)
        written.all(from + i, 1) ? written.set(to + i, 1) : written.clear(to + i, 1);
}

void CopyRun::moveRows()
{
    auto *ub = static_cast<std::uint8_t *>(m_call.ub.data);
    auto *other = static_cast<std::uint8_t *>(m_call.path == abi::CopyPath::UbToUb ? m_call.ub2.data : m_call.gm.data);
    const std::uint64_t otherGap = m_call.path == abi::CopyPath::UbToUb ? m_call.sourceGap : m_gmGap;
    for (std::uint64_t row = 0; row < m_rows; ++row) {
        std::uint8_t *const local = ub + row * (localRow() + m_ubGap);
        std::uint8_t *const far = other + row * (m_rowBytes + otherGap);
        switch (m_call.path) {
        case abi::CopyPath::GmToUb: loadRow(local, far); break;
        case abi::CopyPath::UbToGm: storeRow(far, local); break;
        case abi::CopyPath::UbToUb:
            trackLocal(static_cast<std::uint64_t>(local - m_core.ub->data()), static_cast<std::uint64_t>(far - m_core.ub->data()));
            std::memmove(local, far, m_rowBytes);
            break;
        }
    }
}

void CopyRun::advance()
{
    const Profile &profile = m_launch.profile();
    const double bytes = static_cast<double>(m_rows * m_rowBytes);
    const TransferCurve &curve = m_load ? profile.load : m_call.path == abi::CopyPath::UbToGm ? profile.store : profile.local;
    double factor = 1;
    Timeline::Instruction instruction;
    if (m_call.path == abi::CopyPath::UbToUb) {
        instruction.unit = Timeline::V;
        instruction.reads[0] = m_local2;
        instruction.write = m_local;
    } else {
        instruction.unit = m_load ? Timeline::Mte2 : Timeline::Mte3;
        (m_load ? instruction.write : instruction.reads[0]) = m_local;
        // Rows off the 512-byte grid touch one line more than they fill.
        const auto first = static_cast<std::uint64_t>(static_cast<std::uint8_t *>(m_call.gm.data) - m_buffer->data);
        if (first % 512 != 0 && m_rowBytes >= 512)
            factor = std::min(profile.unalignedFactor, static_cast<double>(m_rowBytes + 512) / static_cast<double>(m_rowBytes));
        instruction.gmBytes = bytes * factor;
        instruction.bypass = m_call.gm.cacheBypassed;
        (m_load ? m_core.gmRead : m_core.gmWritten) += m_rows * m_rowBytes;
    }
    instruction.latency = curve.micros(bytes) * factor * profile.megahertz;
    instruction.occupancy = std::max(curve.minimumOccupancy, curve.occupancyMicros(bytes) * factor * profile.megahertz);
    m_core.timeline.run(instruction);
    m_core.announce();
}

} // namespace

void copy(const abi::CopyCall &call)
{
    CopyRun(enter(at(call.pc)), call).run();
}

} // namespace sage::npu::calls
