#include "evaluatetest.h"

#include "core/base/hash.h"
#include "core/evaluate/diagnostics.h"
#include "core/plain/install.h"
#include "core/sandbox/proctree.h"

#include <atomic>
#include <csignal>
#include <set>
#include <thread>

using namespace sage;
using namespace sage::test;

namespace {

/// Every error finding's rule, each once.
[[nodiscard]] std::set<std::string> errorRules(const Feedback &feedback)
{
    std::set<std::string> rules;
    for (const Finding &finding : feedback.findings) {
        if (finding.severity == "error")
            rules.insert(finding.rule);
    }
    return rules;
}

[[nodiscard]] const Diagnostic *firstError(const Feedback &feedback)
{
    for (const Diagnostic &diagnostic : feedback.diagnostics) {
        if (diagnostic.severity == "error")
            return &diagnostic;
    }
    return nullptr;
}

/// Kills descendants of this process whose command line holds a word, as the system does that is short of memory, until it
/// has killed so many.
class Killer
{
public:
    Killer(std::string word, int most) : m_word(std::move(word)), m_most(most), m_thread([this](const std::stop_token &stop) { work(stop); }) {}
    [[nodiscard]] int killed() const { return m_killed; }

private:
    void work(const std::stop_token &stop)
    {
        std::set<pid_t> done;
        while (!stop.stop_requested() && m_killed < m_most) {
            for (const sandbox::ProcessInfo &process : sandbox::descendantsOf(::getpid())) {
                const std::string line = fileOfProcess("/proc/" + std::to_string(process.pid) + "/cmdline");
                const bool meant = process.state != 'Z' && line.find(m_word) != std::string::npos && m_killed < m_most && done.insert(process.pid).second;
                if (meant && ::kill(process.pid, SIGKILL) == 0)
                    ++m_killed;
            }
            std::this_thread::yield();
        }
    }

    std::string m_word;
    int m_most;
    std::atomic<int> m_killed = 0;
    std::jthread m_thread;
};

} // namespace

class TestEmulatorEvaluator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<Bench>(); }
    void cleanup() { QVERIFY(m_bench->scratchIsEmpty()); }

    void rightKernel();
    void wrongValues();
    void wrongInOneDtypeOnly();
    void syntaxErrorHasItsLine();
    void errorsInOtherFiles();
    void templateErrorPointsIntoTheKernel();
    void missingEntry();
    void entryWithOtherParameters();
    void kernelThatIsStillOpen();
    void outputIsComplete();
    void nothingWritten();
    void ruleErrorWithRightValues();
    void inputsMustStay();
    void attributesReachTheKernel();
    void entryNamedLikeALibraryFunction();
    void compileOnly();
    void timingOnly();
    void refusedKernels();
    void sameForAnyNumberOfCases();
    void feedbackHasNoPaths();
    void memo();
    void cancelled();
    void killedFromOutside_data();
    void killedFromOutside();
    void kernelCannotClaimThatTheCompilerWasKilled();
    void roomForEveryStep();
    void moreWorkspaceThanThereIs();
    void progressIsTold();
    void fingerprint();

private:
    std::unique_ptr<Bench> m_bench;
};

void TestEmulatorEvaluator::rightKernel()
{
    const Feedback feedback = m_bench->evaluate(goodKernel());
    QVERIFY2(feedback.correct && feedback.compiled, textOf(feedback));
    QCOMPARE(feedback.stage, FeedbackStage::Timing);
    QCOMPARE(feedback.code, std::string("ok"));
    QCOMPARE(feedback.cases.size(), std::size_t{3});
    double product = 1;
    for (const CaseResult &one : feedback.cases) {
        QVERIFY(one.correct && one.latencyUs && *one.latencyUs > 0);
        QCOMPARE(one.errors.size(), std::size_t{1});
        QCOMPARE(one.errors[0].maxError, 0.0);
        product *= *one.latencyUs;
    }
    QVERIFY(feedback.latencyUs && std::fabs(*feedback.latencyUs - std::cbrt(product)) < 1e-9);
    QCOMPARE(feedback.origin, std::string("modelled: Ascend910_9391"));
    QCOMPARE(m_bench->costs.compilations, 2); // float16 and float32
    QCOMPARE(m_bench->costs.runs, 3);
    QVERIFY(m_bench->costs.layers.starts_with("rlimits"));
}

