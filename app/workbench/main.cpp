// The workbench: options, look, window.

#include "ui/common/icons.h"
#include "ui/shell/appsettings.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/screenshots.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>

using namespace Qt::StringLiterals;
using namespace sage::ui;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QApplication::setOrganizationName(u"sage-workbench"_s);
    QApplication::setApplicationName(u"sage-workbench"_s);
    QApplication::setApplicationDisplayName(u"SAGE Workbench"_s);
    QApplication::setApplicationVersion(QString::fromLatin1(SAGE_VERSION));
    QApplication::setDesktopFileName(u"sage-workbench"_s);

    QCommandLineParser parser;
    parser.setApplicationDescription(u"Watch and steer adoption-aware memory learning for NPU kernel synthesis."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(u"workspace"_s, u"Workspace folder to open."_s, u"[WORKSPACE]"_s);
    const QCommandLineOption theme(u"theme"_s, u"Colours: light or dark; this start only."_s, u"name"_s);
    const QCommandLineOption language(u"language"_s, u"Language: en or zh_CN; this start only."_s, u"name"_s);
    const QCommandLineOption screenshots(u"screenshot-dir"_s, u"Open, wait until the views are filled, write a PNG of the window and of each view, quit."_s, u"folder"_s);
    parser.addOptions({theme, language, screenshots});
    parser.process(app);

    const QString themeName = parser.value(theme);
    applyLanguage(parser.isSet(language) ? languageFromName(parser.value(language)) : AppSettings::language());
    applyTheme(themeName == u"dark"_s ? ThemeKind::Dark : themeName == u"light"_s ? ThemeKind::Light : AppSettings::theme());
    QApplication::setWindowIcon(icon(u"sage-workbench"_s));

    MainWindow window;
    window.show();
    if (const QStringList folders = parser.positionalArguments(); !folders.isEmpty())
        window.openWorkspace(QDir::current().absoluteFilePath(folders.first()));
    if (parser.isSet(screenshots))
        new Screenshots(&window, parser.value(screenshots)); // owned by the window
    return QApplication::exec();
}
