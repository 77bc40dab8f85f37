#include "core/npu/profile.h"
#include "core/npu/timeline.h"
#include "harness.h"

using namespace harness;

namespace {

struct Plan {
    std::uint64_t total = 0;
    std::uint32_t tile = 0, buffers = 1, scalar = 0, bypass = 0, bankGap = 0, rows = 0, stride = 0;
};

/// A whole kernel measured in public, in microseconds.
struct Target {
    const char *name;
    Plan plan;            ///< total as measured
    std::uint32_t cores;
    double micros;
    std::uint64_t shorter; ///< the model is run at this size and twice it, and extended linearly; 0: at full size
};

constexpr std::uint64_t square8192 = 8192u * 8192u, square12288 = 12288u * 12288u;

const std::vector<Target> targets{
    {"8192^2 half add: scalar, one core", {square8192, 4096, 1, 1}, 1, 1239689, 65536},
    {"vector, one core", {square8192, 4096}, 1, 6909.6, 524288},
    {"all cores", {square8192, 4096}, 48, 306.6, 48 * 32768},
    {"larger tile", {square8192, 16384}, 48, 268.5, 48 * 32768},
    {"double buffer", {square8192, 15360, 2}, 48, 264.0, 48 * 30720},
    {"L2 bypass", {square8192, 15360, 2, 0, 1}, 48, 187.7, 48 * 30720},
    {"bank fix", {square8192, 15360, 2, 0, 1, 256}, 48, 184.5, 48 * 30720},
    {"12288^2 half load: tile [1,64]", {square12288, 64, 1, 0, 0, 0, 1, 64}, 48, 564.8, 48 * 32768},
    {"tile [64,64]", {square12288, 64, 1, 0, 0, 0, 64, 12288}, 48, 233.5, 48 * 786432},
    {"tile [64,1024]", {square12288, 1024, 1, 0, 0, 0, 64, 12288}, 48, 215.8, 48 * 786432},
    {"5120 half add, one core, 16 tiles", {5120, 320, 2}, 1, 5.90, 0},
};

} // namespace

/// The timing model on whole kernels: order of variants, error against published times, and its own rules.
class TestTiming : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void calibration();
    void variantsAreInOrder();
    void pipesOverlapOnlyWhereDataAllows();
    void transferCurve();
    void everyProfileIsRead();

private:
    [[nodiscard]] RunResult runPlan(const Plan &plan, std::uint32_t cores);
    [[nodiscard]] double micros(const Target &target);

    QTemporaryDir m_folder;
    QString m_library;
};

void TestTiming::initTestCase()
{
    m_library = compile(m_folder, QStringLiteral(SAGE_TEST_DATA "/kernels/timing.cpp"));
    QVERIFY(!m_library.isEmpty());
}

RunResult TestTiming::runPlan(const Plan &plan, std::uint32_t cores)
{
    const std::vector<std::uint8_t> zeros(plan.rows ? 786432 * 2 : plan.total * 2);
    std::vector<std::uint8_t> tiling(sizeof(Plan));
    std::memcpy(tiling.data(), &plan, sizeof(Plan));
    std::vector<Buffer> buffers{{"x", BufferRole::Input, zeros, 2}, {"y", BufferRole::Input, plan.rows ? std::vector<std::uint8_t>() : zeros, 2},
                                {"z", BufferRole::InOut, plan.rows ? std::vector<std::uint8_t>() : zeros, 2}, {"tiling", BufferRole::Tiling, tiling, 1}};
    return run(launchSpec(m_library, cores), buffers);
}

double TestTiming::micros(const Target &target)
{
    Plan plan = target.plan;
    if (target.shorter == 0)
        return runPlan(plan, target.cores).timing.latencyMicros;
    plan.total = target.shorter;
    const double one = runPlan(plan, target.cores).timing.latencyMicros;
    plan.total *= 2;
    const double two = runPlan(plan, target.cores).timing.latencyMicros;
    return one + (two - one) * (static_cast<double>(target.plan.total) / static_cast<double>(target.shorter) - 1);
}

void TestTiming::calibration()
{
    QStringList bad;
    for (const Target &target : targets) {
        const double model = micros(target);
        const double error = model / target.micros - 1;
        qInfo("%-36s measured %10.1f us  model %10.1f us  %+5.1f %%", target.name, target.micros, model, error * 100);
        if (std::fabs(error) >= 0.25)
            bad << QString::fromLatin1(target.name);
    }
    QCOMPARE(bad, QStringList());
}

