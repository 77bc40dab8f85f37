#include "core/sandbox/confine.h"
#include "core/sandbox/landlock.h"
#include "core/sandbox/protocol.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <functional>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sage::sandbox;

namespace {

/// Does one thing in a forked and confined copy of this process; its wait status.
[[nodiscard]] int confined(const ConfinePolicy &policy, const std::function<int()> &act)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const auto report = confineSelf(policy);
        ::_exit(report && report->rlimits && report->noNewPrivs && report->noCapabilities ? act() : 99);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

/// The exit code of a confined process: 0, or the error number of what failed.
[[nodiscard]] int errorOf(const ConfinePolicy &policy, const std::function<long()> &act)
{
    const int status = confined(policy, [&] { return act() < 0 ? errno : 0; });
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// Without address space limit: this test also runs with a sanitizer's shadow memory.
[[nodiscard]] ConfinePolicy kernel(std::vector<std::string> readable = {})
{
    ConfinePolicy policy = kernelPolicy(std::move(readable));
    policy.limits.addressSpaceBytes = 0;
    return policy;
}

} // namespace

/// The first layer from inside: what a process can and cannot do after confineSelf(), as the kernel runner uses it.
class TestConfine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelCannotReachOut();
    void kernelCannotOpenForWriting();
    void kernelMayCompute();
    void kernelLoadsLibraries();
    void limitsCannotBeRaised();
    void memoryFilesAreBounded();
    void capabilitiesAreGone();
    void missingWritableFolderIsAnError();
    void policiesTravel();
    void garbledReportIsAnError();
};

void TestConfine::kernelCannotReachOut()
{
    const ConfinePolicy policy = kernel();
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::fork()); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::socket(AF_INET, SOCK_STREAM, 0)); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::socket(AF_UNIX, SOCK_STREAM, 0)); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::execl("/bin/true", "true", nullptr)); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::kill(::getppid(), 0)); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::kill(-1, SIGKILL)); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::kill(0, SIGKILL)); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::setsid()); }), EPERM);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::memfd_create("x", 0)); }), EPERM);
}

void TestConfine::kernelCannotOpenForWriting()
{
    QTemporaryDir folder;
    const std::string inside = folder.filePath(QStringLiteral("inside")).toStdString();
    QFile file(QString::fromStdString(inside));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const ConfinePolicy policy = kernel({folder.path().toStdString()});
    for (const int flags : {O_WRONLY, O_RDWR, O_RDONLY | O_CREAT, O_RDONLY | O_TRUNC, O_WRONLY | O_APPEND})
        QCOMPARE(errorOf(policy, [&] { return static_cast<long>(::open(inside.c_str(), flags, 0600)); }), EPERM);
    QCOMPARE(errorOf(policy, [&] { return static_cast<long>(::open(inside.c_str(), O_RDONLY)); }), 0);
    if (landlockAbi() == 0)
        QSKIP("no Landlock here: files are kept away by bubblewrap alone");
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::open("/etc/passwd", O_RDONLY)); }), EACCES);
    QCOMPARE(errorOf(policy, [] { return static_cast<long>(::open(QDir::homePath().toUtf8().constData(), O_RDONLY | O_DIRECTORY)); }), EACCES);
}

void TestConfine::kernelMayCompute()
{
    const int result = ::memfd_create("result", MFD_CLOEXEC);
    QCOMPARE(::ftruncate(result, 4096), 0);
    const int status = confined(kernel(), [result] {
        void *block = ::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        void *shared = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, result, 0);
        if (block == MAP_FAILED || shared == MAP_FAILED)
            return 1;
        static_cast<char *>(shared)[7] = 'k';
        return ::pwrite(result, "x", 1, 0) == 1 ? 0 : 2;
    });
    QCOMPARE(status, 0);
    char bytes[8] = {};
    QCOMPARE(::pread(result, bytes, sizeof bytes, 0), ssize_t(sizeof bytes));
    QCOMPARE(bytes[0], 'x');
    QCOMPARE(bytes[7], 'k');
    ::close(result);
    const int aborted = confined(kernel(), []() -> int { std::signal(SIGABRT, SIG_DFL); std::abort(); });
    QVERIFY(WIFSIGNALED(aborted));
    QCOMPARE(WTERMSIG(aborted), SIGABRT);
}

void TestConfine::kernelLoadsLibraries()
{
    // A library that this process does not have yet: found, mapped and called after confinement.
    const int status = confined(kernel(), [] {
        void *library = ::dlopen("libutil.so.1", RTLD_NOW);
        return library ? 0 : 1;
    });
    QCOMPARE(status, 0);
}

