#include "core/base/json.h"

namespace sage {

Result<Json> parseJson(std::string_view text, std::string_view what)
{
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::exception &problem) {
        return fail("json.invalid", std::string(what) + " is not valid JSON.", problem.what(), {{"what", std::string(what)}});
    }
}

std::string canonical(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace sage
