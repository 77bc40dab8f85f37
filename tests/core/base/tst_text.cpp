#include "core/base/hash.h"
#include "core/base/json.h"
#include "core/base/yaml.h"

#include <QtTest>

#include <clocale>
#include <locale>

using namespace sage;

/// The text forms that digests and files depend on.
class TestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void canonical_data();
    void canonical();
    void canonicalHasNoLocale();
    void brokenUtf8IsReplaced();
    void invalidJsonIsNamed();
    void optionalsSurvive();
    void decodeNamesWhatIsWrong();
    void hashes();
    void yamlScalars_data();
    void yamlScalars();
    void yamlStructure();
    void yamlErrors();
};

void TestText::canonical_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("sorted keys") << R"({ "b": 1, "a": {"z": 2, "y": [3, 4]} })" << R"({"a":{"y":[3,4],"z":2},"b":1})";
    QTest::newRow("shortest number") << "[0.1, 1e22, 100.0, 12.50]" << "[0.1,1e+22,100.0,12.5]";
    QTest::newRow("integer stays") << "[9007199254740993, -1]" << "[9007199254740993,-1]";
    QTest::newRow("utf-8 stays") << QStringLiteral("\"\u7b97\\u5b50\\n\"") << QStringLiteral("\"\u7b97\u5b50\\n\"");
}

void TestText::canonical()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto json = parseJson(text.toStdString(), "test");
    QVERIFY(json);
    QCOMPARE(QString::fromStdString(sage::canonical(*json)), expected);
}

void TestText::canonicalHasNoLocale()
{
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const char *name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) { // those that the machine has
        std::setlocale(LC_ALL, name);
        QCOMPARE(sage::canonical(Json(1234567.5)), std::string("1234567.5"));
        QCOMPARE(parseJson("1234.5", "test")->get<double>(), 1234.5);
    }
    std::setlocale(LC_ALL, before.c_str());
}

void TestText::brokenUtf8IsReplaced()
{
    QCOMPARE(sage::canonical(Json("a\xff" "b")), std::string("\"a\xef\xbf\xbd" "b\""));
}

void TestText::invalidJsonIsNamed()
{
    const auto json = parseJson("{\"a\": }", "the settings");
    QVERIFY(!json);
    QCOMPARE(json.error().code, std::string("json.invalid"));
    QVERIFY(json.error().message.find("the settings") != std::string::npos);
    QVERIFY(!json.error().detail.empty());
}

void TestText::optionalsSurvive()
{
    const std::optional<double> nothing;
    const std::optional<double> something = 2.5;
    QCOMPARE(sage::canonical(Json{{"a", nothing}, {"b", something}}), std::string(R"({"a":null,"b":2.5})"));
    QVERIFY(!Json(nullptr).get<std::optional<double>>().has_value());
    QCOMPARE(Json(2.5).get<std::optional<double>>().value(), 2.5);
}

void TestText::decodeNamesWhatIsWrong()
{
    const auto number = decode<int>(Json("text"), "the field");
    QVERIFY(!number);
    QCOMPARE(number.error().code, std::string("json.shape"));
    QCOMPARE(number.error().args.at("what"), std::string("the field"));
    QCOMPARE(decode<int>(Json(3), "the field").value(), 3);
}

void TestText::hashes()
{
    // FIPS 180-4, examples.
    QCOMPARE(sha256(std::string_view("abc")).value, std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(sha256(std::string_view("")).value, std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(sha256(Json{{"b", 1}, {"a", 2}}).value, sha256(std::string_view(R"({"a":2,"b":1})")).value);
}

void TestText::yamlScalars_data()
{
    QTest::addColumn<QString>("scalar");
    QTest::addColumn<QString>("json");
    QTest::newRow("integer") << "42" << "42";
    QTest::newRow("negative") << "-7" << "-7";
    QTest::newRow("number") << "0.5" << "0.5";
    QTest::newRow("exponent") << "1e-3" << "0.001";
    QTest::newRow("true") << "true" << "true";
    QTest::newRow("text") << "float16" << "\"float16\"";
    QTest::newRow("quoted number") << "\"42\"" << "\"42\"";
    QTest::newRow("quoted boolean") << "'true'" << "\"true\"";
    QTest::newRow("version") << "1.2.3" << "\"1.2.3\"";
    QTest::newRow("list") << "[1, a, 2.5]" << "[1,\"a\",2.5]";
}

void TestText::yamlScalars()
{
    QFETCH(QString, scalar);
    QFETCH(QString, json);
    const auto parsed = parseYaml("value: " + scalar.toStdString(), "test");
    QVERIFY(parsed);
    QCOMPARE(QString::fromStdString(sage::canonical((*parsed)["value"])), json);
}

void TestText::yamlStructure()
{
    const auto parsed = parseYaml("name: Swish\ncases:\n  - shape: [2, 3]\n    dtype: float\n  - shape: []\n", "test");
    QVERIFY(parsed);
    QCOMPARE(sage::canonical(*parsed), std::string(R"({"cases":[{"dtype":"float","shape":[2,3]},{"shape":[]}],"name":"Swish"})"));
}

void TestText::yamlErrors()
{
    const auto parsed = parseYaml("a: 1\nb: [1, 2\nc: 3\n", "card.yaml");
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, std::string("yaml.invalid"));
    QVERIFY(parsed.error().message.find("card.yaml") != std::string::npos);
    QVERIFY(!readYaml("/nonexistent/card.yaml"));
}

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
