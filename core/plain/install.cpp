#include "core/plain/install.h"

#include <cstdlib>
#include <sys/auxv.h>

namespace sage {

namespace {

[[nodiscard]] std::filesystem::path ownProgram()
{
    std::error_code error;
    std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error)
        return program;
    // Without /proc, the name that was given to execve has to do.
    const auto *name = reinterpret_cast<const char *>(::getauxval(AT_EXECFN));
    program = std::filesystem::canonical(name ? name : ".", error);
    return error ? std::filesystem::path() : program;
}

} // namespace

std::filesystem::path installPrefix()
{
    // getenv is safe here: the engine never changes its own environment.
    if (const char *prefix = std::getenv("SAGE_PREFIX"); prefix && *prefix)
        return prefix;
    return ownProgram().parent_path().parent_path();
}

std::filesystem::path programPath(std::string_view name)
{
    return installPrefix() / "bin" / name;
}

std::filesystem::path dataPath(std::string_view relative)
{
    return installPrefix() / "share" / "sage" / relative;
}

} // namespace sage
