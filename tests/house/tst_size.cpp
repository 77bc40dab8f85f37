// What is over the house's measures is reported; what is over twice fails.
#include "tests/house/sizes.h"

#include <QtTest>

using namespace sage::house;

namespace {

[[nodiscard]] SourceFile functionOf(int lines, const char *signature)
{
    std::string text = std::string("namespace a {\nclass B {\n};\n") + signature + "\n{\n";
    for (int i = 0; i < lines - 3; ++i)
        text += "    x({ 1, 2 });\n";
    return { "core/a/b.cpp", text + "}\n}\n" };
}

} // namespace

class TestSize : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samples_data();
    void samples();
    void everyFunctionOfAFileIsSeen();
    void theTree();
};

void TestSize::samples_data()
{
    QTest::addColumn<int>("lines");
    QTest::addColumn<QByteArray>("signature");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<bool>("fatal");

    QTest::newRow("fits") << 60 << QByteArray("int f(int a, int b)") << QByteArray() << false;
    QTest::newRow("long") << 61 << QByteArray("int f(int a)") << QByteArray("core/a/b.cpp:4: f has 61 lines, over 60\n") << false;
    QTest::newRow("twice") << 121 << QByteArray("int f(int a)") << QByteArray("core/a/b.cpp:4: f has 121 lines, over 60\n") << true;
    QTest::newRow("many parameters") << 5 << QByteArray("void B::f(int a, std::map<int, int> b, int c, int d, int e, int g) const")
                                     << QByteArray("core/a/b.cpp:4: B::f has 6 parameters, over 5\n") << false;
    QTest::newRow("template arguments do not count") << 5 << QByteArray("Result<int, int> f(std::map<int, int> a, T<1, 2, 3> b)") << QByteArray() << false;
    QTest::newRow("constructor") << 61 << QByteArray("B::B(int a) : m_a{ a }, m_b(2)")
                                 << QByteArray("core/a/b.cpp:4: B::B has 61 lines, over 60\n") << false;
    QTest::newRow("operator") << 61 << QByteArray("bool operator()(int a, int b) const noexcept")
                              << QByteArray("core/a/b.cpp:4: operator has 61 lines, over 60\n") << false;
    QTest::newRow("behind a macro") << 61 << QByteArray("MACRO_OF(A, a, b, c, d, e, g)\nint f(int a)")
                                    << QByteArray("core/a/b.cpp:5: f has 61 lines, over 60\n") << false;
    QTest::newRow("a table is no function") << 200 << QByteArray("const int table[] =") << QByteArray() << false;
}

void TestSize::samples()
{
    QFETCH(int, lines);
    QFETCH(QByteArray, signature);
    QFETCH(QByteArray, expected);
    QFETCH(bool, fatal);
    const std::vector<Finding> findings = measure(functionOf(lines, signature.constData()));
    QCOMPARE(QByteArray::fromStdString(asText(findings)), expected);
    QCOMPARE(anyFatal(findings), fatal);
}

void TestSize::everyFunctionOfAFileIsSeen()
{
    const std::string text = "#define X {\n"
                             "struct A { int m = 1; void f() { g(); }\n"
                             "  A() : m_x{1}, m_y(\"}\") {} // }\n"
                             "};\n"
                             "auto h(int a) -> int { return [&](int b) { return b; }(a); }\n"
                             "const char *raw = R\"({ ( )\";\n"
                             "template <typename T> requires (sizeof(T) > 1) void k(T a) { for (int i = 0; i < 3; ++i) { } }\n";
    Limits none;
    none.functionLines = 0;
    const std::vector<Finding> findings = measure({ "a.cpp", text }, none);
    QByteArray names;
    for (const Finding &finding : findings)
        names += QByteArray::fromStdString(finding.message.substr(0, finding.message.find(' '))) + ' ';
    QCOMPARE(names, QByteArray("f A h k "));
}

void TestSize::theTree()
{
    std::vector<Finding> findings;
    std::size_t files = 0;
    for (const SourceFile &file : readTree(SAGE_SOURCE_DIR, { "app", "core", "ui", "tests" }, { ".cpp", ".h" })) {
        if (file.path.starts_with("tests/data/"))
            continue; // written by programs
        const std::vector<Finding> here = measure(file);
        findings.insert(findings.end(), here.begin(), here.end());
        ++files;
    }
    QVERIFY(files > 10);
    if (!findings.empty())
        qInfo("%zu measures are over in %zu files:\n%s", findings.size(), files, asText(findings).c_str());
    QVERIFY2(!anyFatal(findings), "something is over twice the house's measure (listed above, first)");
}

QTEST_GUILESS_MAIN(TestSize)
#include "tst_size.moc"
