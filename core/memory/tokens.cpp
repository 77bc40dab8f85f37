#include "core/memory/tokens.h"

namespace sage {

namespace {

enum class Kind { Letter, Digit, Space, Break, Other, Continuation };

Kind kindOf(unsigned char c)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        return Kind::Letter;
    if (c >= '0' && c <= '9')
        return Kind::Digit;
    if (c == '\n')
        return Kind::Break;
    if (c <= ' ')
        return Kind::Space;
    return (c & 0xC0) == 0x80 ? Kind::Continuation : Kind::Other;
}

int costOfRun(Kind kind, int length)
{
    switch (kind) {
    case Kind::Letter: return (length + 5) / 6;
    case Kind::Digit: return (length + 2) / 3;
    case Kind::Space: return length > 1 ? 1 : 0;
    case Kind::Break:
    case Kind::Other: return length;
    case Kind::Continuation: return 0;
    }
    return 0;
}

void dropLastWord(std::string &text)
{
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    const std::size_t space = end == std::string::npos ? end : text.find_last_of(" \t\r\n", end);
    if (space != std::string::npos) {
        text.resize(text.find_last_not_of(" \t\r\n", space) + 1);
        return;
    }
    // One word without spaces (Chinese text): drop a character, whole code points only.
    while (text.size() > 1 && kindOf(static_cast<unsigned char>(text.back())) == Kind::Continuation)
        text.pop_back();
    text.pop_back();
}

} // namespace

int EstimateCounter::count(std::string_view text) const
{
    int tokens = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const Kind kind = kindOf(static_cast<unsigned char>(text[begin]));
        std::size_t end = begin + 1;
        while (end < text.size() && kindOf(static_cast<unsigned char>(text[end])) == kind)
            ++end;
        tokens += costOfRun(kind, int(end - begin));
        begin = end;
    }
    return tokens;
}

Result<const TokenCounter *> tokenCounter(std::string_view name)
{
    static const EstimateCounter estimate;
    static const ByteCounter bytes;
    if (name == estimate.name())
        return &estimate;
    if (name == bytes.name())
        return &bytes;
    return fail("memory.unknown-tokenizer", "There is no token counter \"" + std::string(name) + "\". Known: estimate, bytes.", {}, {{"tokenizer", std::string(name)}});
}

std::string residentText(const Rule &rule)
{
    std::string text = "[" + rule.id.value + "]\n" + rule.text + "\n";
    if (!rule.example.empty())
        text += rule.example + "\n";
    return text;
}

int tokensOf(const Rule &rule, const TokenCounter &counter)
{
    return counter.count(residentText(rule));
}

RuleText fitted(RuleText text, int capTokens, const TokenCounter &counter)
{
    const auto fits = [&] { return tokensOf(Rule{text.id, text.text, text.example, 0, false, false}, counter) <= capTokens; };
    if (!fits())
        text.example.clear();
    while (!text.text.empty() && !fits())
        dropLastWord(text.text);
    return text;
}

RuleText plainRule(const Experience &experience, int capTokens, const TokenCounter &counter)
{
    std::string text = experience.title;
    if (!experience.rationale.empty())
        text += (text.empty() ? "" : ". ") + experience.rationale;
    return fitted({experience.id, std::move(text), experience.codeAfter}, capTokens, counter);
}

} // namespace sage
