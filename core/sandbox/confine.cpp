#include "core/sandbox/confine.h"

#include "core/sandbox/landlock.h"
#include "core/sandbox/syscalls.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sage::sandbox {

namespace {

[[nodiscard]] Result<void> limitTo(decltype(RLIMIT_CPU) resource, const char *name, rlimit wanted)
{
    rlimit now{};
    ::getrlimit(resource, &now);
    // Never above what the process had: a stricter limit from outside stays.
    wanted.rlim_max = std::min(wanted.rlim_max, now.rlim_max);
    wanted.rlim_cur = std::min(wanted.rlim_cur, wanted.rlim_max);
    if (::setrlimit(resource, &wanted) != 0)
        return fail("sandbox.rlimit", std::string("The limit ") + name + " could not be set: " + std::strerror(errno) + ".", std::strerror(errno), {{"limit", name}});
    return {};
}

[[nodiscard]] Result<void> setLimits(const Limits &limits)
{
    struct Wanted { decltype(RLIMIT_CPU) resource; const char *name; std::uint64_t value; std::uint64_t grace; bool always; };
    // One second between SIGXCPU, which tells why, and SIGKILL, which cannot be ignored.
    const std::array<Wanted, 7> wanted{{
        {RLIMIT_CPU, "cpu", limits.cpuSeconds, 1, false},
        {RLIMIT_AS, "address-space", limits.addressSpaceBytes, 0, false},
        {RLIMIT_FSIZE, "file-size", limits.fileSizeBytes, 0, false},
        {RLIMIT_NOFILE, "open-files", limits.openFiles, 0, false},
        {RLIMIT_CORE, "core", 0, 0, true},
        {RLIMIT_MEMLOCK, "locked-memory", 0, 0, true},
        {RLIMIT_MSGQUEUE, "message-queues", 0, 0, true},
    }};
    for (const Wanted &limit : wanted) {
        if (limit.value == 0 && !limit.always)
            continue;
        if (auto set = limitTo(limit.resource, limit.name, {limit.value, limit.value + limit.grace}); !set)
            return set;
    }
    return {};
}

/// Also for root: without capabilities, root is the owner of its files and nothing more.
[[nodiscard]] bool dropCapabilities()
{
    for (int capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0); // not permitted without CAP_SETPCAP; no_new_privs covers that case
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none{};
    return ::syscall(SYS_capset, &header, none.data()) == 0;
}

} // namespace

Result<LayerReport> confineSelf(const ConfinePolicy &policy)
{
    LayerReport report;
    if (auto set = setLimits(policy.limits); !set)
        return fail(set.error());
    report.rlimits = true;
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return fail("sandbox.privileges", std::string("no_new_privs could not be set: ") + std::strerror(errno) + ".", std::strerror(errno));
    report.noNewPrivs = true;
    auto abi = restrictFiles(policy); // while capabilities still let it look at every path it was given
    if (!abi)
        return fail(abi.error());
    report.landlockAbi = *abi;
    report.noCapabilities = dropCapabilities();
    if (!report.noCapabilities)
        return fail("sandbox.privileges", std::string("Capabilities could not be dropped: ") + std::strerror(errno) + ".", std::strerror(errno));
    auto filtered = filterSystemCalls(policy, report.landlockAbi >= 6);
    if (!filtered)
        return fail(filtered.error());
    report.seccomp = *filtered;
    return report;
}

ConfinePolicy compilerPolicy(const std::string &workFolder, std::vector<std::string> readable)
{
    ConfinePolicy policy;
    policy.readable = std::move(readable);
    policy.readable.insert(policy.readable.end(), {"/etc/ld.so.cache", "/etc/alternatives"});
    policy.executable = {"/usr", "/bin", "/lib", "/lib32", "/lib64"};
    policy.writable = {workFolder};
    policy.mayFork = true;
    policy.mayExec = true;
    policy.limits.cpuSeconds = 60;
    policy.limits.addressSpaceBytes = 4ull << 30;
    policy.limits.treeMemoryBytes = 4ull << 30;
    policy.limits.fileSizeBytes = 256ull << 20;
    policy.limits.diskBytes = 512ull << 20;
    return policy;
}

ConfinePolicy kernelPolicy(std::vector<std::string> readable)
{
    ConfinePolicy policy;
    policy.readable = std::move(readable);
    policy.readable.insert(policy.readable.end(), {"/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache"});
    policy.limits.cpuSeconds = 30;
    policy.limits.addressSpaceBytes = 4ull << 30;
    policy.limits.fileSizeBytes = 256ull << 20;
    policy.limits.openFiles = 64;
    policy.limits.processes = 1;
    return policy;
}

void to_json(nlohmann::json &json, const Limits &limits)
{
    json = {{"cpuSeconds", limits.cpuSeconds}, {"addressSpaceBytes", limits.addressSpaceBytes}, {"fileSizeBytes", limits.fileSizeBytes},
            {"openFiles", limits.openFiles}, {"processes", limits.processes}, {"treeMemoryBytes", limits.treeMemoryBytes},
            {"diskBytes", limits.diskBytes}};
}

void from_json(const nlohmann::json &json, Limits &limits)
{
    json.at("cpuSeconds").get_to(limits.cpuSeconds);
    json.at("addressSpaceBytes").get_to(limits.addressSpaceBytes);
    json.at("fileSizeBytes").get_to(limits.fileSizeBytes);
    json.at("openFiles").get_to(limits.openFiles);
    json.at("processes").get_to(limits.processes);
    json.at("treeMemoryBytes").get_to(limits.treeMemoryBytes);
    json.at("diskBytes").get_to(limits.diskBytes);
}

void to_json(nlohmann::json &json, const ConfinePolicy &policy)
{
    json = {{"readable", policy.readable}, {"executable", policy.executable}, {"writable", policy.writable},
            {"mayFork", policy.mayFork}, {"mayExec", policy.mayExec}, {"limits", policy.limits}};
}

void from_json(const nlohmann::json &json, ConfinePolicy &policy)
{
    json.at("readable").get_to(policy.readable);
    json.at("executable").get_to(policy.executable);
    json.at("writable").get_to(policy.writable);
    json.at("mayFork").get_to(policy.mayFork);
    json.at("mayExec").get_to(policy.mayExec);
    json.at("limits").get_to(policy.limits);
}

void to_json(nlohmann::json &json, const LayerReport &report)
{
    json = {{"rlimits", report.rlimits}, {"noCapabilities", report.noCapabilities}, {"noNewPrivs", report.noNewPrivs},
            {"seccomp", report.seccomp}, {"landlockAbi", report.landlockAbi}};
}

void from_json(const nlohmann::json &json, LayerReport &report)
{
    json.at("rlimits").get_to(report.rlimits);
    json.at("noCapabilities").get_to(report.noCapabilities);
    json.at("noNewPrivs").get_to(report.noNewPrivs);
    json.at("seccomp").get_to(report.seccomp);
    json.at("landlockAbi").get_to(report.landlockAbi);
}

} // namespace sage::sandbox
