// The emulator with all checks on against a plain loop for the same operator; both with the kernels' flags
// as far as they matter here: the loop's target is set below, so that it converts with F16C like a kernel.
#include "core/npu/job.h"
#include "core/npu/runner.h"
#include "core/plain/file.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace sage::npu;

constexpr std::uint64_t elements = 16u << 20;

struct Plan {
    std::uint64_t total;
    std::uint32_t tile, buffers, scalar, bypass, bankGap, rows, stride;
};

/// The compiled tests/data/kernels/timing.cpp; empty if the compiler failed.
const std::string &library()
{
    static const std::string path = [] {
        static const sage::Result<sage::TemporaryFolder> folder = sage::TemporaryFolder::make(std::filesystem::temp_directory_path(), "sage-bench-");
        if (!folder)
            return std::string();
        std::string file = folder->path() / "timing.so";
        const std::string root = SAGE_SOURCE_DIR;
        const std::string command = "g++ @" + root + "/core/npu/kernel-flags.txt -I" + root + "/core/npu/include -shared " + root + "/tests/data/kernels/timing.cpp -o " + file;
        return std::system(command.c_str()) == 0 ? file : std::string();
    }();
    return path;
}

/// Tensors and job in memory files, as the engine makes them.
class Setup
{
public:
    explicit Setup(const Plan &plan)
    {
        LaunchSpec spec;
        spec.library = library();
        spec.profile = SAGE_SOURCE_DIR "/resources/devices/Ascend910_9391.json";
        const std::uint64_t bytes = elements * 2;
        spec.buffers = {{"x", BufferRole::Input, 0, bytes, 2}, {"y", BufferRole::Input, bytes, bytes, 2}, {"z", BufferRole::Output, 2 * bytes, bytes, 2},
                        {"tiling", BufferRole::Tiling, 3 * bytes, sizeof(Plan), 1}};
        const std::string text = toJson(spec);
        m_good = ::write(m_job, text.data(), text.size()) > 0 && ::ftruncate(m_tensors, static_cast<off_t>(3 * bytes + 4096)) == 0;
        const std::vector<_Float16> ones(elements, _Float16(1.0f));
        for (const std::uint64_t offset : {std::uint64_t(0), bytes})
            m_good = m_good && ::pwrite(m_tensors, ones.data(), bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
        m_good = m_good && ::pwrite(m_tensors, &plan, sizeof(plan), static_cast<off_t>(3 * bytes)) == sizeof(plan);
    }
    ~Setup()
    {
        for (const int fd : {m_job, m_tensors, m_result})
            ::close(fd);
    }
    Setup(const Setup &) = delete;
    Setup &operator=(const Setup &) = delete;

    [[nodiscard]] bool run() const
    {
        return m_good && runJob(m_job, m_tensors, m_result, [] { return sage::Result<void>{}; }).has_value();
    }

private:
    int m_job = ::memfd_create("job", 0), m_tensors = ::memfd_create("tensors", 0), m_result = ::memfd_create("result", 0);
    bool m_good = false;
};

void emulated(benchmark::State &state, const Plan &plan)
{
    const Setup setup(plan);
    for (auto _ : state) {
        if (!setup.run())
            state.SkipWithError("the kernel did not run");
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(elements));
}

void EmulatorAdd(benchmark::State &state)
{
    emulated(state, {elements, 8192, 2, 0, 0, 0, 0, 0});
}

void EmulatorScalarAdd(benchmark::State &state)
{
    emulated(state, {elements, 8192, 2, 1, 0, 0, 0, 0});
}

__attribute__((noinline, target("f16c"), optimize("O2", "no-tree-vectorize"))) void addLoop(const _Float16 *x, const _Float16 *y, _Float16 *z, std::uint64_t count)
{
    for (std::uint64_t i = 0; i < count; ++i)
        z[i] = x[i] + y[i];
}

void PlainAdd(benchmark::State &state)
{
    const std::vector<_Float16> x(elements, _Float16(1.0f)), y(elements, _Float16(2.0f));
    std::vector<_Float16> z(elements);
    for (auto _ : state) {
        addLoop(x.data(), y.data(), z.data(), elements);
        benchmark::DoNotOptimize(z.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(elements));
}

BENCHMARK(PlainAdd)->Unit(benchmark::kMillisecond);
BENCHMARK(EmulatorAdd)->Unit(benchmark::kMillisecond);
BENCHMARK(EmulatorScalarAdd)->Unit(benchmark::kMillisecond);

} // namespace
