#include "core/npu/profile.h"

#include "core/plain/file.h"

#include <nlohmann/json.hpp>

namespace sage::npu {

namespace {

using nlohmann::json;

constexpr double gib = 1073741824.0;

TransferCurve curveFrom(const json &data)
{
    TransferCurve curve;
    curve.kilobytes = data.at("kilobytes").get<std::vector<double>>();
    curve.gibPerSecond = data.at("gibPerSecond").get<std::vector<double>>();
    curve.minimumOccupancy = data.at("minimumOccupancyCycles").get<double>();
    if (curve.kilobytes.size() != curve.gibPerSecond.size() || curve.kilobytes.empty())
        throw std::runtime_error("a transfer curve needs as many sizes as bandwidths, and at least one");
    return curve;
}

OpCost costFrom(const json &data)
{
    return {data.at(0).get<double>(), data.at(1).get<double>(), data.at(data.size() > 2 ? 2 : 1).get<double>()};
}

void readCosts(const json &data, Profile &profile)
{
    profile.issueCycles = data.at("issueCycles").get<double>();
    profile.queueCycles = data.at("queueCycles").get<double>();
    profile.syncCycles = data.at("syncCycles").get<double>();
    profile.ubAccessCycles = data.at("ubAccessCycles").get<double>();
    profile.gmAccessCycles = data.at("gmAccessCycles").get<double>();
    profile.repeatMinimum = data.at("repeatMinimumCycles").get<double>();
    profile.gmTerabytesPerSecond = data.at("gmTerabytesPerSecond").get<double>();
    profile.gmBypassTerabytesPerSecond = data.at("gmBypassTerabytesPerSecond").get<double>();
    profile.unalignedFactor = data.at("unalignedFactor").get<double>();
    profile.syncAllCycles = data.at("syncAllCycles").get<double>();
    profile.launchMicros = data.at("launchMicros").get<double>();
    profile.launchMicrosPerCore = data.at("launchMicrosPerCore").get<double>();
    profile.load = curveFrom(data.at("gmToUb"));
    profile.store = curveFrom(data.at("ubToGm"));
    profile.local = curveFrom(data.at("ubToUb"));
    for (const auto &[op, cost] : data.at("vector").items())
        profile.ops[op] = costFrom(cost);
    if (!profile.ops.contains("default"))
        throw std::runtime_error("vector needs a default cost");
}

} // namespace

double TransferCurve::micros(double bytes) const
{
    const auto at = [this](std::size_t i) { return kilobytes[i] * 1024 / (gibPerSecond[i] * gib) * 1e6; };
    const double size = bytes / 1024;
    if (size <= kilobytes.front())
        return at(0); // below the first point a transfer is all latency
    for (std::size_t i = 1; i < kilobytes.size(); ++i) {
        if (size <= kilobytes[i]) {
            const double part = (size - kilobytes[i - 1]) / (kilobytes[i] - kilobytes[i - 1]);
            return at(i - 1) + part * (at(i) - at(i - 1));
        }
    }
    return bytes / (gibPerSecond.back() * gib) * 1e6;
}

double TransferCurve::occupancyMicros(double bytes) const
{
    return bytes / (gibPerSecond.back() * gib) * 1e6;
}

const OpCost &Profile::cost(std::string_view op) const
{
    const auto found = ops.find(op);
    return found != ops.end() ? found->second : ops.find("default")->second;
}

Result<Profile> profileFromJson(std::string_view text)
{
    try {
        const json data = json::parse(text);
        Profile profile;
        profile.name = data.at("name").get<std::string>();
        profile.vectorCores = data.at("vectorCores").get<std::uint32_t>();
        profile.cubeCores = data.at("cubeCores").get<std::uint32_t>();
        profile.megahertz = data.at("megahertz").get<double>();
        profile.ubBytes = data.at("ubBytes").get<std::uint32_t>();
        profile.ubUsableBytes = data.at("ubUsableBytes").get<std::uint32_t>();
        if (profile.megahertz <= 0 || profile.ubBytes == 0 || profile.ubBytes % 4096 != 0)
            throw std::runtime_error("megahertz must be positive, ubBytes a positive multiple of 4096");
        readCosts(data.at("timing"), profile);
        return profile;
    } catch (const std::exception &error) {
        return fail("npu.bad-profile", "The device profile cannot be read: a value is missing or out of range.", error.what());
    }
}

Result<Profile> readProfile(const std::string &path)
{
    const Result<std::string> text = readFile(path, 1u << 20);
    if (!text)
        return fail(text.error());
    return profileFromJson(*text);
}

} // namespace sage::npu
