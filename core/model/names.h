#pragma once

#include <string>
#include <string_view>

namespace sage {

/// Whether a kernel cannot use the name for a function, a field or a variable of its own: a C++ keyword, a name of the
/// language's or the emulator's headers that is a type, a namespace or a macro, or a name that C++ keeps for itself.
[[nodiscard]] bool isReservedName(std::string_view name);

/// What a field of CaseArgs is called: the attribute's name, with "_" behind it where the name is reserved.
[[nodiscard]] std::string argumentField(const std::string &attribute);

} // namespace sage
