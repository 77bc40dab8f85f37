#pragma once

#include "core/sandbox/confine.h"

namespace sage::sandbox {

/// Installs the system call filter; no_new_privs must hold. signalsScoped: something else (Landlock, a PID namespace)
/// already keeps signals inside, so that kill() can stay for those who need it. False: this kernel has no seccomp
/// filters. Errors: sandbox.seccomp.
///
/// Two filters. Without forking: a short list of allowed calls, any other is "not implemented" or, where a program
/// should be told so, "not permitted". With forking (a compiler): everything but a list of denied calls.
[[nodiscard]] Result<bool> filterSystemCalls(const ConfinePolicy &policy, bool signalsScoped);

} // namespace sage::sandbox
