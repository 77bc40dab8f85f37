#pragma once

#include <QString>

namespace sage::ui {

enum class Language { English, Chinese };

/// Installs the translators of the language; widgets hear of it by LanguageChange. GUI thread.
void applyLanguage(Language language);
[[nodiscard]] Language currentLanguage();

/// "en", "zh_CN": for settings and the command line. An unknown name is English.
[[nodiscard]] QString nameOf(Language language);
[[nodiscard]] Language languageFromName(const QString &name);

} // namespace sage::ui
