#include "core/npu/job.h"

#include <nlohmann/json.hpp>

#include <array>

namespace sage::npu {

namespace {

constexpr std::array<const char *, 5> roleNames{"input", "output", "workspace", "tiling", "inout"};

nlohmann::json bufferJson(const BufferSpec &buffer)
{
    return {{"name", buffer.name}, {"role", roleNames[static_cast<std::size_t>(buffer.role)]}, {"offset", buffer.offset},
            {"size", buffer.size}, {"elementSize", buffer.elementSize}};
}

BufferSpec bufferFrom(const nlohmann::json &json)
{
    BufferSpec buffer;
    buffer.name = json.at("name").get<std::string>();
    const std::string role = json.at("role").get<std::string>();
    std::size_t index = 0;
    while (index < roleNames.size() && role != roleNames[index])
        ++index;
    if (index == roleNames.size())
        throw nlohmann::json::other_error::create(501, "unknown buffer role " + role, &json);
    buffer.role = static_cast<BufferRole>(index);
    buffer.offset = json.at("offset").get<std::uint64_t>();
    buffer.size = json.at("size").get<std::uint64_t>();
    buffer.elementSize = json.value("elementSize", 1u);
    return buffer;
}

} // namespace

std::string toJson(const LaunchSpec &spec)
{
    nlohmann::json buffers = nlohmann::json::array();
    for (const BufferSpec &buffer : spec.buffers)
        buffers.push_back(bufferJson(buffer));
    const nlohmann::json json{{"library", spec.library}, {"profile", spec.profile}, {"blockDim", spec.blockDim}, {"buffers", buffers},
                              {"cycleLimit", spec.cycleLimit}, {"automaticSync", spec.automaticSync},
                              {"tilingKey", spec.tilingKey}, {"poison", spec.poison}};
    return json.dump();
}

Result<LaunchSpec> launchSpecFromJson(std::string_view text)
{
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        LaunchSpec spec;
        spec.library = json.at("library").get<std::string>();
        spec.profile = json.at("profile").get<std::string>();
        spec.blockDim = json.at("blockDim").get<std::uint32_t>();
        for (const nlohmann::json &buffer : json.at("buffers"))
            spec.buffers.push_back(bufferFrom(buffer));
        spec.cycleLimit = json.value("cycleLimit", std::uint64_t(0));
        spec.automaticSync = json.value("automaticSync", true);
        spec.tilingKey = json.value("tilingKey", std::uint64_t(0));
        spec.poison = json.value("poison", std::uint8_t(0xff));
        return spec;
    } catch (const std::exception &error) {
        return fail("npu.bad-job", "The kernel runner got a launch description that it cannot read.", error.what());
    }
}

} // namespace sage::npu
