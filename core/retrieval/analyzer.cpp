#include "core/retrieval/analyzer.h"

#include <cstdint>

namespace sage {

namespace {

constexpr std::size_t longestTerm = 64;

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWord(char c) { return isUpper(c) || isLower(c) || isDigit(c) || c == '_'; }

std::string lower(std::string_view text)
{
    std::string result(text.substr(0, longestTerm));
    for (char &c : result)
        c = isUpper(c) ? char(c - 'A' + 'a') : c;
    return result;
}

/// Whether a new word begins at position i of an identifier: "dataCopy", "UBSize".
bool beginsWord(std::string_view text, std::size_t i)
{
    if (!isUpper(text[i]))
        return false;
    return !isUpper(text[i - 1]) || (i + 1 < text.size() && isLower(text[i + 1]));
}

std::vector<std::string> subwords(std::string_view identifier)
{
    std::vector<std::string> words;
    std::size_t begin = 0;
    const auto flush = [&](std::size_t end) {
        if (end > begin)
            words.push_back(lower(identifier.substr(begin, end - begin)));
    };
    for (std::size_t i = 0; i < identifier.size(); ++i) {
        if (identifier[i] == '_') {
            flush(i);
            begin = i + 1;
        } else if (i > begin && beginsWord(identifier, i)) {
            flush(i);
            begin = i;
        }
    }
    flush(identifier.size());
    return words;
}

void addIdentifier(std::string_view identifier, std::vector<std::string> &terms)
{
    if (isDigit(identifier.front())) {
        terms.push_back(lower(identifier)); // numbers and hexadecimal codes stay whole
        return;
    }
    std::vector<std::string> words = subwords(identifier);
    if (words.size() > 1)
        terms.push_back(lower(identifier));
    terms.insert(terms.end(), words.begin(), words.end());
}

/// A run of words joined by '-' or ':' is one code and its parts.
void addChunk(std::string_view chunk, std::vector<std::string> &terms)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= chunk.size(); ++i) {
        if (i == chunk.size() || chunk[i] == '-' || chunk[i] == ':') {
            parts.push_back(chunk.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    if (parts.size() > 1) {
        std::string whole = lower(chunk);
        for (char &c : whole)
            c = c == '-' || c == ':' ? '_' : c;
        terms.push_back(std::move(whole));
    }
    for (const std::string_view part : parts)
        addIdentifier(part, terms);
}

/// End of the chunk that begins at `begin`: words, '-' and ':' between words, '.' between digits.
std::size_t chunkEnd(std::string_view text, std::size_t begin)
{
    std::size_t i = begin;
    while (i < text.size()) {
        if (isWord(text[i])) {
            ++i;
            continue;
        }
        const bool inside = i + 1 < text.size();
        const bool joins = inside && (text[i] == '-' || text[i] == ':') && isWord(text[i + 1]);
        const bool point = inside && text[i] == '.' && isDigit(text[i - 1]) && isDigit(text[i + 1]);
        if (!joins && !point)
            break;
        ++i;
    }
    return i;
}

struct Character {
    std::uint32_t code = 0; ///< 0: broken
    std::size_t bytes = 1;
};

/// One UTF-8 character; overlong forms, surrogates and values beyond Unicode count as broken.
Character decode(std::string_view text, std::size_t i)
{
    const auto byte = [&](std::size_t k) { return k < text.size() ? std::uint32_t(static_cast<unsigned char>(text[k])) : 0u; };
    const std::uint32_t lead = byte(i);
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4)
        return {};
    std::uint32_t code = lead & (0xFFu >> (bytes + 1));
    for (std::size_t k = 1; k < bytes; ++k) {
        if ((byte(i + k) & 0xC0) != 0x80)
            return {};
        code = (code << 6) | (byte(i + k) & 0x3F);
    }
    const std::uint32_t smallest = bytes == 4 ? 0x10000 : bytes == 3 ? 0x800 : 0x80;
    if (code < smallest || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return {};
    return {code, bytes};
}

bool isIdeograph(std::uint32_t code)
{
    return (code >= 0x3040 && code <= 0x9FFF) || (code >= 0xAC00 && code <= 0xD7AF) || (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x20000 && code <= 0x3FFFF);
}

bool isLetter(std::uint32_t code)
{
    const bool symbol = code == 0xD7 || code == 0xF7 || (code >= 0x2000 && code <= 0x303F) || (code >= 0xE000 && code <= 0xF8FF) || (code >= 0xFE00 && code <= 0xFFFF);
    return code == 0xB5 || (code >= 0xC0 && !symbol);
}

/// A run of non-ASCII characters: ideographs one by one and in pairs, other letters as words.
std::size_t addForeign(std::string_view text, std::size_t begin, std::vector<std::string> &terms)
{
    std::string previous;
    std::string word;
    std::size_t i = begin;
    const auto flush = [&] {
        if (!word.empty())
            terms.push_back(std::move(word));
        word.clear();
    };
    while (i < text.size() && static_cast<unsigned char>(text[i]) >= 0x80) {
        const Character character = decode(text, i);
        const std::string bytes(text.substr(i, character.bytes));
        i += character.bytes;
        if (isIdeograph(character.code)) {
            flush();
            terms.push_back(bytes);
            if (!previous.empty())
                terms.push_back(previous + bytes);
            previous = bytes;
            continue;
        }
        previous.clear();
        if (isLetter(character.code) && word.size() < longestTerm)
            word += bytes;
        else
            flush();
    }
    flush();
    return i;
}

} // namespace

std::vector<std::string> analyze(std::string_view text)
{
    std::vector<std::string> terms;
    std::size_t i = 0;
    while (i < text.size()) {
        if (isWord(text[i])) {
            const std::size_t end = chunkEnd(text, i);
            addChunk(text.substr(i, end - i), terms);
            i = end;
        } else if (static_cast<unsigned char>(text[i]) >= 0x80) {
            i = addForeign(text, i, terms);
        } else {
            ++i;
        }
    }
    return terms;
}

} // namespace sage
