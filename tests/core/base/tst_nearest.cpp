#include "core/base/nearest.h"
#include "core/base/yaml.h"

#include <QtTest>

using namespace sage;

class TestNearest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void suggestsWhatIsNear_data();
    void suggestsWhatIsNear();
    void findsLines();
    void namesTheUnknownKey();
};

void TestNearest::suggestsWhatIsNear_data()
{
    QTest::addColumn<QString>("nearest");
    QTest::newRow("Swsh") << QStringLiteral("Swish");
    QTest::newRow("rmsnorm") << QStringLiteral("RmsNorm"); // upper and lower case are no difference
    QTest::newRow("RmsNrom") << QStringLiteral("RmsNorm");
    QTest::newRow("Sqr") << QStringLiteral("Sqrt");
    QTest::newRow("Conv2d") << QString();
    QTest::newRow("x") << QString();
    QTest::newRow("") << QString();
    QTest::newRow("Softmax") << QString();
}

void TestNearest::suggestsWhatIsNear()
{
    QFETCH(QString, nearest);
    QCOMPARE(QString::fromStdString(nearestName(QTest::currentDataTag(), {"Gelu", "RmsNorm", "Sqrt", "Swish"})), nearest);
    QCOMPARE(didYouMean(QTest::currentDataTag(), {"Gelu", "RmsNorm", "Sqrt", "Swish"}).empty(), nearest.isEmpty());
}

void TestNearest::findsLines()
{
    const std::string text = "a: 1\nlist:\n  - {x: 1}\n  - x: 2\n    y: 3\n";
    QCOMPARE(yamlLine(text, Json::json_pointer("/a")), 1);
    QCOMPARE(yamlLine(text, Json::json_pointer("/list")), 2);
    QCOMPARE(yamlLine(text, Json::json_pointer("/list/0/x")), 3);
    QCOMPARE(yamlLine(text, Json::json_pointer("/list/1/y")), 5);
    QCOMPARE(yamlLine(text, Json::json_pointer("/list/7")), 0);
    QCOMPARE(yamlLine("{\n \"a\": 1,\n \"b\": 2}", Json::json_pointer("/b")), 3); // JSON is YAML
    QCOMPARE(yamlLine("a: [", Json::json_pointer("/a")), 0);
}

void TestNearest::namesTheUnknownKey()
{
    const std::string text = "one: 1\ntwo: 2\nthere: 3\n";
    const Result<Json> json = parseYaml(text, "file");
    QVERIFY(json.has_value());
    QCOMPARE(unknownKeyText(*json, {text, "file"}, {"one", "two", "three"}), std::string("file:3: the key \"there\" is not known; did you mean three? Known here: one, two, three."));
    QVERIFY(unknownKeyText(*json, {text, "file"}, {"one", "two", "there"}).empty());
    QVERIFY(unknownKeyText(Json::array(), {text, "file"}, {}).empty());
}

QTEST_GUILESS_MAIN(TestNearest)
#include "tst_nearest.moc"
