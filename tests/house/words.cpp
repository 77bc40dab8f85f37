#include "tests/house/words.h"

#include <regex>

namespace sage::house {

namespace {

struct Place {
    std::regex pattern;
    const char *what;
};

[[nodiscard]] const std::vector<Place> &places()
{
    // The backslashes keep these patterns from finding themselves.
    static const std::vector<Place> all = {
        { std::regex(R"(\b(?:deb|security|snapshot|archive|ports|mirrors?|ftp|httpredir|packages)\.[a-z0-9.-]*(?:debian|ubuntu)\.(?:org|com|net))"), "a package server's name" },
        { std::regex(R"(\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|crates\.io|golang\.org|pkg\.dev|rubygems\.org|maven\.org))"), "a package server's name" },
        { std::regex(R"((?:^|[^A-Za-z0-9_.$}/-])\/(?:work\/(?:main|shared|\.)|tmp\/w\/|home\/[a-z0-9_]+\/))"), "a path of one machine" },
    };
    return all;
}

[[nodiscard]] bool isBinary(const std::string &text)
{
    return text.substr(0, 8000).find('\0') != std::string::npos;
}

} // namespace

std::vector<Finding> checkPlaces(const std::vector<SourceFile> &files)
{
    std::vector<Finding> findings;
    for (const SourceFile &file : files) {
        if (isBinary(file.text))
            continue;
        int number = 1;
        for (std::size_t begin = 0; begin < file.text.size(); ++number) {
            const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
            const std::string line = file.text.substr(begin, end - begin);
            begin = end + 1;
            for (const Place &place : places()) {
                // Lines of data are long and hold no names of machines; regex recursion has its limits.
                std::smatch match;
                if (line.size() < 4000 && std::regex_search(line, match, place.pattern))
                    findings.push_back({ file.path, number, std::string(place.what) + ": " + match.str() });
            }
        }
    }
    return findings;
}

std::set<std::string> operatorNames(const std::vector<SourceFile> &cards)
{
    static const std::regex pattern(R"((?:^|\n)name:[ \t]*["']?([A-Za-z0-9_]+))");
    std::set<std::string> names;
    for (const SourceFile &card : cards) {
        std::smatch match;
        if (std::regex_search(card.text, match, pattern))
            names.insert(match[1]);
    }
    return names;
}

std::set<std::string> languageWords(const std::vector<SourceFile> &headers, const std::set<std::string> &names)
{
    std::set<std::string> words;
    for (const SourceFile &header : headers) {
        const std::string code = withoutComments(header.text);
        for (const std::string &name : names) {
            if (std::regex_search(code, std::regex("\\b" + name + "\\b")))
                words.insert(name);
        }
    }
    return words;
}

std::vector<Finding> checkNames(const std::vector<SourceFile> &files, const std::set<std::string> &names)
{
    std::vector<Finding> findings;
    for (const SourceFile &file : files) {
        const std::string code = withoutComments(file.text);
        for (const std::string &name : names) {
            const std::regex word("\\b" + name + "\\b");
            for (std::sregex_iterator it(code.begin(), code.end(), word), end; it != end; ++it)
                findings.push_back({ file.path, lineAt(code, static_cast<std::size_t>(it->position())), "the operator's name " + name });
        }
    }
    return findings;
}

} // namespace sage::house