void TestConfine::limitsCannotBeRaised()
{
    QCOMPARE(errorOf(kernel(), [] {
        const rlimit more{1000, RLIM_INFINITY};
        return static_cast<long>(::setrlimit(RLIMIT_CPU, &more));
    }), EPERM);
    ConfinePolicy policy = kernel();
    policy.limits.cpuSeconds = 7;
    QCOMPARE(errorOf(policy, [] {
        rlimit now{};
        return ::getrlimit(RLIMIT_CPU, &now) == 0 && now.rlim_cur == 7 && now.rlim_max == 8 ? 0L : -1L;
    }), 0);
    policy.limits.addressSpaceBytes = 1ull << 47; // above what a sanitizer reserves
    QCOMPARE(errorOf(policy, [] {
        rlimit now{};
        return ::getrlimit(RLIMIT_CORE, &now) == 0 && now.rlim_max == 0 && ::getrlimit(RLIMIT_AS, &now) == 0 && now.rlim_max == 1ull << 47 ? 0L : -1L;
    }), 0);
}

void TestConfine::memoryFilesAreBounded()
{
    const int result = ::memfd_create("result", MFD_CLOEXEC);
    ConfinePolicy policy = kernel();
    policy.limits.fileSizeBytes = 1 << 20;
    QCOMPARE(errorOf(policy, [result] {
        std::signal(SIGXFSZ, SIG_IGN);
        return static_cast<long>(::pwrite(result, "x", 1, 1 << 20));
    }), EFBIG);
    QCOMPARE(errorOf(policy, [result] {
        std::signal(SIGXFSZ, SIG_IGN);
        return static_cast<long>(::ftruncate(result, 2 << 20));
    }), EFBIG);
    ::close(result);
}

void TestConfine::capabilitiesAreGone()
{
    const int status = confined(kernel({"/proc"}), [] {
        char text[8192] = {};
        const int file = ::open("/proc/self/status", O_RDONLY);
        const ssize_t got = ::read(file, text, sizeof text - 1);
        const bool none = std::string(text).find("CapPrm:\t0000000000000000") != std::string::npos;
        return got > 0 && none ? 0 : 1;
    });
    QCOMPARE(status, 0);
}

void TestConfine::missingWritableFolderIsAnError()
{
    if (landlockAbi() == 0)
        QSKIP("no Landlock here");
    ConfinePolicy policy = kernel();
    policy.writable = {"/no/such/folder"};
    QCOMPARE(WEXITSTATUS(confined(policy, [] { return 0; })), 99);
}

void TestConfine::policiesTravel()
{
    ConfinePolicy policy = compilerPolicy("/job", {"/include", "/with space/\"quote\""});
    policy.limits.cpuSeconds = 0xffffffffffull;
    Request request;
    request.command.policy = policy;
    request.command.argv = {"a", ""};
    request.command.environment = {{"A", "="}};
    request.command.workingFolder = "/job";
    request.command.inheritedFds = {5, 9};
    request.command.outer = Outer::Bubblewrap;
    request.command.allowWithoutWalls = true;
    request.command.orphanFolder = "/job/x";
    const auto back = requestFromText(toText(request));
    QVERIFY(back.has_value());
    QVERIFY(back->command.policy == policy);
    QCOMPARE(QByteArray::fromStdString(toText(*back)), QByteArray::fromStdString(toText(request)));
    QVERIFY(back->command.argv == request.command.argv && back->command.allowWithoutWalls && back->command.outer == Outer::Bubblewrap);
}

void TestConfine::garbledReportIsAnError()
{
    QCOMPARE(QByteArray::fromStdString(requestFromText("{}").error().code), QByteArray("sandbox.system"));
    QCOMPARE(QByteArray::fromStdString(endingFromText("").error().code), QByteArray("sandbox.system"));
    InnerReport ended;
    ended.waitStatus = 9;
    ended.userSeconds = 1.5;
    const InnerReport report = innerReportFromText(layersLine({true, true, true, true, 7}) + endedLine(ended));
    QVERIFY(report.started && report.ended);
    QCOMPARE(report.layers.landlockAbi, 7);
    QCOMPARE(report.waitStatus, 9);
    QCOMPARE(report.userSeconds, 1.5);
    QVERIFY(!innerReportFromText("{\"layers\":").error.code.empty());
}

QTEST_GUILESS_MAIN(TestConfine)

#include "tst_confine.moc"
