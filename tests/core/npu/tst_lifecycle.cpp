#include "harness.h"

#include <csignal>

using namespace harness;

/// How a run ends: results across cores, crashes that leave findings, launches that cannot start.
class TestLifecycle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void crashLeavesFindings_data();
    void crashLeavesFindings();
    void atomicsAddAcrossCores();
    void coresExchangeAfterSyncAll();
    void functionsAsTemplateArguments();
    void exampleKernelAdds_data();
    void exampleKernelAdds();
    void cutAnswerIsRead();
    void jobsRoundTrip();
    void brokenLaunchesSayWhy();

private:
    [[nodiscard]] std::vector<Buffer> buffers(std::uint32_t what) const;

    QTemporaryDir m_folder;
    QString m_library;
};

void TestLifecycle::initTestCase()
{
    m_library = compile(m_folder, QStringLiteral(SAGE_TEST_DATA "/kernels/lifecycle.cpp"), {QStringLiteral("-Wno-infinite-recursion")});
    QVERIFY(!m_library.isEmpty());
}

std::vector<Buffer> TestLifecycle::buffers(std::uint32_t what) const
{
    return {buffer("x", BufferRole::Input, std::vector<_Float16>(4096, _Float16(-1.5f))), buffer("y", BufferRole::Output, std::vector<_Float16>(4096)),
            {"workspace", BufferRole::Workspace, std::vector<std::uint8_t>(8192), 1}, buffer("tiling", BufferRole::Tiling, std::vector<std::uint32_t>{what})};
}

void TestLifecycle::crashLeavesFindings_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<int>("signal"); // 0: exits by itself
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("finding");
    QTest::newRow("null pointer") << 0 << SIGSEGV << QByteArray("crashed") << QByteArray("bounds.crash");
    QTest::newRow("exit") << 1 << 0 << QByteArray("exited") << QByteArray("legality.exit");
    QTest::newRow("abort") << 2 << SIGABRT << QByteArray("crashed") << QByteArray("legality.crash");
    QTest::newRow("division by zero") << 3 << SIGFPE << QByteArray("crashed") << QByteArray("legality.crash");
    QTest::newRow("guard page") << 4 << SIGSEGV << QByteArray("crashed") << QByteArray("bounds.crash");
    QTest::newRow("write to an input") << 5 << SIGSEGV << QByteArray("crashed") << QByteArray("bounds.crash");
    QTest::newRow("stack overflow") << 6 << SIGSEGV << QByteArray("crashed") << QByteArray("budget.stack");
    QTest::newRow("trap") << 7 << SIGILL << QByteArray("crashed") << QByteArray("legality.crash");
    QTest::newRow("immediate exit") << 8 << 0 << QByteArray("broken") << QByteArray();
}

void TestLifecycle::crashLeavesFindings()
{
    QFETCH(int, what);
    QFETCH(int, signal);
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, finding);
    int end = 0;
    std::vector<Buffer> memory = buffers(static_cast<std::uint32_t>(what));
    const RunResult result = runInChild(launchSpec(m_library, 1), memory, end);
    QCOMPARE(WIFSIGNALED(end) ? WTERMSIG(end) : 0, signal);
    QCOMPARE(QByteArray(nameOf(result.status)), status);
    QCOMPARE(result.findings.front().id, std::string("count.block"));
    if (finding.isEmpty())
        return;
    QCOMPARE(QByteArray::fromStdString(result.findings.back().id), finding);
    QCOMPARE(result.findings.front().file, std::string("lifecycle.cpp"));
    if (signal != 0)
        QCOMPARE(result.signal, signal);
    if (what == 0 || what == 3 || what == 4 || what == 5)
        QCOMPARE(result.findings.back().file, std::string("lifecycle.cpp"));
}

void TestLifecycle::atomicsAddAcrossCores()
{
    std::vector<Buffer> memory = buffers(10);
    const RunResult result = run(launchSpec(m_library, 7), memory);
    QVERIFY2(result.status == RunStatus::Finished && result.findings.empty(), qPrintable(listed(result)));
    QCOMPARE(valuesOf<float>(memory[1]), std::vector<float>(2048, 28.0f));
}

void TestLifecycle::coresExchangeAfterSyncAll()
{
    std::vector<Buffer> memory = buffers(11);
    const RunResult result = run(launchSpec(m_library, 8), memory);
    QVERIFY2(result.status == RunStatus::Finished && result.findings.empty(), qPrintable(listed(result)));
    const std::vector<_Float16> values = valuesOf<_Float16>(memory[1]);
    for (std::size_t i = 0; i < values.size(); ++i)
        QCOMPARE(static_cast<float>(values[i]), static_cast<float>(i / 512));
    QVERIFY(result.timing.cores[7].total > 600); // the price of meeting
}

void TestLifecycle::functionsAsTemplateArguments()
{
    std::vector<Buffer> memory = buffers(12);
    const RunResult result = run(launchSpec(m_library, 1), memory);
    QVERIFY2(result.status == RunStatus::Finished && result.findings.empty(), qPrintable(listed(result)));
    QCOMPARE(static_cast<float>(valuesOf<_Float16>(memory[1])[77]), 6.0f);
    QCOMPARE(result.printed, std::string("core 0 of 1: 6.000000"));
}