void TestEmulatorEvaluator::wrongValues()
{
    const Feedback feedback = m_bench->evaluate(replaced(goodKernel(), "Add(z, x, y,", "Sub(z, x, y,"));
    QVERIFY2(!feedback.correct && feedback.compiled, textOf(feedback));
    QCOMPARE(feedback.stage, FeedbackStage::Accuracy);
    QCOMPARE(feedback.code, std::string("wrong-output"));
    QVERIFY(!feedback.latencyUs);
    const ErrorStats &stats = feedback.cases[0].errors[0];
    QVERIFY(stats.failed > 6000 && stats.failed <= 7007);
    QVERIFY(stats.worstIndex >= 0);
    QVERIFY(std::fabs(std::fabs(stats.worstValue - stats.worstReference) - stats.maxError) < 1e-9 || stats.maxError > 2);
    QVERIFY2(feedback.message.find("z: ") != std::string::npos, feedback.message.c_str());
    QVERIFY(feedback.cases[0].latencyUs); // it ran, so its time is known
}

void TestEmulatorEvaluator::wrongInOneDtypeOnly()
{
    const Feedback feedback = m_bench->evaluate(replaced(goodKernel(), "        Add(z, x, y,", "        if (sizeof(DTYPE_X) == 4)\n            Mul(z, x, y, static_cast<int32_t>(count));\n        else\n            Add(z, x, y,"));
    QVERIFY2(feedback.cases[0].correct && !feedback.cases[1].correct && feedback.cases[2].correct, textOf(feedback));
    QVERIFY2(feedback.message.starts_with("1 of 3 cases failed. Case 1 (float32"), feedback.message.c_str());
}

void TestEmulatorEvaluator::syntaxErrorHasItsLine()
{
    const std::string text = replaced(goodKernel(), "        Add(z, x, y,", "        Add(z, x, yy,");
    const Feedback feedback = m_bench->evaluate(text);
    QCOMPARE(feedback.stage, FeedbackStage::Compile);
    QCOMPARE(feedback.code, std::string("compile-error"));
    QVERIFY(!feedback.compiled);
    const Diagnostic *error = firstError(feedback);
    QVERIFY2(error, textOf(feedback));
    QCOMPARE(error->file, std::string("add_custom.cpp"));
    QCOMPARE(error->line, lineOf(text, "Add(z, x, yy,"));
    QCOMPARE(error->column, 19);
    QVERIFY2(error->message.find("'yy' was not declared") != std::string::npos, error->message.c_str());
    QCOMPARE(std::count_if(feedback.diagnostics.begin(), feedback.diagnostics.end(), [](const Diagnostic &one) { return one.severity == "error"; }), 1); // said once, not for each dtype
}

void TestEmulatorEvaluator::errorsInOtherFiles()
{
    KernelSource kernel = source("#include \"lib/parts.h\"\n" + goodKernel());
    kernel.files.push_back({"lib/parts.h", "#pragma once\n\ninline int broken = undeclaredName;\n", "header"});
    m_bench->request.kernel = kernel;
    const Feedback feedback = m_bench->evaluateRequest();
    const Diagnostic *error = firstError(feedback);
    QVERIFY2(error && !feedback.compiled, textOf(feedback));
    QCOMPARE(error->file, std::string("lib/parts.h"));
    QCOMPARE(error->line, 3);
}

