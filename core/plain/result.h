#pragma once

#include <tl/expected.hpp>

#include <map>
#include <string>
#include <utility>

namespace sage {

/// Why something could not be done. The code is stable and worded by the ui ("store.newer-schema");
/// the message is the English fallback and says what, where and what to do; args are the named
/// parts of the message for a translated wording; detail holds raw evidence (a system error, a log).
struct Error {
    std::string code;
    std::string message;
    std::string detail;
    std::map<std::string, std::string> args;

    bool operator==(const Error &) const = default;
};

/// A value or the Error that prevented it. No exception crosses a module boundary.
template<typename T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(std::string code, std::string message, std::string detail = {},
                                                std::map<std::string, std::string> args = {})
{
    return tl::unexpected<Error>(Error{std::move(code), std::move(message), std::move(detail), std::move(args)});
}

[[nodiscard]] inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace sage
