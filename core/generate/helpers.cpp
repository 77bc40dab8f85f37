#include "core/generate/helpers.h"

#include "core/generate/sourcetext.h"

#include <functional>

namespace sage::lowering {

namespace {

bool names(const std::string &text, const std::string &word)
{
    return text.find(word) != std::string::npos;
}

void writeLoad(SourceText &text, const Plan &plan)
{
    text.line("template<typename T>");
    text.function("__aicore__ inline void Load(const LocalTensor<T> &to, const GlobalTensor<T> &from, uint32_t count)");
    switch (plan.tail) {
    case TailHandling::None: text.line("DataCopy(to, from, count);"); break;
    case TailHandling::Padded:
        text.line("const uint32_t bytes = count * static_cast<uint32_t>(sizeof(T));");
        text.line("DataCopyPad(to, from, DataCopyExtParams(1, bytes, 0, 0, 0), DataCopyPadExtParams<T>(false, 0, 0, static_cast<T>(0)));");
        break;
    case TailHandling::BackStep: text.line("DataCopy(to, from, AlignUp(count, kBlock<T>)); // whole blocks"); break;
    case TailHandling::Scalar:
        text.line("const uint32_t whole = count / kBlock<T> * kBlock<T>;");
        text.open("if (whole > 0)");
        text.line("DataCopy(to, from, whole);");
        text.close();
        text.open("for (uint32_t i = whole; i < count; ++i)");
        text.line("to.SetValue(i, from.GetValue(i));");
        text.close();
        text.open("if (whole < count)");
        text.line("WaitForScalar();");
        text.close();
        break;
    }
    text.close();
    text.blank();
}

void writeStore(SourceText &text, const Plan &plan)
{
    text.line("template<typename T>");
    text.function("__aicore__ inline void Store(const GlobalTensor<T> &to, const LocalTensor<T> &from, uint32_t count)");
    switch (plan.tail) {
    case TailHandling::None: text.line("DataCopy(to, from, count);"); break;
    case TailHandling::Padded: text.line("DataCopyPad(to, from, DataCopyExtParams(1, count * static_cast<uint32_t>(sizeof(T)), 0, 0, 0));"); break;
    case TailHandling::BackStep: text.line("DataCopy(to, from, AlignUp(count, kBlock<T>)); // whole blocks"); break;
    case TailHandling::Scalar:
        text.line("const uint32_t whole = count / kBlock<T> * kBlock<T>;");
        text.open("if (whole > 0)");
        text.line("DataCopy(to, from, whole);");
        text.close();
        text.open("if (whole < count)");
        text.line("WaitForVector();");
        text.close();
        text.open("for (uint32_t i = whole; i < count; ++i)");
        text.line("to.SetValue(i, from.GetValue(i));");
        text.line("DataCacheCleanAndInvalid<T, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(to[i]);");
        text.close();
        break;
    }
    text.close();
    text.blank();
}

/// Rows of `width` elements, `gap` elements apart in global memory and `pitch` from start to start on chip.
void writeRowMoves(SourceText &text, const Plan &plan)
{
    const bool strided = plan.moves == Moves::Strided && plan.tail == TailHandling::Padded;
    text.line("/// `rows` rows of `width` elements, `gap` elements apart in global memory, `pitch` from start to start on chip.");
    text.line("template<typename T>");
    text.function("__aicore__ inline void LoadRows(const LocalTensor<T> &to, const GlobalTensor<T> &from, uint32_t rows, uint32_t width, uint64_t gap, uint32_t pitch)");
    if (strided) {
        text.open("if (gap == 0 && width == pitch)");
        text.line("Load(to, from, rows * width);");
        text.line("return;");
        text.close();
        text.line("const uint32_t bytes = width * static_cast<uint32_t>(sizeof(T)), filled = AlignUp(width, kBlock<T>);");
        text.line("DataCopyPad(to, from, DataCopyExtParams(static_cast<uint16_t>(rows), bytes, static_cast<uint32_t>(gap * sizeof(T)), (pitch - filled) / kBlock<T>, 0),");
        text.line("            DataCopyPadExtParams<T>(true, 0, static_cast<uint8_t>(filled - width), static_cast<T>(0)));");
    } else {
        text.open("for (uint32_t r = 0; r < rows; ++r)");
        text.line("Load(to[r * pitch], from[r * (width + gap)], width);");
        text.close();
    }
    text.close();
    text.blank();
    text.line("template<typename T>");
    text.function("__aicore__ inline void StoreRows(const GlobalTensor<T> &to, const LocalTensor<T> &from, uint32_t rows, uint32_t width, uint32_t pitch)");
    if (strided) {
        text.open("if (width == pitch)");
        text.line("Store(to, from, rows * width);");
        text.line("return;");
        text.close();
        text.line("const uint32_t bytes = width * static_cast<uint32_t>(sizeof(T));");
        text.line("DataCopyPad(to, from, DataCopyExtParams(static_cast<uint16_t>(rows), bytes, (pitch - AlignUp(width, kBlock<T>)) / kBlock<T>, 0, 0));");
    } else {
        text.open("for (uint32_t r = 0; r < rows; ++r)");
        text.line("Store(to[static_cast<uint64_t>(r) * width], from[r * pitch], width);");
        text.close();
    }
    text.close();
    text.blank();
}

/// From a stored type to Calc and back. One-byte types have no direct way to float: half lies between.
void writeRecast(SourceText &text)
{
    text.line("template<typename T, typename U>");
    text.function("__aicore__ inline void Recast(const LocalTensor<T> &to, const LocalTensor<U> &from, RoundMode mode, uint32_t count)");
    text.open("if constexpr (std::is_same_v<T, U>)");
    text.line("Adds(to, from, static_cast<T>(0), count);");
    text.close("} else {");
    text.line("    Cast(to, from, mode, count);");
    text.line("}");
    text.close();
    text.blank();
}

void writeWiden(SourceText &text, bool hop)
{
    const std::string extra = hop ? ", const LocalTensor<half> &hop" : "";
    text.line("/// The elements as Calc: in the tensor itself where it has that type, else in `spare`.");
    text.line("template<typename T>");
    text.function("__aicore__ inline LocalTensor<Calc> Widened(const LocalTensor<T> &from, const LocalTensor<Calc> &spare" + extra + ", uint32_t count)");
    text.open("if constexpr (std::is_same_v<T, Calc>)");
    text.line("return from;");
    if (hop) {
        text.close("} else if constexpr (sizeof(T) == 1) {");
        text.line("    Cast(hop, from, RoundMode::CAST_NONE, count);");
        text.line("    Recast(spare, hop, std::is_integral_v<Calc> ? RoundMode::CAST_RINT : RoundMode::CAST_NONE, count);");
        text.line("    return spare;");
        text.line("} else {");
    } else {
        text.close("} else {");
    }
    text.line("    Cast(spare, from, std::is_same_v<T, float> ? RoundMode::CAST_RINT : RoundMode::CAST_NONE, count);");
    text.line("    return spare;");
    text.line("}");
    text.close();
    text.blank();
}

void writeNarrow(SourceText &text, bool hop)
{
    const std::string extra = hop ? ", const LocalTensor<half> &hop" : "";
    text.line("/// Calc as the stored type. To integers towards zero, else to the nearest.");
    text.line("template<typename T>");
    text.function("__aicore__ inline void Narrowed(const LocalTensor<T> &to, const LocalTensor<Calc> &from" + extra + ", uint32_t count)");
    text.open("if constexpr (std::is_same_v<T, Calc>)");
    text.line("return; // computed in place");
    if (hop) {
        text.close("} else if constexpr (sizeof(T) == 1) {");
        text.line("    LocalTensor<float> whole = from.template ReinterpretCast<float>();");
        text.open("    if constexpr (std::is_integral_v<Calc>)");
        text.line("    Cast(whole, from, RoundMode::CAST_NONE, count);");
        text.line("    Cast(hop, whole, RoundMode::CAST_RINT, count);");
        text.close("    } else {");
        text.line("        Recast(hop, from, RoundMode::CAST_RINT, count);");
        text.line("    }");
        text.line("    Cast(to, hop, RoundMode::CAST_TRUNC, count);");
        text.line("} else {");
    } else {
        text.close("} else {");
    }
    text.line("    constexpr bool wider = sizeof(T) > sizeof(Calc) || (std::is_integral_v<T> && std::is_integral_v<Calc>);");
    text.line("    Cast(to, from, wider ? RoundMode::CAST_NONE : std::is_integral_v<T> ? RoundMode::CAST_TRUNC : RoundMode::CAST_RINT, count);");
    text.line("}");
    text.close();
    text.blank();
}

void writeTarget(SourceText &text)
{
    text.line("/// Where a result is computed: in the outgoing tensor where that has the type, else in `spare`.");
    text.line("template<typename T>");
    text.function("__aicore__ inline LocalTensor<Calc> Target(const LocalTensor<T> &out, const LocalTensor<Calc> &spare)");
    text.open("if constexpr (std::is_same_v<T, Calc>)");
    text.line("return out;");
    text.close("} else {");
    text.line("    return spare;");
    text.line("}");
    text.close();
    text.blank();
}

void writeConverted(SourceText &text, bool hop)
{
    const std::string extra = hop ? ", const LocalTensor<half> &hop" : "", pass = hop ? ", hop" : "";
    text.line("/// A copy of the elements in another tensor, converted where the types differ.");
    text.line("template<typename T, typename U>");
    text.function("__aicore__ inline void Converted(const LocalTensor<T> &to, const LocalTensor<U> &from" + extra + ", uint32_t count)");
    text.open("if constexpr (std::is_same_v<T, U>)");
    text.line("Adds(to, from, static_cast<T>(0), count);");
    text.close("} else if constexpr (std::is_same_v<U, Calc>) {");
    text.line("    Narrowed(to, from" + pass + ", count);");
    text.line("} else {");
    text.line("    (void)Widened(from, to" + pass + ", count);");
    text.line("}");
    text.close();
    text.blank();
}

void writeRounding(SourceText &text, const std::string &used)
{
    if (names(used, "RoundTo(")) {
        text.line("/// Whole numbers by way of integers; good below 2^31.");
        text.function("__aicore__ inline void RoundTo(const LocalTensor<Calc> &to, const LocalTensor<Calc> &from, RoundMode mode, uint32_t count)");
        text.line("Cast(to.ReinterpretCast<int32_t>(), from, mode, count);");
        text.line("Cast(to, to.ReinterpretCast<int32_t>(), RoundMode::CAST_NONE, count);");
        text.close();
        text.blank();
    }
    if (names(used, "RoundThrough(")) {
        text.line("template<typename T>");
        text.function("__aicore__ inline void RoundThrough(const LocalTensor<Calc> &to, const LocalTensor<Calc> &from, const LocalTensor<T> &narrow, uint32_t count)");
        text.line("Cast(narrow, from, RoundMode::CAST_RINT, count);");
        text.line("Cast(to, narrow, RoundMode::CAST_NONE, count);");
        text.close();
        text.blank();
    }
}

void writeExponentTests(SourceText &text, const std::string &used)
{
    if (!names(used, "Exponent"))
        return;
    text.line("/// The bits without the sign, less those of infinity: negative for finite numbers, 0 for infinity, positive for NaN.");
    text.function("__aicore__ inline void BitsFromInfinity(const LocalTensor<float> &to, const LocalTensor<float> &from, uint32_t count)");
    text.line("LocalTensor<uint32_t> bits = to.ReinterpretCast<uint32_t>();");
    text.line("ShiftLeft(bits, from.ReinterpretCast<uint32_t>(), static_cast<uint32_t>(1), count);");
    text.line("ShiftRight(bits, bits, static_cast<uint32_t>(1), count);");
    text.line("LocalTensor<int32_t> whole = to.ReinterpretCast<int32_t>();");
    text.line("Adds(whole, whole, static_cast<int32_t>(-0x7f800000), count);");
    text.line("Cast(to, whole, RoundMode::CAST_NONE, count);");
    text.close();
    text.blank();
    const auto test = [&](const std::string &name, const std::function<void()> &body) {
        if (!names(used, name + "("))
            return;
        text.function("__aicore__ inline void " + name + "(const LocalTensor<float> &to, const LocalTensor<float> &from, uint32_t count)");
        text.line("BitsFromInfinity(to, from, count);");
        body();
        text.line("Mins(to, to, 1.0f, count);");
        if (name == "ExponentAtLimit") {
            text.line("Muls(to, to, -1.0f, count);");
            text.line("Adds(to, to, 1.0f, count);");
        }
        text.close();
        text.blank();
    };
    test("ExponentBelowLimit", [&] {
        text.line("Muls(to, to, -1.0f, count);");
        text.line("Maxs(to, to, 0.0f, count);");
    });
    test("ExponentAtLimit", [&] { text.line("Abs(to, to, count);"); });
    test("ExponentAboveLimit", [&] { text.line("Maxs(to, to, 0.0f, count);"); });
}

void writeShapeHelpers(SourceText &text, const std::string &used)
{
    if (names(used, "AxisOf(") || names(used, "RunLength(")) {
        text.function("__aicore__ inline uint32_t AxisOf(int64_t axis, uint32_t rank)");
        text.line("return static_cast<uint32_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis);");
        text.close();
        text.blank();
    }
    if (names(used, "RunLength(")) {
        text.line("/// Elements from one index of the axis before `axis` to the next.");
        text.function("__aicore__ inline uint64_t RunLength(const uint32_t *shape, uint32_t rank, int64_t axis)");
        text.line("uint64_t length = 1;");
        text.open("for (uint32_t i = AxisOf(axis, rank); i < rank; ++i)");
        text.line("length *= shape[i];");
        text.close();
        text.line("return length;");
        text.close();
        text.blank();
    }
    if (!names(used, "BroadcastRow("))
        return;
    text.line("/// Where a row of the larger shape starts in a tensor that is broadcast to it. Rows count all axes but the last.");
    text.function("__aicore__ inline uint64_t BroadcastRow(uint64_t row, const uint32_t *shape, uint32_t rank, const uint32_t *larger, uint32_t largerRank)");
    text.line("uint64_t start = 0, stride = shape[rank - 1];");
    text.open("for (uint32_t i = 2; i <= largerRank && i <= rank; ++i)");
    text.line("const uint32_t size = larger[largerRank - i], own = shape[rank - i];");
    text.line("start += own == 1 ? 0 : row % size * stride;");
    text.line("row /= size;");
    text.line("stride *= own;");
    text.close();
    text.line("return start;");
    text.close();
    text.blank();
}

void writeSmall(SourceText &text, const std::string &used)
{
    text.function("__aicore__ inline uint64_t Smaller(uint64_t a, uint64_t b)");
    text.line("return a < b ? a : b;");
    text.close();
    text.blank();
    if (names(used, "Larger(")) {
        text.function("__aicore__ inline uint64_t Larger(uint64_t a, uint64_t b)");
        text.line("return a > b ? a : b;");
        text.close();
        text.blank();
    }
    const auto wait = [&](const std::string &name, const std::string &event) {
        if (!names(used, name + "("))
            return;
        text.function("__aicore__ inline void " + name + "()");
        text.line("const int32_t id = static_cast<int32_t>(GetTPipePtr()->FetchEventID(HardEvent::" + event + "));");
        text.line("SetFlag<HardEvent::" + event + ">(id);");
        text.line("WaitFlag<HardEvent::" + event + ">(id);");
        text.close();
        text.blank();
    };
    wait("WaitForVector", "V_S");
    wait("WaitForScalar", "S_V");
    if (names(used, "ReadScalar(")) {
        text.line("template<typename T>");
        text.function("__aicore__ inline float ReadScalar(const GlobalTensor<T> &from, uint64_t at)");
        text.open("if constexpr (std::is_same_v<T, bfloat16_t>)");
        text.line("return ToFloat(from.GetValue(at));");
        text.close("} else {");
        text.line("    return static_cast<float>(from.GetValue(at));");
        text.line("}");
        text.close();
        text.blank();
    }
    if (names(used, "StoreOne(")) {
        text.line("template<typename T>");
        text.function("__aicore__ inline void StoreOne(const GlobalTensor<T> &to, const LocalTensor<T> &from)");
        text.line("DataCopyPad(to, from, DataCopyExtParams(1, sizeof(T), 0, 0, 0));");
        text.close();
        text.blank();
    }
}

void writeConstants(SourceText &text, const Plan &plan, const CalcTypes &types, const std::string &used)
{
    text.line("constexpr uint32_t kTileLength = " + std::to_string(plan.tileLength) + "; // elements");
    text.line("constexpr uint32_t kBufferCount = " + std::to_string(plan.buffers) + (plan.buffers > 1 ? "; // moves overlap with computation" : ";"));
    text.line("constexpr uint32_t kGrain = 64; // elements: shares of cores start at whole blocks in every type");
    if (names(used, "kLane)"))
        text.line("constexpr uint32_t kLane = ONE_BLK_SIZE / kSmallest; // rows start at whole blocks");
    if (names(used, "kLanes"))
        text.line("constexpr uint32_t kLanes = 256 / sizeof(Calc);");
    if (names(used, "kColumnLength"))
        text.line("constexpr uint32_t kColumnLength = 256; // most rows in a tile");
    if (names(used, "kMostCores")) {
        text.line("constexpr uint32_t kMostCores = 64;");
        text.line("constexpr uint32_t kPartLength = ONE_BLK_SIZE / sizeof(float); // a block for each core");
    }
    if (names(used, "kLowest"))
        text.line(std::string("constexpr float kLowest = ") + (types.mayBeHalf() ? "sizeof(Calc) == 2 ? -65504.0f : " : "") + "-3.4e38f;");
    if (names(used, "kStretch"))
        text.line("constexpr float kStretch = std::is_same_v<Calc, int32_t> ? 1.0f : sizeof(Calc) == 2 ? 32768.0f : 3.8e22f; // twice it takes the least positive number above 1");
    if (names(used, "kTanhLimit"))
        text.line("constexpr float kTanhLimit = sizeof(Calc) == 2 ? 5.5f : 9.0f;");
    if (names(used, "kBlock<"))
        text.line("template<typename T>\nconstexpr uint32_t kBlock = ONE_BLK_SIZE / sizeof(T);");
    text.blank();
}

} // namespace

std::string helperText(const Plan &plan, const CalcTypes &types, bool hop, const std::string &used)
{
    SourceText body;
    const bool rows = names(used, "Rows(");
    if (names(used, "Load(") || rows)
        writeLoad(body, plan);
    if (names(used, "Store(") || rows)
        writeStore(body, plan);
    if (names(used, "LoadRows(") || names(used, "StoreRows("))
        writeRowMoves(body, plan);
    const bool converted = names(used, "Converted(");
    if (hop && (converted || names(used, "Widened(") || names(used, "Narrowed(")))
        writeRecast(body);
    if (converted || names(used, "Widened("))
        writeWiden(body, hop);
    if (converted || names(used, "Narrowed("))
        writeNarrow(body, hop);
    if (names(used, "Target("))
        writeTarget(body);
    if (converted)
        writeConverted(body, hop);
    writeRounding(body, used);
    writeExponentTests(body, used);
    writeShapeHelpers(body, used);
    const std::string all = used + body.text();
    SourceText head;
    writeConstants(head, plan, types, all);
    writeSmall(head, all);
    return head.text() + body.text();
}

} // namespace sage::lowering
