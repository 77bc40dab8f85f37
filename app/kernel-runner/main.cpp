#include "core/npu/runner.h"
#include "core/sandbox/inside.h"
#include "core/sandbox/layers.h"
#include "core/sandbox/process.h"
#include "core/sandbox/scratch.h"
#include "core/sandbox/supervisor.h"

#include <cstdio>
#include <string_view>

#include <unistd.h>

namespace {

/// What runs where a command has no program of its own: the emulator on the three inherited memory files.
[[nodiscard]] int kernelMain(const std::function<sage::Result<void>()> &confine)
{
    const int first = sage::sandbox::firstInheritedFd;
    const auto ran = sage::npu::runJob(first, first + 1, first + 2, [&] {
        auto confined = confine();
        for (const int read : {first, first + 1}) // what they hold is here by now; the kernel has no use for them
            ::close(read);
        return confined;
    });
    if (!ran) // it stands in the answer too; this is for who runs it by hand
        std::fprintf(stderr, "%s: %s\n", ran.error().code.c_str(), ran.error().message.c_str());
    return ran ? 0 : 1;
}

void printLayer(const char *name, const sage::sandbox::Layer &layer)
{
    std::printf("%-11s %s%s%s\n", name, layer.holds ? "holds" : "does not hold: ", layer.reason.c_str(), layer.advice.empty() ? "" : ("\n            " + layer.advice).c_str());
}

[[nodiscard]] int printProbe()
{
    const sage::sandbox::Layers &layers = sage::sandbox::probe();
    printLayer("seccomp", layers.seccomp);
    printLayer("landlock", layers.landlock);
    printLayer("bubblewrap", layers.bubblewrap);
    return layers.keepsNetworkAway() && layers.keepsHomeAway() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string_view mode = argc == 2 ? argv[1] : "";
    if (mode == "supervise")
        return sage::sandbox::superviseMain();
    if (mode == "confine")
        return sage::sandbox::confineMain(kernelMain);
    if (mode == "guard")
        return sage::sandbox::guardMain();
    if (mode == "probe")
        return printProbe();
    std::fputs("sage-kernel-runner is started by SAGE's engine. By hand: sage-kernel-runner probe\n", stderr);
    return 2;
}
