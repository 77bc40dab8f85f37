#pragma once

#include "ui/common/language.h"
#include "ui/common/theme.h"

#include <QByteArray>
#include <QStringList>

namespace sage::ui {

/// What the workbench remembers about itself between starts; nothing of a run. GUI thread.
class AppSettings
{
public:
    [[nodiscard]] static ThemeKind theme();
    static void setTheme(ThemeKind theme);
    [[nodiscard]] static Language language();
    static void setLanguage(Language language);

    [[nodiscard]] static QByteArray geometry();
    [[nodiscard]] static QByteArray layout();
    static void setWindow(const QByteArray &geometry, const QByteArray &layout);

    /// Newest first, at most ten.
    [[nodiscard]] static QStringList recentWorkspaces();
    static void addRecentWorkspace(const QString &folder);
    static void forgetWorkspace(const QString &folder);
};

} // namespace sage::ui
