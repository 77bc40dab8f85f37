#include "evaluatetest.h"

#include "core/evaluate/timingcheck.h"
#include "core/plain/install.h"

#include <cmath>
#include <csignal>
#include <fstream>

using namespace sage;
using namespace sage::test;

// Every hostile kernel twice: as it comes, when the symbol check refuses it with the line that is to blame, and with that
// check off, when the walls behind it must hold.
//
// An act that is only denied (a socket that cannot be had) leaves the kernel computing: such kernels return at once if
// the act succeeds, so that "correct" means "kept out" and untouched outputs mean that a wall fell.

namespace {

const char *const oneCase = R"(
name: AddCustom
summary: z = x + y
category: Math
inputs: [x, y]
outputs: [z]
reference:
  - z = add(x, y)
cases:
  - {dtype: float32, shapes: {x: [100], y: [100]}}
)";

/// Processes that still have anything of the folder open, mapped or as their place.
[[nodiscard]] QStringList processesIn(const QString &folder)
{
    QStringList found;
    for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(::getpid()))
            continue;
        const std::string text = fileOfProcess(entry.path() / "maps");
        std::error_code ignored;
        const std::string place = std::filesystem::read_symlink(entry.path() / "cwd", ignored).string();
        if (text.find(folder.toStdString()) != std::string::npos || place.starts_with(folder.toStdString()))
            found += QString::fromStdString(name);
    }
    return found;
}

[[nodiscard]] bool hasChildren()
{
    for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream children(task.path() / "children");
        if (std::string one; children >> one)
            return true;
    }
    return false;
}

} // namespace

class TestHostileKernels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void refusedBeforeItRuns_data() { acts(); }
    void refusedBeforeItRuns();
    void stoppedWhileItRuns_data() { acts(); }
    void stoppedWhileItRuns();
    void endlessLoop();
    void endlessSimulatedWork();
    void crash();
    void deepRecursion();
    void constructorIsRefused();
    void inlineAssemblerIsRefused();
    void emulatorIsHidden_data();
    void emulatorIsHidden();
    void stateIsSealed_data();
    void stateIsSealed();
    void answerOfItsOwn();
    void figuresBelowTheMemory();
    void dataTakenPastTheCalls();
    void waitingForever();
    void compilerCannotReadElsewhere();
    void compilerThatNeverEnds();

private:
    void acts();
    std::unique_ptr<Bench> m_checked;
    std::unique_ptr<Bench> m_unchecked;
    QTemporaryDir m_outside; ///< stands for a home folder
};

void TestHostileKernels::initTestCase()
{
    m_checked = std::make_unique<Bench>();
    EmulatorOptions options;
    options.checkObjects = false;
    m_unchecked = std::make_unique<Bench>(options);
    for (Bench *bench : {m_checked.get(), m_unchecked.get()}) {
        bench->spec = card(oneCase);
        bench->request.limits.caseCpuSeconds = 1;
        bench->request.limits.memoryBytes = 512u << 20;
        bench->request.limits.cycleLimit = 2'000'000;
    }
    std::ofstream(m_outside.filePath(QStringLiteral("secret")).toStdString()) << "secret";
}

void TestHostileKernels::cleanup()
{
    for (const Bench *bench : {m_checked.get(), m_unchecked.get()}) {
        QVERIFY(bench->scratchIsEmpty());
        QCOMPARE(processesIn(bench->scratch.path()), QStringList());
    }
    QVERIFY(!hasChildren());
    QCOMPARE(QDir(m_outside.path()).entryList(QDir::Files), QStringList(QStringLiteral("secret")));
}

