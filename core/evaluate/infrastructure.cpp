#include "core/evaluate/infrastructure.h"

namespace sage {

namespace {

[[nodiscard]] Disturbance disturbanceIn(const Result<sandbox::Exit> &exit, const DisturbanceOf &disturbance)
{
    if (!exit)
        return exit.error().code == "sandbox.supervisor-lost" ? Disturbance::Killed : Disturbance::None;
    return disturbance(*exit);
}

} // namespace

Error fromSandbox(const Error &error)
{
    const auto as = [&error](const char *code) { return Error{code, error.message, error.code + (error.detail.empty() ? "" : ": " + error.detail), error.args}; };
    if (error.code == "sandbox.no-walls" || error.code == "sandbox.no-bubblewrap")
        return as("evaluate.no-sandbox");
    if (error.code == "sandbox.no-runner")
        return as("evaluate.no-emulator");
    return as("evaluate.sandbox");
}

Result<sandbox::Exit> runUndisturbed(const std::string &what, const std::function<Result<sandbox::Exit>()> &once, const DisturbanceOf &disturbance)
{
    Result<sandbox::Exit> exit = once();
    if (disturbanceIn(exit, disturbance) != Disturbance::None)
        exit = once();
    switch (disturbanceIn(exit, disturbance)) {
    case Disturbance::Starved:
        return fail("evaluate.watchdog", what + " did not end in time, twice, without using up its processor time. The machine may be overloaded.", {}, {{"what", what}});
    case Disturbance::Killed:
        return fail("evaluate.killed", what + " was killed from outside, twice. The machine may be short of memory.", exit ? std::string() : exit.error().detail, {{"what", what}});
    case Disturbance::None: break;
    }
    if (!exit)
        return exit.error().code.starts_with("sandbox.") ? fail(fromSandbox(exit.error())) : fail(exit.error());
    if (exit->how == sandbox::ExitHow::Cancelled)
        return fail("evaluate.cancelled", "The evaluation was cancelled.");
    return exit;
}

} // namespace sage
