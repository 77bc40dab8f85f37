#include "core/evaluate/caserun.h"

#include "core/evaluate/compare.h"
#include "core/evaluate/compiler.h"
#include "core/evaluate/infrastructure.h"
#include "core/evaluate/inputs.h"
#include "core/evaluate/kernelcall.h"
#include "core/evaluate/timingcheck.h"
#include "core/npu/job.h"
#include "core/plain/stopwatch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/random.h>

namespace sage {

namespace {

constexpr std::uint64_t pageSize = 4096;
constexpr std::uint64_t leastWorkspace = 4u << 20;
constexpr std::size_t maxFindings = 64; ///< of one case; the emulator has folded repetitions already

[[nodiscard]] std::uint64_t wholePages(std::uint64_t bytes)
{
    return (bytes + pageSize - 1) / pageSize * pageSize;
}

/// Room for every intermediate value of the reference, each as long as the longest one in float: what a kernel needs that does
/// one step after the other. At least 4 MiB, at most a quarter of the process's memory.
[[nodiscard]] std::uint64_t workspaceFor(const OperatorSpec &card, const OperatorCase &one, std::uint64_t memoryBytes)
{
    const Result<TypedProgram> program = inferTypes(card, one);
    std::uint64_t longest = 0;
    if (program) {
        for (const auto &[name, type] : program->types)
            longest = std::max(longest, static_cast<std::uint64_t>(elementCount(type.shape)));
    }
    const std::uint64_t steps = card.reference.size() - std::min(card.reference.size(), card.outputs.size());
    const std::uint64_t wanted = leastWorkspace + steps * wholePages(longest * sizeof(float));
    return std::max(leastWorkspace, std::min(wholePages(wanted), memoryBytes / 4 / pageSize * pageSize));
}

/// Nobody can guess it, and it is not kept: an answer with it comes from who took it out of the file.
[[nodiscard]] Result<std::string> drawKey()
{
    std::array<unsigned char, npu::keyLength / 2> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return fail("evaluate.sandbox", "The system gave no random numbers; without them a kernel's answer cannot be told from a forged one.", std::strerror(errno));
    std::string text;
    for (const unsigned char byte : bytes) {
        text += "0123456789abcdef"[byte / 16];
        text += "0123456789abcdef"[byte % 16];
    }
    return text;
}

[[nodiscard]] std::string signalName(int number)
{
    const char *name = ::sigabbrev_np(number);
    return name ? std::string("SIG") + name : "signal " + std::to_string(number);
}

[[nodiscard]] std::string hexText(std::uint64_t value)
{
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
    return text.data();
}

/// Files come as the compiler saw them.
[[nodiscard]] std::string kernelRelative(const std::string &file)
{
    const std::size_t at = file.rfind("kernel/", 0) == 0 ? 0 : file.find("/kernel/");
    if (at == std::string::npos)
        return file.find('/') == std::string::npos || file.empty() ? file : '<' + file.substr(file.rfind('/') + 1) + '>';
    return file.substr(at + (at == 0 ? 7 : 8));
}

[[nodiscard]] Finding fromEmulator(const npu::Finding &found, int caseIndex)
{
    Finding finding;
    finding.rule = found.rule;
    finding.id = found.id;
    finding.severity = npu::nameOf(found.severity);
    finding.file = kernelRelative(found.file);
    finding.line = static_cast<int>(found.line);
    finding.core = static_cast<int>(found.core);
    finding.pipe = found.pipe;
    finding.object = found.object;
    finding.message = found.message;
    finding.advice = found.advice;
    finding.deviceCode = found.device;
    finding.numbers = found.numbers;
    finding.count = static_cast<int>(std::min<std::uint64_t>(found.count, 1'000'000'000));
    finding.caseIndex = caseIndex;
    return finding;
}

[[nodiscard]] npu::BufferSpec buffer(const std::string &name, npu::BufferRole role, std::uint64_t offset, std::uint64_t size, std::uint32_t elementSize)
{
    return {name, role, offset, size, elementSize};
}

} // namespace

CaseResult CaseRunner::blank() const
{
    CaseResult result;
    result.index = m_case.index;
    result.dtype = nameOf(m_case.dtype);
    result.shapes = shapesText(*m_request.card, m_case);
    result.stage = FeedbackStage::Compile;
    result.seed = hexText(inputSeed(m_request.seed, *m_request.card, m_case, m_kernel));
    return result;
}

void CaseRunner::failCase(FeedbackStage stage, std::string code, std::string message)
{
    m_run.result.stage = stage;
    m_run.result.failure = std::move(code);
    m_run.message = std::move(message);
}

Result<CaseRun> CaseRunner::run(const std::filesystem::path &library, const std::stop_token &stop)
{
    m_run.result = blank();
    const Stopwatch drawing;
    if (const Result<void> prepared = prepare(library); !prepared)
        return fail(prepared.error());
    m_run.drawSeconds = drawing.seconds();
    const Stopwatch running;
    const Result<sandbox::Exit> exit = launch(library, stop);
    if (!exit)
        return fail(exit.error());
    m_run.runSeconds = running.seconds();
    m_run.killSeconds = exit->killSeconds;
    m_run.bubblewrap = exit->bubblewrap;
    m_run.layers = exit->layers;
    std::optional<npu::RunResult> answer;
    if (Result<npu::RunResult> read = npu::readRunResult(m_answer->fd(), m_key); read)
        answer = std::move(*read);
    judge(*exit, answer);
    if (!m_finished)
        return std::move(m_run);
    const Stopwatch comparing;
    if (const Result<void> compared = compare(); !compared)
        return fail(compared.error());
    m_run.compareSeconds = comparing.seconds();
    return std::move(m_run);
}

Result<void> CaseRunner::prepare(const std::filesystem::path &library)
{
    const OperatorSpec &card = *m_request.card;
    m_inputs = drawInputs(card, m_case, inputSeed(m_request.seed, card, m_case, m_kernel));
    Result<std::vector<Tensor>> outputs = outputTensors(card, m_case);
    Result<std::vector<std::byte>> arguments = caseArgsBytes(card, m_case);
    if (!outputs || !arguments)
        return fail(!outputs ? outputs.error() : arguments.error());
    m_outputs = std::move(*outputs);
    m_arguments = std::move(*arguments);

    npu::LaunchSpec spec;
    spec.library = library.string();
    spec.profile = m_setup.profilePath;
    spec.blockDim = m_setup.profile.vectorCores;
    spec.cycleLimit = m_request.limits.cycleLimit;
    std::uint64_t offset = 0;
    const auto add = [&](const std::string &name, npu::BufferRole role, std::uint64_t size, std::size_t elementSize) {
        spec.buffers.push_back(buffer(name, role, offset, size, static_cast<std::uint32_t>(elementSize)));
        m_offsets.push_back(offset);
        offset += wholePages(size);
    };
    for (const Tensor &input : m_inputs)
        add(input.name, npu::BufferRole::Input, input.bytes.size(), sizeOf(input.dtype));
    for (const Tensor &output : m_outputs)
        add(output.name, npu::BufferRole::Output, output.bytes.size(), sizeOf(output.dtype));
    add("workspace", npu::BufferRole::Workspace, workspaceFor(card, m_case, m_request.limits.memoryBytes), 1);
    add("tiling", npu::BufferRole::Tiling, m_arguments.size(), 1);

    Result<MemoryFile> job = MemoryFile::make("sage-job");
    Result<MemoryFile> tensors = MemoryFile::make("sage-tensors", offset);
    if (!job || !tensors)
        return fail(!job ? job.error() : tensors.error());
    m_job = std::move(*job);
    m_tensors = std::move(*tensors);
    return m_job->write(npu::toJson(spec));
}

/// Inputs and arguments as the kernel finds them; also before a second try.
Result<void> CaseRunner::resetMemory()
{
    Result<MemoryFile> answer = MemoryFile::make("sage-answer");
    if (!answer)
        return fail(answer.error());
    m_answer = std::move(*answer);
    Result<std::string> key = drawKey();
    if (!key)
        return fail(key.error());
    m_key = std::move(*key);
    if (const Result<void> written = m_answer->write(m_key); !written)
        return written;
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        if (const Result<void> written = m_tensors->write(m_offsets[i], m_inputs[i].bytes); !written)
            return written;
    }
    return m_tensors->write(m_offsets.back(), m_arguments);
}

Result<sandbox::Exit> CaseRunner::launchOnce(const sandbox::Command &command, const std::stop_token &stop)
{
    if (const Result<void> reset = resetMemory(); !reset)
        return fail(reset.error());
    sandbox::Command wanted = command;
    wanted.inheritedFds = {m_job->fd(), m_tensors->fd(), m_answer->fd()};
    return sandbox::run(wanted, stop);
}

Result<sandbox::Exit> CaseRunner::launch(const std::filesystem::path &library, const std::stop_token &stop)
{
    const EvaluationLimits &limits = m_request.limits;
    sandbox::Command command;
    command.environment = {{"LC_ALL", "C"}};
    command.policy = sandbox::kernelPolicy({library.parent_path().string(), m_setup.profilePath});
    command.policy.limits.cpuSeconds = static_cast<std::uint64_t>(std::ceil(limits.caseCpuSeconds));
    command.policy.limits.addressSpaceBytes = limits.memoryBytes;
    command.policy.limits.treeMemoryBytes = limits.memoryBytes;
    command.wallLimit = std::chrono::milliseconds(static_cast<std::int64_t>(limits.caseWallSeconds * 1000));
    command.allowWithoutWalls = m_setup.allowWithoutWalls;
    const auto disturbance = [](const sandbox::Exit &exit) {
        if (exit.how == sandbox::ExitHow::Signalled && exit.signal == SIGKILL) // a kernel has no way to do that to itself
            return Disturbance::Killed;
        return exit.how == sandbox::ExitHow::WallTimeout && !exit.asleep ? Disturbance::Starved : Disturbance::None;
    };
    return runUndisturbed("Case " + std::to_string(m_case.index), [&] { return launchOnce(command, stop); }, disturbance);
}

void CaseRunner::takeFindings(const npu::RunResult &answer)
{
    for (const npu::Finding &finding : answer.findings) {
        if (m_run.findings.size() < maxFindings)
            m_run.findings.push_back(fromEmulator(finding, m_case.index));
    }
}

/// Only a run that is right so far can gain by a lie.
void CaseRunner::checkTiming()
{
    LaunchFacts facts;
    facts.cores = m_setup.profile.vectorCores;
    for (const Tensor &input : m_inputs)
        facts.inputBytes += needsAllInputs(*m_request.card) ? input.bytes.size() : 0;
    for (const Tensor &output : m_outputs)
        facts.outputBytes += output.bytes.size();
    const std::string why = implausible(m_timing, m_setup.profile, facts);
    if (why.empty())
        return;
    failCase(FeedbackStage::Run, "forged", "The figures of this run cannot be true: " + why + ". Data that a kernel takes past the emulator's calls does not count.");
    m_run.result.latencyUs.reset();
    m_run.result.pipes.clear();
}

void CaseRunner::takeTiming(const npu::Timing &timing)
{
    m_timing = timing;
    m_run.result.usedCores = static_cast<int>(timing.coresMovingData);
    if (!(timing.latencyMicros > 0) || !std::isfinite(timing.latencyMicros) || !(timing.megahertz > 0))
        return;
    m_run.result.latencyUs = timing.latencyMicros;
    const auto slowest = std::max_element(timing.cores.begin(), timing.cores.end(), [](const npu::CoreTiming &a, const npu::CoreTiming &b) { return a.total < b.total; });
    if (slowest == timing.cores.end() || !(slowest->total > 0))
        return;
    for (const auto &[pipe, cycles] : {std::pair("S", slowest->scalar), std::pair("V", slowest->vector), std::pair("MTE2", slowest->mte2), std::pair("MTE3", slowest->mte3)})
        m_run.result.pipes.push_back({pipe, cycles / timing.megahertz, cycles / slowest->total});
}

void CaseRunner::judge(const sandbox::Exit &exit, const std::optional<npu::RunResult> &answer)
{
    using sandbox::ExitHow;
    constexpr FeedbackStage run = FeedbackStage::Run;
    if (answer)
        takeFindings(*answer);
    switch (exit.how) {
    case ExitHow::CpuLimit: return failCase(run, "timeout", "The kernel used up its " + std::to_string(static_cast<int>(m_request.limits.caseCpuSeconds)) + " seconds of processor time.");
    // How much it had by then differs from run to run, and a feedback must not.
    case ExitHow::MemoryLimit: return failCase(run, "memory", "The kernel's process needed more memory than the " + std::to_string(m_request.limits.memoryBytes >> 20) + " MiB that it may have.");
    case ExitHow::WallTimeout: return failCase(run, "timeout", "The kernel waited for something that never came; it used no processor time.");
    case ExitHow::ProcessLimit: return failCase(run, "forbidden-call", "The kernel started processes.");
    case ExitHow::DiskLimit: return failCase(run, "forbidden-call", "The kernel wrote to the disk.");
    case ExitHow::OutputFlood: return failCase(run, "output-flood", "The kernel printed more than it may.");
    default: break;
    }
    if (answer && answer->status == npu::RunStatus::Forged)
        return failCase(run, "forged", "The answer of this run was not written by the emulator, or not by it alone.");
    if (answer && answer->status != npu::RunStatus::Broken && answer->status != npu::RunStatus::Crashed) {
        m_finished = judgeAnswer(*answer);
        if (m_finished)
            takeTiming(answer->timing);
        return;
    }
    const int signal = answer && answer->status == npu::RunStatus::Crashed ? answer->signal : exit.signal;
    if (answer && answer->status == npu::RunStatus::Broken && !answer->error.code.empty()) {
        if (answer->error.code == "npu.load" || answer->error.code == "npu.bad-library")
            return failCase(FeedbackStage::Load, "load-error", answer->error.message);
        return failCase(run, "memory", "The kernel could not be started: " + answer->error.message);
    }
    judgeSignal(signal);
}

/// The process ended before the kernel did.
void CaseRunner::judgeSignal(int signal)
{
    constexpr FeedbackStage run = FeedbackStage::Run;
    const auto memory = std::find_if(m_run.findings.begin(), m_run.findings.end(), [](const Finding &finding) { return finding.id == "budget.memory" || finding.id == "budget.stack"; });
    if (memory != m_run.findings.end())
        return failCase(run, "memory", memory->message);
    if (signal == SIGXCPU)
        return failCase(run, "timeout", "The kernel used up its processor time.");
    if (signal == SIGSYS)
        return failCase(run, "forbidden-call", "The kernel made a system call that kernels must not make (SIGSYS).");
    if (signal != 0)
        return failCase(run, "crash", "The kernel crashed with " + signalName(signal) + '.');
    failCase(run, "exit", "The kernel ended its process before it was done.");
}

/// True if the kernel ran to its end.
bool CaseRunner::judgeAnswer(const npu::RunResult &answer)
{
    using npu::RunStatus;
    const auto first = std::find_if(m_run.findings.begin(), m_run.findings.end(), [](const Finding &finding) { return finding.severity == "error"; });
    const std::string rule = first == m_run.findings.end() ? "" : (first->file.empty() ? "" : first->file + ':' + std::to_string(first->line) + ": ") + first->message;
    if (answer.status == RunStatus::Timeout) {
        failCase(FeedbackStage::Run, "timeout", "The kernel needs more than " + std::to_string(m_request.limits.cycleLimit) + " simulated cycles.");
        return false;
    }
    if (answer.status == RunStatus::Exited) {
        failCase(FeedbackStage::Run, "exit", "The kernel ended its process before it was done.");
        return false;
    }
    if (answer.status == RunStatus::Stopped || !rule.empty())
        failCase(FeedbackStage::Run, "rule-error", rule.empty() ? "The emulator stopped the kernel." : rule);
    return answer.status == RunStatus::Finished;
}

void CaseRunner::checkInputs()
{
    std::vector<std::byte> after;
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        const Tensor &input = m_inputs[i];
        after.resize(input.bytes.size());
        m_tensors->read(m_offsets[i], after);
        const auto [wrong, ignored] = std::mismatch(after.begin(), after.end(), input.bytes.begin());
        if (wrong == after.end())
            continue;
        const auto element = (wrong - after.begin()) / static_cast<std::ptrdiff_t>(sizeOf(input.dtype));
        Finding finding;
        finding.rule = "bounds";
        finding.id = "bounds.input-modified";
        finding.severity = "error";
        finding.object = input.name;
        finding.message = "The input " + input.name + " was overwritten, from element " + std::to_string(element) + " on.";
        finding.advice = "Write to outputs and workspace only.";
        finding.numbers = {{"element", element}};
        finding.caseIndex = m_case.index;
        if (m_run.result.failure.empty())
            failCase(FeedbackStage::Run, "rule-error", finding.message);
        m_run.findings.push_back(std::move(finding));
    }
}

Result<void> CaseRunner::compare()
{
    checkInputs();
    const bool ruleBroken = !m_run.result.failure.empty();
    if (!m_request.timingOnly) {
        Result<Reference> reference = Reference::make(*m_request.card, m_case, m_inputs);
        if (!reference)
            return fail(reference.error());
        for (std::size_t i = 0; i < m_outputs.size(); ++i) {
            Tensor &output = m_outputs[i];
            if (!m_request.card->outputs[i].compared)
                continue;
            m_tensors->read(m_offsets[m_inputs.size() + i], output.bytes);
            Result<ErrorStats> stats = compareOutput(output, *reference, judgementOf(m_request.card->tolerance, output.dtype));
            if (!stats)
                return fail(stats.error());
            if (stats->failed > 0 && m_run.result.failure.empty())
                failCase(FeedbackStage::Accuracy, "wrong-output", output.name + ": " + std::to_string(stats->failed) + " of " + std::to_string(stats->elements)
                         + " elements are wrong; at index " + std::to_string(stats->worstIndex) + ' ' + stats->worstText + '.');
            m_run.result.errors.push_back(std::move(*stats));
        }
    }
    if (m_run.result.failure.empty())
        checkTiming();
    if (!ruleBroken && m_run.result.failure.empty()) {
        m_run.result.stage = FeedbackStage::Timing;
        m_run.result.correct = true;
    }
    return {};
}

} // namespace sage