/// code: what the evaluator says with the symbol check off; "ok" where the act is denied and the kernel goes on.
void TestHostileKernels::acts()
{
    QTest::addColumn<QByteArray>("declarations");
    QTest::addColumn<QByteArray>("act");
    QTest::addColumn<QByteArray>("symbol");
    QTest::addColumn<QByteArrayList>("codes");
    const auto row = [](const char *name, const char *declarations, const QByteArray &act, const char *symbol, const QByteArrayList &codes) {
        QTest::newRow(name) << QByteArray(declarations) << act << QByteArray(symbol) << codes;
    };
    const QByteArray outside = m_outside.path().toUtf8();
    row("fork once", "extern \"C\" int fork();\n", "    if (fork() >= 0) return; // act", "fork", {"ok", "forbidden-call"});
    row("fork bomb", "extern \"C\" int fork();\n", "    for (int i = 0; i < 1000; ++i)\n        if (fork() >= 0) return; // act", "fork", {"ok", "forbidden-call"});
    row("execute", "extern \"C\" int execl(const char *, const char *, ...);\n", "    execl(\"/bin/sh\", \"sh\", (char *)nullptr); // act", "execl", {"ok", "forbidden-call"});
    row("fill the disk", "extern \"C\" int open(const char *, int, ...);\n",
        "    if (open(\"" + outside + "/filled\", 0101, 0600) >= 0 || open(\"/tmp/sage-filled\", 0101, 0600) >= 0) return; // act", "open", {"ok", "forbidden-call"});
    row("read home", "extern \"C\" int open(const char *, int, ...);\n", "    if (open(\"" + outside + "/secret\", 0) >= 0 || open(\"/etc/passwd\", 0) >= 0) return; // act", "open", {"ok", "forbidden-call"});
    row("open the network", "extern \"C\" int socket(int, int, int);\n", "    if (socket(2, 1, 0) >= 0 || socket(1, 1, 0) >= 0) return; // act", "socket", {"ok", "forbidden-call"});
    row("kill the parent", "extern \"C\" int kill(int, int);\nextern \"C\" int getppid();\n", "    if (kill(getppid(), 9) == 0) return; // act", "kill", {"ok", "forbidden-call"});
    row("fill the memory", "extern \"C\" void *malloc(unsigned long);\nextern \"C\" void abort();\n",
        "    for (;;) {\n        char *p = (char *)malloc(1 << 20); // act\n        if (!p) abort();\n        for (int i = 0; i < (1 << 20); i += 4096) ((volatile char *)p)[i] = 1;\n    }", "malloc", {"memory"});
    row("ask for too much", "extern \"C\" void *malloc(unsigned long);\n", "    *(volatile char *)malloc(1ul << 40) = 1; // act", "malloc", {"memory"});
    row("map too much", "extern \"C\" void *mmap(void *, unsigned long, int, int, int, long);\nextern \"C\" void abort();\n",
        "    if (mmap(nullptr, 1ul << 40, 3, 34, -1, 0) == (void *)-1) abort(); // act", "mmap", {"memory"});
    row("leave early", "extern \"C\" void exit(int);\n", "    exit(0); // act", "exit", {"exit"});
    row("leave at once", "extern \"C\" void _exit(int);\n", "    _exit(0); // act", "_exit", {"exit"});
    row("print without end", "extern \"C\" long write(int, const void *, unsigned long);\n", "    for (;;) write(1, \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\n\", 33); // act", "write", {"output-flood"});
    row("stop itself", "extern \"C\" int raise(int);\n", "    raise(19); // act", "raise", {"ok", "forbidden-call"});
}

void TestHostileKernels::refusedBeforeItRuns()
{
    QFETCH(QByteArray, declarations);
    QFETCH(QByteArray, act);
    QFETCH(QByteArray, symbol);
    const std::string text = kernelWith(act.toStdString(), declarations.toStdString());
    const Feedback feedback = m_checked->evaluate(text);
    QCOMPARE(feedback.stage, FeedbackStage::Refused);
    QCOMPARE(feedback.code, std::string("refused"));
    const auto named = std::find_if(feedback.diagnostics.begin(), feedback.diagnostics.end(), [&](const Diagnostic &one) { return one.message.find('"' + symbol.toStdString() + '"') != std::string::npos; });
    QVERIFY2(named != feedback.diagnostics.end(), textOf(feedback));
    QVERIFY(named->line > 0 && named->file == "add_custom.cpp" && named->severity == "error");
    QVERIFY2(feedback.message.find("among the functions a kernel may call") != std::string::npos, feedback.message.c_str());
    QCOMPARE(m_checked->costs.runs, 0);
}

