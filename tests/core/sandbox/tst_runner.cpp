#include "core/sandbox/layers.h"
#include "core/sandbox/proctree.h"
#include "core/sandbox/spawn.h"
#include "tests/core/sandbox/hostiletools.h"

#include <QTest>

#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

Q_DECLARE_METATYPE(sage::sandbox::Outer)

using namespace sage::sandbox;

/// The kernel runner as a whole: confinement stands before the first instruction of a kernel library.
class TestRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void kernelIsConfinedBeforeItIsLoaded_data() { outerRows(); }
    void kernelIsConfinedBeforeItIsLoaded();
    void loopingKernelReachesItsCpuLimit_data() { outerRows(); }
    void loopingKernelReachesItsCpuLimit();
    void missingLibraryIsTold_data() { outerRows(); }
    void missingLibraryIsTold();

private:
    void outerRows();
    void compile(const QString &library, const QStringList &options);
    [[nodiscard]] sage::Result<Exit> runKernel(const QString &library, Outer outer, std::uint64_t cpuSeconds);

    test::Yard m_yard;
    QString m_profile;
};

void TestRunner::initTestCase()
{
    QCOMPARE(m_yard.open(), QString());
    m_profile = m_yard.path() + QStringLiteral("/profile.json");
    QVERIFY(QFile::copy(QStringLiteral(SAGE_SOURCE_DIR "/resources/devices/Ascend910B1.json"), m_profile));
    compile(QStringLiteral("kernel.so"), {});
    compile(QStringLiteral("loop.so"), {QStringLiteral("-DLOOP")});
}

void TestRunner::cleanup()
{
    QCOMPARE(m_yard.living(), QStringList());
    QVERIFY(descendantsOf(::getpid()).empty());
}

void TestRunner::outerRows()
{
    QTest::addColumn<Outer>("outer");
    QTest::newRow("first layer") << Outer::None;
    if (probe().bubblewrap.holds)
        QTest::newRow("bubblewrap") << Outer::Bubblewrap;
}

void TestRunner::compile(const QString &library, const QStringList &options)
{
    QStringList arguments{QStringLiteral("-shared"), QStringLiteral("-fPIC"), QStringLiteral("-DHOME=\"%1\"").arg(QDir::homePath()),
                          QStringLiteral("-DOWN=\"%1\"").arg(m_profile), QStringLiteral("-o"), m_yard.path() + QLatin1Char('/') + library,
                          QStringLiteral(SAGE_SOURCE_DIR "/tests/core/sandbox/hostilekernel.c")};
    QCOMPARE(QProcess::execute(QStringLiteral("cc"), arguments + options), 0);
}

sage::Result<Exit> TestRunner::runKernel(const QString &library, Outer outer, std::uint64_t cpuSeconds)
{
    const QByteArray job = "{\"library\": \"" + (m_yard.path() + QLatin1Char('/') + library).toUtf8() + "\", \"profile\": \"" + m_profile.toUtf8()
        + "\", \"blockDim\": 1, \"buffers\": [{\"name\": \"x\", \"role\": \"input\", \"offset\": 0, \"size\": 64}]}";
    const Fd jobFile(::memfd_create("job", MFD_CLOEXEC)), tensors(::memfd_create("tensors", MFD_CLOEXEC)), result(::memfd_create("result", MFD_CLOEXEC));
    (void)!::write(jobFile.get(), job.constData(), static_cast<std::size_t>(job.size()));
    (void)!::ftruncate(tensors.get(), 1 << 20);
    Command command; // no program: the runner's own kernel
    command.policy = kernelPolicy({m_yard.path().toStdString()});
    command.policy.limits.cpuSeconds = cpuSeconds;
    command.outer = outer;
    for (const Fd *file : {&jobFile, &tensors, &result})
        command.inheritedFds.push_back(file->get());
    return run(command);
}

void TestRunner::kernelIsConfinedBeforeItIsLoaded()
{
    QFETCH(const Outer, outer);
    const auto exit = runKernel(QStringLiteral("kernel.so"), outer, 20);
    QVERIFY2(exit.has_value(), exit ? "" : (exit.error().message + exit.error().detail).c_str());
    const QByteArray hidden = outer == Outer::Bubblewrap ? "ENOENT" : "EACCES";
    QCOMPARE(QByteArray::fromStdString(exit->out),
             QByteArray("socket EPERM\nfork EPERM\nexec EPERM\nhome " + hidden + "\npasswd " + hidden
                        + "\nown succeeded\nown, to write EPERM\nnew file EPERM\nparent EPERM\nmemfd EPERM\nresult succeeded\n"));
    QCOMPARE(exit->code, 7);
    QVERIFY(exit->layers.rlimits && exit->layers.noCapabilities && exit->layers.noNewPrivs && exit->layers.seccomp);
}

void TestRunner::loopingKernelReachesItsCpuLimit()
{
    QFETCH(const Outer, outer);
    const auto exit = runKernel(QStringLiteral("loop.so"), outer, 1);
    QVERIFY2(exit.has_value(), exit ? "" : exit.error().message.c_str());
    QCOMPARE(QByteArray(nameOf(exit->how).data()), QByteArray("cpu-limit"));
    QVERIFY(!exit->infrastructureFailure());
}

void TestRunner::missingLibraryIsTold()
{
    QFETCH(const Outer, outer);
    const auto exit = runKernel(QStringLiteral("no-such.so"), outer, 20);
    QVERIFY(exit.has_value());
    QCOMPARE(exit->code, 1);
    QVERIFY2(exit->err.find("npu.load") != std::string::npos, exit->err.c_str());
    QVERIFY(exit->layers.rlimits); // it was confined when it looked
}

QTEST_GUILESS_MAIN(TestRunner)

#include "tst_runner.moc"
