#include "core/sandbox/protocol.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace sage::sandbox {

namespace {

using Json = nlohmann::json;

[[nodiscard]] Json json(const Error &error)
{
    return {{"code", error.code}, {"message", error.message}, {"detail", error.detail}, {"args", error.args}};
}

[[nodiscard]] Error errorFrom(const Json &json)
{
    return {json.at("code").get<std::string>(), json.at("message").get<std::string>(), json.at("detail").get<std::string>(),
            json.at("args").get<std::map<std::string, std::string>>()};
}

/// Paths and arguments are bytes; what is not UTF-8 must not stop the report that names it.
[[nodiscard]] std::string dump(const Json &json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

[[nodiscard]] tl::unexpected<Error> garbled(const std::exception &exception)
{
    return fail("sandbox.system", "The parts of the sandbox do not understand each other. Build and install all programs together.", exception.what());
}

} // namespace

std::string_view nameOf(ExitHow how)
{
    static constexpr std::array<std::string_view, 9> names{"exited", "signalled", "cpu-limit", "process-limit", "memory-limit",
                                                           "disk-limit", "output-flood", "wall-timeout", "cancelled"};
    return names[static_cast<std::size_t>(how)];
}

std::string toText(const Request &request)
{
    const Command &command = request.command;
    return dump({{"argv", command.argv}, {"environment", command.environment}, {"workingFolder", command.workingFolder.string()},
                 {"inherited", command.inheritedFds.size()}, {"policy", command.policy}, {"outer", static_cast<int>(command.outer)},
                 {"allowWithoutWalls", command.allowWithoutWalls}, {"wallMilliseconds", command.wallLimit.count()}, {"orphanFolder", command.orphanFolder.string()},
                 {"runner", request.runner}, {"bubblewrap", request.bubblewrap}});
}

Result<Request> requestFromText(std::string_view text)
{
    try {
        const Json json = Json::parse(text);
        Request request;
        Command &command = request.command;
        json.at("argv").get_to(command.argv);
        json.at("environment").get_to(command.environment);
        command.workingFolder = json.at("workingFolder").get<std::string>();
        command.inheritedFds.resize(json.at("inherited").get<std::size_t>());
        json.at("policy").get_to(command.policy);
        command.outer = static_cast<Outer>(json.at("outer").get<int>());
        json.at("allowWithoutWalls").get_to(command.allowWithoutWalls);
        command.wallLimit = std::chrono::milliseconds(json.at("wallMilliseconds").get<std::int64_t>());
        command.orphanFolder = json.at("orphanFolder").get<std::string>();
        json.at("runner").get_to(request.runner);
        json.at("bubblewrap").get_to(request.bubblewrap);
        return request;
    } catch (const std::exception &exception) {
        return garbled(exception);
    }
}

std::string toText(const Ending &ending)
{
    const Exit &exit = ending.exit;
    return dump({{"how", static_cast<int>(exit.how)}, {"code", exit.code}, {"signal", exit.signal}, {"wall", exit.wallSeconds},
                 {"user", exit.userSeconds}, {"system", exit.systemSeconds}, {"kill", exit.killSeconds}, {"maxRss", exit.maxRssKiB},
                 {"killed", exit.killedDescendants}, {"asleep", exit.asleep}, {"layers", exit.layers}, {"bubblewrap", exit.bubblewrap},
                 {"error", json(ending.error)}});
}

Result<Ending> endingFromText(std::string_view text)
{
    try {
        const Json json = Json::parse(text);
        Ending ending;
        Exit &exit = ending.exit;
        exit.how = static_cast<ExitHow>(json.at("how").get<int>());
        json.at("code").get_to(exit.code);
        json.at("signal").get_to(exit.signal);
        json.at("wall").get_to(exit.wallSeconds);
        json.at("user").get_to(exit.userSeconds);
        json.at("system").get_to(exit.systemSeconds);
        json.at("kill").get_to(exit.killSeconds);
        json.at("maxRss").get_to(exit.maxRssKiB);
        json.at("killed").get_to(exit.killedDescendants);
        json.at("asleep").get_to(exit.asleep);
        json.at("layers").get_to(exit.layers);
        json.at("bubblewrap").get_to(exit.bubblewrap);
        ending.error = errorFrom(json.at("error"));
        return ending;
    } catch (const std::exception &exception) {
        return garbled(exception);
    }
}

std::string layersLine(const LayerReport &layers)
{
    return dump({{"layers", layers}}) + "\n";
}

std::string errorLine(const Error &error)
{
    return dump({{"error", json(error)}}) + "\n";
}

std::string endedLine(const InnerReport &report)
{
    return dump({{"status", report.waitStatus}, {"user", report.userSeconds}, {"system", report.systemSeconds},
                 {"maxRss", report.maxRssKiB}, {"killed", report.killed}}) + "\n";
}

InnerReport innerReportFromText(std::string_view lines)
{
    InnerReport report;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(lines.size(), line.size() + 1));
        try {
            const Json json = Json::parse(line);
            if (json.contains("layers")) {
                report.layers = json.at("layers").get<LayerReport>();
                report.started = true;
            } else if (json.contains("error")) {
                report.error = errorFrom(json.at("error"));
            } else {
                json.at("status").get_to(report.waitStatus);
                json.at("user").get_to(report.userSeconds);
                json.at("system").get_to(report.systemSeconds);
                json.at("maxRss").get_to(report.maxRssKiB);
                json.at("killed").get_to(report.killed);
                report.ended = true;
            }
        } catch (const std::exception &exception) {
            report.error = garbled(exception).value(); // a line cut short by a kill: the supervisor knows that reason
        }
    }
    return report;
}

Result<Request> readRequest()
{
    struct stat status{};
    if (::fstat(requestFd, &status) != 0)
        return fail("sandbox.system", "This program is started by SAGE's engine, not by hand.");
    std::string text(static_cast<std::size_t>(status.st_size), '\0');
    if (::pread(requestFd, text.data(), text.size(), 0) != status.st_size)
        return fail("sandbox.system", "The engine's request could not be read.");
    return requestFromText(text);
}

void writeWhole(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace sage::sandbox
