#pragma once

#include "core/base/json.h"

#include <compare>
#include <string>

namespace sage {

/// A string that cannot be mistaken for another kind of string. Tag is never defined.
template<typename Tag>
struct StrongString {
    std::string value;

    StrongString() = default;
    explicit StrongString(std::string text) : value(std::move(text)) {}

    [[nodiscard]] bool empty() const { return value.empty(); }
    auto operator<=>(const StrongString &) const = default;
};

template<typename Tag>
void to_json(Json &json, const StrongString<Tag> &id)
{
    json = id.value;
}

template<typename Tag>
void from_json(const Json &json, StrongString<Tag> &id)
{
    id.value = json.get<std::string>();
}

using Hash = StrongString<struct HashTag>;                 ///< SHA-256, 64 lower-case hex digits
using RunId = StrongString<struct RunTag>;                 ///< unique across workspaces
using EpisodeId = StrongString<struct EpisodeTag>;         ///< "<operator>/corr" or "<operator>/opt" within a run
using ExperienceId = StrongString<struct ExperienceTag>;   ///< hash of provenance, 16 hex digits

} // namespace sage
