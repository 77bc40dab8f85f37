// eval, generate, doctor: what works without a workspace.

#include "app/sagectl/command.h"
#include "app/sagectl/commands.h"
#include "app/sagectl/engine.h"
#include "core/base/nearest.h"
#include "core/episode/catalog.h"
#include "core/evaluate/compiler.h"
#include "core/evaluate/emulatorevaluator.h"
#include "core/generate/lowering.h"
#include "core/plain/file.h"
#include "core/plain/install.h"
#include "core/report/evaluationtext.h"
#include "core/report/text.h"
#include "core/sandbox/layers.h"
#include "core/sandbox/scratch.h"

#include <QLibraryInfo>
#include <QSqlDatabase>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

namespace sage {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largestKernelFile = 4u << 20;

[[nodiscard]] bool isSource(const fs::path &path)
{
    const std::string extension = path.extension().string();
    return extension == ".cpp" || extension == ".h" || extension == ".hpp" || extension == ".cce";
}

[[nodiscard]] Result<KernelSource> readFolder(const fs::path &folder, const OperatorSpec &card)
{
    KernelSource kernel;
    std::vector<fs::path> paths;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error); !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (entry->is_regular_file(error) && isSource(entry->path()))
            paths.push_back(entry->path());
    }
    if (error)
        return fail("usage.kernel", "The folder " + folder.string() + " cannot be read: " + error.message() + ".");
    std::sort(paths.begin(), paths.end());
    const auto sources = std::count_if(paths.begin(), paths.end(), [](const fs::path &path) { return path.extension() == ".cpp"; });
    for (const fs::path &path : paths) {
        Result<std::string> text = readFile(path, largestKernelFile);
        if (!text)
            return fail(text.error());
        const bool isMain = path.extension() == ".cpp" && (sources == 1 || path.stem() == card.entry);
        kernel.files.push_back({fs::relative(path, folder).generic_string(), std::move(*text), isMain ? "kernel" : "header"});
    }
    if (kernel.mainText().empty())
        return fail("usage.kernel", folder.string() + " has no kernel source: one .cpp file, or one called " + card.entry + ".cpp, is needed.");
    return kernel;
}

[[nodiscard]] Result<KernelSource> readKernel(const std::string &path, const OperatorSpec &card)
{
    if (path == "-") {
        std::string text{std::istreambuf_iterator<char>(std::cin), {}};
        return KernelSource{{{card.entry + ".cpp", std::move(text), "kernel"}}, "ascend-c", KernelContract::KernelOnly};
    }
    std::error_code error;
    if (fs::is_directory(path, error))
        return readFolder(path, card);
    Result<std::string> text = readFile(path, largestKernelFile);
    if (!text)
        return fail(text.error());
    return KernelSource{{{fs::path(path).filename().string(), std::move(*text), "kernel"}}, "ascend-c", KernelContract::KernelOnly};
}

struct Check {
    std::string name;
    bool holds;
    std::string found;
    std::string advice;
};

[[nodiscard]] std::vector<Check> checks()
{
    const sandbox::Layers &layers = sandbox::probe();
    std::vector<Check> list;
    const Result<CompilerSetup> compiler = findCompiler(true);
    list.push_back({"compiler", compiler.has_value(), compiler ? compiler->version : compiler.error().message, "Install g++ 12 or newer: kernels are compiled with it."});
    const bool runner = fs::exists(programPath("sage-kernel-runner"));
    list.push_back({"kernel runner", runner, programPath("sage-kernel-runner").string(), "Build or reinstall the project: sage-kernel-runner belongs beside sagectl."});
    list.push_back({"seccomp", layers.seccomp.holds, layers.seccomp.holds ? "holds" : layers.seccomp.reason, layers.seccomp.advice});
    list.push_back({"Landlock", layers.landlock.holds, layers.landlock.holds ? "holds, ABI " + std::to_string(layers.landlockAbi) : layers.landlock.reason, layers.landlock.advice});
    list.push_back({"bubblewrap", layers.bubblewrap.holds, layers.bubblewrap.holds ? "holds, " + layers.bubblewrapPath : layers.bubblewrap.reason, layers.bubblewrap.advice});
    list.push_back({"walls", layers.keepsNetworkAway() && layers.keepsHomeAway(),
                    std::string("network kept away: ") + (layers.keepsNetworkAway() ? "yes" : "no") + ", home kept away: " + (layers.keepsHomeAway() ? "yes" : "no"),
                    "No layer keeps kernels in here; evaluation is refused unless --allow-unconfined is given."});
    const bool driver = QSqlDatabase::isDriverAvailable(QStringLiteral("QSQLITE"));
    list.push_back({"SQLite driver", driver, driver ? "QSQLITE" : "missing", "Install Qt's SQLite driver (libqt6sql6-sqlite)."});
    const Result<std::vector<Experience>> knowledge = Catalog().knowledge();
    const std::size_t cards = Catalog().cardNames().size();
    list.push_back({"resources", cards > 0 && knowledge.has_value(), std::to_string(cards) + " operator cards, " + std::to_string(knowledge ? knowledge->size() : 0) + " knowledge items",
                    "Reinstall the project, or set SAGE_PREFIX to the folder that holds share/sage."});
    return list;
}

} // namespace

