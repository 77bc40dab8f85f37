#include "ui/common/document.h"

#include "ui/common/text.h"

#include <map>

namespace sage::ui {

std::vector<FileDocument> compareSources(const KernelSource &before, const KernelSource &after, const CodeHighlighter &highlighter, DiffOptions options)
{
    std::map<std::string, std::pair<std::string, std::string>> byPath;
    for (const KernelFile &file : before.files)
        byPath[file.path].first = file.text;
    for (const KernelFile &file : after.files)
        byPath[file.path].second = file.text;
    std::vector<FileDocument> files;
    for (const auto &[path, texts] : byPath) {
        FileDocument file;
        file.path = text(path);
        file.diff = diffTexts(texts.first, texts.second, options);
        file.before = highlighter.highlight(texts.first);
        file.after = highlighter.highlight(texts.second);
        files.push_back(std::move(file));
    }
    return files;
}

} // namespace sage::ui
