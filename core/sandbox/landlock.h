#pragma once

#include "core/sandbox/confine.h"

// Landlock through its three system calls: the C library has no wrappers and Debian 12's kernel headers end at ABI 2.

namespace sage::sandbox {

/// 0 where this kernel has no Landlock or it is switched off.
[[nodiscard]] int landlockAbi();

/// Leaves the calling thread the policy's files and nothing else; from ABI 4 no TCP, from ABI 6 no signals and no
/// abstract sockets beyond its own kind. no_new_privs must hold. Returns the ABI that was used (0: none).
/// Stays open at every ABI: the metadata (stat) of files that may not be read.
/// Errors: sandbox.landlock, sandbox.missing-folder.
[[nodiscard]] Result<int> restrictFiles(const ConfinePolicy &policy);

} // namespace sage::sandbox