void TestEmulatorEvaluator::templateErrorPointsIntoTheKernel()
{
    const std::string text = replaced(goodKernel(), "m_inX.EnQue(x);", "m_inX.EnQue(3);");
    const Feedback feedback = m_bench->evaluate(text);
    const int line = lineOf(text, "m_inX.EnQue(3);");
    QVERIFY2(std::any_of(feedback.diagnostics.begin(), feedback.diagnostics.end(), [&](const Diagnostic &one) { return one.file == "add_custom.cpp" && one.line == line; }), textOf(feedback));
}

void TestEmulatorEvaluator::missingEntry()
{
    const Feedback feedback = m_bench->evaluate(replaced(goodKernel(), "void add_custom(", "void add_customs("));
    const Diagnostic *error = firstError(feedback);
    QVERIFY2(error, textOf(feedback));
    QCOMPARE(error->file, std::string("add_custom.cpp"));
    QCOMPARE(error->message, "The kernel has no entry called add_custom. The operator AddCustom needs: extern \"C\" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, "
                             "GM_ADDR workspace, GM_ADDR tiling)");
    QVERIFY2(feedback.message.find(error->message) != std::string::npos, feedback.message.c_str());
    QVERIFY2(!std::any_of(feedback.diagnostics.begin(), feedback.diagnostics.end(), [](const Diagnostic &one) { return one.file.find("wrapper") != std::string::npos; }), textOf(feedback));
}

void TestEmulatorEvaluator::entryWithOtherParameters()
{
    const std::string text = replaced(goodKernel(), "GM_ADDR z, GM_ADDR workspace", "GM_ADDR z, GM_ADDR more, GM_ADDR workspace");
    const Feedback feedback = m_bench->evaluate(text);
    const Diagnostic *error = firstError(feedback);
    QVERIFY2(error, textOf(feedback));
    QCOMPARE(error->file, std::string("add_custom.cpp"));
    QCOMPARE(error->line, lineOf(text, "GM_ADDR more"));
    QVERIFY2(error->message.starts_with("The entry add_custom does not have the parameters that the operator AddCustom needs: extern"), error->message.c_str());
}

void TestEmulatorEvaluator::kernelThatIsStillOpen()
{
    const Feedback feedback = m_bench->evaluate(goodKernel() + "namespace open {\n");
    const Diagnostic *error = firstError(feedback);
    QVERIFY2(error && error->file == "add_custom.cpp" && error->line > 0, textOf(feedback));
    QVERIFY2(error->message.starts_with("Something is still open at the end of the file"), error->message.c_str());
}

void TestEmulatorEvaluator::outputIsComplete()
{
    const Feedback feedback = m_bench->evaluate(kernelWith("    undeclaredOne();\n    undeclaredTwo();"));
    QVERIFY(feedback.compilerOutput.find("undeclaredOne") != std::string::npos && feedback.compilerOutput.find("undeclaredTwo") != std::string::npos);
    QVERIFY(feedback.compilerOutput.find("    undeclaredOne();") != std::string::npos); // with the source line
    QCOMPARE(parseDiagnostics(feedback.compilerOutput).front(), feedback.diagnostics.front());
}

void TestEmulatorEvaluator::nothingWritten()
{
    const Feedback feedback = m_bench->evaluate(kernelWith("    return;"));
    QVERIFY2(!feedback.correct, textOf(feedback));
    QVERIFY2(errorRules(feedback).contains("coverage"), textOf(feedback));
    QCOMPARE(feedback.cases[0].errors[0].nonFiniteMismatches, 7007); // outputs were filled with NaN before
    QVERIFY(feedback.cases[0].errors[0].worstText.starts_with("got nan"));
}

