#pragma once

#include <string_view>
#include <vector>

namespace sage {

/// What Settings::policy may be: the names that core/memory/policy.cpp implements, the usual one first.
[[nodiscard]] const std::vector<std::string_view> &policyNames();

} // namespace sage
