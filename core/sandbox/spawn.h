#pragma once

#include "core/plain/result.h"

#include <filesystem>
#include <span>
#include <string>

#include <sys/types.h>

namespace sage::sandbox {

/// An open file that closes with the object. Move only.
class Fd
{
public:
    Fd() = default;
    explicit Fd(int fd) : m_fd(fd) {}
    Fd(Fd &&other) noexcept : m_fd(other.release()) {}
    Fd &operator=(Fd &&other) noexcept;
    ~Fd() { reset(); }

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool valid() const { return m_fd >= 0; }
    int release();
    void reset();

private:
    int m_fd = -1;
};

struct Placement {
    int source;
    int target;
};

/// Starts a program of ours with the given descriptors and no other, no environment, default signals, in a session of
/// its own (the terminal's Ctrl-C is the engine's affair). No fork handlers, no code of ours between fork and exec: safe in a
/// multi-threaded process. Errors: sandbox.no-runner, sandbox.system.
[[nodiscard]] Result<pid_t> spawnTrusted(const std::filesystem::path &program, const std::string &mode, std::span<const Placement> placements);

/// A leash: while `ours` is open in this process, `theirs` does not come to its end. A socket and not a pipe because
/// writing to a dead supervisor must not raise SIGPIPE in the engine.
struct Leash {
    Fd ours;
    Fd theirs;
};
[[nodiscard]] Result<Leash> makeLeash();

/// The installed kernel runner, or why there is none.
[[nodiscard]] Result<std::filesystem::path> findRunner();

} // namespace sage::sandbox
