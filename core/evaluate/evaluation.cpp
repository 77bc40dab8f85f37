#include "core/evaluate/evaluation.h"

#include "core/evaluate/diagnostics.h"
#include "core/plain/file.h"
#include "core/plain/mean.h"
#include "core/plain/stopwatch.h"

#include <algorithm>
#include <thread>

namespace sage {

namespace {

[[nodiscard]] std::string layersText(const CaseRun &run)
{
    std::string text = run.layers.rlimits ? "rlimits" : "";
    if (run.layers.seccomp)
        text += " seccomp";
    if (run.layers.landlockAbi > 0)
        text += " landlock-" + std::to_string(run.layers.landlockAbi);
    return text + (run.bubblewrap ? " bubblewrap" : "");
}

[[nodiscard]] std::string dtypesText(const KernelVariant &variant)
{
    std::string text;
    for (const DType dtype : variant.dtypes)
        text += (text.empty() ? "" : ", ") + std::string(nameOf(dtype));
    return text;
}

/// "Case 2 (float16, x [3, 5])".
[[nodiscard]] std::string caseText(const CaseResult &result)
{
    return "Case " + std::to_string(result.index) + " (" + result.dtype + ", " + result.shapes + ')';
}

/// Geometric mean over all cases; empty where one is wrong or has no latency.
[[nodiscard]] std::optional<double> meanLatency(const std::vector<CaseResult> &cases)
{
    std::vector<double> latencies;
    for (const CaseResult &one : cases) {
        if (!one.correct || !one.latencyUs)
            return std::nullopt;
        latencies.push_back(*one.latencyUs);
    }
    return geometricMean(latencies);
}

} // namespace

Evaluation::Evaluation(const EvaluationRequest &request, const KernelCompiler &compiler, const LaunchSetup &launch, const ProgressSink &progress)
    : m_request(request), m_compiler(compiler), m_launch(launch), m_progress(progress), m_kernelHash(request.kernel.manifest().hash()), m_variants(variantsOf(*request.card)),
      m_libraries(request.card->cases.size()), m_runs(request.card->cases.size()), m_errors(request.card->cases.size())
{
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        m_runs[i].result = CaseRunner(m_request, m_request.card->cases[i], m_kernelHash, m_launch).blank();
}

void Evaluation::tell(FeedbackStage stage, int done, int total) const
{
    if (m_progress)
        m_progress({stage, done, total});
}

Feedback Evaluation::refused(const std::string &reason) const
{
    Feedback feedback;
    feedback.code = "refused";
    feedback.message = reason;
    for (const CaseRun &run : m_runs) {
        feedback.cases.push_back(run.result);
        feedback.cases.back().stage = FeedbackStage::Refused;
        feedback.cases.back().failure = "refused";
    }
    return feedback;
}

Result<Feedback> Evaluation::run(const std::stop_token &stop)
{
    const Stopwatch watch;
    if (const std::string reason = refusalOf(m_request.kernel); !reason.empty())
        return refused(reason);
    Result<TemporaryFolder> folder = TemporaryFolder::make(m_request.scratch, "job-");
    if (!folder)
        return fail("evaluate.no-space", "No job folder can be made in " + m_request.scratch.string() + ". Free space on that disk, or choose another scratch folder.", folder.error().message,
                    {{"folder", m_request.scratch.string()}});
    if (const Result<void> compiled = compileAll(folder->path(), stop); !compiled)
        return fail(compiled.error());
    if (!m_request.compileOnly) {
        if (const Result<void> ran = runAll(stop); !ran)
            return fail(ran.error());
    }
    Feedback feedback = conclude();
    m_costs.totalSeconds = watch.seconds();
    return feedback;
}

Result<void> Evaluation::compileAll(const std::filesystem::path &folder, const std::stop_token &stop)
{
    const Stopwatch watch;
    const int total = static_cast<int>(m_variants.size());
    for (int i = 0; i < total; ++i) {
        tell(FeedbackStage::Compile, i, total);
        const KernelVariant &variant = m_variants[static_cast<std::size_t>(i)];
        const Result<CompileOutcome> outcome = m_compiler.compile(m_request, variant, folder / ("variant-" + std::to_string(i)), stop);
        if (!outcome)
            return fail(outcome.error());
        takeCompilation(variant, *outcome);
    }
    m_costs.compileSeconds = watch.seconds();
    tell(FeedbackStage::Compile, total, total);
    return {};
}

void Evaluation::takeCompilation(const KernelVariant &variant, const CompileOutcome &outcome)
{
    ++m_costs.compilations;
    m_costs.compileCpuSeconds += outcome.cpuSeconds;
    mergeDiagnostics(m_diagnostics, outcome.diagnostics);
    if (!outcome.output.empty()) // every output is kept; equal ones once
        m_compilerOutput += m_compilerOutput.find(outcome.output) == std::string::npos ? "[" + dtypesText(variant) + "]\n" + outcome.output : "";
    m_compiled = m_compiled && outcome.ok();
    for (const std::size_t index : variant.cases) {
        m_libraries[index] = outcome.library;
        m_runs[index].result.failure = outcome.failure;
        m_runs[index].result.stage = outcome.failure == "refused" ? FeedbackStage::Refused : FeedbackStage::Compile;
        m_runs[index].message = outcome.message;
    }
}

void Evaluation::runCase(std::size_t index, const std::stop_token &stop)
{
    CaseRunner runner(m_request, m_request.card->cases[index], m_kernelHash, m_launch);
    Result<CaseRun> run = runner.run(m_libraries[index], stop);
    if (run)
        m_runs[index] = std::move(*run);
    else
        m_errors[index] = run.error();
    const std::lock_guard lock(m_progressMutex);
    tell(FeedbackStage::Run, ++m_done, static_cast<int>(m_runs.size()));
}

void Evaluation::work(std::atomic<std::size_t> &next, const std::stop_token &stop)
{
    for (std::size_t index = next++; index < m_runs.size(); index = next++) {
        if (!m_libraries[index].empty())
            runCase(index, stop);
    }
}

Result<void> Evaluation::runAll(const std::stop_token &stop)
{
    const std::size_t wanted = m_request.parallelCases > 0 ? static_cast<std::size_t>(m_request.parallelCases) : std::max(1u, std::thread::hardware_concurrency());
    std::atomic<std::size_t> next{0};
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 1; i < std::min(wanted, m_runs.size()); ++i)
            workers.emplace_back([&] { work(next, stop); });
        work(next, stop);
    }
    for (const std::optional<Error> &error : m_errors) {
        if (error)
            return fail(*error);
    }
    return {};
}

