#pragma once

#include "core/model/feedback.h"
#include "core/model/kernel.h"
#include "ui/common/diff.h"
#include "ui/common/highlight.h"

#include <memory>
#include <optional>

namespace sage::ui {

/// Where a text comes from: a kernel's artifacts, or the text itself.
struct TextSource {
    std::optional<Kernel> kernel;
    std::string text;
};

/// Two versions of a code to be compared, loaded and highlighted by a worker.
struct DocumentRequest {
    QString channel; ///< who asks; of two requests on one channel only the newer is answered
    quint64 ticket = 0; ///< set by the source
    std::optional<TextSource> before;
    std::optional<TextSource> after;
    Hash feedback; ///< empty: none
    DiffOptions options;
};

struct FileDocument {
    QString path;
    TextDiff diff;
    HighlightedText before;
    HighlightedText after;
};

/// Everything a code view needs, ready to be painted.
struct Document {
    QString channel;
    quint64 ticket = 0;
    std::vector<FileDocument> files;
    std::optional<Feedback> feedback;
};
using DocumentPtr = std::shared_ptr<const Document>;

/// Pure: texts in, document out. A kernel's files are compared by path; texts alone give one file without a path.
[[nodiscard]] std::vector<FileDocument> compareSources(const KernelSource &before, const KernelSource &after, const CodeHighlighter &highlighter, DiffOptions options);

} // namespace sage::ui
