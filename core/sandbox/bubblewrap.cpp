#include "core/sandbox/bubblewrap.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace sage::sandbox {

namespace {

namespace fs = std::filesystem;

/// /lib and its like: a link into /usr on merged systems, a folder on others.
void addSystemFolder(std::vector<std::string> &arguments, const std::string &path)
{
    std::error_code error;
    if (const fs::path target = fs::read_symlink(path, error); !error)
        arguments.insert(arguments.end(), {"--symlink", target.string(), path});
    else
        arguments.insert(arguments.end(), {"--ro-bind-try", path, path});
}

[[nodiscard]] bool inSystem(const std::string &path)
{
    const std::vector<std::string> system{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/dev"};
    return std::any_of(system.begin(), system.end(), [&](const std::string &folder) {
        return path == folder || path.starts_with(folder + "/");
    });
}

struct Bind {
    std::string path;
    bool writable;
};

/// Parents first: a later mount lies on top of an earlier one.
[[nodiscard]] std::vector<Bind> binds(const Request &request)
{
    const ConfinePolicy &policy = request.command.policy;
    std::vector<Bind> found{{request.runner, false}};
    for (const std::string &path : policy.readable)
        found.push_back({path, false});
    for (const std::string &path : policy.executable)
        found.push_back({path, false});
    if (!request.command.argv.empty())
        found.push_back({request.command.argv.front(), false});
    std::erase_if(found, [](const Bind &bind) { return inSystem(bind.path); });
    for (const std::string &path : policy.writable)
        found.push_back({path, true});
    std::stable_sort(found.begin(), found.end(), [](const Bind &a, const Bind &b) { return a.path.size() < b.path.size(); });
    return found;
}

} // namespace

std::string findBubblewrap()
{
    for (const char *path : {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"}) {
        if (::access(path, X_OK) == 0)
            return path;
    }
    return {};
}

std::vector<std::string> bubblewrapArguments(const Request &request)
{
    std::vector<std::string> arguments{request.bubblewrap, "--unshare-all", "--die-with-parent", "--as-pid-1", "--hostname", "sage",
                                       "--ro-bind", "/usr", "/usr"};
    for (const char *folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64"})
        addSystemFolder(arguments, folder);
    arguments.insert(arguments.end(), {"--dev", "/dev", "--tmpfs", "/tmp"});
    for (const Bind &bind : binds(request))
        arguments.insert(arguments.end(), {bind.writable ? "--bind" : "--ro-bind-try", bind.path, bind.path});
    // The root, /dev and /tmp are memory, and without a size: nobody writes there.
    arguments.insert(arguments.end(), {"--remount-ro", "/dev", "--remount-ro", "/tmp", "--remount-ro", "/", "--chdir", "/", "--",
                                       request.runner, "confine"});
    return arguments;
}

} // namespace sage::sandbox
