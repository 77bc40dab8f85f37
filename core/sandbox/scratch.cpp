#include "core/sandbox/scratch.h"

#include "core/plain/file.h"
#include "core/sandbox/protocol.h"
#include "core/sandbox/remove.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace sage::sandbox {

namespace {

/// While supervisors still kill what writes there, a removal may leave something: so long it is tried again.
constexpr int removalTries = 500;
constexpr std::chrono::milliseconds removalPause{20};

/// One text over the leash, ended by a zero byte. Empty: the other side is gone.
[[nodiscard]] std::string readText()
{
    std::string text;
    for (char letter = 0;;) {
        const ssize_t got = ::read(leashFd, &letter, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return {};
        if (letter == '\0')
            return text;
        text += letter;
    }
}

[[nodiscard]] std::string readAnswer(int fd)
{
    std::string text;
    std::array<char, 4096> buffer{};
    while (text.empty() || text.back() != '\0') {
        const ssize_t got = ::read(fd, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return {};
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    text.pop_back();
    return text;
}

} // namespace

Result<ScratchFolder> ScratchFolder::make(const std::filesystem::path &parent, std::string_view prefix)
{
    auto runner = findRunner();
    auto leash = makeLeash();
    if (!runner)
        return fail(runner.error());
    if (!leash)
        return fail(leash.error());
    const std::array<Placement, 1> placements{{{leash->theirs.get(), leashFd}}};
    auto guard = spawnTrusted(*runner, "guard", placements);
    if (!guard)
        return fail(guard.error());
    leash->theirs.reset();
    ScratchFolder folder(std::move(leash->ours), *guard);
    std::string question = std::filesystem::absolute(parent).string();
    question.append(1, '\0').append(prefix).append(1, '\0');
    ::send(folder.m_leash.get(), question.data(), question.size(), MSG_NOSIGNAL);
    const std::string answer = readAnswer(folder.m_leash.get());
    if (answer.empty() || answer.front() != '/')
        return fail("sandbox.no-scratch", "No temporary folder could be made in " + parent.string() + ". " + answer, answer, {{"path", parent.string()}});
    folder.m_path = answer;
    return folder;
}

ScratchFolder::~ScratchFolder()
{
    if (!m_leash.valid())
        return; // moved from
    m_leash.reset();
    while (::waitpid(m_guard, nullptr, 0) < 0 && errno == EINTR) {
    }
}

int guardMain()
{
    // A shutdown's first signal reaches everybody: the guard goes after the engine.
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE})
        std::signal(signal, SIG_IGN);
    const std::string parent = readText();
    const std::string prefix = readText();
    if (parent.empty())
        return 2;
    std::filesystem::path path;
    {
        auto folder = TemporaryFolder::make(parent, prefix);
        const std::string answer = folder ? folder->path().string() : folder.error().message;
        writeWhole(leashFd, answer + '\0');
        if (!folder)
            return 1;
        path = folder->path();
        (void)readText(); // until the engine's end
    }
    for (int i = 0; i < removalTries && !removeStubbornly(path); ++i)
        std::this_thread::sleep_for(removalPause);
    return 0;
}

} // namespace sage::sandbox