int runEval(const QStringList &arguments)
{
    CommandLine line("eval", "Compiles one kernel against the emulator, runs it confined on fresh inputs, checks and times it. KERNEL is a file, a folder, or - for standard input.", {"KERNEL"});
    line.option("operator", "What the kernel computes: an operator card by name (" + listed(Catalog().cardNames()) + "), or a YAML file. Needed.", "NAME");
    line.option("compile-only", "Stop after compiling for every dtype.");
    line.option("json", "The whole feedback as JSON.");
    line.option("seed", "Seed of the inputs.", "N", "1");
    line.option("small", "Only cases in which no input has more than N elements; 0 is all.", "N", "0");
    line.choice("device", "Device profile.", deviceNames(), EngineChoice().device.c_str());
    addParallelOption(line);
    line.option("allow-unconfined", "Run the kernel even where nothing keeps network or home away from it.");
    if (!line.parse(arguments))
        return line.exitCode();
    if (!line.has("operator"))
        return report(Error{"usage.operator", "--operator NAME is needed: it says what the kernel should compute.", {}, {}});
    Result<CatalogCard> card = Catalog().card(line.text("operator"));
    const Result<std::int64_t> seed = line.whole("seed");
    const Result<std::int64_t> small = line.whole("small");
    const Result<int> parallel = parallelCases(line);
    if (card && small && *small > 0)
        card = withSmallCases(*card, *small);
    if (!card || !seed || !small || !parallel)
        return report(!card ? card.error() : !seed ? seed.error() : !small ? small.error() : parallel.error());
    const Result<KernelSource> kernel = readKernel(line.argument(0), card->card);
    if (!kernel)
        return report(kernel.error());
    const SignalStop signals;
    Result<Engine> engine = makeEngine({"synthesizer", Json::object(), "emulator", line.text("device"), line.has("allow-unconfined")});
    const Result<sandbox::ScratchFolder> scratch = sandbox::ScratchFolder::make(fs::temp_directory_path(), "sage-eval-");
    if (!engine || !scratch)
        return report(engine ? scratch.error() : engine.error());
    EvaluationRequest request;
    request.card = &card->card;
    request.kernel = *kernel;
    request.seed = static_cast<std::uint64_t>(*seed);
    request.compileOnly = line.has("compile-only");
    request.parallelCases = *parallel;
    request.scratch = scratch->path();
    const Result<Feedback> feedback = engine->evaluator->evaluate(request, signals.token(), {});
    if (!feedback)
        return report(feedback.error());
    std::fputs((line.has("json") ? pretty(*feedback) : evaluationText(*feedback, *kernel)).c_str(), stdout);
    return feedback->correct || (line.has("compile-only") && feedback->compiled) ? exitSuccess : exitFailed;
}

int runGenerate(const QStringList &arguments)
{
    CommandLine line("generate", "Writes an Ascend C kernel for an operator card with the offline synthesizer's best-known plan.", {"CARD"});
    line.option("output", "Write to this file instead of standard output.", "FILE");
    if (!line.parse(arguments))
        return line.exitCode();
    const Result<CatalogCard> card = Catalog().card(line.argument(0));
    if (!card)
        return report(card.error());
    const Result<KernelSource> kernel = synthesize(card->card, goodPlan(card->card));
    if (!kernel)
        return report(kernel.error());
    if (!line.has("output")) {
        std::fputs(kernel->mainText().c_str(), stdout);
        return exitSuccess;
    }
    const Result<void> written = writeFileDurably(line.text("output"), kernel->mainText());
    return written ? exitSuccess : report(written.error());
}

int runDoctor(const QStringList &arguments)
{
    CommandLine line("doctor", "Says which of compiler, sandbox layers, libraries and resources are there, the fingerprint that results depend on, and what to do about what is missing.", {});
    line.option("json", "As JSON.");
    line.choice("device", "Device profile.", deviceNames(), EngineChoice().device.c_str());
    if (!line.parse(arguments))
        return line.exitCode();
    const Result<Engine> engine = makeEngine({"synthesizer", Json::object(), "emulator", line.text("device"), false});
    Json fingerprint = engine ? engine->evaluator->fingerprint() : Json::object();
    fingerprint["qt"] = QLibraryInfo::version().toString().toStdString();
    fingerprint["sage"] = SAGE_VERSION;
    const std::vector<Check> list = checks();
    const bool usable = engine && std::all_of(list.begin(), list.end(), [](const Check &check) { return check.holds || check.name == "bubblewrap" || check.name == "Landlock" || check.name == "seccomp"; });
    if (line.has("json")) {
        Json json = Json::array();
        for (const Check &check : list)
            json.push_back({{"check", check.name}, {"holds", check.holds}, {"found", check.found}, {"advice", check.holds ? "" : check.advice}});
        std::fputs(pretty({{"checks", json}, {"fingerprint", fingerprint}, {"usable", usable}}).c_str(), stdout);
    } else {
        std::vector<std::vector<std::string>> table{{"check", "", "found"}};
        for (const Check &check : list)
            table.push_back({check.name, check.holds ? "ok" : "NO", check.found});
        std::string text = leftAlignedTable(table);
        for (const Check &check : list) {
            if (!check.holds)
                text += "\n" + check.name + ": " + check.advice;
        }
        if (!engine)
            text += "\nevaluator: " + engine.error().message;
        std::fputs((text + "\nfingerprint\n" + pretty(fingerprint)).c_str(), stdout);
    }
    return usable ? exitSuccess : exitEnvironment;
}

} // namespace sage
