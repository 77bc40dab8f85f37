#pragma once

#include "core/base/ids.h"

#include <string_view>

namespace sage {

/// SHA-256 of the bytes.
[[nodiscard]] Hash sha256(std::string_view bytes);

/// SHA-256 of the canonical text.
[[nodiscard]] Hash sha256(const Json &json);

} // namespace sage