void TestHostileKernels::stoppedWhileItRuns()
{
    QFETCH(QByteArray, declarations);
    QFETCH(QByteArray, act);
    QFETCH(QByteArrayList, codes);
    const Feedback feedback = m_unchecked->evaluate(kernelWith(act.toStdString(), declarations.toStdString()));
    QVERIFY2(codes.contains(QByteArray::fromStdString(feedback.code)), textOf(feedback));
    QCOMPARE(feedback.correct, feedback.code == "ok");
    QCOMPARE(m_unchecked->costs.runs, 1);
    qInfo("%s; process tree cleared in %.1f ms", feedback.code.c_str(), m_unchecked->costs.slowestKillSeconds * 1000);
}

void TestHostileKernels::endlessLoop()
{
    const Feedback feedback = m_checked->evaluate(kernelWith("    for (volatile int i = 0;; i = i + 1) {\n    }"));
    QCOMPARE(feedback.code, std::string("timeout"));
    QCOMPARE(feedback.stage, FeedbackStage::Run);
    QVERIFY2(feedback.message.find("processor time") != std::string::npos, feedback.message.c_str());
}

void TestHostileKernels::endlessSimulatedWork()
{
    const Feedback feedback = m_checked->evaluate(kernelWith("    while (true)\n        PipeBarrier<PIPE_ALL>();"));
    QCOMPARE(feedback.code, std::string("timeout"));
    QVERIFY2(feedback.message.find("2000000 simulated cycles") != std::string::npos, feedback.message.c_str());
}

void TestHostileKernels::crash()
{
    const Feedback feedback = m_checked->evaluate(kernelWith("    *(volatile int *)8 = 1;"));
    QCOMPARE(feedback.code, std::string("crash"));
    QVERIFY2(feedback.message.find("SIGSEGV") != std::string::npos, feedback.message.c_str());
}

void TestHostileKernels::deepRecursion()
{
    const Feedback feedback = m_checked->evaluate(kernelWith("    dive(1);", "__attribute__((noinline)) int dive(volatile int n) { volatile char room[4096]; room[n % 4096] = 1; return dive(n + 1) + room[0]; }\n"));
    QCOMPARE(feedback.code, std::string("memory"));
    QVERIFY2(feedback.message.find("1024 KiB of stack") != std::string::npos, feedback.message.c_str());
}

void TestHostileKernels::constructorIsRefused()
{
    const std::string text = kernelWith("", "volatile int touched;\n__attribute__((constructor)) void before() { touched = 1; }\n");
    QCOMPARE(m_checked->evaluate(text).code, std::string("refused"));
    const std::string global = kernelWith("", "struct Early { Early(); int value; };\nvolatile int seven = 7;\ninline Early::Early() : value(seven) {}\nEarly early;\n");
    const Feedback feedback = m_checked->evaluate(global);
    QCOMPARE(feedback.code, std::string("refused"));
    QVERIFY2(feedback.message.find("global objects") != std::string::npos, feedback.message.c_str());
}

void TestHostileKernels::inlineAssemblerIsRefused()
{
    for (const char *word : {"asm", "__asm__", "__asm"}) {
        const Feedback feedback = m_checked->evaluate(kernelWith(std::string("    ") + word + " volatile(\"nop\");"));
        QCOMPARE(feedback.code, std::string("refused"));
        QVERIFY2(feedback.message.find("inline assembler") != std::string::npos, feedback.message.c_str());
        QVERIFY(feedback.diagnostics.back().line > 0);
    }
    const Feedback pasted = m_checked->evaluate(kernelWith("    PASTE(as, m) volatile(\"nop\");", "#define PASTE(a, b) a##b\n"));
    QCOMPARE(pasted.code, std::string("refused"));
    const Feedback outside = m_checked->evaluate(kernelWith("", "asm(\".globl hidden\\nhidden: ret\");\n"));
    QCOMPARE(outside.code, std::string("refused"));
}

