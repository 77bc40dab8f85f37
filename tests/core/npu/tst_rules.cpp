#include "core/npu/ruleids.h"
#include "harness.h"

#include <QDirIterator>
#include <QRegularExpression>

#include <set>

using namespace harness;

/// Every rule: the faulty kernel is reported at its line, the repaired one is clean.
class TestRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void rule_data();
    void rule();
    void everyMarkerIsTested();
    void everyIdIsListed();
    void countsAndCores();
    void twoRunsAgree();

private:
    [[nodiscard]] RunResult runCase(const char *name, bool faulty, std::uint32_t cores = 1);

    QTemporaryDir m_folder;
    QString m_source = QStringLiteral(SAGE_TEST_DATA "/kernels/rules.cpp");
    QString m_library;
    std::map<std::string, std::uint32_t> m_lines;
    std::set<std::string> m_markers;
    std::vector<std::uint8_t> m_output;
};

void TestRules::initTestCase()
{
    m_library = compile(m_folder, m_source);
    QVERIFY(!m_library.isEmpty());
    m_lines = faultLines(m_source);
    QVERIFY(m_lines.size() > 30);
}

RunResult TestRules::runCase(const char *name, bool faulty, std::uint32_t cores)
{
    std::vector<std::uint8_t> tiling(36);
    std::strncpy(reinterpret_cast<char *>(tiling.data()), name, 31);
    tiling[32] = faulty;
    std::vector<Buffer> buffers{buffer("x", BufferRole::Input, std::vector<_Float16>(4096, _Float16(3.0f))),
                                buffer("y", BufferRole::Output, std::vector<_Float16>(4096)),
                                {"workspace", BufferRole::Workspace, std::vector<std::uint8_t>(4096), 1},
                                {"tiling", BufferRole::Tiling, tiling, 1}};
    LaunchSpec spec = launchSpec(m_library, cores);
    spec.cycleLimit = 10000000;
    RunResult result = run(spec, buffers);
    m_output = buffers[1].bytes;
    return result;
}

void TestRules::rule_data()
{
    QTest::addColumn<QByteArray>("marker"); // id, and a word where an id has several kernels; empty: no line
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<int>("cores");
    QTest::addColumn<bool>("warning");
    const auto row = [this](const char *name, const char *marker, const char *object, bool warning = false, int cores = 1) {
        m_markers.insert(marker);
        QTest::newRow(name) << QByteArray(marker) << QByteArray(object) << cores << warning;
    };
    row("capacity", "capacity.ub", "VECIN in UB");
    row("reserved", "capacity.ub-reserved", "VECIN in UB", true);
    row("alignment", "alignment.ub", "VECCALC buffer 1");
    row("ubEnd", "bounds.ub-write", "VECCALC buffer 1");
    row("bufferEnd", "bounds.buffer-write", "VECCALC buffer 1", true);
    row("scalarEnd", "bounds.buffer-read", "VECCALC buffer 1", true);
    row("gmRead", "bounds.gm-read", "x");
    row("gmWrite", "bounds.gm-write", "y");
    row("gmScalar", "bounds.gm-read scalar", "x");
    row("gmInput", "bounds.gm-input", "x");
    row("noTensor", "bounds.no-tensor", "source");
    row("stomped", "bounds.gm-stomped", "y", true, 2);
    row("countBlock", "count.block", "DataCopy");
    row("countCompare", "count.compare", "CompareScalar");
    row("strideTruncated", "range.truncated", "DataCopy");
    row("blocksTooMany", "range.copy", "DataCopyPad");
    row("countNegative", "range.count", "Abs");
    row("paddingWide", "range.padding", "DataCopyPad");
    row("queueEmpty", "queue.empty", "VECIN queue 1");
    row("queueNoFree", "queue.no-free", "VECIN queue 1");
    row("queueFreedTwice", "queue.freed-twice", "VECIN queue 1");
    row("queueForeign", "queue.foreign", "VECOUT queue 2");
    row("queueNotFreed", "queue.not-freed", "VECIN queue 1", true);
    row("queueTooMany", "queue.too-many", "VECIN", true);
    row("queueTwice", "queue.enque-state", "VECIN queue 1");
    row("queueFull", "queue.full", "VECIN queue 1");
    row("queueFreedWaiting", "queue.freed-queued", "VECIN queue 1");
    row("queueNoBuffers", "queue.no-buffers", "queue");
    row("flagUnset", "flag.wait-unset", "MTE2_V");
    row("flagTwice", "flag.set-twice", "V_MTE3");
    row("flagLeft", "flag.left-set", "event", true);
    row("flagNoneFree", "flag.none-free", "event");
    row("flagId", "flag.id", "S_V");
    row("pipeFix", "legality.pipe", "PIPE_FIX");
    row("typeIllegal", "legality.type", "Add");
    row("positionIllegal", "legality.position", "A1");
    row("compareInt", "legality.compare", "Compare");
    row("deqScale", "legality.deq-scale", "Cast");
    row("atomicIllegal", "legality.atomic", "SetAtomicAdd");
    row("poisonScalar", "uninitialised.ub scalar", "VECCALC buffer 1");
    row("poisonOut", "uninitialised.ub", "VECCALC buffer 1");
    row("poisonReduce", "uninitialised.ub reduce", "VECCALC buffer 1");
    row("workspaceRead", "uninitialised.gm", "workspace");
    row("coverage", "coverage.unwritten", "y");
    row("rawWrite", "legality.raw-write", "y");
    row("tampered", "legality.tampered", "core");
    row("syncMissing", "sync.too-few-cores", "SyncAll", false, 2);
    row("overlap", "aliasing.overlap", "VECCALC buffer 1");
    row("overlapWide", "aliasing.overlap wide", "VECCALC buffer 1");
    row("budget", "budget.cycles", "core");
    row("flood", "budget.findings", "core");
    row("asserted", "assert.failed", "ASSERT");
}

