#include "core/generate/faults.h"

#include <algorithm>

namespace sage {

namespace {

bool replaceFirst(std::string &text, std::string_view what, std::string_view with, std::size_t from = 0)
{
    const std::size_t at = text.find(what, from);
    if (at == std::string::npos)
        return false;
    text.replace(at, what.size(), with);
    return true;
}

/// Takes out the first line that holds `what`.
bool dropLine(std::string &text, std::string_view what)
{
    const std::size_t at = text.find(what);
    if (at == std::string::npos)
        return false;
    const std::size_t first = text.rfind('\n', at) + 1, last = text.find('\n', at);
    text.erase(first, last == std::string::npos ? std::string::npos : last + 1 - first);
    return true;
}

/// Every core takes the first share, so that most of the output is never written.
bool partialOutput(std::string &text)
{
    return replaceFirst(text, "GetBlockIdx() * share", "GetBlockIdx() / share") || replaceFirst(text, "const uint64_t core = GetBlockIdx();", "const uint64_t core = 0;");
}

bool largeBuffers(std::string &text)
{
    const std::string_view head = "constexpr uint32_t kTileLength = ";
    const std::size_t at = text.find(head);
    if (at == std::string::npos)
        return false;
    text.insert(at + head.size(), "16 * ");
    return true;
}

bool droppedTail(std::string &text)
{
    return replaceFirst(text, "DataCopyPad(to, from, DataCopyExtParams(1, count * static_cast<uint32_t>(sizeof(T)), 0, 0, 0));", "DataCopy(to, from, count);");
}

bool libraryMathematics(std::string &text)
{
    return replaceFirst(text, "        total = ", "        const float unit = rsqrtf(1.0f);\n        total = static_cast<int64_t>(unit) * ");
}

bool wrongName(std::string &text)
{
    return replaceFirst(text, "        DataCopyPad(", "        DataCopyPadded(") || replaceFirst(text, "    DataCopyPad(", "    DataCopyPadded(") || replaceFirst(text, "    DataCopy(", "    DataCopyIn(");
}

bool halfAccumulation(std::string &text)
{
    return replaceFirst(text, "using Calc = float;", "using Calc = half;");
}

bool unjoinedParts(std::string &text)
{
    const std::size_t at = text.find(" = JoinedBy");
    if (at == std::string::npos)
        return false;
    const std::size_t first = text.rfind('\n', at) + 1, last = text.find('\n', at);
    text.erase(first, last + 1 - first);
    return true;
}

} // namespace

const std::vector<Fault> &faultKinds()
{
    static const std::vector<Fault> kinds{
        {"partial-output", 0.18}, {"unjoined-parts", 0.08}, {"large-buffers", 0.17}, {"dropped-tail", 0.17}, {"library-mathematics", 0.10},
        {"missing-enqueue", 0.10}, {"missing-free", 0.06}, {"half-accumulation", 0.07}, {"wrong-name", 0.07},
    };
    return kinds;
}

bool injectFault(std::string &text, std::string_view name)
{
    if (name == "partial-output")
        return partialOutput(text);
    if (name == "unjoined-parts")
        return unjoinedParts(text);
    if (name == "large-buffers")
        return largeBuffers(text);
    if (name == "dropped-tail")
        return droppedTail(text);
    if (name == "library-mathematics")
        return libraryMathematics(text);
    if (name == "missing-enqueue")
        return dropLine(text, ".EnQue(");
    if (name == "missing-free")
        return dropLine(text, ".FreeTensor(");
    if (name == "half-accumulation")
        return halfAccumulation(text);
    return name == "wrong-name" && wrongName(text);
}

std::vector<std::string> injectFaults(KernelSource &kernel, double rate, Random &random)
{
    std::vector<std::string> injected;
    if (kernel.files.empty())
        return injected;
    double chance = rate;
    for (int i = 0; i < 2; ++i, chance *= rate) {
        const bool wanted = random.uniform() < chance;
        double at = random.uniform();
        if (!wanted)
            continue;
        for (const Fault &kind : faultKinds()) {
            at -= kind.share;
            if (at < 0) {
                if (std::find(injected.begin(), injected.end(), kind.name) == injected.end() && injectFault(kernel.files.front().text, kind.name))
                    injected.emplace_back(kind.name);
                break;
            }
        }
    }
    return injected;
}

} // namespace sage
