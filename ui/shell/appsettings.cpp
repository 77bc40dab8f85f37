#include "ui/shell/appsettings.h"

#include <QLocale>
#include <QSettings>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int recentLimit = 10;
const QString recentKey = u"workspaces/recent"_s;

} // namespace

ThemeKind AppSettings::theme()
{
    return QSettings().value(u"look/theme"_s).toString() == u"dark"_s ? ThemeKind::Dark : ThemeKind::Light;
}

void AppSettings::setTheme(ThemeKind theme)
{
    QSettings().setValue(u"look/theme"_s, theme == ThemeKind::Dark ? u"dark"_s : u"light"_s);
}

Language AppSettings::language()
{
    return languageFromName(QSettings().value(u"look/language"_s, QLocale::system().name()).toString());
}

void AppSettings::setLanguage(Language language)
{
    QSettings().setValue(u"look/language"_s, nameOf(language));
}

QByteArray AppSettings::geometry()
{
    return QSettings().value(u"window/geometry"_s).toByteArray();
}

QByteArray AppSettings::layout()
{
    return QSettings().value(u"window/layout"_s).toByteArray();
}

void AppSettings::setWindow(const QByteArray &geometry, const QByteArray &layout)
{
    QSettings settings;
    settings.setValue(u"window/geometry"_s, geometry);
    settings.setValue(u"window/layout"_s, layout);
}

QStringList AppSettings::recentWorkspaces()
{
    return QSettings().value(recentKey).toStringList();
}

void AppSettings::addRecentWorkspace(const QString &folder)
{
    QStringList recent = recentWorkspaces();
    recent.removeAll(folder);
    recent.prepend(folder);
    QSettings().setValue(recentKey, QStringList(recent.mid(0, recentLimit)));
}

void AppSettings::forgetWorkspace(const QString &folder)
{
    QStringList recent = recentWorkspaces();
    recent.removeAll(folder);
    QSettings().setValue(recentKey, recent);
}

} // namespace sage::ui
