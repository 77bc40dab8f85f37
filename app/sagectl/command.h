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

/// Declares, parses, answers --help, and checks the number of positional arguments.
class CommandLine
{
public:
    /// positional: "WORKSPACE" ...; a name in brackets may be missing.
    CommandLine(const char *command, const char *description, std::vector<std::string> positional);

    void option(const char *name, const char *description, const char *value = nullptr, const char *fallback = "");
    /// False: stop with exitCode().
    [[nodiscard]] bool parse(const QStringList &arguments);
    [[nodiscard]] int exitCode() const { return m_exitCode; }

    [[nodiscard]] bool has(const char *name) const { return m_parser.isSet(QLatin1String(name)); }
    [[nodiscard]] std::string text(const char *name) const { return m_parser.value(QLatin1String(name)).toStdString(); }
    /// Error usage.number.
    [[nodiscard]] Result<double> number(const char *name) const;
    [[nodiscard]] Result<std::int64_t> whole(const char *name) const;
    [[nodiscard]] std::vector<std::string> list(const char *name) const; ///< comma-separated
    /// Empty where it was left out.
    [[nodiscard]] std::string argument(int index) const { return m_parser.positionalArguments().value(index).toStdString(); }

private:
    QCommandLineParser m_parser;
    QString m_command;
    std::vector<std::string> m_positional;
    int m_exitCode = exitSuccess;
};

} // namespace sage
