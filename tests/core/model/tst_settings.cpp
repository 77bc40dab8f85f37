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

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
