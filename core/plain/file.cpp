#include "core/plain/file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace sage {

namespace {

/// Closes on scope exit; a plain int wrapper because nothing else is needed here.
class Descriptor
{
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() { if (m_fd >= 0) ::close(m_fd); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd;
};

[[nodiscard]] tl::unexpected<Error> writeError(const std::filesystem::path &path, int error)
{
    if (error == ENOSPC || error == EDQUOT)
        return fail("file.no-space", "No space left to write " + path.string() + ". Free some space and try again.", std::strerror(error), {{"path", path.string()}});
    return fail("file.unwritable", "Cannot write " + path.string() + ": " + std::strerror(error) + ".", std::strerror(error), {{"path", path.string()}});
}

[[nodiscard]] bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

Result<std::string> readFile(const std::filesystem::path &path, std::size_t limit)
{
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const std::map<std::string, std::string> args{{"path", path.string()}};
    if (fd.get() < 0) {
        const bool missing = errno == ENOENT;
        return fail(missing ? "file.missing" : "file.unreadable",
                    (missing ? "There is no file " : "Cannot read ") + path.string() + (missing ? "." : std::string(": ") + std::strerror(errno) + "."),
                    std::strerror(errno), args);
    }
    std::string bytes;
    std::vector<char> buffer(1u << 16);
    for (;;) {
        const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail("file.unreadable", "Cannot read " + path.string() + ": " + std::strerror(errno) + ".", std::strerror(errno), args);
        if (got == 0)
            return bytes;
        bytes.append(buffer.data(), static_cast<std::size_t>(got));
        if (bytes.size() > limit)
            return fail("file.too-large", path.string() + " is larger than " + std::to_string(limit) + " bytes.", {}, args);
    }
}

Result<void> writeFileDurably(const std::filesystem::path &path, std::string_view bytes, const std::filesystem::path &scratch)
{
    std::string pattern = (scratch.empty() ? path : scratch / path.filename()).string() + ".XXXXXX";
    const Descriptor fd(::mkostemp(pattern.data(), O_CLOEXEC));
    if (fd.get() < 0)
        return writeError(path, errno);
    if (!writeAll(fd.get(), bytes) || ::fsync(fd.get()) != 0 || ::fchmod(fd.get(), 0644) != 0 || ::rename(pattern.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(pattern.c_str());
        return writeError(path, error);
    }
    return syncFolder(path.parent_path());
}

Result<void> syncFolder(const std::filesystem::path &folder)
{
    const Descriptor fd(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() < 0 || (::fsync(fd.get()) != 0 && errno != EINVAL)) // EINVAL: this file system cannot sync folders
        return writeError(folder, errno);
    return {};
}

Result<TemporaryFolder> TemporaryFolder::make(const std::filesystem::path &parent, std::string_view prefix)
{
    std::error_code error;
    std::filesystem::create_directories(parent, error);
    std::string pattern = (parent / (std::string(prefix) + "XXXXXX")).string();
    if (error || !::mkdtemp(pattern.data()))
        return writeError(pattern, error ? error.value() : errno);
    return TemporaryFolder(std::filesystem::path(pattern));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder &&other) noexcept : m_path(std::exchange(other.m_path, {})) {}

TemporaryFolder &TemporaryFolder::operator=(TemporaryFolder &&other) noexcept
{
    std::swap(m_path, other.m_path);
    return *this;
}

TemporaryFolder::~TemporaryFolder()
{
    if (m_path.empty())
        return;
    std::error_code ignored; // a destructor cannot report; what stays is swept at the next start
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace sage
