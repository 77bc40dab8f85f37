#include "core/sandbox/inside.h"

#include "core/sandbox/protocol.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sage::sandbox {

namespace {

constexpr int neverStarted = 127;

[[nodiscard]] int refuse(const Error &error)
{
    writeWhole(reportFd, errorLine(error));
    return neverStarted;
}

[[nodiscard]] tl::unexpected<Error> notStarted(const std::string &what, int error)
{
    return fail("sandbox.not-started", what + " could not be used: " + std::strerror(error) + ".", std::strerror(error), {{"what", what}});
}

/// The walls that design rule 3 asks for: without network and home away nothing hostile runs.
[[nodiscard]] Result<void> checkWalls(const Command &command, const LayerReport &layers)
{
    const bool namespaces = command.outer == Outer::Bubblewrap;
    if (command.allowWithoutWalls || namespaces || (layers.seccomp && layers.landlockAbi > 0))
        return {};
    return fail("sandbox.no-walls", "Nothing on this machine keeps the network or the home folder away from generated code, so it was not run. "
                                    "`sagectl doctor` says what is missing.");
}

/// Confines, tells the supervisor, and closes the way on which it told: what follows cannot speak in our name.
[[nodiscard]] Result<void> confineAndReport(const Command &command, const ConfinePolicy &policy)
{
    auto layers = confineSelf(policy);
    if (!layers)
        return fail(layers.error());
    if (auto walls = checkWalls(command, *layers); !walls)
        return walls;
    writeWhole(reportFd, layersLine(*layers));
    return {};
}

/// execve must pass once; without mayExec, Landlock then leaves nothing but the program itself to execute.
[[nodiscard]] ConfinePolicy policyForStart(const Command &command)
{
    ConfinePolicy policy = command.policy;
    if (!policy.mayExec) {
        policy.mayExec = true;
        policy.readable.insert(policy.readable.end(), policy.executable.begin(), policy.executable.end());
        policy.executable = {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"};
    }
    policy.executable.push_back(command.argv.front());
    return policy;
}

[[nodiscard]] int startProgram(const Command &command)
{
    std::vector<std::string> environment;
    for (const auto &[name, value] : command.environment)
        environment.push_back(name + "=" + value);
    std::vector<char *> environmentPointers, argumentPointers;
    for (std::string &entry : environment)
        environmentPointers.push_back(entry.data());
    environmentPointers.push_back(nullptr);
    std::vector<std::string> arguments = command.argv;
    for (std::string &argument : arguments)
        argumentPointers.push_back(argument.data());
    argumentPointers.push_back(nullptr);

    if (auto confined = confineAndReport(command, policyForStart(command)); !confined)
        return refuse(confined.error());
    ::execve(argumentPointers.front(), argumentPointers.data(), environmentPointers.data());
    return refuse(notStarted(command.argv.front(), errno).value());
}

[[nodiscard]] int startKernel(const Command &command, const KernelMain &kernelMain)
{
    ::clearenv();
    return kernelMain([&]() -> Result<void> {
        auto confined = confineAndReport(command, command.policy);
        if (!confined)
            writeWhole(reportFd, errorLine(confined.error()));
        ::close(reportFd);
        return confined;
    });
}

/// In the child: never returns to the caller's stack.
[[noreturn]] void hostileMain(const Command &command, const KernelMain &kernelMain)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    int code = neverStarted;
    if (::chdir(command.workingFolder.c_str()) != 0)
        code = refuse(notStarted("The folder " + command.workingFolder.string(), errno).value());
    else
        code = command.argv.empty() ? startKernel(command, kernelMain) : startProgram(command);
    ::_exit(code); // no destructors and handlers: they belong to the parent, and the kernel's would be hostile
}

void account(InnerReport &report, const rusage &usage)
{
    const auto seconds = [](const timeval &time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
    report.userSeconds += seconds(usage.ru_utime);
    report.systemSeconds += seconds(usage.ru_stime);
    report.maxRssKiB = std::max(report.maxRssKiB, static_cast<std::uint64_t>(usage.ru_maxrss));
}

[[nodiscard]] InnerReport waitForEnd(pid_t child)
{
    InnerReport report;
    for (;;) {
        int status = 0;
        rusage usage{};
        const pid_t ended = ::wait4(-1, &status, 0, &usage);
        if (ended < 0 && errno == EINTR)
            continue;
        if (ended < 0)
            break;
        account(report, usage);
        if (ended == child) {
            report.waitStatus = status;
            if (::getpid() != 1)
                break; // strays become the supervisor's children
            ::kill(-1, SIGKILL); // everybody in our namespace but us
        } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
            ++report.killed;
        }
    }
    return report;
}

} // namespace

int confineMain(const KernelMain &kernelMain)
{
    auto request = readRequest();
    if (!request)
        return refuse(request.error());
    ::close(requestFd);
    const pid_t child = ::fork();
    if (child < 0)
        return refuse(notStarted("A new process", errno).value());
    if (child == 0) {
        for (int signal = 1; signal < NSIG; ++signal)
            std::signal(signal, SIG_DFL);
        ::fcntl(reportFd, F_SETFD, FD_CLOEXEC);
        hostileMain(request->command, kernelMain);
    }
    // Only the child holds what it was given: a reader at the other end of a pipe must see its end.
    for (std::size_t i = 0; i < request->command.inheritedFds.size(); ++i)
        ::close(firstInheritedFd + static_cast<int>(i));
    ::close(STDOUT_FILENO);
    ::close(STDERR_FILENO);
    writeWhole(reportFd, endedLine(waitForEnd(child)));
    return 0;
}

} // namespace sage::sandbox
