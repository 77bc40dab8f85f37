// Every code that the engine can say has words, and every word has its Chinese.

#include "core/npu/ruleids.h"
#include "ui/common/language.h"
#include "ui/common/wording.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace sage;
using namespace sage::ui;

namespace {

QString contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Codes in fail("room.what", ...) and Error{"room.what", ...} of the engine's sources.
QStringList errorCodesInSources()
{
    QStringList codes;
    static const QRegularExpression said(QString::fromLatin1(R"re((?:fail\(|Error\{)\s*"([a-z]+\.[a-z-]+)")re"));
    QDirIterator files(QStringLiteral(SAGE_SOURCE_DIR "/core"), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        auto found = said.globalMatch(contentOf(files.next()));
        while (found.hasNext())
            codes << found.next().captured(1);
    }
    codes.removeDuplicates();
    codes.sort();
    return codes;
}

bool hasChinese(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
}

} // namespace

class TestWording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { applyLanguage(Language::English); }
    void everyErrorOfTheEngineIsWorded();
    void everyFindingAndRuleIsWorded();
    void everyStateIsWorded();
    void everyWordHasItsChinese();
    void everyWindowTextHasItsChinese();
    void noCodeIsThereTwice();
    void errorsAreFilledIn();
    void findingsAreFilledIn();
    void unknownCodesAreShownAsTheyAre();
};

void TestWording::everyErrorOfTheEngineIsWorded()
{
    const QStringList codes = errorCodesInSources();
    QVERIFY(codes.size() > 40); // the search itself works
    QStringList missing;
    for (const QString &code : codes) {
        if (!isWorded(Domain::Error, code.toStdString()))
            missing << code;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("ui/common/wordingerrors.cpp does not word: ") + missing.join(QStringLiteral(", "))));
}

void TestWording::everyFindingAndRuleIsWorded()
{
    for (const std::string_view id : npu::findingIds) {
        QVERIFY2(isWorded(Domain::Finding, id), std::string(id).c_str());
        const std::string_view rule = id.substr(0, id.find('.'));
        QVERIFY2(isWorded(Domain::Rule, rule), std::string(rule).c_str());
    }
}

void TestWording::everyStateIsWorded()
{
    for (const TaskState state : {TaskState::Waiting, TaskState::Running, TaskState::Solved, TaskState::Failed, TaskState::Skipped})
        QVERIFY(isWorded(Domain::Task, codeOf(state)));
    for (const RoundState state : {RoundState::Opened, RoundState::Replied, RoundState::Declared, RoundState::Evaluated, RoundState::Closed, RoundState::Refused, RoundState::Abandoned})
        QVERIFY(isWorded(Domain::Round, codeOf(state)));
    for (const ItemState state : {ItemState::Normal, ItemState::Validated, ItemState::Consolidated})
        QVERIFY(isWorded(Domain::Item, codeOf(state)));
    for (const Adoption state : {Adoption::Unresolved, Adoption::Adopted, Adoption::NotAdopted})
        QVERIFY(isWorded(Domain::Adoption, codeOf(state)));
    for (const FeedbackStage stage : {FeedbackStage::Refused, FeedbackStage::Compile, FeedbackStage::Load, FeedbackStage::Run, FeedbackStage::Accuracy, FeedbackStage::Timing})
        QVERIFY(isWorded(Domain::Stage, codeOf(stage)));
    for (const Objective objective : {Objective::Correctness, Objective::Optimization})
        QVERIFY(isWorded(Domain::Objective, nameOf(objective)));
    for (const char *code : {"ok", "compile-error", "load-error", "crash", "timeout", "wrong-output", "rule-error", "refused"})
        QVERIFY2(isWorded(Domain::Feedback, code), code);
    for (const char *code : {"solved", "budget", "plateau", "skipped"})
        QVERIFY2(isWorded(Domain::End, code), code);
    for (const char *code : {"fits", "displaced", "gate", "budget", "unpinned", "pinned"})
        QVERIFY2(isWorded(Domain::Residency, code), code);
    const Json settings = Settings();
    for (const auto &[name, value] : settings.items())
        QVERIFY2(isWorded(Domain::Setting, name), name.c_str());
}

