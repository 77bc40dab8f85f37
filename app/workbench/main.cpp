// The workbench: options, look, window.

#include "ui/common/icons.h"
#include "ui/shell/appsettings.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/screenshots.h"
#include "ui/shell/startoptions.h"

#include <QApplication>

#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;
using namespace sage::ui;

static int complain(const QString &what, int code)
{
    std::fprintf(stderr, "sage-workbench: %s\n", qUtf8Printable(what));
    return code;
}

int main(int argc, char **argv)
{
    QStringList given;
    for (int i = 0; i < argc; ++i)
        given << QString::fromLocal8Bit(argv[i]);
    // Help needs no display. Everything else waits until Qt has taken its own options out.
    if (const StartOptions early = parseStart(given); !early.answer.isEmpty()) {
        std::fputs(qUtf8Printable(early.answer), stdout);
        return 0;
    }
    auto guard = std::make_unique<DisplayGuard>();
    QApplication app(argc, argv);
    guard.reset();
    QApplication::setOrganizationName(u"sage-workbench"_s);
    QApplication::setApplicationName(u"sage-workbench"_s);
    QApplication::setApplicationDisplayName(u"SAGE Workbench"_s);
    QApplication::setApplicationVersion(QString::fromLatin1(SAGE_VERSION));
    QApplication::setDesktopFileName(u"sage-workbench"_s);
    const StartOptions options = parseStart(QApplication::arguments());
    if (!options.mistake.isEmpty())
        return complain(options.mistake + u"; sage-workbench --help lists the options"_s, exitUsage);
    if (const QString problem = options.workspace.isEmpty() ? QString() : workspaceProblem(options.workspace); !problem.isEmpty())
        return complain(problem, exitWorkspace);
    applyLanguage(options.language.value_or(AppSettings::language()));
    applyTheme(options.theme.value_or(AppSettings::theme()));
    QApplication::setWindowIcon(icon(u"sage-workbench"_s));
    MainWindow window;
    window.show();
    if (!options.workspace.isEmpty())
        window.openWorkspace(options.workspace);
    if (!options.screenshots.isEmpty())
        new Screenshots(&window, options.screenshots); // owned by the window
    return QApplication::exec();
}