void TestEmulatorEvaluator::ruleErrorWithRightValues()
{
    const std::string text = kernelWith("    GlobalTensor<DTYPE_X> input;\n    input.SetGlobalBuffer((__gm__ DTYPE_X *)x, args.x_size);\n    (void)input.GetValue(args.x_size + 9000); // outside");
    const Feedback feedback = m_bench->evaluate(text);
    QVERIFY2(!feedback.correct, textOf(feedback));
    QCOMPARE(feedback.cases[2].failure, std::string("rule-error"));
    const auto finding = std::find_if(feedback.findings.begin(), feedback.findings.end(), [](const Finding &one) { return one.severity == "error"; });
    QVERIFY2(finding != feedback.findings.end() && finding->rule == "bounds", textOf(feedback));
    QCOMPARE(finding->file, std::string("add_custom.cpp"));
    QCOMPARE(finding->line, lineOf(text, "// outside"));
    QCOMPARE(feedback.code, std::string("rule-error"));
}

void TestEmulatorEvaluator::inputsMustStay()
{
    const Feedback feedback = m_bench->evaluate(kernelWith("    if (GetBlockIdx() == 0) {\n        GlobalTensor<DTYPE_X> input;\n        input.SetGlobalBuffer((__gm__ DTYPE_X *)x, args.x_size);\n        input.SetValue(1, (DTYPE_X)5.0f);\n    }"));
    QVERIFY2(!feedback.correct, textOf(feedback));
    QVERIFY2(errorRules(feedback).contains("bounds") || errorRules(feedback).contains("legality"), textOf(feedback));
}

void TestEmulatorEvaluator::attributesReachTheKernel()
{
    m_bench->spec = card(R"(
name: AddCustom
summary: z = x + y, times what the attributes say
category: Math
inputs: [x, y]
outputs: [z]
attributes:
  - {name: count, type: int, default: 3}
  - {name: scale, type: float, default: 0.5}
  - {name: flag, type: bool, default: true}
  - {name: mode, type: choice, choices: [none, mean, sum], default: sum}
reference:
  - s = add(x, y)
  - t = mul(s, scale)
  - z = mul(t, count)
cases:
  - {dtype: float32, shapes: {x: [2, 70], y: [2, 70]}, attributes: {count: -2}}
)");
    const std::string text = replaced(goodKernel(), "static_cast<int32_t>(count));\n        m_outZ",
                                      "static_cast<int32_t>(count));\n        Muls(z, z, factor, static_cast<int32_t>(count));\n        m_outZ");
    const std::string kernel = replaced(replaced(text, "    uint64_t m_length = 0;", "    uint64_t m_length = 0;\npublic:\n    DTYPE_X factor = 0;"),
                                        "    kernel.Process();",
                                        "    if (args.flag == 1 && args.mode == 2 && args.x_rank == 2 && args.x_shape[1] == 70 && args.z_size == 140)\n"
                                        "        kernel.factor = args.scale * args.count;\n    kernel.Process();");
    const Feedback feedback = m_bench->evaluate(kernel);
    QVERIFY2(feedback.correct, textOf(feedback));
}

void TestEmulatorEvaluator::entryNamedLikeALibraryFunction()
{
    m_bench->spec.entry = "fmax";
    const Feedback feedback = m_bench->evaluate(replaced(goodKernel(), "void add_custom(", "void fmax("));
    QVERIFY2(feedback.correct, textOf(feedback));
}

void TestEmulatorEvaluator::compileOnly()
{
    m_bench->request.compileOnly = true;
    const Feedback feedback = m_bench->evaluate(goodKernel());
    QVERIFY2(feedback.compiled && !feedback.correct, textOf(feedback));
    QCOMPARE(feedback.code, std::string("ok"));
    QCOMPARE(feedback.stage, FeedbackStage::Compile);
    QCOMPARE(m_bench->costs.runs, 0);
}

void TestEmulatorEvaluator::timingOnly()
{
    m_bench->request.timingOnly = true;
    const Feedback feedback = m_bench->evaluate(replaced(goodKernel(), "Add(z, x, y,", "Sub(z, x, y,"));
    QVERIFY2(feedback.latencyUs && !feedback.correct, textOf(feedback)); // "not compared" is not "right"
    QVERIFY(feedback.cases[0].errors.empty());
}

