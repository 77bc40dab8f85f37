#include "app/sagectl/command.h"

#include "app/sagectl/commands.h"
#include "core/base/nearest.h"
#include "core/report/text.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

namespace sage {

namespace {

struct ExitRule {
    std::string_view code; ///< of an error; "family." for all of a family
    int exit;
};

/// The first that fits counts. What is not listed is an answer, not a failure to ask: 1.
constexpr std::array exitRules{
    ExitRule{"store.no-space", exitEnvironment}, ExitRule{"run.unknown", exitUsage}, ExitRule{"run.unknown-generator", exitUsage}, ExitRule{"run.unknown-evaluator", exitUsage},
    ExitRule{"memory.unknown-policy", exitUsage}, ExitRule{"evaluate.cancelled", exitStopped}, ExitRule{"evaluate.reference", exitUsage}, ExitRule{"episode.stopped", exitStopped},
    ExitRule{"episode.fold", exitWorkspace}, ExitRule{"file.no-space", exitEnvironment},
    ExitRule{"usage.", exitUsage}, ExitRule{"settings.", exitUsage}, ExitRule{"catalog.", exitUsage}, ExitRule{"card.", exitUsage}, ExitRule{"steps.", exitUsage},
    ExitRule{"yaml.", exitUsage}, ExitRule{"json.", exitUsage}, ExitRule{"generate.", exitUsage}, ExitRule{"plan.", exitUsage}, ExitRule{"file.", exitUsage},
    ExitRule{"transfer.", exitUsage}, ExitRule{"store.", exitWorkspace}, ExitRule{"run.", exitWorkspace}, ExitRule{"memory.", exitWorkspace}, ExitRule{"retrieval.", exitWorkspace},
    ExitRule{"session.", exitWorkspace}, ExitRule{"sandbox.", exitEnvironment}, ExitRule{"evaluate.", exitEnvironment}, ExitRule{"npu.", exitEnvironment}};

[[nodiscard]] int exitFor(std::string_view code)
{
    const auto rule = std::find_if(exitRules.begin(), exitRules.end(), [code](const ExitRule &one) { return one.code.ends_with('.') ? code.starts_with(one.code) : code == one.code; });
    return rule == exitRules.end() ? exitFailed : rule->exit;
}

} // namespace

const std::vector<CommandEntry> &commands()
{
    static const std::vector<CommandEntry> table{
        {"init", "make an empty workspace", runInit},
        {"run", "work through a stream of operators", runRun},
        {"resume", "continue an interrupted or paused run", runResume},
        {"pause", "ask the runner of a workspace to pause", runPause},
        {"stop", "ask the runner of a workspace to stop", runStop},
        {"skip", "take an operator out of a run", runSkip},
        {"status", "say where a run stands", runStatus},
        {"report", "the run's metrics and tables", runReport},
        {"memory", "list or show what a run has learned", runMemory},
        {"eval", "compile, run, check and time one kernel", runEval},
        {"generate", "write a kernel for an operator card", runGenerate},
        {"transfer", "measure what learned memory is worth on operators that it has not seen", runTransfer},
        {"doctor", "check compiler, sandbox and libraries on this machine", runDoctor},
    };
    return table;
}

std::string overview()
{
    std::string text = "usage: sagectl COMMAND [ARGUMENTS]\n\nSAGE: adoption-aware memory learning for NPU kernel synthesis.\n\ncommands:\n";
    std::vector<std::vector<std::string>> rows;
    for (const CommandEntry &entry : commands())
        rows.push_back({"  " + std::string(entry.name), entry.summary});
    text += leftAlignedRows(rows);
    text += "\nsagectl COMMAND --help lists a command's options.\n\nexit codes:\n"
            "  0  done\n"
            "  1  done, but the answer is no: a kernel is wrong, nothing was found\n"
            "  2  an option, argument or card is wrong\n"
            "  3  the workspace is missing, busy, damaged, read-only or of a newer version\n"
            "  4  compiler, sandbox or disk space is missing here\n"
            "  5  stopped by a person or a signal; `sagectl resume` continues\n";
    return text;
}

int report(const Error &error)
{
    std::fprintf(stderr, "sagectl: %s\n", error.message.c_str());
    if (!error.detail.empty())
        std::fprintf(stderr, "  %s\n", error.detail.c_str());
    return exitFor(error.code);
}

CommandLine::CommandLine(const char *command, const char *description, std::vector<std::string> positional)
    : m_command(QString::fromUtf8(command)), m_positional(std::move(positional))
{
    m_parser.setApplicationDescription(QString::fromUtf8(description));
    m_parser.addOption({{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Say this.")});
    for (const std::string &name : m_positional)
        m_parser.addPositionalArgument(QString::fromStdString(name), QString(), QString::fromStdString(name));
}

void CommandLine::option(const char *name, const std::string &description, const char *value, const char *fallback)
{
    const std::string said = description + (*fallback ? " Default: " + std::string(fallback) + "." : "");
    QCommandLineOption option(QString::fromUtf8(name), QString::fromStdString(said));
    if (value) {
        option.setValueName(QString::fromUtf8(value));
        option.setDefaultValue(QString::fromUtf8(fallback));
    }
    m_parser.addOption(option);
    m_options.push_back(name);
}

void CommandLine::choice(const char *name, const std::string &description, std::vector<std::string> names, const char *fallback)
{
    option(name, description + " One of: " + listed(names) + ".", "NAME", fallback);
    m_choices.push_back({name, std::move(names)});
}

void CommandLine::printHelp() const
{
    const QString help = m_parser.helpText();
    std::string usage = "Usage: sagectl " + m_command.toStdString() + " [options]";
    for (const std::string &name : m_positional)
        usage += ' ' + name;
    std::fputs((usage + help.mid(help.indexOf(u'\n')).toStdString()).c_str(), stdout);
}

/// What is wrong with the options that were given; empty: nothing.
std::string CommandLine::optionComplaint() const
{
    for (const Choice &choice : m_choices) {
        const std::string given = text(choice.option);
        if (!has(choice.option) || std::find(choice.names.begin(), choice.names.end(), given) != choice.names.end())
            continue;
        const std::string near = didYouMean(given, choice.names);
        return "--" + std::string(choice.option) + " does not know \"" + given + "\"" + (near.empty() ? "." : near) + " Known: " + listed(choice.names);
    }
    for (const auto &[one, other] : m_exclusive) {
        if (has(one) && has(other))
            return "--" + std::string(one) + " and --" + other + " exclude each other";
    }
    for (const auto &[name, other] : m_needs) {
        if (has(name) && !has(other))
            return "--" + std::string(name) + " needs --" + other;
    }
    return {};
}

std::string CommandLine::complaint(const QStringList &arguments)
{
    if (!m_parser.parse(arguments)) {
        std::string why = m_parser.errorText().toStdString();
        const std::vector<std::string> unknown = [this] {
            std::vector<std::string> names;
            for (const QString &name : m_parser.unknownOptionNames())
                names.push_back(name.toStdString());
            return names;
        }();
        if (unknown.empty())
            return why.ends_with('.') ? why.substr(0, why.size() - 1) : why;
        const std::string near = nearestName(unknown.front(), m_options);
        return "there is no option --" + unknown.front() + (near.empty() ? "" : ", did you mean --" + near + "?");
    }
    if (has("help"))
        return {};
    std::size_t required = 0;
    for (const std::string &name : m_positional)
        required += name.front() != '[' ? 1 : 0;
    const QStringList given = m_parser.positionalArguments();
    const auto count = static_cast<std::size_t>(given.size());
    if (count < required)
        return m_positional[count] + " is missing";
    if (count > m_positional.size())
        return "\"" + given.at(static_cast<qsizetype>(m_positional.size())).toStdString() + "\" is one argument too many";
    return optionComplaint();
}

bool CommandLine::parse(const QStringList &arguments)
{
    const std::string why = complaint(arguments);
    if (!why.empty()) {
        std::fprintf(stderr, "sagectl %s: %s; sagectl %s --help lists the options\n", qUtf8Printable(m_command), why.c_str(), qUtf8Printable(m_command));
        m_exitCode = exitUsage;
        return false;
    }
    if (has("help"))
        printHelp();
    return !has("help");
}

Result<std::int64_t> CommandLine::whole(const char *name, std::int64_t least, std::int64_t most) const
{
    bool fits = false;
    const qlonglong value = QLocale::c().toLongLong(m_parser.value(QLatin1String(name)), &fits);
    if (!fits || value < least || value > most)
        return fail("usage.number", "--" + std::string(name) + " needs a whole number between " + std::to_string(least) + " and " + std::to_string(most) + ", not \"" + text(name) + "\".");
    return value;
}

std::vector<std::string> CommandLine::list(const char *name) const
{
    std::vector<std::string> parts;
    for (const QString &part : m_parser.value(QLatin1String(name)).split(u',', Qt::SkipEmptyParts))
        parts.push_back(part.trimmed().toStdString());
    return parts;
}

void addParallelOption(CommandLine &line)
{
    line.option("parallel", "Cases evaluated side by side, up to 1024; 0 is one per processor.", "N", "0");
}

Result<int> parallelCases(const CommandLine &line)
{
    const Result<std::int64_t> cases = line.whole("parallel", 0, 1024);
    return cases ? Result<int>(static_cast<int>(*cases)) : Result<int>(fail(cases.error()));
}

} // namespace sage
