#include "ui/adoption/experiencetext.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/wording.h"

#include <QCoreApplication>
#include <QStringList>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

/// A class for its tr() alone: lupdate files the texts under its name.
struct ExperiencePage {
    Q_DECLARE_TR_FUNCTIONS(ExperiencePage)
};

[[nodiscard]] QString escaped(std::string_view plain)
{
    return text(plain).toHtmlEscaped().replace(u'\n', u"<br>"_s);
}

[[nodiscard]] QString listed(const std::vector<std::string> &words)
{
    QStringList all;
    for (const std::string &word : words)
        all << escaped(word);
    return all.join(u", "_s);
}

[[nodiscard]] QString line(const QString &name, const QString &value)
{
    if (value.isEmpty())
        return {};
    return u"<tr><td style='color:%1; padding-right:10px; white-space:nowrap'>%2</td><td>%3</td></tr>"_s.arg(colours().dim.name(), name, value);
}

[[nodiscard]] QString appliesTo(const Applicability &applies)
{
    QStringList parts;
    if (!applies.objective.empty())
        parts << worded(Domain::Objective, applies.objective);
    for (const auto *list : {&applies.signals, &applies.features, &applies.dtypes}) {
        if (!list->empty())
            parts << listed(*list);
    }
    return parts.isEmpty() ? ExperiencePage::tr("always") : parts.join(u" · "_s);
}

[[nodiscard]] QString origin(const Provenance &provenance)
{
    QString where = escaped(provenance.author);
    if (!provenance.operatorName.empty())
        where += u" · "_s + escaped(provenance.operatorName);
    if (provenance.round > 0)
        where += u" · "_s + ExperiencePage::tr("round %1").arg(provenance.round);
    return where;
}

} // namespace

QString experiencePage(const MemoryItemView &item)
{
    const Experience &experience = item.experience;
    QString page = u"<p><b>%1</b></p><table cellspacing='0' cellpadding='2'>"_s.arg(escaped(experience.title));
    page += line(ExperiencePage::tr("Applies to"), appliesTo(experience.applies));
    page += line(ExperiencePage::tr("Why"), escaped(experience.rationale));
    page += line(ExperiencePage::tr("Effect"), escaped(experience.effect));
    page += line(ExperiencePage::tr("State"), worded(item.state)
                     + (item.quarantined ? u" · "_s + ExperiencePage::tr("unproven") : QString())
                     + (item.pinned ? u" · "_s + ExperiencePage::tr("pinned") : QString()));
    page += line(ExperiencePage::tr("Utility"),
                 ExperiencePage::tr("u = %1, retrieved in %2 episodes, adopted in %3, by %4 operators")
                     .arg(signedNumber(item.utility, 4)).arg(item.retrieved).arg(item.adopted).arg(item.adoptingOperators));
    if (item.rule)
        page += line(ExperiencePage::tr("Rule"), escaped(item.rule->text));
    page += line(ExperiencePage::tr("From"), origin(experience.provenance));
    page += line(ExperiencePage::tr("Id"), escaped(experience.id.value));
    return page + u"</table>"_s;
}

} // namespace sage::ui
