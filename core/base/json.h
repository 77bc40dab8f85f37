#pragma once

#include "core/plain/result.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

#if NLOHMANN_JSON_VERSION_MAJOR == 3 && NLOHMANN_JSON_VERSION_MINOR < 12
// Later versions of the library bring this themselves.
template<typename T>
struct nlohmann::adl_serializer<std::optional<T>> {
    static void to_json(json &target, const std::optional<T> &value) { target = value ? json(*value) : json(nullptr); }
    static void from_json(const json &source, std::optional<T> &value)
    {
        value = source.is_null() ? std::optional<T>() : std::optional<T>(source.get<T>());
    }
};
#endif

namespace sage {

/// Objects keep their keys sorted, so dump() without indent is the canonical form used for digests:
/// sorted keys, shortest round-trip numbers, no locale, UTF-8.
using Json = nlohmann::json;

/// Text to JSON. Error json.invalid names `what` and the byte where reading stopped.
[[nodiscard]] Result<Json> parseJson(std::string_view text, std::string_view what);

/// The canonical text. Error-free: broken UTF-8 is replaced, not thrown on.
[[nodiscard]] std::string canonical(const Json &json);

/// The member of that name, null where there is none: for objects from outside. (value() throws where the member has another
/// type than the default.)
[[nodiscard]] const Json &memberOf(const Json &object, const char *name);
/// The whole number of that name if it is one and fits, else nothing.
[[nodiscard]] std::optional<int> intIn(const Json &object, const char *name);

/// JSON to a struct with from_json. Error json.shape names `what` and the field that did not fit.
template<typename T>
[[nodiscard]] Result<T> decode(const Json &json, std::string_view what)
{
    try {
        return json.get<T>();
    } catch (const nlohmann::json::exception &problem) {
        return fail("json.shape", "The content of " + std::string(what) + " does not have the expected fields.", problem.what(), {{"what", std::string(what)}});
    }
}

} // namespace sage

/// to_json and from_json of a struct: declared in its header, defined in its .cpp with the names of its fields. A field
/// that is missing keeps the struct's default. (The library's own macro defines both in the header, and every
/// includer would compile them again.)
#define SAGE_JSON_DECLARE(Type) \
    void to_json(Json &target, const Type &value); \
    void from_json(const Json &source, Type &value);

#define SAGE_JSON_DEFINE(Type, ...) \
    void to_json(Json &nlohmann_json_j, const Type &nlohmann_json_t) \
    { \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__)) \
    } \
    void from_json(const Json &nlohmann_json_j, Type &nlohmann_json_t) \
    { \
        const Type nlohmann_json_default_obj{}; \
        NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM_WITH_DEFAULT, __VA_ARGS__)) \
    }
