#include "core/model/steps.h"

#include <QtTest>

using namespace sage;

class TestSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAndWritesBack_data();
    void readsAndWritesBack();
    void refuses_data();
    void refuses();
    void everyOperationHasAName();
};

void TestSteps::readsAndWritesBack_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("canonical");
    QTest::newRow("unary") << QStringLiteral("y = sqrt(x)") << QStringLiteral("y = sqrt(x)");
    QTest::newRow("spaces") << QStringLiteral("  y=add( a ,b )  ") << QStringLiteral("y = add(a, b)");
    QTest::newRow("number") << QStringLiteral("h = mul(x, 0.7071067811865476)") << QStringLiteral("h = mul(x, 0.7071067811865476)");
    QTest::newRow("negative") << QStringLiteral("h = maximum(x, -1)") << QStringLiteral("h = maximum(x, -1.0)");
    QTest::newRow("parameters sorted") << QStringLiteral("a = split(x, parts=2, index=0, axis=dim)") << QStringLiteral("a = split(x, axis=dim, index=0, parts=2)");
    QTest::newRow("negative axis") << QStringLiteral("m = mean(q, axis=-1)") << QStringLiteral("m = mean(q, axis=-1)");
    QTest::newRow("condition") << QStringLiteral("[reduction=sum|mean] y = sum(s, axis=all)") << QStringLiteral("[reduction=sum|mean] y = sum(s, axis=all)");
    QTest::newRow("three operands") << QStringLiteral("y = select(c, a, 0)") << QStringLiteral("y = select(c, a, 0.0)");
}

void TestSteps::readsAndWritesBack()
{
    QFETCH(QString, line);
    QFETCH(QString, canonical);
    const Result<Step> step = parseStep(line.toStdString());
    QVERIFY2(step.has_value(), step ? "" : step.error().message.c_str());
    QCOMPARE(QString::fromStdString(toText(*step)), canonical);
    const Result<Step> again = parseStep(toText(*step));
    QVERIFY(again.has_value());
    QVERIFY(*again == *step);
}

void TestSteps::refuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    QTest::newRow("empty") << QString() << QStringLiteral("name = operation");
    QTest::newRow("unknown") << QStringLiteral("y = frobnicate(x)") << QStringLiteral("a known operation instead of \"frobnicate\"");
    QTest::newRow("operands") << QStringLiteral("y = add(x)") << QStringLiteral("2 operand(s)");
    QTest::newRow("unclosed") << QStringLiteral("y = sqrt(x") << QStringLiteral("\",\" or \")\"");
    QTest::newRow("trailing") << QStringLiteral("y = sqrt(x) z") << QStringLiteral("the end of the line");
    QTest::newRow("condition") << QStringLiteral("[reduction] y = sqrt(x)") << QStringLiteral("[attribute=value|value]");
    QTest::newRow("digit first") << QStringLiteral("2y = sqrt(x)") << QStringLiteral("name = operation");
    QTest::newRow("binary junk") << QString::fromLatin1("\x01\x02(") << QStringLiteral("name = operation");
}

void TestSteps::refuses()
{
    QFETCH(QString, line);
    QFETCH(QString, expected);
    const Result<Step> step = parseStep(line.toStdString());
    QVERIFY(!step.has_value());
    QCOMPARE(step.error().code, std::string("steps.invalid"));
    QVERIFY2(step.error().message.find(expected.toStdString()) != std::string::npos, step.error().message.c_str());
}

void TestSteps::everyOperationHasAName()
{
    for (const StepOpInfo &entry : stepOps())
        QCOMPARE(info(entry.op).name, entry.name);
    QCOMPARE(stepOps().size(), std::size_t(static_cast<int>(StepOp::Cast) + 1));
}

QTEST_GUILESS_MAIN(TestSteps)
#include "tst_steps.moc"
