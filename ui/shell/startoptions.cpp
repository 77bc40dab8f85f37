#include "ui/shell/startoptions.h"

#include "core/base/clock.h"
#include "core/store/workspace.h"
#include "ui/common/text.h"

#include <QCommandLineParser>
#include <QDir>

#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

const QString exitCodes = u"\nExit codes:\n"
                          "  0  closed by a person, or all pictures written\n"
                          "  1  a picture could not be written\n"
                          "  2  an option or argument is wrong\n"
                          "  3  WORKSPACE is missing, damaged, unreadable or of another version\n"
                          "  4  there is no display to open a window on\n"_s;

// QCommandLineParser::helpText() needs an application object, and one needs a display.
const QString usage = u"Usage: sage-workbench [options] [WORKSPACE]\n\nWatch and steer adoption-aware memory learning for NPU kernel synthesis.\n\n"_s;

[[nodiscard]] QString optionTable(const QList<QCommandLineOption> &options)
{
    QString table = u"Options:\n"_s;
    for (const QCommandLineOption &one : options) {
        QStringList names;
        for (const QString &name : one.names())
            names << (name.size() == 1 ? u"-"_s : u"--"_s) + name;
        const QString left = names.join(u", "_s) + (one.valueName().isEmpty() ? QString() : u" <"_s + one.valueName() + u'>');
        table += u"  "_s + left.leftJustified(26) + u' ' + one.description() + u'\n';
    }
    return table + u"\nArguments:\n  "_s + u"WORKSPACE"_s.leftJustified(26) + u" Workspace folder to open.\n"_s;
}

void readNames(const QCommandLineParser &parser, StartOptions &options)
{
    if (parser.isSet(u"theme"_s)) {
        const QString name = parser.value(u"theme"_s);
        if (name == u"dark"_s || name == u"light"_s)
            options.theme = name == u"dark"_s ? ThemeKind::Dark : ThemeKind::Light;
        else
            options.mistake = u"--theme is light or dark, not \"%1\""_s.arg(name);
    }
    if (parser.isSet(u"language"_s)) {
        const QString name = parser.value(u"language"_s);
        for (const Language one : {Language::English, Language::Chinese}) {
            if (name == nameOf(one))
                options.language = one;
        }
        if (!options.language)
            options.mistake = u"--language is en or zh_CN, not \"%1\""_s.arg(name);
    }
}

[[nodiscard]] StartOptions mistaken(const QString &what)
{
    StartOptions options;
    options.mistake = what;
    return options;
}

} // namespace

StartOptions parseStart(const QStringList &arguments)
{
    const QList<QCommandLineOption> known{
        {{u"h"_s, u"help"_s}, u"Say this."_s},
        {{u"v"_s, u"version"_s}, u"Say the version."_s},
        {u"theme"_s, u"Colours: light or dark; this start only."_s, u"name"_s},
        {u"language"_s, u"Language: en or zh_CN; this start only."_s, u"name"_s},
        {u"screenshot-dir"_s, u"Open, wait until the views are filled, write a PNG of the window and of each view, quit."_s, u"folder"_s},
    };
    QCommandLineParser parser;
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions); // Qt's own -reverse is no -r -e -v
    parser.addOptions(known);
    const bool parsed = parser.parse(arguments);
    StartOptions options;
    if (parser.isSet(u"help"_s))
        options.answer = usage + optionTable(known) + exitCodes;
    else if (parser.isSet(u"version"_s))
        options.answer = u"sage-workbench %1\n"_s.arg(QString::fromLatin1(SAGE_VERSION));
    if (!options.answer.isEmpty())
        return options;
    const QStringList folders = parser.positionalArguments();
    if (!parsed)
        return mistaken(parser.errorText().chopped(parser.errorText().endsWith(u'.') ? 1 : 0)); // a sentence goes on behind it
    if (folders.size() > 1)
        return mistaken(u"\"%1\" is one argument too many: one workspace is opened at a time"_s.arg(folders.at(1)));
    if (!folders.isEmpty() && folders.first().isEmpty())
        return mistaken(u"WORKSPACE is empty: name a folder, or leave it out"_s);
    if (parser.isSet(u"screenshot-dir"_s) && parser.value(u"screenshot-dir"_s).isEmpty())
        return mistaken(u"--screenshot-dir needs a folder"_s);
    readNames(parser, options);
    if (!folders.isEmpty())
        options.workspace = QDir::cleanPath(QDir::current().absoluteFilePath(folders.first()));
    options.screenshots = parser.value(u"screenshot-dir"_s);
    return options;
}

QString workspaceProblem(const QString &folder)
{
    const SystemClock clock;
    const Result<std::unique_ptr<Workspace>> opened = Workspace::open(utf8(folder), Workspace::Mode::Read, clock);
    return opened ? QString() : text(opened.error().message);
}

namespace {

// Qt says in warnings why no display can be had, then aborts. One application is made at a time.
std::mutex s_mutex;
QString s_said;
QtMessageHandler s_before = nullptr;

void insteadOfAborting(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const std::lock_guard guard(s_mutex);
    if (type == QtFatalMsg) {
        const QString why = s_said.isEmpty() ? message.section(u'\n', 0, 0) : s_said;
        std::fprintf(stderr,
                     "sage-workbench: no window can be opened here: %s\n"
                     "  Start it in a desktop session or set DISPLAY or WAYLAND_DISPLAY; QT_QPA_PLATFORM=offscreen runs it without a screen. "
                     "sagectl does the same work in a terminal.\n",
                     qUtf8Printable(why.trimmed()));
        std::_Exit(exitEnvironment); // abort() would leave a core file
    }
    const QString category = QString::fromUtf8(context.category);
    if (s_said.isEmpty() && category.startsWith(u"qt.qpa"_s))
        s_said = message;
    else if (s_before && !category.startsWith(u"qt.qpa"_s))
        s_before(type, context, message);
}

} // namespace

DisplayGuard::DisplayGuard() : m_previous(qInstallMessageHandler(&insteadOfAborting))
{
    const std::lock_guard guard(s_mutex);
    s_before = m_previous;
    s_said.clear();
}

DisplayGuard::~DisplayGuard()
{
    qInstallMessageHandler(m_previous);
}

} // namespace sage::ui
