// No file names a package server or a path of one machine, and the synthesizer knows no operator by name.
#include "tests/house/words.h"

#include <QtTest>

using namespace sage::house;

class TestWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placeSamples_data();
    void placeSamples();
    void nameSamples();
    void placesInTheTree();
    void operatorNamesInTheSynthesizer();
};

void TestWords::placeSamples_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("count");
    // Written in two parts, or this file would be found.
    QTest::newRow("server") << QByteArray("deb http://deb.deb") + "ian.org/debian suite main\n" << 1;
    QTest::newRow("regional server") << QByteArray("x\nftp.de.") + "debian.org\n" << 1;
    QTest::newRow("registry") << QByteArray("pip install -i https://pypi.") + "org/simple" << 1;
    QTest::newRow("machine path") << QByteArray("cd /") + "work/main" << 1;
    QTest::newRow("home") << QByteArray("\"/ho") + "me/someone/x\"" << 1;
    QTest::newRow("home page, relative folder") << QByteArray("https://www.qt.io/ out/wo") + "rk/x ${root}/wo" + "rk/x" << 0;
    QTest::newRow("binary") << QByteArray("\0deb.", 5) + "debian.org" << 0;
}

void TestWords::placeSamples()
{
    QFETCH(QByteArray, text);
    QFETCH(int, count);
    QCOMPARE(static_cast<int>(checkPlaces({ { "a", text.toStdString() } }).size()), count);
}

void TestWords::nameSamples()
{
    const std::set<std::string> names = operatorNames({ { "a.yaml", "# card\nname: Swish\nlevel: 1\n  name: inner\n" }, { "b.yaml", "name: \"Sqrt\"\n" } });
    QCOMPARE(names, (std::set<std::string>{ "Sqrt", "Swish" }));
    QCOMPARE(languageWords({ { "k.h", "UNARY(Sqrt) // Swish(" } }, names), std::set<std::string>{ "Sqrt" });
    const std::vector<Finding> findings = checkNames({ { "g.cpp", "// Swish\nint x;\ncall(\"Swish\"); Swishes();\n" } }, { "Swish" });
    QCOMPARE(QByteArray::fromStdString(asText(findings)), QByteArray("g.cpp:3: the operator's name Swish\n"));
}

void TestWords::placesInTheTree()
{
    const std::vector<SourceFile> files = readTracked(SAGE_SOURCE_DIR);
    QVERIFY(files.size() > 10);
    const std::vector<Finding> findings = checkPlaces(files);
    QVERIFY2(findings.empty(), ("\n" + asText(findings)).c_str());
}

void TestWords::operatorNamesInTheSynthesizer()
{
    std::set<std::string> names = operatorNames(readTree(SAGE_SOURCE_DIR, { "resources/operators" }, { ".yaml" }));
    if (names.empty())
        QSKIP("there are no operator cards yet");
    std::vector<SourceFile> languages = readTree(SAGE_SOURCE_DIR, { "core/npu/include", "core/model" }, { ".h" });
    std::erase_if(languages, [](const SourceFile &file) { return file.path.starts_with("core/model/") && file.path != "core/model/steps.h"; });
    for (const std::string &word : languageWords(languages, names)) {
        qInfo("%s is a word of the kernels' or the cards' language too and is not looked for", word.c_str());
        names.erase(word);
    }
    QVERIFY(!names.empty());
    const std::vector<Finding> findings = checkNames(readTree(SAGE_SOURCE_DIR, { "core/generate" }, { ".cpp", ".h" }), names);
    QVERIFY2(findings.empty(), ("\n" + asText(findings)).c_str());
}

QTEST_GUILESS_MAIN(TestWords)
#include "tst_words.moc"
