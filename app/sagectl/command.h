#pragma once

#include "core/plain/result.h"

#include <QCommandLineParser>
#include <QStringList>

#include <string>
#include <vector>

namespace sage {

// What sagectl returns.
inline constexpr int exitSuccess = 0;
inline constexpr int exitFailed = 1;      ///< done, but the answer is no: a kernel is wrong, nothing was found
inline constexpr int exitUsage = 2;       ///< an option or argument is wrong
inline constexpr int exitWorkspace = 3;   ///< the workspace is missing, busy, corrupt, read-only, of a newer version
inline constexpr int exitEnvironment = 4; ///< compiler, sandbox or space is missing here
inline constexpr int exitStopped = 5;     ///< stopped by a person or a signal; resume continues

struct CommandEntry {
    const char *name;
    const char *summary;
    int (*run)(const QStringList &arguments); ///< arguments[0] is the command's name
};
/// A new command is a file of its own and one line here.
[[nodiscard]] const std::vector<CommandEntry> &commands();
/// The text of sagectl --help.
[[nodiscard]] std::string overview();

/// Says the error on stderr and gives the exit code for its family.
[[nodiscard]] int report(const Error &error);

/// Declares, parses, answers --help, and checks the number of positional arguments, choices and what excludes what.
class CommandLine
{
public:
    /// positional: "WORKSPACE" ...; a name in brackets may be missing.
    CommandLine(const char *command, const char *description, std::vector<std::string> positional);

    /// The help adds a fallback that is not empty.
    void option(const char *name, const std::string &description, const char *value = nullptr, const char *fallback = "");
    /// An option that takes one of some names; help and the error for another list them.
    void choice(const char *name, const std::string &description, std::vector<std::string> names, const char *fallback);
    /// Two options of which only one may be given.
    void exclusive(const char *one, const char *other) { m_exclusive.emplace_back(one, other); }
    /// An option that says nothing without another.
    void needs(const char *name, const char *other) { m_needs.emplace_back(name, other); }
    /// False: stop with exitCode().
    [[nodiscard]] bool parse(const QStringList &arguments);
    [[nodiscard]] int exitCode() const { return m_exitCode; }

    [[nodiscard]] bool has(const char *name) const { return m_parser.isSet(QLatin1String(name)); }
    [[nodiscard]] std::string text(const char *name) const { return m_parser.value(QLatin1String(name)).toStdString(); }
    /// A whole number within [least, most]. Error usage.number names the option and the range.
    [[nodiscard]] Result<std::int64_t> whole(const char *name, std::int64_t least = 0, std::int64_t most = largestNumber) const;
    [[nodiscard]] std::vector<std::string> list(const char *name) const; ///< comma-separated
    /// Empty where it was left out.
    [[nodiscard]] std::string argument(int index) const { return m_parser.positionalArguments().value(index).toStdString(); }

    static constexpr std::int64_t largestNumber = 9'007'199'254'740'991; ///< what JSON numbers hold exactly

private:
    struct Choice {
        const char *option;
        std::vector<std::string> names;
    };
    [[nodiscard]] std::string complaint(const QStringList &arguments);
    [[nodiscard]] std::string optionComplaint() const;
    void printHelp() const;

    QCommandLineParser m_parser;
    QString m_command;
    std::vector<std::string> m_positional;
    std::vector<std::string> m_options;
    std::vector<Choice> m_choices;
    std::vector<std::pair<const char *, const char *>> m_exclusive;
    std::vector<std::pair<const char *, const char *>> m_needs;
    int m_exitCode = exitSuccess;
};

/// Cases evaluated side by side: the option and its value.
void addParallelOption(CommandLine &line);
[[nodiscard]] Result<int> parallelCases(const CommandLine &line);

} // namespace sage