void TestWording::everyWordHasItsChinese()
{
    applyLanguage(Language::Chinese);
    QStringList missing;
    for (const Wording &one : allWordings()) {
        if (!hasChinese(worded(one.domain, one.code)))
            missing << QString::fromUtf8(one.text);
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("no Chinese for: ") + missing.join(QStringLiteral(" | "))));
}

void TestWording::everyWindowTextHasItsChinese()
{
    const QString catalogue = contentOf(QStringLiteral(SAGE_SOURCE_DIR "/translations/sage_zh_CN.ts"));
    QVERIFY(catalogue.count(QStringLiteral("<message>")) > 300);
    QCOMPARE(catalogue.count(QStringLiteral("type=\"unfinished\"")), 0);
    // What tr() says in the sources is in the catalogue: a new text without lupdate would be missed above.
    QStringList missing;
    static const QRegularExpression said(QString::fromLatin1(R"re(\btr\("((?:[^"\\]|\\.)*)"\))re"));
    QDirIterator files(QStringLiteral(SAGE_SOURCE_DIR "/ui"), {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        auto found = said.globalMatch(contentOf(files.next()));
        while (found.hasNext()) {
            const QString source = found.next().captured(1).replace(QStringLiteral("\\n"), QStringLiteral("\n"));
            if (!catalogue.contains(QStringLiteral("<source>") + source.toHtmlEscaped().replace(u'\'', QStringLiteral("&apos;")) + QStringLiteral("</source>")))
                missing << source;
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("run the target update_translations; not in the catalogue: ") + missing.join(QStringLiteral(" | "))));
}

void TestWording::noCodeIsThereTwice()
{
    std::set<std::pair<Domain, std::string_view>> seen;
    for (const Wording &one : allWordings())
        QVERIFY2(seen.emplace(one.domain, one.code).second, one.code);
}

void TestWording::errorsAreFilledIn()
{
    const Error error{"store.busy", "The workspace /w is being run by process 7 on host. Stop that run first.", {}, {{"folder", "/w"}, {"pid", "7"}, {"host", "host"}}};
    QCOMPARE(worded(error), QString::fromStdString(error.message));
    applyLanguage(Language::Chinese);
    const QString chinese = worded(error);
    QVERIFY(hasChinese(chinese));
    QVERIFY(chinese.contains(QStringLiteral("/w")) && chinese.contains(u'7') && !chinese.contains(u'{'));
    Error bare = error;
    bare.args.clear();
    QCOMPARE(worded(bare), QString::fromStdString(error.message)); // rather English than a gap
}

void TestWording::findingsAreFilledIn()
{
    Finding finding;
    finding.id = "alignment.ub";
    finding.rule = "alignment";
    finding.message = "Add: misaligned access of 64 bytes at UB offset 8 (x); a start must be a multiple of 32.";
    finding.numbers = {{"op", "Add"}, {"size", 64}, {"offset", 8}, {"alignment", 32}};
    QCOMPARE(worded(finding), QString::fromStdString(finding.message));
    applyLanguage(Language::Chinese);
    QCOMPARE(worded(finding), QStringLiteral("Add：在 UB 偏移 8 处未对齐访问 64 字节；起点必须是 32 的倍数。"));
}

void TestWording::unknownCodesAreShownAsTheyAre()
{
    QCOMPARE(worded(Domain::Rule, "made-up"), QStringLiteral("made-up"));
    QCOMPARE(worded(Error{"made.up", "Something happened.", {}, {}}), QStringLiteral("Something happened."));
}

QTEST_MAIN(TestWording)
#include "tst_wording.moc"
