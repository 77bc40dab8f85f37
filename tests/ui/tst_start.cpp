// How the workbench starts: options, and what it says and returns where it cannot.

#include "core/base/clock.h"
#include "core/plain/install.h"
#include "core/store/workspace.h"
#include "ui/common/text.h"
#include "ui/shell/startoptions.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace sage;
using namespace sage::ui;
using namespace Qt::StringLiterals;

namespace {

struct Ended {
    int code = -1;
    QString out;
    QString err;
};

/// The real program, without a screen unless `environment` says otherwise ("NAME=value"; "NAME=" takes it away).
Ended run(const QStringList &arguments, const QStringList &environment = {})
{
    static const QTemporaryDir home;
    QProcessEnvironment world = QProcessEnvironment::systemEnvironment();
    world.insert(u"HOME"_s, home.path());
    world.insert(u"XDG_CONFIG_HOME"_s, home.path());
    world.insert(u"XDG_RUNTIME_DIR"_s, home.path());
    world.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    for (const QString &one : environment) {
        const QString value = one.section(u'=', 1);
        if (value.isEmpty())
            world.remove(one.section(u'=', 0, 0));
        else
            world.insert(one.section(u'=', 0, 0), value);
    }
    QProcess program;
    program.setProcessEnvironment(world);
    program.start(text(programPath("sage-workbench").string()), arguments);
    if (!program.waitForFinished(120'000) || program.exitStatus() != QProcess::NormalExit)
        return {-1, {}, program.errorString()};
    return {program.exitCode(), QString::fromUtf8(program.readAllStandardOutput()), QString::fromUtf8(program.readAllStandardError())};
}

} // namespace

class TestStart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void good();
    void mistakes_data();
    void mistakes();
    void helpTellsOptionsAndCodes();
    void noWorkspace();
    void noDisplay();
    void pictures();
};

void TestStart::good()
{
    const StartOptions none = parseStart({u"sage-workbench"_s});
    QVERIFY(none.mistake.isEmpty() && none.answer.isEmpty() && none.workspace.isEmpty() && none.screenshots.isEmpty());
    QVERIFY(!none.theme && !none.language);
    const StartOptions all = parseStart({u"sage-workbench"_s, u"--theme"_s, u"dark"_s, u"--language=zh_CN"_s, u"--screenshot-dir"_s, u"shots"_s, u"some/../folder/"_s});
    QCOMPARE(all.mistake, QString());
    QVERIFY(all.theme == ThemeKind::Dark);
    QVERIFY(all.language == Language::Chinese);
    QCOMPARE(all.screenshots, u"shots"_s);
    QCOMPARE(all.workspace, QDir::current().absoluteFilePath(u"folder"_s));
    QVERIFY(parseStart({u"w"_s, u"--theme=light"_s, u"--language"_s, u"en"_s}).theme == ThemeKind::Light);
}

void TestStart::mistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("theme") << QStringList{u"--theme"_s, u"blue"_s} << u"--theme is light or dark, not \"blue\""_s;
    QTest::newRow("empty theme") << QStringList{u"--theme="_s} << u"--theme is light or dark, not \"\""_s;
    QTest::newRow("language") << QStringList{u"--language"_s, u"zh_TW"_s} << u"--language is en or zh_CN, not \"zh_TW\""_s;
    QTest::newRow("unknown option") << QStringList{u"--colour"_s} << u"Unknown option 'colour'"_s;
    QTest::newRow("value missing") << QStringList{u"--theme"_s} << u"Missing value after '--theme'"_s;
    QTest::newRow("two workspaces") << QStringList{u"a"_s, u"b"_s} << u"\"b\" is one argument too many: one workspace is opened at a time"_s;
    QTest::newRow("empty workspace") << QStringList{QString()} << u"WORKSPACE is empty: name a folder, or leave it out"_s;
    QTest::newRow("empty picture folder") << QStringList{u"--screenshot-dir="_s} << u"--screenshot-dir needs a folder"_s;
}

void TestStart::mistakes()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, says);
    QCOMPARE(parseStart(QStringList{u"sage-workbench"_s} + arguments).mistake, says);
    const Ended ended = run(arguments);
    QCOMPARE(ended.err, u"sage-workbench: "_s + says + u"; sage-workbench --help lists the options\n"_s);
    QCOMPARE(ended.code, exitUsage);
}

void TestStart::helpTellsOptionsAndCodes()
{
    // Nowhere to open a window, and no need to.
    const Ended help = run({u"--help"_s}, {u"QT_QPA_PLATFORM=xcb"_s, u"DISPLAY=:4711"_s, u"WAYLAND_DISPLAY="_s});
    QCOMPARE(help.code, 0);
    for (const QString &part : {u"Usage: sage-workbench [options] [WORKSPACE]"_s, u"-h, --help"_s, u"--theme <name>"_s, u"--language <name>"_s, u"--screenshot-dir <folder>"_s, u"\n  2  an option"_s, u"\n  3  WORKSPACE"_s, u"\n  4  there is no display"_s})
        QVERIFY2(help.out.contains(part), qPrintable(part));
    QCOMPARE(run({u"-v"_s}).out, u"sage-workbench %1\n"_s.arg(QString::fromLatin1(SAGE_VERSION)));
    QVERIFY(parseStart({u"w"_s, u"-reverse"_s}).answer.isEmpty()); // an option of Qt's, not -v
}

void TestStart::noWorkspace()
{
    const QTemporaryDir folder;
    for (const QString &name : {u"nope"_s, u"."_s}) {
        const QString path = QDir::cleanPath(folder.filePath(name));
        const Ended ended = run({path});
        QCOMPARE(ended.code, exitWorkspace);
        QVERIFY2(ended.err.startsWith(u"sage-workbench: "_s) && ended.err.contains(path), qPrintable(ended.err));
        QVERIFY(ended.out.isEmpty());
    }
    QVERIFY(!QFile::exists(folder.filePath(u"nope"_s))); // looked for, not made
}

void TestStart::noDisplay()
{
    const Ended ended = run({}, {u"QT_QPA_PLATFORM=xcb"_s, u"DISPLAY=:4711"_s, u"WAYLAND_DISPLAY="_s});
    QCOMPARE(ended.code, exitEnvironment);
    QVERIFY2(ended.err.startsWith(u"sage-workbench: no window can be opened here: "_s) && ended.err.contains(u"DISPLAY"_s) && ended.err.contains(u"sagectl"_s), qPrintable(ended.err));
    QVERIFY(!ended.err.contains(u"reinstalling the application"_s)); // Qt's own advice
}

void TestStart::pictures()
{
    const QTemporaryDir folder;
    const std::filesystem::path workspace = utf8(folder.filePath(u"workspace"_s));
    QVERIFY(Workspace::create(workspace, SystemClock()).has_value());
    const QString shots = folder.filePath(u"shots"_s);
    const Ended good = run({u"--screenshot-dir"_s, shots, folder.filePath(u"workspace"_s)});
    QCOMPARE(good.code, 0);
    QCOMPARE(QDir(shots).entryList(QDir::Files).size(), 8); // the window and seven views
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const Ended bad = run({u"--screenshot-dir"_s, file.fileName(), folder.filePath(u"workspace"_s)});
    QCOMPARE(bad.code, exitFailed);
    QVERIFY2(bad.err.contains(file.fileName() + u"/window.png"_s), qPrintable(bad.err));
}

QTEST_GUILESS_MAIN(TestStart)
#include "tst_start.moc"
