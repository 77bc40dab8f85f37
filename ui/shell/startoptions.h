#pragma once

#include "ui/common/language.h"
#include "ui/common/theme.h"

#include <QStringList>

#include <optional>

namespace sage::ui {

// What sage-workbench returns; the numbers mean what they mean for sagectl.
inline constexpr int exitFailed = 1;      ///< a picture could not be written
inline constexpr int exitUsage = 2;       ///< an option or argument is wrong
inline constexpr int exitWorkspace = 3;   ///< the workspace is missing, damaged, unreadable, of another version
inline constexpr int exitEnvironment = 4; ///< no display to open a window on

/// What the command line asks for.
struct StartOptions {
    QString workspace; ///< absolute; empty: none, the welcome page is shown
    std::optional<ThemeKind> theme;
    std::optional<Language> language;
    QString screenshots; ///< folder; empty: none are taken
    QString answer;      ///< text of --help or --version, to be said instead of starting
    QString mistake;     ///< what is wrong and what to do; empty: nothing
};

/// Pure but for the working directory, which relative paths start from. `arguments` begin with the program's name;
/// needs no application object, so that it can be asked before there is a display.
[[nodiscard]] StartOptions parseStart(const QStringList &arguments);

/// Why the folder cannot be opened as a workspace, and what to do; empty where it can. Reads files: for the time before the window.
[[nodiscard]] QString workspaceProblem(const QString &folder);

/// Makes Qt's abort without a display a message and exitEnvironment. Holds until the returned value is destroyed.
class DisplayGuard
{
public:
    DisplayGuard();
    ~DisplayGuard();
    DisplayGuard(const DisplayGuard &) = delete;
    DisplayGuard &operator=(const DisplayGuard &) = delete;

private:
    QtMessageHandler m_previous;
};

} // namespace sage::ui