/// Whatever way the name is written, the compiler does not know it any more.
void TestHostileKernels::emulatorIsHidden_data()
{
    QTest::addColumn<QByteArray>("declarations");
    QTest::addColumn<QByteArray>("statement");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const char *declarations, const char *statement, const char *says) { QTest::newRow(name) << QByteArray(declarations) << QByteArray(statement) << QByteArray(says); };
    row("binding", "", "sage_npu_binding.core->scalarAhead = -1e6;", "\"sage_npu_binding\"");
    row("namespace", "", "AscendC::sage_npu_detail::core().scalarAhead = -1e6;", "\"sage_npu_detail\"");
    row("global namespace", "", "::sage::npu::abi::CoreState *state = nullptr; (void)state;", "\"sage\"");
    row("alias of the namespace", "", "sage_npu_abi::CoreState *state = nullptr; (void)state;", "\"sage_npu_abi\"");
    row("pasted", "#define PASTE(a, b) a##b\n", "PASTE(sage_npu, _binding).core->scalarAhead = -1e6;", "sage_npu_binding");
    row("assembler label", "", "extern void *other asm(\"sage_npu_binding\"); (void)other;", "inline assembler");
    row("alias of the binding", "extern \"C\" { extern void *other[3] __attribute__((alias(\"sage_npu_binding\"))); }\n", "((double *)other[2])[3] = -1e6;", "sage_npu_binding");
}

void TestHostileKernels::emulatorIsHidden()
{
    QFETCH(QByteArray, declarations);
    QFETCH(QByteArray, statement);
    QFETCH(QByteArray, says);
    // Declarations go behind the include, as a kernel has them.
    const std::string text = replaced(kernelWith("    " + statement.toStdString()), "using namespace AscendC;\n", "using namespace AscendC;\n" + declarations.toStdString());
    const Feedback feedback = m_checked->evaluate(text);
    QVERIFY2(feedback.code == "refused", textOf(feedback));
    QVERIFY2(feedback.message.find(says.toStdString()) != std::string::npos, feedback.message.c_str());
    QCOMPARE(m_checked->costs.runs, 0);
}

/// With the names known all the same: what the kernel changes behind the emulator's back is seen at its next call, or at the end.
void TestHostileKernels::stateIsSealed_data()
{
    QTest::addColumn<QByteArray>("act");
    QTest::addColumn<QByteArrayList>("codes");
    const auto row = [](const char *name, const char *act, const QByteArrayList &codes) { QTest::newRow(name) << QByteArray(act) << codes; };
    row("time back", "sage_npu_binding.core->scalarAhead = -1e6;", {"rule-error"});
    row("no time", "sage_npu_binding.core->scalarAhead = __builtin_nan(\"\");", {"rule-error"});
    row("free accesses", "sage_npu_binding.core->gmAccessCycles = 0;", {"rule-error"});
    row("a larger buffer", "sage_npu_binding.core->ubBytes = 1ul << 40;", {"rule-error"});
    row("calls of its own", "static sage::npu::abi::Api mine = *sage_npu_binding.api; sage_npu_binding.api = &mine;", {"rule-error"});
    row("beside the state", "for (long i = 0; i < (1 << 20); ++i) ((volatile char *)sage_npu_binding.core)[i] = 0;", {"crash", "rule-error"});
    row("before the state", "for (long i = 0; i < (1 << 20); ++i) ((volatile char *)sage_npu_binding.core)[-i] = 0;", {"crash", "rule-error"});
    row("beside the marks", "for (long i = 0; i < (1 << 20); ++i) ((volatile char *)sage_npu_binding.core->ubWritten)[i] = -1;", {"crash"});
}

