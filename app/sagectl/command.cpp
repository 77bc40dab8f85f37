#include "app/sagectl/command.h"

#include "app/sagectl/commands.h"

#include <QLocale>

#include <cstdio>
#include <string_view>

namespace sage {

namespace {

[[nodiscard]] int exitFor(std::string_view code)
{
    const std::string_view family = code.substr(0, code.find('.'));
    if (family == "usage" || family == "settings" || family == "catalog" || family == "card" || family == "steps" || family == "yaml" || family == "json" || family == "generate" || code == "file.missing" || code == "memory.unknown-policy")
        return exitUsage;
    if (code == "store.no-space")
        return exitEnvironment;
    if (family == "store" || family == "run" || family == "memory")
        return exitWorkspace;
    if (family == "sandbox" || code == "evaluate.no-compiler" || code == "evaluate.no-sandbox" || code == "evaluate.no-space" || code == "file.no-space")
        return exitEnvironment;
    if (code == "evaluate.cancelled" || code == "episode.stopped")
        return exitStopped;
    return exitFailed;
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
    for (const CommandEntry &entry : commands())
        text += "  " + std::string(entry.name) + std::string(12 - std::string_view(entry.name).size(), ' ') + entry.summary + '\n';
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

void CommandLine::option(const char *name, const char *description, const char *value, const char *fallback)
{
    QCommandLineOption option(QString::fromUtf8(name), QString::fromUtf8(description));
    if (value) {
        option.setValueName(QString::fromUtf8(value));
        option.setDefaultValue(QString::fromUtf8(fallback));
    }
    m_parser.addOption(option);
}

bool CommandLine::parse(const QStringList &arguments)
{
    const bool parsed = m_parser.parse(arguments);
    if (parsed && has("help")) {
        QString help = m_parser.helpText();
        const qsizetype line = help.indexOf(u'\n');
        std::string usage = "Usage: sagectl " + m_command.toStdString() + " [options]";
        for (const std::string &name : m_positional)
            usage += ' ' + name;
        std::fputs((usage + help.mid(line).toStdString()).c_str(), stdout);
        return false;
    }
    std::size_t required = 0;
    for (const std::string &name : m_positional)
        required += name.front() != '[' ? 1 : 0;
    const auto given = static_cast<std::size_t>(m_parser.positionalArguments().size());
    if (parsed && given >= required && given <= m_positional.size())
        return true;
    const QString why = !parsed ? m_parser.errorText()
        : given < required ? QStringLiteral("%1 is missing").arg(QString::fromStdString(m_positional[given]))
                           : QStringLiteral("\"%1\" is one argument too many").arg(m_parser.positionalArguments().at(static_cast<qsizetype>(m_positional.size())));
    std::fprintf(stderr, "sagectl %s: %s; sagectl %s --help lists the options\n", qUtf8Printable(m_command), qUtf8Printable(why), qUtf8Printable(m_command));
    m_exitCode = exitUsage;
    return false;
}

Result<double> CommandLine::number(const char *name) const
{
    bool fits = false;
    const double value = QLocale::c().toDouble(m_parser.value(QLatin1String(name)), &fits);
    if (!fits)
        return fail("usage.number", "--" + std::string(name) + " needs a number, not \"" + text(name) + "\".");
    return value;
}

Result<std::int64_t> CommandLine::whole(const char *name) const
{
    bool fits = false;
    const qlonglong value = QLocale::c().toLongLong(m_parser.value(QLatin1String(name)), &fits);
    if (!fits)
        return fail("usage.number", "--" + std::string(name) + " needs a whole number, not \"" + text(name) + "\".");
    return value;
}

std::vector<std::string> CommandLine::list(const char *name) const
{
    std::vector<std::string> parts;
    for (const QString &part : m_parser.value(QLatin1String(name)).split(u',', Qt::SkipEmptyParts))
        parts.push_back(part.trimmed().toStdString());
    return parts;
}

} // namespace sage
