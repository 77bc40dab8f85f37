#include "tests/house/arrows.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace sage::house {

namespace {

struct Include {
    std::string name;
    int line = 0;
    bool quoted = false;
};

[[nodiscard]] std::vector<Include> includesOf(const SourceFile &file)
{
    static const std::regex pattern(R"(^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"])");
    std::vector<Include> includes;
    const std::string code = withoutComments(file.text);
    std::istringstream in(code);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        std::smatch match;
        if (std::regex_search(line, match, pattern))
            includes.push_back({ match[2], number, match[1] == "\"" });
    }
    return includes;
}

/// "core/store/journal.h" -> "store"; empty for what is not in a room.
[[nodiscard]] std::string roomOf(const std::string &path)
{
    if (!path.starts_with("core/"))
        return {};
    const std::size_t end = path.find('/', 5);
    return end == std::string::npos ? std::string() : path.substr(5, end - 5);
}

[[nodiscard]] std::string floorOf(const std::string &path)
{
    return path.substr(0, path.find('/'));
}

/// Kernels see these headers and their own folder only; how the room's engine side includes them is the room's affair.
[[nodiscard]] bool isKernelHeader(const std::string &path)
{
    return path.starts_with("core/npu/include/");
}

[[nodiscard]] std::string qtModuleOf(const std::string &header, const std::map<std::string, std::string> &qtModules)
{
    const std::size_t slash = header.find('/');
    if (slash != std::string::npos)
        return header.starts_with("Qt") ? header.substr(2, slash - 2) : std::string();
    const auto it = qtModules.find(header);
    return it == qtModules.end() ? std::string() : it->second;
}

/// Qt modules that the room or a room below it links: "Core", "Sql".
[[nodiscard]] std::set<std::string> qtModulesOf(const Rooms &rooms, const std::string &room)
{
    std::set<std::string> modules;
    for (const std::string &below : reachable(rooms, room)) {
        const auto it = rooms.find(below);
        if (it == rooms.end())
            continue;
        for (const std::string &library : it->second.links) {
            if (library.starts_with("Qt6::"))
                modules.insert(library.substr(5));
        }
    }
    return modules;
}

/// Why the include may not be written there; empty if it may.
[[nodiscard]] std::string objection(const std::string &from, const std::string &to, const Rooms &rooms)
{
    const std::string fromFloor = floorOf(from);
    const std::string toFloor = floorOf(to);
    if (toFloor == "tests" || (fromFloor == "core" && (toFloor == "ui" || toFloor == "app")) || (fromFloor == "ui" && toFloor == "app"))
        return fromFloor + " includes " + to + ": arrows go down only";
    const std::string fromRoom = roomOf(from);
    const std::string toRoom = roomOf(to);
    if (fromRoom.empty() || toRoom.empty() || reachable(rooms, fromRoom).count(toRoom))
        return {};
    return "the room " + fromRoom + " includes " + to + ", but core/CMakeLists.txt gives it no arrow to " + toRoom;
}

/// Strongly connected parts by Tarjan's algorithm, kept as a class because it recurses over its own state.
class Cycles
{
public:
    explicit Cycles(const std::map<std::string, std::set<std::string>> &graph)
        : m_graph(graph)
    {
        for (const auto &[node, targets] : graph) {
            if (!m_index.count(node))
                visit(node);
        }
    }

    std::vector<std::vector<std::string>> parts;

private:
    void visit(const std::string &node)
    {
        const int index = static_cast<int>(m_index.size());
        m_index[node] = index;
        m_low[node] = index;
        m_stack.push_back(node);
        for (const std::string &next : m_graph.at(node)) {
            if (!m_index.count(next)) {
                visit(next);
                m_low[node] = std::min(m_low[node], m_low[next]);
            } else if (std::find(m_stack.begin(), m_stack.end(), next) != m_stack.end()) {
                m_low[node] = std::min(m_low[node], m_index[next]);
            }
        }
        if (m_low[node] == index)
            take(node);
    }

    void take(const std::string &node)
    {
        const auto begin = std::find(m_stack.begin(), m_stack.end(), node);
        std::vector<std::string> part(begin, m_stack.end());
        m_stack.erase(begin, m_stack.end());
        std::sort(part.begin(), part.end());
        parts.push_back(std::move(part));
    }

    const std::map<std::string, std::set<std::string>> &m_graph;
    std::map<std::string, int> m_index;
    std::map<std::string, int> m_low;
    std::vector<std::string> m_stack;
};