void TestHostileKernels::stateIsSealed()
{
    QFETCH(QByteArray, act);
    QFETCH(QByteArrayList, codes);
    const Feedback feedback = m_unchecked->evaluate(kernelWith("    " + act.toStdString()));
    QVERIFY2(codes.contains(QByteArray::fromStdString(feedback.code)), textOf(feedback));
    QVERIFY(!feedback.correct && !feedback.latencyUs);
    if (feedback.code == "rule-error")
        QCOMPARE(feedback.findings.back().id, std::string("legality.tampered"));
}

/// A result line that the kernel writes into the open file: before the emulator's, so that the first would win.
void TestHostileKernels::answerOfItsOwn()
{
    const std::string line = R"({\"kind\":\"result\",\"status\":\"finished\",\"timing\":{\"latencyMicros\":0.1,\"megahertz\":1850}}\n)";
    const std::string declarations = "extern \"C\" long write(int, const void *, unsigned long);\nextern \"C\" void _exit(int);\n";
    const std::string statement = "    static const char text[] = \"" + line + "\";\n    for (int file = 3; file < 64; ++file) write(file, text, sizeof(text) - 1);";
    for (const char *then : {"", "\n    _exit(0);"}) {
        const Feedback feedback = m_unchecked->evaluate(kernelWith(statement + then, declarations));
        QCOMPARE(feedback.code, std::string("forged"));
        QVERIFY(!feedback.correct && !feedback.latencyUs);
    }
    // What the answer file held, and the job and the tensors, are in no open file any more.
    const Feedback reading = m_unchecked->evaluate(kernelWith("    static char text[64];\n    for (int file = 0; file < 64; ++file)\n        if (pread(file, text, 1, 0) > 0) return;",
                                                              declarations + "extern \"C\" long pread(int, void *, unsigned long, long);\n"));
    QVERIFY2(reading.correct, textOf(reading));
}

/// Data taken past the emulator's calls costs no simulated time; a run that is faster than its bytes can be moved is none.
void TestHostileKernels::figuresBelowTheMemory()
{
    const npu::Profile profile = npu::readProfile(dataPath("devices/Ascend910_9391.json").string()).value();
    const auto timing = [&](double cycles) {
        npu::Timing one;
        one.megahertz = profile.megahertz;
        one.cycles = cycles;
        one.launchMicros = profile.launchMicros + profile.launchMicrosPerCore * 2;
        one.latencyMicros = one.launchMicros + cycles / profile.megahertz;
        one.cores = {{0, cycles, 1, 2, 3, 4}, {1, cycles / 2, 1, 2, 3, 4}};
        one.gmBytesRead = 20'000'000;
        one.gmBytesWritten = 2'000'000;
        one.coresMovingData = 2;
        return one;
    };
    const LaunchFacts facts{2, 20'000'000, 2'000'000};
    // 22 MB at 2.2 TB/s are 10 us: 18500 cycles of 1850 MHz.
    QCOMPARE(implausible(timing(18501), profile, facts), std::string());
    QVERIFY(!implausible(timing(18499), profile, facts).empty());
    npu::Timing unread = timing(18499); // also where the emulator's own counts were brought down
    unread.gmBytesRead = 0;
    QVERIFY(!implausible(unread, profile, facts).empty());
    npu::Timing lie = timing(20000);
    lie.latencyMicros -= 1;
    QVERIFY(!implausible(lie, profile, facts).empty());
    lie = timing(20000);
    lie.cores[1].vector = 10001;
    QVERIFY(!implausible(lie, profile, facts).empty());
    lie = timing(20000);
    lie.cores[0].total = 30000;
    QVERIFY(!implausible(lie, profile, facts).empty());
    lie = timing(20000);
    lie.gmBytesWritten = 1'999'999;
    QVERIFY(!implausible(lie, profile, facts).empty());
    lie = timing(20000);
    lie.cores[0].scalar = std::nan("");
    QVERIFY(!implausible(lie, profile, facts).empty());
    QVERIFY(!implausible(timing(20000), profile, {48, 0, 0}).empty());
}

