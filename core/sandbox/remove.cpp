#include "core/sandbox/remove.h"

#include <algorithm>
#include <sys/stat.h>

namespace sage::sandbox {

namespace {

namespace fs = std::filesystem;

[[nodiscard]] std::uint64_t bytesOf(const fs::path &path)
{
    struct stat status{};
    if (::lstat(path.c_str(), &status) != 0)
        return 0;
    return std::max<std::uint64_t>(4096, static_cast<std::uint64_t>(status.st_blocks) * 512);
}

} // namespace

bool removeStubbornly(const fs::path &folder)
{
    std::error_code error;
    fs::remove_all(folder, error);
    if (!fs::exists(fs::symlink_status(folder, error)))
        return true;
    fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add | fs::perm_options::nofollow, error);
    // Opening one level shows the next: each pass goes on where the last one was stopped.
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored) && !it->is_symlink(ignored))
            ::chmod(it->path().c_str(), 0700);
    }
    fs::remove_all(folder, error);
    return !fs::exists(fs::symlink_status(folder, error));
}

std::uint64_t bytesIn(const std::vector<std::string> &paths, std::uint64_t enough)
{
    std::uint64_t total = 0;
    for (const std::string &path : paths) {
        total += bytesOf(path);
        std::error_code error;
        const fs::recursive_directory_iterator end;
        for (fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, error); !error && it != end && total <= enough; it.increment(error))
            total += bytesOf(it->path());
    }
    return total;
}

} // namespace sage::sandbox
