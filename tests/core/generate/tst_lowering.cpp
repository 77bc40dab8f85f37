#include "core/generate/lowering.h"
#include "core/plain/file.h"

#include "tests/core/generate/randomcards.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/core/generate/cards.h"
#include "tests/core/generate/kernelcheck.h"

using namespace sage;

namespace {

std::string textOf(const OperatorSpec &card, const Plan &plan)
{
    const Result<KernelSource> kernel = synthesize(card, plan);
    if (!kernel)
        qFatal("%s", kernel.error().message.c_str());
    return kernel->mainText();
}

Plan fastPlan()
{
    return *planFromJson({{"cores", "balanced"}, {"buffers", 2}, {"compute", "mixed"}, {"reduction", "folded"}, {"fusion", "resident"}, {"moves", "strided"}, {"division", "reciprocal"}, {"constants", "kept"}});
}

Plan plainPlan()
{
    return *planFromJson({{"cores", "one"}, {"compute", "native"}, {"reduction", "scalar"}, {"fusion", "steps"}, {"tail", "scalar"}, {"inPlace", false}, {"broadcast", "duplicate"}});
}

} // namespace

class TestLowering : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void golden_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<bool>("fast");
        const auto add = [](const char *file, std::string_view yaml, bool fast) { QTest::newRow(file) << QString::fromLatin1(file) << QString::fromUtf8(yaml.data(), static_cast<qsizetype>(yaml.size())) << fast; };
        add("chain-fast.cpp", test::chainCard, true);
        add("chain-plain.cpp", test::chainCard, false);
        add("norm-fast.cpp", test::normCard, true);
        add("total-fast.cpp", test::totalCard, true);
        add("gate-plain.cpp", test::gateCard, false);
        add("column-fast.cpp", test::columnCard, true);
    }

    /// SAGE_UPDATE_GOLDEN=1 writes the files anew.
    void golden()
    {
        QFETCH(QString, file);
        QFETCH(QString, yaml);
        QFETCH(bool, fast);
        const std::string text = textOf(test::cardOf(yaml.toStdString()), fast ? fastPlan() : plainPlan());
        QFile stored(QStringLiteral(SAGE_TEST_DATA "/kernels/generated/") + file);
        if (qEnvironmentVariableIsSet("SAGE_UPDATE_GOLDEN")) {
            QVERIFY(QDir().mkpath(QStringLiteral(SAGE_TEST_DATA "/kernels/generated")));
            QVERIFY(stored.open(QIODevice::WriteOnly | QIODevice::Truncate));
            stored.write(text.data(), static_cast<qint64>(text.size()));
            return;
        }
        QVERIFY2(stored.open(QIODevice::ReadOnly), qPrintable(stored.fileName()));
        QCOMPARE(QString::fromStdString(text), QString::fromUtf8(stored.readAll()));
    }

    void compiles_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("plan");
        const std::pair<const char *, std::string_view> cards[] = {{"chain", test::chainCard}, {"norm", test::normCard}, {"total", test::totalCard}, {"gate", test::gateCard}, {"column", test::columnCard}};
        const Plan plans[] = {Plan(), fastPlan(), plainPlan()};
        for (const auto &[name, yaml] : cards) {
            for (int i = 0; i < 3; ++i)
                QTest::newRow(qPrintable(QString::fromLatin1(name) + QString::number(i))) << QString::fromUtf8(yaml.data(), static_cast<qsizetype>(yaml.size())) << QString::fromStdString(toJson(plans[i]).dump());
        }
    }

    void compiles()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, plan);
        const OperatorSpec card = test::cardOf(yaml.toStdString());
        const std::string text = textOf(card, *planFromJson(Json::parse(plan.toStdString())));
        const QByteArray errors = test::complaint(test::prelude(card, card.cases.front()) + text);
        QVERIFY2(errors.isEmpty(), errors.constData());
    }

    void everyDimensionShowsInTheCode()
    {
        std::vector<OperatorSpec> cards;
        for (const std::string_view yaml : {test::chainCard, test::normCard, test::totalCard, test::gateCard})
            cards.push_back(test::cardOf(yaml));
        const auto body = [](const std::string &text) { return text.substr(text.find("#include")); }; // the head names the plan anyway
        for (const PlanDimension &dimension : planDimensions()) {
            for (const Json &value : dimension.values) {
                if (value == valueOf(Plan(), dimension.name))
                    continue;
                const Plan changed = *withDimension(Plan(), dimension.name, value);
                const bool shows = std::any_of(cards.begin(), cards.end(), [&](const OperatorSpec &card) { return body(textOf(card, changed)) != body(textOf(card, Plan())); });
                QVERIFY2(shows, (std::string(dimension.name) + " " + value.dump()).c_str());
            }
        }
    }

    void sameTextEveryTime()
    {
        const OperatorSpec card = test::cardOf(test::normCard);
        QCOMPARE(textOf(card, fastPlan()), textOf(card, fastPlan()));
    }

    void randomCardsAreLowered()
    {
        int lowered = 0, all = 0;
        std::string last;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const Result<OperatorSpec> card = parseCard(test::RandomCard(seed).yaml(), "random card");
            QVERIFY2(card.has_value(), card ? "" : (std::to_string(seed) + ": " + card.error().message).c_str());
            ++all;
            for (const Plan &plan : {fastPlan(), Plan()}) {
                const Result<KernelSource> kernel = synthesize(*card, plan);
                lowered += kernel ? 1 : 0;
                last = kernel ? last : std::to_string(seed) + ": " + kernel.error().message;
            }
        }
        QVERIFY2(lowered >= all * 2 * 95 / 100, last.c_str());
    }

    void goodPlansFit()
    {
        for (const std::string_view yaml : {test::chainCard, test::normCard, test::totalCard, test::gateCard, test::columnCard}) {
            const OperatorSpec card = test::cardOf(yaml);
            const Result<std::int64_t> bytes = onChipBytes(card, goodPlan(card));
            QVERIFY(bytes && *bytes > 0 && *bytes <= 192 * 1024);
        }
    }

    void whatCannotBeLoweredIsNamed()
    {
        const OperatorSpec card = test::cardOf(R"yaml(
name: Cut
summary: a piece of something that no tensor holds
inputs:
  - {name: x, draw: {uniform: [0, 1]}}
  - {name: z, draw: {uniform: [0, 1]}}
outputs:
  - y
reference:
  - t = mul(x, z)
  - s = split(t, axis=1, parts=2, index=0)
  - y = exp(s)
cases:
  - {dtype: float32, shapes: {x: [6, 1], z: [1, 8]}, origin: own}
)yaml");
        const Result<KernelSource> kernel = synthesize(card, Plan());
        QVERIFY(!kernel);
        QCOMPARE(kernel.error().code, std::string("generate.cannot-lower"));
        QVERIFY(kernel.error().message.find("mul(x, z)") != std::string::npos || kernel.error().message.find("split(t") != std::string::npos);
    }

    /// One lowering for all: the sources name no operator of the shipped cards.
    void noOperatorIsNamed()
    {
        QStringList names;
        for (const QString &file : QDir(QStringLiteral(SAGE_SOURCE_DIR "/resources/operators")).entryList({QStringLiteral("*.yaml")}))
            names.append(file.chopped(5));
        QVERIFY(names.size() >= 12);
        names.removeAll(QStringLiteral("Sqrt")); // these three are instructions as well
        names.removeAll(QStringLiteral("Muls"));
        names.removeAll(QStringLiteral("Less"));
        QDirIterator sources(QStringLiteral(SAGE_SOURCE_DIR "/core/generate"), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile source(sources.next());
            QVERIFY(source.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(source.readAll());
            for (const QString &name : names)
                QVERIFY2(!text.contains(name), qPrintable(source.fileName() + QStringLiteral(" names ") + name));
        }
    }
};

QTEST_GUILESS_MAIN(TestLowering)
#include "tst_lowering.moc"
