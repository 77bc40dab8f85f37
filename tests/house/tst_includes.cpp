// Arrows go down only, as core/CMakeLists.txt declares them; no Widgets or Gui in core; no include cycles.
#include "tests/house/arrows.h"

#include <QDir>
#include <QtTest>

using namespace sage::house;

namespace {

const char *const sampleRooms = "# sage_room(ghost FOLDER ghost)\n"
                                "sage_room(plain FOLDER plain)\n"
                                "sage_room(base FOLDER base DEPENDS plain LINK Qt6::Core)\n"
                                "sage_room(store FOLDER store DEPENDS base\n    LINK Qt6::Sql)\n"
                                "sage_room(memory FOLDER memory DEPENDS store)\n";

const std::map<std::string, std::string> sampleModules = { { "QString", "Core" }, { "QSqlQuery", "Sql" }, { "QImage", "Gui" }, { "QWidget", "Widgets" } };

/// Which module each of Qt's headers belongs to, read from the headers' folders.
[[nodiscard]] std::map<std::string, std::string> installedQtModules()
{
    std::map<std::string, std::string> modules;
    const QDir root(QStringLiteral(SAGE_QT_HEADERS));
    for (const QString &folder : root.entryList({ QStringLiteral("Qt*") }, QDir::Dirs, QDir::Name)) {
        for (const QString &header : QDir(root.filePath(folder)).entryList(QDir::Files))
            modules.emplace(header.toStdString(), folder.mid(2).toStdString());
    }
    return modules;
}

} // namespace

class TestIncludes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roomsAreRead();
    void arrowSamples_data();
    void arrowSamples();
    void linkSample();
    void cycleSamples();
    void theTree();
};

void TestIncludes::roomsAreRead()
{
    const Rooms rooms = readRooms(sampleRooms);
    QCOMPARE(rooms.size(), std::size_t(4));
    QCOMPARE(reachable(rooms, "memory"), (std::set<std::string>{ "memory", "store", "base", "plain" }));
    QCOMPARE(reachable(rooms, "plain"), std::set<std::string>{ "plain" });
    QCOMPARE(rooms.at("store").links, std::set<std::string>{ "Qt6::Sql" });
}

void TestIncludes::arrowSamples_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");

    QTest::newRow("down") << QByteArray("core/memory/a.cpp") << QByteArray("#include \"core/plain/result.h\"\n#include <QSqlQuery>\n") << QByteArray();
    QTest::newRow("up") << QByteArray("core/base/a.h") << QByteArray("\n#include \"core/store/x.h\"\n")
                        << QByteArray("core/base/a.h:2: the room base includes core/store/x.h, but core/CMakeLists.txt gives it no arrow to store\n");
    QTest::newRow("commented") << QByteArray("core/base/a.h") << QByteArray("// #include \"core/store/x.h\"\n/*\n#include \"ui/x.h\"\n*/\n") << QByteArray();
    QTest::newRow("core to ui") << QByteArray("core/base/a.h") << QByteArray("#include \"ui/shell/x.h\"\n")
                                << QByteArray("core/base/a.h:1: core includes ui/shell/x.h: arrows go down only\n");
    QTest::newRow("ui to app") << QByteArray("ui/shell/a.h") << QByteArray("#include \"app/workbench/x.h\"\n")
                               << QByteArray("ui/shell/a.h:1: ui includes app/workbench/x.h: arrows go down only\n");
    QTest::newRow("ui to core") << QByteArray("ui/shell/a.h") << QByteArray("#include \"core/memory/x.h\"\n#include <QWidget>\n") << QByteArray();
    QTest::newRow("widgets in core") << QByteArray("core/store/a.cpp") << QByteArray("#include <QWidget>\n")
                                     << QByteArray("core/store/a.cpp:1: <QWidget> belongs to Qt Widgets, which the room store does not link\n");
    QTest::newRow("gui by module") << QByteArray("core/store/a.cpp") << QByteArray("#include <QtGui/QImage>\n")
                                   << QByteArray("core/store/a.cpp:1: <QtGui/QImage> belongs to Qt Gui, which the room store does not link\n");
    QTest::newRow("Qt in plain") << QByteArray("core/plain/a.cpp") << QByteArray("#include <QString>\n")
                                 << QByteArray("core/plain/a.cpp:1: <QString> belongs to Qt Core, which the room plain does not link\n");
    QTest::newRow("not from the root") << QByteArray("core/store/a.cpp") << QByteArray("#include \"a.h\"\n#include \"a.moc\"\n")
                                       << QByteArray("core/store/a.cpp:1: \"a.h\" is not written from the project's root\n");
    QTest::newRow("an undeclared room") << QByteArray("core/ghost/a.cpp") << QByteArray()
                                        << QByteArray("core/ghost/a.cpp: the room ghost is not declared in core/CMakeLists.txt\n");
}

