#include "core/sandbox/layers.h"

#include "core/sandbox/bubblewrap.h"
#include "core/sandbox/process.h"

#include <utility>

namespace sage::sandbox {

namespace {

[[nodiscard]] Result<Exit> tryTrue(Outer outer)
{
    Command command;
    command.argv = {"true"};
    command.outer = outer;
    command.allowWithoutWalls = true; // it asks which walls there are
    command.policy.readable = {"/usr/lib", "/lib", "/lib64", "/etc/ld.so.cache"};
    command.policy.limits.cpuSeconds = 10;
    command.wallLimit = std::chrono::milliseconds(20'000);
    auto exit = run(command);
    if (exit && !exit->succeeded())
        return fail("sandbox.not-started", "`true` ended as " + std::string(nameOf(exit->how)) + " (code " + std::to_string(exit->code) + ", signal " + std::to_string(exit->signal) + ").", exit->err);
    return exit;
}

[[nodiscard]] std::string reasonOf(const Error &error)
{
    return error.detail.empty() ? error.message : error.message + " " + error.detail;
}

void lookAtFirstLayer(Layers &layers)
{
    const auto exit = tryTrue(Outer::None);
    const bool ran = exit.has_value();
    layers.seccomp.holds = ran && exit->layers.seccomp;
    layers.landlockAbi = ran ? exit->layers.landlockAbi : 0;
    layers.landlock.holds = layers.landlockAbi > 0;
    if (!layers.seccomp.holds) {
        layers.seccomp.reason = ran ? "This kernel has no system call filters." : reasonOf(exit.error());
        layers.seccomp.advice = "Use a kernel with CONFIG_SECCOMP_FILTER, or a container that does not forbid filters.";
    }
    if (!layers.landlock.holds) {
        layers.landlock.reason = ran ? "This kernel has no Landlock, or it is switched off." : reasonOf(exit.error());
        layers.landlock.advice = "Use Linux 5.13 or newer with landlock in its list of security modules (lsm=).";
    }
}

void lookAtBubblewrap(Layers &layers)
{
    const auto exit = tryTrue(Outer::Bubblewrap);
    if (exit) {
        layers.bubblewrap.holds = true;
        layers.bubblewrapPath = findBubblewrap();
        return;
    }
    layers.bubblewrap.reason = reasonOf(exit.error());
    layers.bubblewrap.advice = findBubblewrap().empty()
        ? "Install the package bubblewrap."
        : "This container, chroot or system forbids new name spaces. Allow unprivileged user name spaces, or go on with the first layer alone.";
}

[[nodiscard]] Layers look()
{
    Layers layers;
    lookAtFirstLayer(layers);
    lookAtBubblewrap(layers);
    return layers;
}

} // namespace

const Layers &probe()
{
    static const Layers layers = look();
    return layers;
}

} // namespace sage::sandbox
