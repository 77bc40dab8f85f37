#include "ui/common/highlight.h"

#include "ui/common/text.h"

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>

#include <map>

namespace sage::ui {

namespace {

/// Collects what the base class finds, line by line.
class Collector : public KSyntaxHighlighting::AbstractHighlighter
{
public:
    Collector(const KSyntaxHighlighting::Theme &light, const KSyntaxHighlighting::Theme &dark) : m_light(light), m_dark(dark) {}

    [[nodiscard]] HighlightedText run(const QStringList &lines)
    {
        KSyntaxHighlighting::State state;
        for (const QString &line : lines) {
            m_result.lines.emplace_back();
            state = highlightLine(line, state);
        }
        return std::move(m_result);
    }

protected:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &format) override
    {
        if (length <= 0 || format.isDefaultTextStyle(m_light))
            return;
        m_result.lines.back().push_back({offset, length, styleOf(format)});
    }

private:
    [[nodiscard]] int styleOf(const KSyntaxHighlighting::Format &format)
    {
        const auto known = m_styles.find(format.id());
        if (known != m_styles.end())
            return known->second;
        const int index = static_cast<int>(m_result.styles.size());
        m_result.styles.push_back({format.textColor(m_light), format.textColor(m_dark), format.isBold(m_light), format.isItalic(m_light)});
        m_styles.emplace(format.id(), index);
        return index;
    }

    KSyntaxHighlighting::Theme m_light;
    KSyntaxHighlighting::Theme m_dark;
    std::map<quint16, int> m_styles;
    HighlightedText m_result;
};

} // namespace

struct CodeHighlighter::Private {
    KSyntaxHighlighting::Repository repository;
};

CodeHighlighter::CodeHighlighter() : d(std::make_unique<Private>()) {}
CodeHighlighter::~CodeHighlighter() = default;

HighlightedText CodeHighlighter::highlight(std::string_view code) const
{
    Collector collector(d->repository.defaultTheme(KSyntaxHighlighting::Repository::LightTheme),
                        d->repository.defaultTheme(KSyntaxHighlighting::Repository::DarkTheme));
    collector.setDefinition(d->repository.definitionForName(QStringLiteral("C++")));
    return collector.run(text(code).split(u'\n'));
}

} // namespace sage::ui