void TestEmulatorEvaluator::refusedKernels()
{
    KernelSource kernel = source(goodKernel());
    kernel.files[0].path = "../add.cpp";
    m_bench->request.kernel = kernel;
    QCOMPARE(m_bench->evaluateRequest().code, std::string("refused"));
    kernel = source(goodKernel());
    kernel.contract = KernelContract::HostTiling;
    m_bench->request.kernel = kernel;
    const Feedback feedback = m_bench->evaluateRequest();
    QCOMPARE(feedback.stage, FeedbackStage::Refused);
    QCOMPARE(feedback.cases.size(), std::size_t{3});
    kernel.contract = KernelContract::KernelOnly;
    kernel.files[0].role = "header";
    m_bench->request.kernel = kernel;
    QCOMPARE(m_bench->evaluateRequest().code, std::string("refused"));
}

void TestEmulatorEvaluator::sameForAnyNumberOfCases()
{
    for (const std::string &text : {goodKernel(), replaced(goodKernel(), "Add(z, x, y,", "Sub(z, x, y,"), kernelWith("    undeclared();"), kernelWith("    return;")}) {
        m_bench->request.parallelCases = 1;
        const QByteArray one = textOf(m_bench->evaluate(text));
        m_bench->request.parallelCases = 4;
        QCOMPARE(textOf(m_bench->evaluate(text)), one);
        Bench other; // another scratch folder
        QCOMPARE(textOf(other.evaluate(text)), one);
    }
}

void TestEmulatorEvaluator::feedbackHasNoPaths()
{
    for (const std::string &text : {kernelWith("    undeclared();"), replaced(goodKernel(), "m_inX.EnQue(x);", "m_inX.EnQue(3);"), kernelWith("    return;")}) {
        const QByteArray feedback = textOf(m_bench->evaluate(text));
        for (const QByteArray &path : {m_bench->scratch.path().toUtf8(), QByteArray::fromStdString(installPrefix().string()), QByteArray("job-")})
            QVERIFY2(!feedback.contains(path), feedback.mid(std::max<qsizetype>(0, feedback.indexOf(path) - 200), 400).constData());
    }
}

void TestEmulatorEvaluator::memo()
{
    QTemporaryDir folder;
    EmulatorOptions options;
    options.memoFolder = folder.path().toStdString();
    Feedback first;
    for (int round = 0; round < 3; ++round) { // fresh, from memory, from the folder
        Result<std::unique_ptr<EmulatorEvaluator>> made;
        if (round != 1)
            made = EmulatorEvaluator::make(options);
        if (round != 1)
            m_bench->evaluator = std::move(*made);
        const Feedback feedback = m_bench->evaluate(goodKernel());
        QCOMPARE(m_bench->costs.fromMemo, round > 0);
        if (round == 0)
            first = feedback;
        QCOMPARE(textOf(feedback), textOf(first));
    }
    m_bench->request.seed = 2;
    const Feedback other = m_bench->evaluate(goodKernel());
    QVERIFY(!m_bench->costs.fromMemo);
    QVERIFY(other.cases[0].seed != first.cases[0].seed);
}

void TestEmulatorEvaluator::cancelled()
{
    std::stop_source stop;
    stop.request_stop();
    m_bench->request.kernel = source(goodKernel());
    const Result<Feedback> feedback = m_bench->evaluator->evaluate(m_bench->request, stop.get_token(), {});
    QVERIFY(!feedback);
    QCOMPARE(feedback.error().code, std::string("evaluate.cancelled"));
}

void TestEmulatorEvaluator::killedFromOutside_data()
{
    QTest::addColumn<QByteArray>("victim");
    QTest::newRow("supervisor") << QByteArray("supervise");
    QTest::newRow("compiler") << QByteArray("cc1plus");
    QTest::newRow("confined process") << QByteArray("confine");
}

