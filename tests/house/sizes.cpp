#include "tests/house/sizes.h"

#include <algorithm>
#include <optional>
#include <regex>

namespace sage::house {

namespace {

enum class Scope { Outer, Function, Other };

struct Signature {
    std::string name;
    int parameters = 0;
};

[[nodiscard]] std::size_t matching(std::string_view text, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return std::string_view::npos;
}

/// Parameters between the parentheses; commas inside <>, (), {} and [] do not count.
[[nodiscard]] int countParameters(std::string_view list)
{
    if (list.find_first_not_of(" \t\n") == std::string_view::npos)
        return 0;
    int depth = 0;
    int count = 1;
    for (const char c : list) {
        if (std::string_view("<({[").find(c) != std::string_view::npos)
            ++depth;
        else if (std::string_view(">)}]").find(c) != std::string_view::npos)
            --depth;
        else if (c == ',' && depth == 0)
            ++count;
    }
    return count;
}

[[nodiscard]] std::string identifierEndingAt(std::string_view text, std::size_t end)
{
    while (end > 0 && std::isspace(static_cast<unsigned char>(text[end - 1])))
        --end;
    std::size_t begin = end;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text[begin - 1])) || std::string_view("_:~").find(text[begin - 1]) != std::string_view::npos))
        --begin;
    return std::string(text.substr(begin, end - begin));
}

[[nodiscard]] bool takesParenthesesItself(const std::string &word)
{
    static const std::vector<std::string> words = { "", "decltype", "noexcept", "alignas", "explicit", "requires", "__attribute__", "sizeof" };
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The function that `head`, the text before an opening brace, announces.
[[nodiscard]] std::optional<Signature> signatureOf(std::string_view head)
{
    static const std::regex typeWords(R"(^\s*(?:template\s*<[^{]*>\s*)?(?:typedef\s+)?(?:namespace|class|struct|union|enum|extern|inline\s+namespace)\b)");
    for (std::size_t open = head.find('('); open != std::string_view::npos; open = head.find('(', open + 1)) {
        const std::size_t close = matching(head, open);
        if (close == std::string_view::npos)
            return std::nullopt;
        std::string name = identifierEndingAt(head, open);
        const bool isOperator = head.substr(0, open).find("operator") != std::string_view::npos;
        if (!isOperator && takesParenthesesItself(name)) {
            open = close;
            continue;
        }
        const std::string before(head.substr(0, open));
        if (before.find('=') != std::string::npos && !isOperator)
            return std::nullopt;
        if (std::regex_search(before, typeWords) && before.find('\n') == std::string::npos && before.find("::") == std::string::npos
            && identifierEndingAt(head, open - name.size()).empty())
            return std::nullopt;
        return Signature{ isOperator && name.empty() ? "operator" : name, countParameters(head.substr(open + 1, close - open - 1)) };
    }
    return std::nullopt;
}

/// A brace that initialises a member in a constructor's list: "Thing::Thing() : m_a{".
[[nodiscard]] bool isMemberInitialiser(std::string_view head)
{
    static const std::regex listed(R"(\)\s*(?:noexcept\s*)?:(?!:)[^;]*[A-Za-z0-9_>]\s*$)");
    static const std::regex ended(R"((?:[)}]|\b(?:const|noexcept|override|final|mutable|try))\s*$)");
    const std::string text(head);
    return std::regex_search(text, listed) && !std::regex_search(text, ended);
}

/// `head` without macro calls in front that end no statement: NLOHMANN_DEFINE_TYPE(...), Q_ENUM(...).
[[nodiscard]] std::size_t skipMacroCalls(std::string_view head)
{
    static const std::regex macro(R"(^\s*[A-Z][A-Z0-9_]{2,}\s*\()");
    std::size_t skipped = 0;
    std::match_results<std::string_view::const_iterator> match;
    for (std::string_view rest = head; std::regex_search(rest.begin(), rest.end(), match, macro); rest = head.substr(skipped)) {
        const std::size_t close = matching(head, skipped + static_cast<std::size_t>(match.length()) - 1);
        if (close == std::string_view::npos)
            break;
        skipped = close + 1;
    }
    return skipped;
}

/// Walks the braces of a file and reports each function's body.
class FunctionWalk
{
public:
    FunctionWalk(const SourceFile &file, const Limits &limits, std::vector<Finding> *findings)
        : m_file(file), m_code(codeOnly(file.text)), m_limits(limits), m_findings(findings)
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < m_code.size(); ++i) {
            if (m_code[i] == '{')
                open(i);
            else if (m_code[i] == '}')
                close(i);
            else if (m_code[i] == ';' && parenthesesClosed(i))
                m_head = i + 1;
        }
    }