/// Allowed C++ only: inputs by raw pointers, sums on the host, one copy out. Right, but the inputs never crossed the memory.
void TestHostileKernels::dataTakenPastTheCalls()
{
    const OperatorSpec usual = m_checked->spec;
    m_checked->spec = card(replaced(replaced(oneCase, "x: [100]", "x: [3145728]"), "y: [100]", "y: [3145728]").c_str());
    const Feedback feedback = m_checked->evaluate(R"(#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling)
{
    constexpr uint32_t tile = 16384;
    TPipe pipe;
    TBuf<TPosition::VECCALC> room;
    pipe.InitBuffer(room, tile * sizeof(float));
    GlobalTensor<float> out;
    out.SetGlobalBuffer((__gm__ float *)z, 3145728);
    for (uint32_t first = GetBlockIdx() * 65536; first < (GetBlockIdx() + 1) * 65536; first += tile) {
        LocalTensor<float> sum = room.Get<float>();
        float *raw = (float *)sum.GetPhyAddr();
        for (uint32_t i = 0; i < tile; ++i)
            raw[i] = ((float *)x)[first + i] + ((float *)y)[first + i];
        DataCopy(out[first], sum, tile);
    }
}
)");
    m_checked->spec = usual;
    QVERIFY2(feedback.code == "forged", textOf(feedback));
    QVERIFY2(feedback.message.find("moving the tensors alone takes longer") != std::string::npos, feedback.message.c_str());
    QVERIFY(!feedback.correct && !feedback.latencyUs);
}

/// A lock that nobody opens uses no processor time: the kernel's fault, though the clock on the wall found it.
void TestHostileKernels::waitingForever()
{
    m_unchecked->request.limits.caseWallSeconds = 2;
    const Feedback feedback = m_unchecked->evaluate(kernelWith("    static int word = 0;\n    for (;;) syscall(202, &word, 0, 0, nullptr, nullptr, 0);", "extern \"C\" long syscall(long, ...);\n"));
    m_unchecked->request.limits.caseWallSeconds = 180;
    QCOMPARE(feedback.code, std::string("timeout"));
    QVERIFY2(feedback.message.find("waited") != std::string::npos, feedback.message.c_str());
}

void TestHostileKernels::compilerCannotReadElsewhere()
{
    const std::string secret = m_outside.filePath(QStringLiteral("secret")).toStdString();
    const Feedback feedback = m_checked->evaluate(kernelWith("", "#include \"" + secret + "\"\n"));
    QCOMPARE(feedback.code, std::string("compile-error"));
    QVERIFY2(!textOf(feedback).contains("secret does not name a type"), textOf(feedback));
    const bool closed = feedback.compilerOutput.find("Permission denied") != std::string::npos || feedback.compilerOutput.find("No such file") != std::string::npos;
    QVERIFY2(closed, feedback.compilerOutput.c_str());
}

void TestHostileKernels::compilerThatNeverEnds()
{
    m_checked->request.limits.compileCpuSeconds = 2;
    const Feedback feedback = m_checked->evaluate(kernelWith("", "constexpr unsigned spin(unsigned n) { unsigned sum = 0; for (unsigned i = 0; i < 250000; ++i) sum += i ^ n; return sum; }\n"
                                                                 "template<int n> struct Endless { static constexpr unsigned value = spin(n) + Endless<n - 1>::value; };\n"
                                                                 "template<> struct Endless<0> { static constexpr unsigned value = 0; };\nunsigned far = Endless<800>::value;\n"));
    m_checked->request.limits.compileCpuSeconds = 60;
    QVERIFY2(feedback.code == "compile-timeout" || feedback.code == "compile-memory", textOf(feedback));
    QCOMPARE(feedback.stage, FeedbackStage::Compile);
}

QTEST_GUILESS_MAIN(TestHostileKernels)
#include "tst_hostilekernels.moc"
