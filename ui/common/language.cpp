#include "ui/common/language.h"

#include <QApplication>
#include <QFont>
#include <QFontInfo>
#include <QLibraryInfo>
#include <QTranslator>

#include <memory>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

Language s_language = Language::English; // GUI thread only

struct Translators {
    QTranslator own;
    QTranslator qt; // buttons of standard dialogs, where Qt's own catalogues are installed
};

std::unique_ptr<Translators> &installed()
{
    static std::unique_ptr<Translators> translators;
    return translators;
}

/// Without a named family the fallback may take the Japanese forms, or another weight.
void preferChineseGlyphs()
{
    QFont font = QApplication::font();
    static const QString first = QFontInfo(font).family(); // as resolved: an alias would let the Chinese font take the Latin letters too
    font.setFamilies({first, u"Noto Sans CJK SC"_s, u"Source Han Sans SC"_s, u"WenQuanYi Micro Hei"_s, u"Microsoft YaHei"_s});
    QApplication::setFont(font);
}

} // namespace

void applyLanguage(Language language)
{
    s_language = language;
    preferChineseGlyphs();
    std::unique_ptr<Translators> &translators = installed();
    if (translators) {
        QCoreApplication::removeTranslator(&translators->qt);
        QCoreApplication::removeTranslator(&translators->own);
        translators.reset();
    }
    if (language == Language::English)
        return;
    translators = std::make_unique<Translators>();
    if (translators->qt.load(u"qtbase_zh_CN"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&translators->qt);
    if (translators->own.load(u":/i18n/sage_zh_CN.qm"_s))
        QCoreApplication::installTranslator(&translators->own);
}

Language currentLanguage()
{
    return s_language;
}

QString nameOf(Language language)
{
    return language == Language::Chinese ? u"zh_CN"_s : u"en"_s;
}

Language languageFromName(const QString &name)
{
    return name.startsWith(u"zh"_s) ? Language::Chinese : Language::English;
}

} // namespace sage::ui