private:
    struct Level {
        Scope scope;
        std::size_t head;
        Signature signature;
    };

    bool inFunction() const
    {
        return std::any_of(m_levels.begin(), m_levels.end(), [](const Level &level) { return level.scope == Scope::Function; });
    }

    bool parenthesesClosed(std::size_t at) const
    {
        const auto begin = m_code.begin() + static_cast<std::ptrdiff_t>(m_head);
        const auto end = m_code.begin() + static_cast<std::ptrdiff_t>(at);
        return std::count(begin, end, '(') == std::count(begin, end, ')');
    }

    void open(std::size_t at)
    {
        if (!inFunction())
            m_head += skipMacroCalls(std::string_view(m_code).substr(m_head, at - m_head));
        const std::string_view head = std::string_view(m_code).substr(m_head, at - m_head);
        const bool nested = inFunction() || !parenthesesClosed(at) || isMemberInitialiser(head);
        const std::optional<Signature> signature = nested ? std::nullopt : signatureOf(head);
        if (signature)
            m_levels.push_back({ Scope::Function, m_head, *signature });
        else
            m_levels.push_back({ nested ? Scope::Other : Scope::Outer, m_head, {} });
        if (!nested)
            m_head = at + 1;
    }

    void close(std::size_t at)
    {
        if (m_levels.empty())
            return;
        const Level level = m_levels.back();
        m_levels.pop_back();
        if (level.scope == Scope::Function)
            report(level, at);
        if (level.scope != Scope::Other)
            m_head = at + 1;
    }

    void report(const Level &level, std::size_t end)
    {
        const std::size_t begin = std::min(m_code.find_first_not_of(" \t\n", level.head), end);
        const int first = lineAt(m_code, begin);
        const int lines = lineAt(m_code, end) - first + 1;
        note(first, level.signature.name + " has " + std::to_string(lines) + " lines", lines, m_limits.functionLines);
        note(first, level.signature.name + " has " + std::to_string(level.signature.parameters) + " parameters", level.signature.parameters,
             m_limits.parameters);
    }

    void note(int line, const std::string &what, int value, int limit)
    {
        if (value > limit)
            m_findings->push_back({ m_file.path, line, what + ", over " + std::to_string(limit), value > 2 * limit });
    }

    const SourceFile &m_file;
    std::string m_code;
    Limits m_limits;
    std::vector<Finding> *m_findings;
    std::vector<Level> m_levels;
    std::size_t m_head = 0;
};

} // namespace

std::vector<Finding> measure(const SourceFile &file, const Limits &limits)
{
    std::vector<Finding> findings;
    const int lines = static_cast<int>(std::count(file.text.begin(), file.text.end(), '\n'));
    const int limit = file.path.ends_with(".h") ? limits.headerLines : limits.sourceLines;
    if (lines > limit)
        findings.push_back({ file.path, 0, "the file has " + std::to_string(lines) + " lines, over " + std::to_string(limit), lines > 2 * limit });
    FunctionWalk(file, limits, &findings).run();
    return findings;
}

} // namespace sage::house
