#pragma once

#include "core/plain/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// The first wall against object code that does more than compute: before a kernel is loaded, its symbols and sections
// are read. It is a list of what is allowed, not of what is known to be bad. What it does not stop, the sandbox does.

namespace sage {

/// Why an object is not loaded.
struct ObjectProblem {
    enum class Kind : std::uint8_t { Symbol, Constructor, InlineAssembler, Library, Broken };
    Kind kind = Kind::Broken;
    std::string what;    ///< the symbol as it is written in C++, the section, or the library
    std::string name;    ///< a symbol's plain name, as it would stand in the kernel's text
    bool operator==(const ObjectProblem &) const = default;
};

/// Imported names that a kernel may use: memory and string moves that the compiler itself inserts, and libm.
[[nodiscard]] bool isAllowedSymbol(std::string_view symbol);

/// Checks a shared object: imported symbols, needed libraries, code that would run while it is loaded.
/// Errors: file.* where it cannot be read.
[[nodiscard]] Result<std::vector<ObjectProblem>> checkObject(const std::filesystem::path &library);

/// Checks the assembly text that the compiler made: inline assembler (GCC brackets it by #APP), constructors, symbols
/// that are resolved by running code.
[[nodiscard]] std::vector<ObjectProblem> checkAssembly(std::string_view text);

/// One sentence.
[[nodiscard]] std::string describe(const ObjectProblem &problem);

} // namespace sage