void TestLifecycle::exampleKernelAdds_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("cores");
    for (const int count : {1, 15, 16, 255, 8192, 8193, 100003})
        QTest::addRow("%d", count) << count << 48;
    QTest::newRow("one core") << 100003 << 1;
}

void TestLifecycle::exampleKernelAdds()
{
    QFETCH(int, count);
    QFETCH(int, cores);
    static QString library;
    if (library.isEmpty()) {
        QFile wrapper(m_folder.filePath(QStringLiteral("wrapper.cpp")));
        QVERIFY(wrapper.open(QIODevice::WriteOnly));
        wrapper.write("#include \"kernel_operator.h\"\nstruct CaseArgs { uint64_t x_size; };\n#define SAGE_TILING_TYPE CaseArgs\n#define DTYPE_X half\n"
                      "#include \"" SAGE_TEST_DATA "/kernels/add_custom.cpp\"\n"
                      "extern \"C\" void sage_launch(void **a) { add_custom((GM_ADDR)a[0], (GM_ADDR)a[1], (GM_ADDR)a[2], (GM_ADDR)a[3], (GM_ADDR)a[4]); }\n");
        wrapper.close();
        library = compile(m_folder, wrapper.fileName());
        QVERIFY(!library.isEmpty());
    }
    std::vector<_Float16> x, y;
    for (int i = 0; i < count; ++i) {
        x.push_back(static_cast<_Float16>(static_cast<float>(i % 1000) * 0.25f));
        y.push_back(static_cast<_Float16>(static_cast<float>(i % 77)));
    }
    std::vector<Buffer> memory{buffer("x", BufferRole::Input, x), buffer("y", BufferRole::Input, y), buffer("z", BufferRole::Output, std::vector<_Float16>(x.size())),
                               {"workspace", BufferRole::Workspace, {}, 1}, buffer("tiling", BufferRole::Tiling, std::vector<std::uint64_t>{x.size()})};
    const RunResult result = run(launchSpec(library, static_cast<std::uint32_t>(cores)), memory);
    QVERIFY2(result.status == RunStatus::Finished && result.findings.empty(), qPrintable(listed(result)));
    const std::vector<_Float16> z = valuesOf<_Float16>(memory[2]);
    for (std::size_t i = 0; i < z.size(); ++i)
        QCOMPARE(static_cast<float>(z[i]), static_cast<float>(static_cast<_Float16>(static_cast<float>(x[i]) + static_cast<float>(y[i]))));
}

/// Whatever stands in the file, there is a result or an error, never a crash.
void TestLifecycle::cutAnswerIsRead()
{
    const std::string finding = toJson(Finding{.rule = "count", .id = "count.block", .object = "x"}).dump();
    const auto partial = runResultFromText(finding + "\n" + finding.substr(0, 20));
    QVERIFY(partial && partial->status == RunStatus::Broken && partial->findings.size() == 1);
    const auto signalled = runResultFromText(finding + "\n{\"kind\":\"signal\",\"signal\":11}\n");
    QVERIFY(signalled && signalled->status == RunStatus::Crashed && signalled->signal == 11);
    QCOMPARE(runResultFromText("").error().code, std::string("npu.no-result"));
    QCOMPARE(runResultFromText("nonsense\n").error().code, std::string("npu.no-result"));
    QVERIFY(!runResultFromText("{\"kind\":7}\n"));
    QVERIFY(!runResultFromText("{\"kind\":\"result\",\"findings\":[{\"line\":\"x\"}]}\n"));
}

void TestLifecycle::jobsRoundTrip()
{
    LaunchSpec spec = launchSpec(m_library, 3);
    spec.buffers = {{"x", BufferRole::Input, 0, 5, 2}, {"y", BufferRole::InOut, 4096, 8, 4}};
    spec.cycleLimit = 99;
    spec.automaticSync = false;
    spec.tilingKey = 7;
    spec.poison = 3;
    const auto again = launchSpecFromJson(toJson(spec));
    QVERIFY(again && *again == spec);
    QCOMPARE(launchSpecFromJson("{}").error().code, std::string("npu.bad-job"));
    QCOMPARE(launchSpecFromJson("[").error().code, std::string("npu.bad-job"));
}

void TestLifecycle::brokenLaunchesSayWhy()
{
    const auto code = [this](const std::function<void(LaunchSpec &)> &spoil) {
        LaunchSpec spec = launchSpec(m_library, 1);
        spoil(spec);
        std::vector<Buffer> memory = buffers(12);
        const RunResult result = run(spec, memory);
        return QByteArray::fromStdString(result.status == RunStatus::Broken ? result.error.code : "ran");
    };
    QCOMPARE(code([](LaunchSpec &spec) { spec.library = "/nonexistent.so"; }), QByteArray("npu.load"));
    QCOMPARE(code([](LaunchSpec &spec) { spec.profile = "/nonexistent.json"; }), QByteArray("file.missing"));
    QCOMPARE(code([](LaunchSpec &spec) { spec.profile = SAGE_SOURCE_DIR "/CMakePresets.json"; }), QByteArray("npu.bad-profile"));
    QCOMPARE(code([](LaunchSpec &spec) { spec.blockDim = 0; }), QByteArray("npu.bad-job"));
    QCOMPARE(code([](LaunchSpec &) {}), QByteArray("ran"));
}

QTEST_GUILESS_MAIN(TestLifecycle)
#include "tst_lifecycle.moc"
