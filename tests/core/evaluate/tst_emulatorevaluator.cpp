#include "evaluatetest.h"

#include <set>

using namespace sage;
using namespace sage::test;

class TestEmulatorEvaluator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_bench = std::make_unique<Bench>(); }
    void rightKernel();
private:
    std::unique_ptr<Bench> m_bench;
};

void TestEmulatorEvaluator::rightKernel()
{
    const Feedback feedback = m_bench->evaluate(goodKernel());
    qInfo("%s", textOf(feedback).constData());
    QVERIFY2(feedback.correct, textOf(feedback));
}

QTEST_GUILESS_MAIN(TestEmulatorEvaluator)
#include "tst_emulatorevaluator.moc"
