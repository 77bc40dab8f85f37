#include "tests/house/sourcetree.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace sage::house {

namespace {

namespace fs = std::filesystem;

[[nodiscard]] std::string readText(const fs::path &path)
{
    std::ifstream in(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>() };
}

[[nodiscard]] std::vector<std::string> splitAtNul(const std::string &text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\0', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// Paths in git's index; empty where git or its folder is missing.
[[nodiscard]] std::vector<std::string> gitPaths(const fs::path &root)
{
    // safe.directory: a clone that belongs to another user is read, nothing in it is run.
    const std::string command = "git -c safe.directory='*' -C '" + root.string() + "' ls-files -z 2>/dev/null";
    std::FILE *pipe = ::popen(command.c_str(), "r");
    if (!pipe)
        return {};
    std::string output;
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
        output.append(buffer.data(), count);
    ::pclose(pipe);
    return splitAtNul(output);
}

[[nodiscard]] std::vector<std::string> walkedPaths(const fs::path &root)
{
    std::vector<std::string> paths;
    for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
        const std::string name = it->path().filename().string();
        if (it->is_directory() && (name.starts_with('.') || name == "build"))
            it.disable_recursion_pending();
        else if (it->is_regular_file())
            paths.push_back(fs::relative(it->path(), root).generic_string());
    }
    return paths;
}

/// A scanner that knows which part of C++ text it is in and blanks what is not wanted.
class Blanker
{
public:
    Blanker(std::string_view text, bool literals)
        : m_out(text), m_text(text), m_blankLiterals(literals)
    {
    }

    std::string run()
    {
        while (m_at < m_text.size()) {
            if (m_text.substr(m_at).starts_with("//"))
                skipTo(endOfLine(m_at), true);
            else if (m_text.substr(m_at).starts_with("/*"))
                skipTo(after("*/", m_at + 2), true);
            else if (m_blankLiterals && m_text[m_at] == '#' && firstOnLine(m_at))
                skipTo(endOfLine(m_at), true);
            else if (m_text.substr(m_at).starts_with("R\"") && !identifierBefore(m_at))
                skipTo(endOfRaw(m_at), m_blankLiterals);
            else if (m_text[m_at] == '"' || (m_text[m_at] == '\'' && !digitBefore(m_at)))
                skipTo(endOfQuoted(m_at), m_blankLiterals);
            else
                ++m_at;
        }
        return std::move(m_out);
    }

private:
    void skipTo(std::size_t end, bool blank)
    {
        for (; m_at < end; ++m_at) {
            if (blank && m_out[m_at] != '\n')
                m_out[m_at] = ' ';
        }
    }

    std::size_t after(std::string_view mark, std::size_t from) const
    {
        const std::size_t found = m_text.find(mark, from);
        return found == std::string_view::npos ? m_text.size() : found + mark.size();
    }

    std::size_t endOfLine(std::size_t from) const
    {
        std::size_t end = std::min(m_text.find('\n', from), m_text.size());
        while (end < m_text.size() && m_text[end - 1] == '\\')
            end = std::min(m_text.find('\n', end + 1), m_text.size());
        return end;
    }

    std::size_t endOfQuoted(std::size_t from) const
    {
        const char quote = m_text[from];
        for (std::size_t i = from + 1; i < m_text.size(); ++i) {
            if (m_text[i] == '\\')
                ++i;
            else if (m_text[i] == quote || m_text[i] == '\n')
                return i + 1;
        }
        return m_text.size();
    }

    std::size_t endOfRaw(std::size_t from) const
    {
        const std::size_t open = m_text.find('(', from);
        if (open == std::string_view::npos)
            return m_text.size();
        const std::string close = ")" + std::string(m_text.substr(from + 2, open - from - 2)) + "\"";
        return after(close, open);
    }

    bool firstOnLine(std::size_t at) const
    {
        while (at > 0 && (m_text[at - 1] == ' ' || m_text[at - 1] == '\t'))
            --at;
        return at == 0 || m_text[at - 1] == '\n';
    }

    // 1'000: a digit separator, not a character.
    bool digitBefore(std::size_t at) const { return at > 0 && std::isxdigit(static_cast<unsigned char>(m_text[at - 1])) && !wordBefore(at); }
    // u8'a' and L'a' end in something that is no digit separator.
    bool wordBefore(std::size_t at) const
    {
        std::size_t begin = at;
        while (begin > 0 && (std::isalnum(static_cast<unsigned char>(m_text[begin - 1])) || m_text[begin - 1] == '\''))
            --begin;
        return !std::isdigit(static_cast<unsigned char>(m_text[begin]));
    }
    bool identifierBefore(std::size_t at) const
    {
        return at > 0 && (std::isalnum(static_cast<unsigned char>(m_text[at - 1])) || m_text[at - 1] == '_') && m_text[at - 1] != 'u'
            && m_text[at - 1] != '8' && m_text[at - 1] != 'L' && m_text[at - 1] != 'U';
    }

    std::string m_out;
    std::string_view m_text;
    bool m_blankLiterals;
    std::size_t m_at = 0;
};

} // namespace

std::vector<SourceFile> readTree(const fs::path &root, const std::vector<std::string> &folders, const std::vector<std::string> &suffixes)
{
    std::vector<SourceFile> files;
    for (const std::string &folder : folders) {
        if (!fs::is_directory(root / folder))
            continue;
        for (const fs::directory_entry &entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string suffix = entry.path().extension().string();
            if (entry.is_regular_file() && std::find(suffixes.begin(), suffixes.end(), suffix) != suffixes.end())
                files.push_back({ fs::relative(entry.path(), root).generic_string(), readText(entry.path()) });
        }
    }
    std::sort(files.begin(), files.end(), [](const SourceFile &a, const SourceFile &b) { return a.path < b.path; });
    return files;
}

std::vector<SourceFile> readTracked(const fs::path &root)
{
    std::vector<std::string> paths = gitPaths(root);
    if (paths.empty())
        paths = walkedPaths(root);
    std::sort(paths.begin(), paths.end());
    std::vector<SourceFile> files;
    for (const std::string &path : paths) {
        if (fs::is_regular_file(root / path))
            files.push_back({ path, readText(root / path) });
    }
    return files;
}

std::string codeOnly(std::string_view text)
{
    return Blanker(text, true).run();
}

std::string withoutComments(std::string_view text)
{
    return Blanker(text, false).run();
}

int lineAt(std::string_view text, std::size_t offset)
{
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n'));
}

std::string asText(std::vector<Finding> findings)
{
    std::stable_sort(findings.begin(), findings.end(), [](const Finding &a, const Finding &b) { return a.fatal && !b.fatal; });
    std::string text;
    for (const Finding &finding : findings) {
        text += finding.path;
        if (finding.line > 0)
            text += ":" + std::to_string(finding.line);
        text += ": " + finding.message + "\n";
    }
    return text;
}

bool anyFatal(const std::vector<Finding> &findings)
{
    return std::any_of(findings.begin(), findings.end(), [](const Finding &finding) { return finding.fatal; });
}

} // namespace sage::house
