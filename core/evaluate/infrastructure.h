#pragma once

#include "core/sandbox/process.h"

#include <functional>
#include <string>

namespace sage {

/// What a confined command's end says about the machine instead of the command.
enum class Disturbance : std::uint8_t {
    None,
    Starved, ///< not done in time without having been at fault: the machine is busy
    Killed   ///< somebody else's SIGKILL: the system short of memory, a person
};

using DisturbanceOf = std::function<Disturbance(const sandbox::Exit &)>;

/// Runs a confined command; where the machine disturbed it, or its supervisor was lost, once more. The second try counts,
/// but for a disturbance: errors evaluate.watchdog (starved twice), evaluate.killed (killed twice), evaluate.cancelled, those of
/// fromSandbox(). `what` begins a sentence: "Case 2".
[[nodiscard]] Result<sandbox::Exit> runUndisturbed(const std::string &what, const std::function<Result<sandbox::Exit>()> &once, const DisturbanceOf &disturbance);

/// An error of the sandbox as one of the evaluator's: what was missing, in the evaluator's codes.
[[nodiscard]] Error fromSandbox(const Error &error);

} // namespace sage
