#include "core/evaluate/diagnostics.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace sage {

namespace {

constexpr std::string_view kernelFolder = "kernel/";

void replaceAll(std::string &text, std::string_view what, std::string_view with)
{
    if (what.empty())
        return;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

/// GCC's temporary files: "cc" and six random letters, then a suffix.
void replaceTemporaryNames(std::string &text)
{
    const auto isNamePart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = text.find("cc"); at != std::string::npos; at = text.find("cc", at + 2)) {
        if (at + 9 > text.size() || text[at + 8] != '.' || (at > 0 && isNamePart(text[at - 1])))
            continue;
        if (std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at + 2), text.begin() + static_cast<std::ptrdiff_t>(at + 8), isNamePart))
            text.erase(at + 2, 6);
    }
}

[[nodiscard]] int readNumber(std::string_view &text)
{
    int number = 0;
    const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc())
        return -1;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

[[nodiscard]] std::string displayFile(std::string_view file)
{
    if (file.starts_with("./"))
        file.remove_prefix(2);
    if (file.starts_with(kernelFolder))
        return std::string(file.substr(kernelFolder.size()));
    if (file.starts_with('<'))
        return std::string(file);
    return '<' + std::string(file) + '>';
}

/// "file:line:column: rest"; column may be missing.
struct Place {
    std::string_view file;
    int line = 0;
    int column = 0;
    std::string_view rest;
};

[[nodiscard]] bool readPlace(std::string_view text, Place &place)
{
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
        std::string_view after = text.substr(colon + 1);
        const int line = readNumber(after);
        if (line < 0 || after.empty() || after.front() != ':')
            continue;
        place = {text.substr(0, colon), line, 0, after.substr(1)};
        std::string_view columnText = place.rest;
        const int column = readNumber(columnText);
        if (column >= 0 && !columnText.empty() && columnText.front() == ':') {
            place.column = column;
            place.rest = columnText.substr(1);
        }
        return !place.file.empty();
    }
    return false;
}

[[nodiscard]] std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

/// Severity words as GCC prints them, and as they are kept.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> severities{{
    {"fatal error: ", "error"}, {"error: ", "error"}, {"warning: ", "warning"}, {"note: ", "note"}, {"sorry, unimplemented: ", "error"},
    {"internal compiler error: ", "error"}}};

[[nodiscard]] bool readSeverity(std::string_view rest, Diagnostic &diagnostic)
{
    for (const auto &[word, severity] : severities) {
        if (rest.starts_with(word)) {
            diagnostic.severity = severity;
            diagnostic.message = trimmed(rest.substr(word.size()));
            return true;
        }
    }
    return false;
}

[[nodiscard]] bool readLine(std::string_view line, Diagnostic &diagnostic)
{
    Place place;
    if (!readPlace(line, place)) {
        // The driver and the linker speak without a place: "cc1plus: fatal error: ...".
        const std::size_t colon = line.find(": ");
        return colon != std::string_view::npos && line.find(' ') > colon && readSeverity(line.substr(colon + 2), diagnostic) && !diagnostic.message.empty();
    }
    diagnostic.file = displayFile(place.file);
    diagnostic.line = place.line;
    diagnostic.column = place.column;
    const std::string_view rest = trimmed(place.rest);
    if (readSeverity(rest, diagnostic))
        return true;
    const bool inKernel = !diagnostic.file.empty() && diagnostic.file.front() != '<';
    diagnostic.message = rest;
    if (rest.starts_with("required from") && inKernel) {
        diagnostic.severity = "note";
        return true;
    }
    const bool linker = rest.starts_with("undefined reference") || rest.starts_with("multiple definition");
    diagnostic.severity = "error";
    return linker;
}

} // namespace

namespace {

/// Compilers quote a source's bytes, whatever they are: valid UTF-8 without control characters comes out, "?" for the rest.
[[nodiscard]] std::string printable(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size();) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
        bool valid = length > 0 && i + length <= bytes.size() && (lead >= 0x20 || lead == '\n' || lead == '\t' || lead == '\r') && lead != 0x7F;
        for (std::size_t k = 1; valid && k < length; ++k)
            valid = (static_cast<unsigned char>(bytes[i + k]) & 0xC0) == 0x80;
        if (valid && length > 2) { // overlong forms, surrogates, beyond U+10FFFF
            const auto second = static_cast<unsigned char>(bytes[i + 1]);
            valid = !(lead == 0xE0 && second < 0xA0) && !(lead == 0xED && second > 0x9F) && !(lead == 0xF0 && second < 0x90) && !(lead == 0xF4 && second > 0x8F);
        }
        text += valid ? std::string(bytes.substr(i, length)) : std::string("?");
        i += valid ? length : 1;
    }
    return text;
}

} // namespace

std::string normaliseCompilerOutput(std::string_view output, const std::vector<std::pair<std::string, std::string>> &paths)
{
    std::string text = printable(output);
    for (const auto &[path, replacement] : paths)
        replaceAll(text, path, replacement);
    replaceTemporaryNames(text);
    std::string result;
    result.reserve(text.size());
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view line(text.data() + start, end - start);
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r'))
            line.remove_suffix(1);
        result.append(line).push_back('\n');
        start = end + 1;
    }
    return result;
}

std::vector<Diagnostic> parseDiagnostics(std::string_view normalised)
{
    std::vector<Diagnostic> diagnostics;
    for (std::size_t start = 0; start < normalised.size();) {
        const std::size_t end = std::min(normalised.find('\n', start), normalised.size());
        Diagnostic diagnostic;
        if (readLine(normalised.substr(start, end - start), diagnostic))
            diagnostics.push_back(std::move(diagnostic));
        start = end + 1;
    }
    return diagnostics;
}

void mergeDiagnostics(std::vector<Diagnostic> &all, const std::vector<Diagnostic> &more)
{
    for (const Diagnostic &diagnostic : more) {
        if (std::find(all.begin(), all.end(), diagnostic) == all.end())
            all.push_back(diagnostic);
    }
}

} // namespace sage
