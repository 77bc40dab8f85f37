#pragma once

#include "core/plain/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

// The first layer: what a process can give up by itself, on any machine, without any privilege.

namespace sage::sandbox {

/// Bounds that are set for each process by the kernel, or watched for the whole tree by the supervisor. 0 = no bound.
struct Limits {
    std::uint64_t cpuSeconds = 0;        ///< of each process (RLIMIT_CPU), and of the tree together
    std::uint64_t addressSpaceBytes = 0; ///< of each process (RLIMIT_AS)
    std::uint64_t fileSizeBytes = 0;     ///< of each file written (RLIMIT_FSIZE), memory files included
    std::uint64_t openFiles = 256;       ///< of each process (RLIMIT_NOFILE)
    std::uint64_t processes = 64;        ///< alive at one time in the tree; watched, matters where forking is allowed
    std::uint64_t treeMemoryBytes = 0;   ///< resident in the tree together; watched
    std::uint64_t diskBytes = 0;         ///< in all writable folders together; watched

    bool operator==(const Limits &) const = default;
};

/// What a confined process may still do. Everything not named here is refused.
struct ConfinePolicy {
    std::vector<std::string> readable;   ///< files and folders (whole tree); one that does not exist is skipped
    std::vector<std::string> executable; ///< like readable, and programs there may be executed
    std::vector<std::string> writable;   ///< files and folders (whole tree): read, write, make, remove, never execute
    bool mayFork = false; ///< false also means: no threads, and only the short list of system calls that a computation needs
    bool mayExec = false; ///< in `confine` the first execve is the program's start: then false leaves nothing else executable
    Limits limits;

    bool operator==(const ConfinePolicy &) const = default;
};

/// Which parts of the first layer hold in a process.
struct LayerReport {
    bool rlimits = false;
    bool noCapabilities = false;
    bool noNewPrivs = false;
    bool seccomp = false;
    int landlockAbi = 0; ///< 0: this kernel has no Landlock, files are not kept away by this layer

    bool operator==(const LayerReport &) const = default;
};

/// Confines the calling process for good. Call it from the only thread of a process (Landlock and the filter bind
/// the calling thread and those it starts). A part that this kernel does not have is reported as not holding, and the
/// caller decides; a part that is there and fails is an error, after which the process must end.
/// Errors: sandbox.rlimit, sandbox.privileges, sandbox.landlock, sandbox.seccomp, sandbox.missing-folder.
[[nodiscard]] Result<LayerReport> confineSelf(const ConfinePolicy &policy);

/// For g++ on text that nobody has read: forks and executes what the system has, writes to the work folder alone.
[[nodiscard]] ConfinePolicy compilerPolicy(const std::string &workFolder, std::vector<std::string> readable);

/// For a compiled kernel: a computation that reads its own folder and writes to inherited memory files.
[[nodiscard]] ConfinePolicy kernelPolicy(std::vector<std::string> readable);

void to_json(nlohmann::json &json, const Limits &limits);
void from_json(const nlohmann::json &json, Limits &limits);
void to_json(nlohmann::json &json, const ConfinePolicy &policy);
void from_json(const nlohmann::json &json, ConfinePolicy &policy);
void to_json(nlohmann::json &json, const LayerReport &report);
void from_json(const nlohmann::json &json, LayerReport &report);

} // namespace sage::sandbox