/// Once: it is tried again, and the kernel does not notice. Again and again: no verdict on the kernel.
void TestEmulatorEvaluator::killedFromOutside()
{
    QFETCH(QByteArray, victim);
    m_bench->request.kernel = source(goodKernel());
    {
        const Killer killer(victim.toStdString(), 1);
        const Result<Feedback> feedback = m_bench->evaluator->evaluate(m_bench->request, {}, {});
        QCOMPARE(killer.killed(), 1);
        QVERIFY2(feedback && feedback->correct, feedback ? textOf(*feedback).constData() : feedback.error().message.c_str());
    }
    const Killer killer(victim.toStdString(), 1000);
    const Result<Feedback> feedback = m_bench->evaluator->evaluate(m_bench->request, {}, {});
    QVERIFY(!feedback);
    QCOMPARE(feedback.error().code, std::string("evaluate.killed"));
    QVERIFY(killer.killed() >= 2);
}

/// The words of a killed compiler are the machine's only where nothing in the kernel is wrong.
void TestEmulatorEvaluator::kernelCannotClaimThatTheCompilerWasKilled()
{
    for (const char *line : {"#error c++: fatal error: Killed signal terminated program cc1plus\n", "static_assert(false, \"x\\nc++: fatal error: Killed signal terminated program cc1plus\");\n",
                             "#pragma message \"Killed signal terminated program\"\n#include \"no_such_file.h\"\n"}) {
        const Feedback feedback = m_bench->evaluate(line + goodKernel());
        QCOMPARE(feedback.stage, FeedbackStage::Compile);
        QCOMPARE(feedback.code, std::string("compile-error"));
    }
}

/// A kernel that does one step after the other may leave every intermediate value in workspace.
void TestEmulatorEvaluator::roomForEveryStep()
{
    m_bench->spec = card(R"(
name: AddCustom
summary: z = x + y
category: Math
inputs: [x, y]
outputs: [z]
reference:
  - a = mul(x, 1)
  - b = mul(y, 1)
  - z = add(a, b)
cases:
  - {dtype: float32, shapes: {x: [1048576], y: [1048576]}}
)");
    const std::string probe = "    GlobalTensor<float> room;\n    room.SetGlobalBuffer((__gm__ float *)workspace);\n    if (GetBlockIdx() == 0)\n        room.SetValue(";
    QVERIFY(m_bench->evaluate(kernelWith(probe + "2 * 1048576 - 1, 1.0f);")).correct);
}

void TestEmulatorEvaluator::moreWorkspaceThanThereIs()
{
    const Feedback feedback = m_bench->evaluate(kernelWith("    GlobalTensor<float> room;\n    room.SetGlobalBuffer((__gm__ float *)workspace);\n    room.SetValue(1048576, 1.0f);"));
    QCOMPARE(feedback.code, std::string("rule-error"));
    QVERIFY2(feedback.message.find("of workspace, which has 4194304") != std::string::npos, feedback.message.c_str());
}

void TestEmulatorEvaluator::progressIsTold()
{
    std::vector<int> compiled;
    std::vector<int> ran;
    m_bench->request.kernel = source(goodKernel());
    QVERIFY(m_bench->evaluator->evaluate(m_bench->request, {}, [&](const EvaluationProgress &progress) {
        (progress.stage == FeedbackStage::Compile ? compiled : ran).push_back(progress.done);
    }));
    QCOMPARE(compiled, (std::vector<int>{0, 1, 2}));
    QCOMPARE(ran, (std::vector<int>{1, 2, 3}));
}

void TestEmulatorEvaluator::fingerprint()
{
    const Json fingerprint = m_bench->evaluator->fingerprint();
    for (const char *part : {"compiler", "flags", "headers", "profile", "profileHash", "runner", "processor", "layers"})
        QVERIFY2(fingerprint.contains(part), part);
    QVERIFY(fingerprint["headers"] != sha256(std::string_view()).value);
    QVERIFY(fingerprint["runner"] != sha256(std::string_view()).value);
}

QTEST_GUILESS_MAIN(TestEmulatorEvaluator)
#include "tst_emulatorevaluator.moc"