void TestRules::rule()
{
    QFETCH(QByteArray, marker);
    QFETCH(QByteArray, object);
    QFETCH(int, cores);
    QFETCH(bool, warning);
    const std::string id = marker.split(' ').front().toStdString();
    const RunResult faulty = runCase(QTest::currentDataTag(), true, static_cast<std::uint32_t>(cores));
    const auto found = std::find_if(faulty.findings.begin(), faulty.findings.end(), [&](const Finding &finding) { return finding.id == id; });
    QVERIFY2(found != faulty.findings.end(), qPrintable(listed(faulty)));
    QCOMPARE(QByteArray::fromStdString(found->object), object);
    QCOMPARE(QByteArray::fromStdString(found->rule), QByteArray::fromStdString(id.substr(0, id.find('.'))));
    QCOMPARE(found->severity == Severity::Warning, warning);
    QVERIFY(!found->advice.empty() && found->message.find('{') == std::string::npos);
    const auto line = m_lines.find(marker.toStdString());
    if (line != m_lines.end()) {
        QCOMPARE(QByteArray::fromStdString(found->file), QByteArray("rules.cpp"));
        QCOMPARE(found->line, line->second);
    }
    const RunResult repaired = runCase(QTest::currentDataTag(), false, static_cast<std::uint32_t>(cores));
    const bool only = QByteArray(QTest::currentDataTag()) == "stomped"; // writes a part of y only
    QCOMPARE(listed(repaired).split(QLatin1Char('\n')).mid(0, 1), QStringList{QStringLiteral("finished")});
    QVERIFY2(repaired.findings.empty() || (only && repaired.findings.size() == 1 && repaired.findings[0].rule == "coverage"), qPrintable(listed(repaired)));
}

/// A marker in the kernels that no row names would be a rule without a test.
void TestRules::everyMarkerIsTested()
{
    for (const auto &[marker, line] : m_lines)
        QVERIFY2(m_markers.count(marker) == 1, marker.c_str());
}

/// ruleids.h against the ids in the sources, both ways.
void TestRules::everyIdIsListed()
{
    std::set<std::string> listed, written;
    for (const std::string_view id : findingIds)
        listed.emplace(id);
    QDirIterator files(QStringLiteral(SAGE_SOURCE_DIR "/core/npu"), {QStringLiteral("*.cpp")}, QDir::Files);
    const QRegularExpression pattern(QStringLiteral("\"((?:%1)\\.[a-z-]+[a-z])\"").arg(QStringLiteral(
        "capacity|alignment|bounds|count|range|queue|flag|legality|uninitialised|coverage|sync|aliasing|budget|assert")));
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (auto match = pattern.globalMatch(QString::fromUtf8(file.readAll())); match.hasNext();)
            written.insert(match.next().captured(1).toStdString());
    }
    QVERIFY(std::is_sorted(findingIds.begin(), findingIds.end()));
    for (const std::string &marker : m_markers)
        QVERIFY2(listed.count(marker.substr(0, marker.find(' '))) == 1, marker.c_str());
    for (const std::string &id : written)
        QVERIFY2(listed.count(id) == 1, id.c_str());
    for (const std::string &id : listed)
        QVERIFY2(written.count(id) == 1 || id.rfind("bounds.gm-", 0) == 0, id.c_str()); // some are put together
}

/// One finding per line, with a count; the numbers are there for other wordings.
void TestRules::countsAndCores()
{
    const RunResult result = runCase("countBlock", true, 3);
    const auto found = std::find_if(result.findings.begin(), result.findings.end(), [](const Finding &finding) { return finding.id == "count.block"; });
    QVERIFY(found != result.findings.end());
    QCOMPARE(found->count, std::uint64_t(3));
    QCOMPARE(found->core, 0u);
    QCOMPARE(QByteArray::fromStdString(found->pipe), QByteArray("MTE3"));
    QCOMPARE(found->numbers.at("size").get<int>(), 500);
    QCOMPARE(found->numbers.at("dropped").get<int>(), 20);
    const RunResult sync = runCase("syncMissing", true, 4);
    QCOMPARE(sync.status, RunStatus::Stopped);
    QCOMPARE(sync.findings.front().numbers.at("waiting").get<int>(), 3);
}

void TestRules::twoRunsAgree()
{
    for (const char *name : {"stomped", "poisonOut", "budget"}) {
        const std::string first = toJson(runCase(name, true, 2)).dump();
        const std::vector<std::uint8_t> output = m_output;
        QCOMPARE(QByteArray::fromStdString(toJson(runCase(name, true, 2)).dump()), QByteArray::fromStdString(first));
        QCOMPARE(m_output, output);
    }
}

QTEST_GUILESS_MAIN(TestRules)
#include "tst_rules.moc"
