#include "core/evaluate/emulatorevaluator.h"

#include "core/base/hash.h"
#include "core/evaluate/evaluation.h"
#include "core/npu/profile.h"
#include "core/plain/file.h"
#include "core/plain/install.h"
#include "core/sandbox/layers.h"

#include <algorithm>

namespace sage {

namespace {

/// Hash of all headers that a kernel is compiled against, by name order.
[[nodiscard]] Hash headerHash(const std::filesystem::path &folder)
{
    std::vector<std::filesystem::path> files;
    std::error_code problem;
    for (std::filesystem::recursive_directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
        if (entry->path().extension() == ".h")
            files.push_back(entry->path());
    }
    std::sort(files.begin(), files.end());
    std::string all;
    for (const std::filesystem::path &file : files)
        all += file.lexically_relative(folder).generic_string() + ' ' + sha256(std::string_view(readFile(file).value_or(""))).value + '\n';
    return sha256(std::string_view(all));
}

[[nodiscard]] Json layersJson()
{
    const sandbox::Layers &layers = sandbox::probe();
    return {{"seccomp", layers.seccomp.holds}, {"landlock", layers.landlock.holds ? layers.landlockAbi : 0}, {"bubblewrap", layers.bubblewrap.holds}};
}

[[nodiscard]] Json processorJson()
{
#if defined(__x86_64__)
    return {{"f16c", __builtin_cpu_supports("f16c") != 0}, {"avx2", __builtin_cpu_supports("avx2") != 0}, {"fma", __builtin_cpu_supports("fma") != 0}};
#else
    return Json::object();
#endif
}

[[nodiscard]] Result<LaunchSetup> findProfile(const EmulatorOptions &options)
{
    LaunchSetup setup;
    setup.profilePath = dataPath("devices/" + options.profile + ".json").string();
    setup.profileName = options.profile;
    setup.allowWithoutWalls = options.allowWithoutWalls;
    Result<npu::Profile> profile = npu::readProfile(setup.profilePath);
    if (!profile)
        return fail("evaluate.no-emulator", "There is no usable device profile \"" + options.profile + "\" at " + setup.profilePath + '.', profile.error().message, {{"profile", options.profile}});
    setup.profile = std::move(*profile);
    return setup;
}

} // namespace

EmulatorEvaluator::EmulatorEvaluator(EmulatorOptions options, CompilerSetup compiler, LaunchSetup launch)
    : m_options(std::move(options)), m_compiler(std::move(compiler)), m_launch(std::move(launch)), m_memo(m_options.memoFolder)
{
    const CompilerSetup &setup = m_compiler.setup();
    const auto fileHash = [](const std::filesystem::path &file) { return sha256(std::string_view(readFile(file).value_or(""))); };
    m_fingerprint = {{"compiler", setup.version}, {"flags", setup.flags}, {"headers", headerHash(setup.includeFolder)}, {"profile", m_launch.profileName},
                     {"profileHash", fileHash(m_launch.profilePath)}, {"runner", fileHash(programPath("sage-kernel-runner"))}, {"processor", processorJson()}};
}

Result<std::unique_ptr<EmulatorEvaluator>> EmulatorEvaluator::make(EmulatorOptions options)
{
    const sandbox::Layers &layers = sandbox::probe();
    if (!options.allowWithoutWalls && !(layers.keepsNetworkAway() && layers.keepsHomeAway()))
        return fail("evaluate.no-sandbox", "Nothing on this machine keeps generated code away from the network and from home folders. Allow seccomp and Landlock, or install bubblewrap "
                    "(sagectl doctor says what is missing); or allow evaluation without walls explicitly.",
                    "seccomp: " + layers.seccomp.reason + "; landlock: " + layers.landlock.reason + "; bubblewrap: " + layers.bubblewrap.reason);
    Result<CompilerSetup> compiler = findCompiler(options.allowWithoutWalls);
    if (!compiler)
        return fail(compiler.error());
    compiler->checkObjects = options.checkObjects;
    Result<LaunchSetup> launch = findProfile(options);
    if (!launch)
        return fail(launch.error());
    return std::unique_ptr<EmulatorEvaluator>(new EmulatorEvaluator(std::move(options), std::move(*compiler), std::move(*launch)));
}

Hash EmulatorEvaluator::memoKey(const EvaluationRequest &request) const
{
    const EvaluationLimits &limits = request.limits;
    return sha256(Json{{"card", request.card->hash}, {"kernel", request.kernel.manifest().hash()}, {"seed", request.seed}, {"compileOnly", request.compileOnly},
                       {"timingOnly", request.timingOnly}, {"checkObjects", m_options.checkObjects}, {"on", m_fingerprint},
                       {"limits", {limits.compileCpuSeconds, limits.caseCpuSeconds, limits.memoryBytes, limits.cycleLimit}}});
}

Result<Feedback> EmulatorEvaluator::evaluate(const EvaluationRequest &request, std::stop_token stop, const ProgressSink &progress)
{
    const bool remember = m_options.memo && !request.card->hash.empty(); // a card made by hand has none
    const Hash key = remember ? memoKey(request) : Hash();
    if (remember) {
        if (std::optional<Feedback> known = m_memo.find(key)) {
            if (request.costs) {
                *request.costs = EvaluationCosts{};
                request.costs->fromMemo = true;
            }
            return std::move(*known);
        }
    }
    Evaluation evaluation(request, m_compiler, m_launch, progress);
    Result<Feedback> feedback = evaluation.run(stop);
    if (request.costs)
        *request.costs = evaluation.costs();
    if (feedback && remember)
        m_memo.insert(key, *feedback);
    return feedback;
}

std::vector<std::string> deviceNames()
{
    std::vector<std::string> names;
    std::error_code missing;
    for (auto entry = std::filesystem::directory_iterator(dataPath("devices"), missing); !missing && entry != std::filesystem::directory_iterator(); entry.increment(missing)) {
        if (entry->path().extension() == ".json")
            names.push_back(entry->path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

Json EmulatorEvaluator::fingerprint() const
{
    Json fingerprint = m_fingerprint;
    fingerprint["layers"] = layersJson(); // does not change results, but a person wants to know
    return fingerprint;
}

} // namespace sage
