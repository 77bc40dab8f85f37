#include "ui/common/diff.h"

#include "ui/common/text.h"

#include <dtl/dtl.hpp>
#include <git2.h>

#include <algorithm>

namespace sage::ui {

namespace {

/// Above this many tokens a line is marked as a whole: the word diff is quadratic at worst.
constexpr std::size_t tokenLimit = 400;
/// Lines that share less than this part of their characters are not two versions of one line.
constexpr double similarityFloor = 0.4;

struct GitLibrary {
    GitLibrary() { git_libgit2_init(); }
    ~GitLibrary() { git_libgit2_shutdown(); }
};

[[nodiscard]] int kindOf(QChar c)
{
    if (c.isLetterOrNumber() || c == u'_')
        return 0;
    return c.isSpace() ? 1 : 2;
}

[[nodiscard]] DiffLine lineFrom(const git_diff_line &line)
{
    std::string_view content(line.content, line.content_len);
    while (!content.empty() && (content.back() == '\n' || content.back() == '\r'))
        content.remove_suffix(1);
    DiffLine made;
    made.kind = line.origin == GIT_DIFF_LINE_ADDITION ? LineKind::Added : line.origin == GIT_DIFF_LINE_DELETION ? LineKind::Removed : LineKind::Same;
    made.oldLine = std::max(0, line.old_lineno);
    made.newLine = std::max(0, line.new_lineno);
    made.text = text(content);
    return made;
}

int collect(const git_diff_delta *, const git_diff_hunk *, const git_diff_line *line, void *payload)
{
    // Notes about a missing newline at the end of a file are not lines.
    if (line->origin == GIT_DIFF_LINE_CONTEXT || line->origin == GIT_DIFF_LINE_ADDITION || line->origin == GIT_DIFF_LINE_DELETION)
        static_cast<TextDiff *>(payload)->lines.push_back(lineFrom(*line));
    return 0;
}

/// Without a single difference libgit2 reports no hunk, so the lines come from the text.
[[nodiscard]] std::vector<DiffLine> sameLines(std::string_view content)
{
    std::vector<DiffLine> lines;
    int number = 0;
    while (!content.empty()) {
        const std::size_t end = content.find('\n');
        ++number;
        lines.push_back({LineKind::Same, number, number, text(content.substr(0, end)), {}});
        content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
    }
    return lines;
}

void addRange(std::vector<TextRange> &ranges, int start, int length)
{
    if (!ranges.empty() && ranges.back().start + ranges.back().length == start)
        ranges.back().length += length;
    else
        ranges.push_back({start, length});
}

void markWords(DiffLine &before, DiffLine &after)
{
    const std::vector<QString> a = tokensOf(before.text);
    const std::vector<QString> b = tokensOf(after.text);
    if (a.size() > tokenLimit || b.size() > tokenLimit)
        return;
    dtl::Diff<QString, std::vector<QString>> diff(a, b);
    diff.compose();
    std::vector<TextRange> removed;
    std::vector<TextRange> added;
    int atA = 0;
    int atB = 0;
    int common = 0;
    for (const auto &[token, info] : diff.getSes().getSequence()) {
        const int length = static_cast<int>(token.size());
        if (info.type == dtl::SES_DELETE) {
            addRange(removed, atA, length);
            atA += length;
        } else if (info.type == dtl::SES_ADD) {
            addRange(added, atB, length);
            atB += length;
        } else {
            common += token.trimmed().isEmpty() ? 0 : length;
            atA += length;
            atB += length;
        }
    }
    const auto longer = std::max(before.text.trimmed().size(), after.text.trimmed().size());
    if (longer == 0 || common < similarityFloor * static_cast<double>(longer))
        return;
    before.words = std::move(removed);
    after.words = std::move(added);
}

/// The i-th removed line of a change is the older version of its i-th added line.
void markChanges(std::vector<DiffLine> &lines)
{
    for (std::size_t i = 0; i < lines.size();) {
        std::size_t removedEnd = i;
        while (removedEnd < lines.size() && lines[removedEnd].kind == LineKind::Removed)
            ++removedEnd;
        std::size_t addedEnd = removedEnd;
        while (addedEnd < lines.size() && lines[addedEnd].kind == LineKind::Added)
            ++addedEnd;
        for (std::size_t k = 0; i + k < removedEnd && removedEnd + k < addedEnd; ++k)
            markWords(lines[i + k], lines[removedEnd + k]);
        i = std::max(addedEnd, i + 1);
    }
}

} // namespace

std::vector<QString> tokensOf(const QString &line)
{
    std::vector<QString> tokens;
    for (qsizetype start = 0; start < line.size();) {
        const int kind = kindOf(line[start]);
        qsizetype end = start + 1;
        while (kind != 2 && end < line.size() && kindOf(line[end]) == kind)
            ++end;
        tokens.push_back(line.mid(start, end - start));
        start = end;
    }
    return tokens;
}

TextDiff diffTexts(std::string_view before, std::string_view after, DiffOptions options)
{
    static const GitLibrary library;
    TextDiff result;
    git_diff_options git = GIT_DIFF_OPTIONS_INIT;
    git.flags = GIT_DIFF_PATIENCE | GIT_DIFF_FORCE_TEXT | (options.ignoreSpace ? GIT_DIFF_IGNORE_WHITESPACE : 0);
    git.context_lines = 1u << 24; // both texts complete; folding is the view's business
    const int error = git_diff_buffers(before.data(), before.size(), nullptr, after.data(), after.size(), nullptr, &git, nullptr, nullptr, nullptr, &collect, &result);
    if (error != 0 || result.lines.empty())
        result.lines = sameLines(after);
    markChanges(result.lines);
    for (const DiffLine &line : result.lines) {
        result.added += line.kind == LineKind::Added;
        result.removed += line.kind == LineKind::Removed;
    }
    return result;
}

} // namespace sage::ui
