#include "core/model/settings.h"

#include <QtTest>

using namespace sage;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaultsAreValid();
    void everySettingIsDescribed();
    void refusesOutOfRange();
    void refusesUnknownPolicy();
    void setsByName();
    void refusesWrongTexts_data();
    void refusesWrongTexts();
};

void TestSettings::defaultsAreValid()
{
    QVERIFY(validate(Settings()).has_value());
}

void TestSettings::everySettingIsDescribed()
{
    // A setting that is added without its grade and range would not be shown and not be checked.
    const Json json = Settings();
    QCOMPARE(settingInfos().size() + 1, json.size()); // all but policy, which has a list of names
    for (const SettingInfo &entry : settingInfos())
        QVERIFY2(json.contains(entry.field), entry.field);
}

void TestSettings::refusesOutOfRange()
{
    for (const SettingInfo &entry : settingInfos()) {
        Json json = Settings();
        if (json[entry.field].is_boolean())
            continue;
        json[entry.field] = entry.maximum + 1;
        const Result<void> valid = validate(json.get<Settings>());
        QVERIFY2(!valid.has_value(), entry.field);
        QCOMPARE(valid.error().code, std::string("settings.range"));
        QVERIFY(valid.error().message.find(entry.symbol) != std::string::npos);
    }
}

void TestSettings::refusesUnknownPolicy()
{
    Settings settings;
    settings.policy = "magic";
    QCOMPARE(validate(settings).error().code, std::string("settings.unknown-policy"));
}

void TestSettings::setsByName()
{
    const Result<Settings> whole = withSetting(Settings(), "kAdopt", "5");
    QVERIFY(whole.has_value());
    QCOMPARE(whole->kAdopt, 5);
    QCOMPARE(withSetting(Settings(), "gamma", "0.75")->gamma, 0.75);
    QCOMPARE(withSetting(Settings(), "gamma", "0")->gamma, 0.0);
    QCOMPARE(withSetting(Settings(), "scaleByMax", "false")->scaleByMax, false);
    QCOMPARE(withSetting(Settings(), "policy", "uniform-credit")->policy, std::string("uniform-credit"));
}

void TestSettings::refusesWrongTexts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *value, const char *code, const char *said) {
        QTest::addRow("%s=%s", name, value) << QString::fromUtf8(name) << QString::fromUtf8(value) << QString::fromUtf8(code) << QString::fromUtf8(said);
    };
    row("kAdopt", "1.5", "settings.value", "a whole number between 1 and 1000");
    row("kAdopt", "1e3", "settings.value", "a whole number");
    row("kAdopt", "three", "settings.value", "a whole number");
    row("kAdopt", "", "settings.value", "a whole number");
    row("kAdopt", "true", "settings.value", "a whole number");
    row("kAdopt", "0", "settings.range", "between 1 and 1000");
    row("kAdopt", "4294967299", "settings.range", "between 1 and 1000"); // 3 when it is cut to 32 bits
    row("gamma", "1.5", "settings.range", "a number between 0 and 0.999999");
    row("gamma", "nan", "settings.value", "a number between");
    row("scaleByMax", "1", "settings.value", "true or false");
    row("kAdpot", "1", "settings.unknown", "did you mean kAdopt?");
    row("colour", "1", "settings.unknown", "There is no setting \"colour\". Known: ");
    row("policy", "sgae", "settings.unknown-policy", "did you mean sage?");
    row("policy", "magic", "settings.unknown-policy", "There is no policy called \"magic\". Known: sage, ");
}

void TestSettings::refusesWrongTexts()
{
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, code);
    QFETCH(QString, said);
    const Result<Settings> settings = withSetting(Settings(), name.toStdString(), value.toStdString());
    QVERIFY(!settings.has_value());
    QCOMPARE(QString::fromStdString(settings.error().code), code);
    QVERIFY2(settings.error().message.find(said.toStdString()) != std::string::npos, settings.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