[[nodiscard]] bool isClassAndPrivateHalf(const std::vector<std::string> &part)
{
    if (part.size() != 2)
        return false;
    const std::string &first = part[0];
    return first.ends_with(".h") && part[1] == first.substr(0, first.size() - 2) + "_p.h";
}

} // namespace

Rooms readRooms(std::string_view cmakeText)
{
    static const std::regex call(R"(sage_room\s*\(([^)]*)\))");
    std::string text;
    std::istringstream lines{ std::string(cmakeText) };
    for (std::string line; std::getline(lines, line);)
        text += line.substr(0, line.find('#')) + "\n";
    Rooms rooms;
    for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it) {
        std::istringstream words((*it)[1]);
        Room room;
        words >> room.name;
        std::string folder = room.name;
        std::string keyword;
        for (std::string word; words >> word;) {
            if (word == "FOLDER" || word == "DEPENDS" || word == "LINK")
                keyword = word;
            else if (keyword == "FOLDER")
                folder = word;
            else if (keyword == "DEPENDS")
                room.depends.insert(word);
            else
                room.links.insert(word);
        }
        rooms.emplace(folder, std::move(room));
    }
    return rooms;
}

std::set<std::string> reachable(const Rooms &rooms, const std::string &room)
{
    std::set<std::string> seen;
    std::vector<std::string> open{ room };
    while (!open.empty()) {
        const std::string at = open.back();
        open.pop_back();
        if (!seen.insert(at).second || !rooms.count(at))
            continue;
        const std::set<std::string> &below = rooms.at(at).depends;
        open.insert(open.end(), below.begin(), below.end());
    }
    return seen;
}

std::vector<Finding> checkArrows(const std::vector<SourceFile> &files, const Rooms &rooms, const std::map<std::string, std::string> &qtModules)
{
    std::vector<Finding> findings;
    for (const SourceFile &file : files) {
        const std::string room = roomOf(file.path);
        if (!room.empty() && !rooms.count(room))
            findings.push_back({ file.path, 0, "the room " + room + " is not declared in core/CMakeLists.txt" });
        const std::set<std::string> allowed = qtModulesOf(rooms, room);
        for (const Include &include : includesOf(file)) {
            if (include.quoted) {
                const std::string why = objection(file.path, include.name, rooms);
                if (!why.empty())
                    findings.push_back({ file.path, include.line, why });
                const bool fromRoot = include.name.find('/') != std::string::npos || include.name.ends_with(".moc") || isKernelHeader(file.path);
                if (!fromRoot)
                    findings.push_back({ file.path, include.line, "\"" + include.name + "\" is not written from the project's root" });
            }
            const std::string module = qtModuleOf(include.name, qtModules);
            if (!room.empty() && !module.empty() && !allowed.count(module))
                findings.push_back({ file.path, include.line, "<" + include.name + "> belongs to Qt " + module + ", which the room " + room + " does not link" });
        }
    }
    return findings;
}

std::vector<Finding> checkLinks(const Rooms &rooms)
{
    static const std::set<std::string> barred = { "Qt6::Gui", "Qt6::Widgets", "Qt6::Charts", "Qt6::Svg", "Qt6::PrintSupport", "Qt6::OpenGL", "Qt6::Quick" };
    std::vector<Finding> findings;
    for (const auto &[folder, room] : rooms) {
        for (const std::string &library : room.links) {
            if (barred.count(library))
                findings.push_back({ "core/CMakeLists.txt", 0, "the room " + room.name + " links " + library + ": no Widgets or Gui in core" });
        }
    }
    return findings;
}

std::vector<Finding> checkCycles(const std::vector<SourceFile> &files)
{
    std::map<std::string, std::set<std::string>> graph;
    for (const SourceFile &file : files)
        graph[file.path];
    for (const SourceFile &file : files) {
        for (const Include &include : includesOf(file)) {
            // Kernel headers include each other by bare name.
            const std::string sibling = file.path.substr(0, file.path.rfind('/') + 1) + include.name;
            if (graph.count(include.name))
                graph[file.path].insert(include.name);
            else if (include.quoted && graph.count(sibling))
                graph[file.path].insert(sibling);
        }
    }
    std::vector<Finding> findings;
    for (const std::vector<std::string> &part : Cycles(graph).parts) {
        if (part.size() < 2 || isClassAndPrivateHalf(part))
            continue;
        std::string names;
        for (const std::string &name : part)
            names += " " + name;
        findings.push_back({ part.front(), 0, "an include cycle:" + names });
    }
    return findings;
}

} // namespace sage::house
