#include "core/generate/identifier.h"

#include "core/model/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace sage::lowering {

namespace {

/// Names in small letters that the lowering itself writes: locals, members, parameters. A test reads them out of generated
/// kernels, so that none is forgotten here.
[[nodiscard]] bool isTaken(const std::string &name)
{
    static const std::set<std::string> taken{
        "args", "calc", "column", "count", "first", "hop", "in", "kept", "lanes", "last", "none", "offset", "out", "part", "pipe", "pitch", "printf", "reduced", "row",
        "rowLength", "rows", "scratch", "span", "spare", "tiling", "total", "width", "work", "workspace", "r", "i", "at", "so", "core", "cores", "share", "each", "extra",
        "grains", "slice", "slices", "inner", "outer", "unit", "units", "run", "runs", "start", "chunks", "element", "arriving", "sofar", "result", "length", "other",
        "whole", "bytes", "filled", "gap", "rank", "shape", "smallest", "wider", "op", "shapes", "parts", "to", "from", "id", "which", "shared", "left", "temporarySize", "likely", "unlikely", "columns", "axis"};
    return taken.contains(name) || isReservedName(name);
}

/// Names that the lowering makes from a card's names end like this.
[[nodiscard]] bool looksDerived(std::string_view name)
{
    static constexpr std::array endings{"Gm", "Queue", "In", "Out", "Temp", "Tile", "Buffer", "Piece", "Parts", "Index", "Inner", "Size", "Address", "Once", "Filled", "Value"};
    if (std::any_of(endings.begin(), endings.end(), [name](std::string_view ending) { return name.ends_with(ending); }))
        return true;
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    return name.substr(0, digits).ends_with("Part");
}

} // namespace

std::string identifier(const std::string &name)
{
    std::string text;
    for (const char c : name)
        text += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
    // Classes, functions, types, constants and macros begin with a capital, or with k and a capital.
    const auto at = [&text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>('_'); };
    if (!std::islower(at(0)) || (at(0) == 'k' && std::isupper(at(1))) || text.starts_with("v_"))
        text = "v_" + text;
    return isTaken(text) || looksDerived(text) ? text + "Value" : text;
}

std::string commentText(std::string text)
{
    std::replace_if(text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
    while (!text.empty() && (text.back() == '\\' || text.back() == ' '))
        text.pop_back();
    return text;
}

} // namespace sage::lowering
