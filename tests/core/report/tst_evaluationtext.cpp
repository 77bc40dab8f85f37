#include "core/report/evaluationtext.h"

#include <QtTest>

using namespace sage;

namespace {

[[nodiscard]] Finding finding(const char *rule, const char *severity, int caseIndex, const char *message, int count = 1)
{
    Finding one;
    one.rule = rule;
    one.id = std::string(rule) + ".some";
    one.severity = severity;
    one.file = "swish.cpp";
    one.line = 2;
    one.message = message;
    one.caseIndex = caseIndex;
    one.count = count;
    return one;
}

[[nodiscard]] Feedback feedback(int cases, bool correct, std::vector<Finding> findings)
{
    Feedback result;
    result.compiled = true;
    result.correct = correct;
    result.code = correct ? "ok" : "rule-error";
    result.stage = FeedbackStage::Timing;
    result.message = "Said.";
    result.findings = std::move(findings);
    for (int i = 0; i < cases; ++i) {
        CaseResult one;
        one.index = i;
        one.dtype = "float16";
        one.correct = correct;
        result.cases.push_back(one);
    }
    return result;
}

[[nodiscard]] std::string textOf(const Feedback &result)
{
    return evaluationText(result, KernelSource{{{"swish.cpp", "first\n    second\n", "kernel"}}, "ascend-c", KernelContract::KernelOnly});
}

[[nodiscard]] qsizetype countOf(const std::string &text, const char *what)
{
    return QString::fromStdString(text).count(QString::fromUtf8(what));
}

} // namespace

class TestEvaluationText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ranges();
    void tellsAFindingOnce();
    void countsWarningsInTheVerdict();
    void subordinatesWhatFollowsFromAnOverflow();
    void errorsThatAreNoNumbers();
};

void TestEvaluationText::ranges()
{
    QCOMPARE(rangesText({}), std::string());
    QCOMPARE(rangesText({3}), std::string("3"));
    QCOMPARE(rangesText({0, 1, 2, 3, 4, 6, 8, 9}), std::string("0-4, 6, 8-9"));
}

void TestEvaluationText::tellsAFindingOnce()
{
    const std::string text = textOf(feedback(5, false, {finding("bounds", "error", 0, "reads 12 bytes behind x", 3), finding("bounds", "error", 1, "reads 640 bytes behind x", 4),
                                                        finding("bounds", "error", 2, "reads 7 bytes behind x"), finding("bounds", "error", 4, "reads 7 bytes behind z")}));
    QCOMPARE(countOf(text, "behind x"), 1);
    QVERIFY2(text.find("swish.cpp:2: error [bounds]: reads 12 bytes behind x (in cases 0-2, 8 times)\n        second\n") != std::string::npos, text.c_str());
    QVERIFY2(text.find("behind z (in case 4)\n") != std::string::npos, text.c_str());
}

void TestEvaluationText::countsWarningsInTheVerdict()
{
    const Finding warning = finding("alignment", "warning", 0, "slow"), again = finding("alignment", "warning", 1, "slow"), other = finding("count", "warning", 1, "odd");
    QVERIFY(textOf(feedback(2, true, {})).starts_with("CORRECT (timing, ok): Said.\n"));
    QVERIFY(textOf(feedback(2, true, {warning, again})).starts_with("CORRECT with 1 warning (timing"));
    QVERIFY(textOf(feedback(2, true, {warning, again, other})).starts_with("CORRECT with 2 warnings (timing"));
    QVERIFY(textOf(feedback(2, false, {warning})).starts_with("NOT CORRECT (timing"));
    Feedback compiled = feedback(2, true, {});
    compiled.diagnostics.push_back({"warning", "swish.cpp", 1, 1, "unused"});
    QVERIFY(textOf(compiled).starts_with("CORRECT with 1 warning (timing"));
}

void TestEvaluationText::subordinatesWhatFollowsFromAnOverflow()
{
    const std::string text = textOf(feedback(3, false, {finding("bounds", "error", 0, "outside"), finding("capacity", "error", 0, "too large"), finding("queue", "warning", 0, "idle"),
                                                        finding("bounds", "error", 1, "elsewhere")}));
    QVERIFY2(text.find("too large (in case 0)") != std::string::npos, text.c_str());
    QCOMPARE(countOf(text, "outside"), 0);
    QCOMPARE(countOf(text, "idle"), 0);
    QCOMPARE(countOf(text, "elsewhere (in case 1)"), 1); // that case had no overflow
    QVERIFY2(text.find("2 further findings of these cases may only follow") != std::string::npos, text.c_str());
}

void TestEvaluationText::errorsThatAreNoNumbers()
{
    Feedback result = feedback(1, false, {});
    ErrorStats stats;
    stats.output = "y";
    stats.elements = 10;
    stats.failed = 2;
    stats.maxError = 0.25;
    stats.worstIndex = 3;
    stats.worstText = "got nan, expected 1";
    stats.nonFiniteMismatches = 2;
    result.cases[0].errors.push_back(stats);
    const std::string text = textOf(result);
    QVERIFY2(text.find("not finite") != std::string::npos && text.find("0.25") == std::string::npos, text.c_str());
    QVERIFY2(text.find("got nan, expected 1; 2 infinities or NaNs out of place") != std::string::npos, text.c_str());
    result.cases[0].errors[0].nonFiniteMismatches = 0;
    QVERIFY(textOf(result).find("0.25") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestEvaluationText)
#include "tst_evaluationtext.moc"