void TestIncludes::arrowSamples()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const std::vector<Finding> findings = checkArrows({ { path.toStdString(), text.toStdString() } }, readRooms(sampleRooms), sampleModules);
    QCOMPARE(QByteArray::fromStdString(asText(findings)), expected);
}

void TestIncludes::linkSample()
{
    QVERIFY(checkLinks(readRooms(sampleRooms)).empty());
    QCOMPARE(checkLinks(readRooms("sage_room(bad FOLDER bad LINK Qt6::Core Qt6::Widgets)")).size(), std::size_t(1));
}

void TestIncludes::cycleSamples()
{
    const std::vector<SourceFile> half = { { "core/a/x.h", "#include \"core/a/x_p.h\"\n" }, { "core/a/x_p.h", "#include \"core/a/x.h\"\n" } };
    QVERIFY(checkCycles(half).empty());
    const std::vector<SourceFile> ring = { { "core/a/x.h", "#include \"core/a/y.h\"\n" },
                                           { "core/a/y.h", "#include \"core/a/z.h\"\n" },
                                           { "core/a/z.h", "#include \"core/a/x.h\"\n" } };
    QCOMPARE(QByteArray::fromStdString(asText(checkCycles(ring))),
             QByteArray("core/a/x.h: an include cycle: core/a/x.h core/a/y.h core/a/z.h\n"));
    const std::vector<SourceFile> kernel = { { "core/npu/include/x.h", "#include \"y.h\"\n" }, { "core/npu/include/y.h", "#include \"x.h\"\n" } };
    QCOMPARE(checkCycles(kernel).size(), std::size_t(1));
}

void TestIncludes::theTree()
{
    const std::vector<SourceFile> cmake = readTree(SAGE_SOURCE_DIR, { "core" }, { ".txt" });
    const auto isRooms = [](const SourceFile &file) { return file.path == "core/CMakeLists.txt"; };
    const auto declared = std::find_if(cmake.begin(), cmake.end(), isRooms);
    QVERIFY(declared != cmake.end());
    const Rooms rooms = readRooms(declared->text);
    QVERIFY2(rooms.count("plain") && rooms.size() >= 12, "the rooms could not be read from core/CMakeLists.txt");
    const std::map<std::string, std::string> modules = installedQtModules();
    QCOMPARE(QByteArray::fromStdString(modules.at("QString")), QByteArray("Core"));

    const std::vector<SourceFile> files = readTree(SAGE_SOURCE_DIR, { "app", "core", "ui" }, { ".cpp", ".h" });
    std::vector<Finding> findings = checkArrows(files, rooms, modules);
    for (const std::vector<Finding> &more : { checkLinks(rooms), checkCycles(files) })
        findings.insert(findings.end(), more.begin(), more.end());
    QVERIFY2(findings.empty(), ("\n" + asText(findings)).c_str());
}

QTEST_GUILESS_MAIN(TestIncludes)
#include "tst_includes.moc"