/// Never wrong: which of two variants is the faster one.
void TestTiming::variantsAreInOrder()
{
    const std::uint64_t total = 48 * 32768;
    const auto latency = [this](const Plan &plan, std::uint32_t cores) { return runPlan(plan, cores).timing.latencyMicros; };
    const double scalar = latency({total / 8, 4096, 1, 1}, 1) * 8;
    const double vector = latency({total, 4096}, 1);
    const double allSmall = latency({total, 1024}, 48);
    const double all = latency({total, 4096}, 48);
    const double large = latency({total, 16384}, 48);
    const double twice = latency({total, 8192, 2}, 48), once = latency({total, 8192, 1}, 48);
    QVERIFY(scalar > 10 * vector);
    QVERIFY(vector > 5 * all);
    QVERIFY(allSmall > all);
    QVERIFY(all > large);
    QVERIFY(once > twice);
    QVERIFY(latency({2 * total, 8192, 2}, 8) > latency({2 * total, 8192, 2}, 48));
    QCOMPARE(runPlan({total, 8192, 2}, 48).timing.coresMovingData, 48u);
}

/// On a profile of round numbers: two loads into different ranges follow each other, an instruction waits for
/// its source, and the next load into that source waits for the instruction.
void TestTiming::pipesOverlapOnlyWhereDataAllows()
{
    sage::Result<Profile> profile = readProfile(SAGE_SOURCE_DIR "/resources/devices/Ascend910_9391.json");
    QVERIFY(profile.has_value());
    profile->issueCycles = 1;
    profile->syncCycles = 10;
    Timeline line(*profile, 1);
    Timeline::Instruction load;
    load.unit = Timeline::Mte2;
    load.latency = 100;
    load.occupancy = 40;
    load.write = {0, 1024};
    line.run(load); // 1 .. 101
    load.write = {1024, 2048};
    line.run(load); // starts when the pipe is free: 41 .. 141
    QCOMPARE(line.quiet().alone, 141.0);
    Timeline::Instruction add;
    add.unit = Timeline::V;
    add.latency = 20;
    add.occupancy = 4;
    add.reads[0] = {0, 1024};
    add.write = {4096, 5120};
    line.run(add); // waits for the first load and the event: 111 .. 131
    QCOMPARE(line.flagFrom(abi::Pipe::V).alone, 131.0);
    load.write = {0, 1024};
    line.run(load); // waits until the addition has read: 141 .. 241
    QCOMPARE(line.flagFrom(abi::Pipe::MTE2).alone, 241.0);
    line.waitFor({4096, 4100}); // scalar code reads the sum
    QCOMPARE(line.now().alone, 141.0);
    line.drain();
    QCOMPARE(line.now().alone, 241.0);
    QCOMPARE(line.busy(Timeline::Mte2).alone, 240.0); // 1 .. 141 and 141 .. 241
}

void TestTiming::transferCurve()
{
    TransferCurve curve;
    curve.kilobytes = {1, 2, 4};
    curve.gibPerSecond = {1, 2, 3};
    const double one = 1024 / 1073741824.0 * 1e6;
    QCOMPARE(curve.micros(100), one);        // all latency
    QCOMPARE(curve.micros(1024), one);
    QCOMPARE(curve.micros(2048), one);       // twice the bytes at twice the rate
    QCOMPARE(curve.micros(3072), one * (1 + 4.0 / 3) / 2);
    QCOMPARE(curve.micros(8192), one * 8 / 3);
}

void TestTiming::everyProfileIsRead()
{
    const QStringList files = QDir(QStringLiteral(SAGE_SOURCE_DIR "/resources/devices")).entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    QCOMPARE(files.size(), 6);
    for (const QString &file : files) {
        const sage::Result<Profile> profile = readProfile(SAGE_SOURCE_DIR "/resources/devices/" + file.toStdString());
        QVERIFY2(profile.has_value(), qPrintable(file));
        QCOMPARE(profile->name + ".json", file.toStdString());
        QCOMPARE(profile->vectorCores, 2 * profile->cubeCores);
    }
    QCOMPARE(profileFromJson("{}").error().code, std::string("npu.bad-profile"));
}

QTEST_GUILESS_MAIN(TestTiming)
#include "tst_timing.moc"
