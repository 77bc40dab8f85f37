#include "core/npu/runner.h"

#include "core/npu/answer.h"
#include "core/npu/launch.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <array>
#include <memory>

namespace sage::npu {

namespace {

Result<std::string> readWhole(int fd)
{
    constexpr std::size_t limit = 1u << 20;
    std::string text;
    std::array<char, 4096> block;
    for (;;) {
        const ssize_t got = ::pread(fd, block.data(), block.size(), static_cast<off_t>(text.size()));
        if (got < 0 || text.size() > limit)
            return fail("npu.bad-job", "The launch description cannot be read, or is longer than 1 MiB.");
        if (got == 0)
            return text;
        text.append(block.data(), static_cast<std::size_t>(got));
    }
}

struct Library {
    Launch::Entry entry = nullptr;
    abi::Binding *binding = nullptr;
    std::uintptr_t base = 0;
};

/// Runs the library's constructors, so confinement has to stand before.
Result<Library> openLibrary(const std::string &path)
{
    void *handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = ::dlerror();
        return fail("npu.load", "The compiled kernel cannot be loaded.", reason ? reason : "");
    }
    Library library;
    library.entry = reinterpret_cast<Launch::Entry>(::dlsym(handle, "sage_launch"));
    library.binding = static_cast<abi::Binding *>(::dlsym(handle, "sage_npu_binding"));
    if (!library.entry || !library.binding)
        return fail("npu.bad-library", "The compiled kernel has no entry: kernel_operator.h was not included, or sage_launch is missing.");
    if (library.binding->version != abi::version)
        return fail("npu.bad-library", "The kernel was compiled against other headers than this runner's; compile it again.");
    struct link_map *map = nullptr;
    if (::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map)
        library.base = map->l_addr;
    return library;
}

Result<LaunchSpec> readSpec(int jobFd)
{
    const Result<std::string> text = readWhole(jobFd);
    if (!text)
        return fail(text.error());
    Result<LaunchSpec> spec = launchSpecFromJson(*text);
    if (spec && spec->blockDim == 0)
        return fail("npu.bad-job", "A launch needs at least one core.");
    return spec;
}

Result<std::unique_ptr<Launch>> prepare(int jobFd, int tensorFd)
{
    Result<LaunchSpec> spec = readSpec(jobFd);
    if (!spec)
        return fail(spec.error());
    Result<Profile> profile = readProfile(spec->profile);
    if (!profile)
        return fail(profile.error());
    if (spec->blockDim > 4096)
        return fail("npu.bad-job", "A launch of more than 4096 cores is not possible.");
    auto launch = std::make_unique<Launch>(std::move(*spec), std::move(*profile));
    if (const Result<void> mapped = launch->memory().map(launch->spec(), tensorFd); !mapped)
        return fail(mapped.error());
    return launch;
}

Result<void> runPrepared(Launch &launch, Answer &answer, const std::function<Result<void>()> &confine)
{
    if (const Result<void> confined = confine(); !confined)
        return confined;
    answer.begin(launch);
    guardAnswer(answer); // loading runs the library's constructors
    const Result<Library> library = openLibrary(launch.spec().library);
    if (!library) {
        releaseAnswer();
        return fail(library.error());
    }
    answer.setLibrary(launch.spec().library, library->base);
    const RunStatus status = launch.run(library->entry, *library->binding);
    releaseAnswer();
    launch.finish();
    answer.complete(status);
    return {};
}

} // namespace

Result<void> runJob(int jobFd, int tensorFd, int resultFd, const std::function<Result<void>()> &confine)
{
    // Never destroyed: a kernel that calls exit() does so on a fiber's stack, which the launch owns.
    static auto &launch = *new std::unique_ptr<Launch>;
    static auto &answer = *new std::unique_ptr<Answer>;
    answer = std::make_unique<Answer>(resultFd);
    answer->takeKey();
    Result<void> done;
    try {
        Result<std::unique_ptr<Launch>> prepared = prepare(jobFd, tensorFd);
        if (prepared) {
            launch = std::move(*prepared);
            done = runPrepared(*launch, *answer, confine);
        } else {
            done = fail(prepared.error());
        }
    } catch (const std::exception &error) {
        done = fail("npu.failed", "The emulator ran out of memory or failed.", error.what());
    }
    if (!done)
        answer->completeBroken(done.error());
    return done;
}

} // namespace sage::npu
