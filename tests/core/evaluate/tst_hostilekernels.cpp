#include "evaluatetest.h"

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
        std::ifstream maps(entry.path() / "maps");
        const std::string text{std::istreambuf_iterator<char>(maps), {}};
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
    row("fork bomb", "extern \"C\" int fork();\n", "    for (int i = 0; i < 100000; ++i)\n        if (fork() >= 0) return; // act", "fork", {"ok", "forbidden-call"});
    row("execute", "extern \"C\" int execl(const char *, const char *, ...);\n", "    execl(\"/bin/sh\", \"sh\", (char *)nullptr); // act", "execl", {"ok", "forbidden-call"});
    row("fill the disk", "extern \"C\" int open(const char *, int, ...);\n",
        "    if (open(\"" + outside + "/filled\", 0101, 0600) >= 0 || open(\"/tmp/sage-filled\", 0101, 0600) >= 0) return; // act", "open", {"ok", "forbidden-call"});
    row("read home", "extern \"C\" int open(const char *, int, ...);\n", "    if (open(\"" + outside + "/secret\", 0) >= 0 || open(\"/etc/passwd\", 0) >= 0) return; // act", "open", {"ok", "forbidden-call"});
    row("open the network", "extern \"C\" int socket(int, int, int);\n", "    if (socket(2, 1, 0) >= 0 || socket(1, 1, 0) >= 0) return; // act", "socket", {"ok", "forbidden-call"});
    row("kill the parent", "extern \"C\" int kill(int, int);\nextern \"C\" int getppid();\n", "    if (kill(getppid(), 9) == 0) return; // act", "kill", {"ok", "forbidden-call"});
    row("fill the memory", "extern \"C\" void *malloc(unsigned long);\nextern \"C\" void abort();\n",
        "    for (;;) {\n        char *p = (char *)malloc(1 << 20); // act\n        if (!p) abort();\n        for (int i = 0; i < (1 << 20); i += 4096) ((volatile char *)p)[i] = 1;\n    }", "malloc", {"memory", "crash"});
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
    QCOMPARE(feedback.code, std::string("crash"));
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
