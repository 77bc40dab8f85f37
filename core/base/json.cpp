#include "core/base/json.h"

#include <limits>

namespace sage {

Result<Json> parseJson(std::string_view text, std::string_view what)
{
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::exception &problem) {
        return fail("json.invalid", std::string(what) + " is not valid JSON.", problem.what(), {{"what", std::string(what)}});
    }
}

const Json &memberOf(const Json &object, const char *name)
{
    static const Json none;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found == object.end() ? none : *found;
}

std::optional<int> intIn(const Json &object, const char *name)
{
    const Json &member = memberOf(object, name);
    if (!member.is_number_integer())
        return std::nullopt;
    if (member.is_number_unsigned() && member.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<int>::max()))
        return std::nullopt;
    const auto value = member.get<std::int64_t>();
    return value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max() ? std::nullopt : std::optional<int>(static_cast<int>(value));
}

std::string canonical(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace sage
