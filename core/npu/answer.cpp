#include "core/npu/answer.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

namespace sage::npu {

namespace {

Answer *g_answer = nullptr;
volatile std::sig_atomic_t g_handling = 0;

const char *describe(int signal)
{
    switch (signal) {
    case SIGSEGV: return "The kernel touched memory that is not its own (SIGSEGV).";
    case SIGBUS: return "The kernel touched memory that does not exist (SIGBUS).";
    case SIGFPE: return "The kernel divided an integer by zero (SIGFPE).";
    case SIGILL: return "The kernel ran into an illegal instruction (SIGILL).";
    case SIGABRT: return "The kernel called abort (SIGABRT).";
    case SIGTRAP: return "The kernel hit a trap (SIGTRAP).";
    case SIGSYS: return "The kernel asked for a system call that it may not use (SIGSYS).";
    case SIGXCPU: return "The kernel used up its processor time (SIGXCPU).";
    default: return "The kernel was stopped by a signal.";
    }
}

Finding crashFinding(int signal)
{
    Finding finding;
    finding.id = signal == SIGXCPU ? "budget.processor" : signal == SIGSEGV || signal == SIGBUS ? "bounds.crash" : "legality.crash";
    finding.object = "kernel";
    finding.numbers = {{"signal", signal}};
    finding.message = describe(signal);
    finding.advice = signal == SIGXCPU ? "Look for a loop that does not end." : "Access tensors through GetValue, SetValue and instructions, inside their bounds.";
    finding.device = signal == SIGXCPU ? "507034 vector core timeout (507018)" : "507035 vector core exception";
    finding.pipe = "S";
    return finding;
}

/// A kernel whose wish for memory was refused seldom looks at the answer: the next thing is a null pointer or abort.
bool isOutOfMemory(int signal, int lastError)
{
    if (signal != SIGSEGV && signal != SIGBUS && signal != SIGABRT)
        return false;
    constexpr std::size_t probe = 8u << 20;
    void *room = ::mmap(nullptr, probe, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return true;
    ::munmap(room, probe);
    return lastError == ENOMEM;
}

Finding memoryFinding()
{
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    return {.id = "budget.memory", .object = "kernel", .numbers = {{"limit", limit.rlim_cur == RLIM_INFINITY ? 0 : limit.rlim_cur >> 20}},
            .message = "The kernel asked for more memory than was left of its {limit} MiB, tensors and the emulator included.",
            .advice = "A kernel has UB and its workspace; it allocates nothing itself.", .pipe = "S"};
}

Finding stackFinding()
{
    return {.id = "budget.stack", .object = "kernel", .numbers = {{"limit", Scheduler::stackBytes >> 10}}, .message = "The kernel needed more than the {limit} KiB of stack that a core has.",
            .advice = "Look for a recursion without end, or for large local arrays.", .device = "507035 vector core exception", .pipe = "S"};
}

Finding endOf(const Launch &launch, int signal, int lastError, const siginfo_t *info)
{
    if ((signal == SIGSEGV || signal == SIGBUS) && info && launch.isBelowStack(info->si_addr))
        return stackFinding();
    return isOutOfMemory(signal, lastError) ? memoryFinding() : crashFinding(signal);
}

/// The instruction that failed; one more, since lines are looked up for return addresses.
const void *faultAddress(void *context)
{
#if defined(__x86_64__)
    const auto *machine = static_cast<const ucontext_t *>(context);
    return reinterpret_cast<const void *>(machine->uc_mcontext.gregs[REG_RIP] + 1);
#else
    static_cast<void>(context);
    return nullptr;
#endif
}

/// First what is always safe, then the whole answer, which may fail in a process whose heap is damaged: a
/// second signal then ends the process at once, and the reader finds the lines written before.
void onSignal(int signal, siginfo_t *info, void *context)
{
    const int lastError = errno;
    std::signal(signal, SIG_DFL);
    if (g_answer && !g_handling) {
        g_handling = 1;
        for (const int other : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
            std::signal(other, SIG_DFL);
        g_answer->noteSignal(signal);
        if (Launch *launch = g_answer->launch()) {
            launch->report(endOf(*launch, signal, lastError, info), {faultAddress(context), nullptr, 0});
            g_answer->complete(signal == SIGXCPU ? RunStatus::Timeout : RunStatus::Crashed, signal);
        }
    }
    std::raise(signal);
}

void onExit()
{
    if (!g_answer || !g_answer->launch())
        return;
    g_answer->launch()->report({.id = "legality.exit", .object = "kernel", .message = "The kernel ended the whole process.",
                                .advice = "A kernel returns; it never calls exit.", .pipe = "S"}, {});
    g_answer->complete(RunStatus::Exited);
}

void installHandlers()
{
    constexpr std::size_t stackSize = 1u << 18;
    stack_t stack{};
    stack.ss_sp = ::mmap(nullptr, stackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack.ss_size = stackSize;
    if (stack.ss_sp != MAP_FAILED)
        ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = onSignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU})
        ::sigaction(signal, &action, nullptr);
}

} // namespace

void Answer::writeLine(const std::string &line)
{
    std::size_t done = 0;
    while (done < line.size()) {
        const ssize_t wrote = ::write(m_fd, line.data() + done, line.size() - done);
        if (wrote <= 0)
            return;
        done += static_cast<std::size_t>(wrote);
    }
}

void Answer::takeKey()
{
    m_hasKey = ::pread(m_fd, m_key.data(), keyLength, 0) == static_cast<ssize_t>(keyLength) && ::ftruncate(m_fd, 0) == 0;
    m_key.hide();
}

/// The key shows that the emulator speaks, and not the kernel through a file that it found open.
void Answer::writeResult(const RunResult &result)
{
    nlohmann::json json = toJson(result);
    if (m_hasKey) {
        m_key.show();
        json["key"] = std::string(reinterpret_cast<const char *>(m_key.data()), keyLength);
    }
    writeLine(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Answer::setLibrary(std::string path, std::uintptr_t base)
{
    m_library = std::move(path);
    m_base = base;
}

void Answer::begin(Launch &launch)
{
    m_launch = &launch;
    launch.findings().setSink([this](const Finding &finding) { add(finding); });
}

void Answer::add(const Finding &finding)
{
    writeLine(toJson(finding).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Answer::complete(RunStatus status, int signal)
{
    if (m_complete || !m_launch)
        return;
    m_complete = true;
    RunResult result;
    result.status = status;
    result.signal = signal;
    if (!m_launch->findings().empty() && !m_library.empty()) {
        const LineTable table(m_library, m_base);
        m_launch->findings().resolve([&table](const void *pc, std::string &file, std::uint32_t &line) { table.find(pc, file, line); });
    }
    result.findings = m_launch->findings().take();
    result.droppedFindings = m_launch->findings().dropped();
    result.timing = m_launch->timing();
    result.printed = m_launch->printed();
    writeResult(result);
}

void Answer::completeBroken(const Error &error)
{
    m_complete = true;
    RunResult result;
    result.error = error;
    writeResult(result);
}

void Answer::noteSignal(int signal)
{
    char line[] = "{\"kind\":\"signal\",\"signal\":00}\n";
    char *digits = std::strstr(line, "00");
    digits[0] = static_cast<char>(signal >= 10 ? '0' + signal / 10 : ' ');
    digits[1] = static_cast<char>('0' + signal % 10);
    static_cast<void>(!::write(m_fd, line, sizeof(line) - 1));
}

void guardAnswer(Answer &answer)
{
    static const bool registered = std::atexit(onExit) == 0;
    static_cast<void>(registered);
    g_handling = 0;
    g_answer = &answer;
    installHandlers();
}

void releaseAnswer()
{
    g_answer = nullptr;
}

} // namespace sage::npu