void Evaluation::summarise(Feedback &feedback) const
{
    const auto failed = [](const CaseResult &result) { return !result.failure.empty(); };
    // What counts is how far the whole candidate came: the case that got least far, the first of these.
    const auto worst = std::min_element(feedback.cases.begin(), feedback.cases.end(), [&](const CaseResult &a, const CaseResult &b) {
        return std::tuple(!failed(a), a.stage) < std::tuple(!failed(b), b.stage);
    });
    const auto lowest = std::min_element(feedback.cases.begin(), feedback.cases.end(), [](const CaseResult &a, const CaseResult &b) { return a.stage < b.stage; });
    if (worst == feedback.cases.end())
        return;
    feedback.stage = lowest->stage;
    if (!failed(*worst)) {
        feedback.code = "ok";
        feedback.message = m_request.compileOnly ? "The kernel compiles." : "All " + std::to_string(feedback.cases.size()) + " cases are right.";
        return;
    }
    feedback.code = worst->failure;
    const auto count = std::count_if(feedback.cases.begin(), feedback.cases.end(), failed);
    const std::string &reason = m_runs[static_cast<std::size_t>(worst - feedback.cases.begin())].message;
    feedback.message = std::to_string(count) + " of " + std::to_string(feedback.cases.size()) + " cases failed. " + caseText(*worst) + ": " + reason;
}

Feedback Evaluation::conclude()
{
    Feedback feedback;
    feedback.compiled = m_compiled;
    feedback.diagnostics = m_diagnostics;
    feedback.compilerOutput = m_compilerOutput;
    feedback.origin = "modelled: " + m_launch.profileName;
    for (CaseRun &run : m_runs) {
        feedback.cases.push_back(run.result);
        feedback.findings.insert(feedback.findings.end(), run.findings.begin(), run.findings.end());
        m_costs.drawSeconds += run.drawSeconds;
        m_costs.runSeconds += run.runSeconds;
        m_costs.compareSeconds += run.compareSeconds;
        m_costs.slowestKillSeconds = std::max(m_costs.slowestKillSeconds, run.killSeconds);
        m_costs.runs += run.runSeconds > 0 ? 1 : 0;
        if (m_costs.layers.empty())
            m_costs.layers = layersText(run);
    }
    feedback.correct = !feedback.cases.empty() && !m_request.timingOnly && std::all_of(feedback.cases.begin(), feedback.cases.end(), [](const CaseResult &one) { return one.correct; });
    feedback.latencyUs = meanLatency(feedback.cases);
    summarise(feedback);
    return feedback;
}

} // namespace sage
