#pragma once

#include "core/plain/result.h"
#include "core/sandbox/spawn.h"

#include <filesystem>
#include <string_view>

namespace sage::sandbox {

/// A temporary folder that disappears with the engine, also when that is killed by SIGKILL: a guard process makes it, holds
/// the other end of a leash, and removes the folder when the leash ends. One for each engine process is enough; the
/// folders of single commands lie inside it. Cost: one sleeping process of about 2 MiB. Any thread. Move only.
class ScratchFolder
{
public:
    /// Under parent (made if missing). Errors: sandbox.no-runner, sandbox.no-scratch, sandbox.system.
    [[nodiscard]] static Result<ScratchFolder> make(const std::filesystem::path &parent, std::string_view prefix);

    ScratchFolder(ScratchFolder &&) noexcept = default;
    ScratchFolder &operator=(ScratchFolder &&) = delete;
    ScratchFolder(const ScratchFolder &) = delete;
    /// Lets the guard remove the folder and waits for that.
    ~ScratchFolder();

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }

private:
    ScratchFolder(Fd leash, pid_t guard) : m_leash(std::move(leash)), m_guard(guard) {}

    std::filesystem::path m_path;
    Fd m_leash;
    pid_t m_guard;
};

/// `sage-kernel-runner guard`: the guard's side.
[[nodiscard]] int guardMain();

} // namespace sage::sandbox
