#pragma once

#include <string>

namespace sage::lowering {

/// A name from a card as a C++ identifier that collides with nothing a kernel uses, nor with what is derived from
/// another name ("xQueue" for x): whatever cards call their tensors, attributes and steps, the kernel compiles. Plain
/// names stay as they are; different names give different identifiers.
[[nodiscard]] std::string identifier(const std::string &name);

/// A card's text as it may stand behind "//": on one line, and not continued on the next.
[[nodiscard]] std::string commentText(std::string text);

} // namespace sage::lowering
