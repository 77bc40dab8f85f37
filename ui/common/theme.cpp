#include "ui/common/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace sage::ui {

namespace {

ThemeKind s_kind = ThemeKind::Light; // the application has one look; GUI thread only

[[nodiscard]] Colours lightColours()
{
    Colours c;
    c.window = QColor(0xf3f4f6);
    c.base = QColor(0xffffff);
    c.alternate = QColor(0xf8f9fb);
    c.text = QColor(0x1b1f24);
    c.dim = QColor(0x667080);
    c.border = QColor(0xd5d9df);
    c.accent = QColor(0x2563c9);
    c.good = QColor(0x1a7f47);
    c.warning = QColor(0xa86200);
    c.bad = QColor(0xc62f3a);
    c.waiting = QColor(0x8a94a3);
    c.addedLine = QColor(0xe4f6e9);
    c.addedWord = QColor(0xa9e2b8);
    c.removedLine = QColor(0xfdeaea);
    c.removedWord = QColor(0xf5b8b8);
    c.filler = QColor(0xf0f1f3);
    c.fold = QColor(0xe7edf7);
    c.gutter = QColor(0xf3f4f6);
    c.grid = QColor(0xe3e6ea);
    c.series = {QColor(0x2563c9), QColor(0xd9730d), QColor(0x1a8a5f), QColor(0xb5379b), QColor(0x7a5cd6), QColor(0x0e8ea8), QColor(0xa8502e), QColor(0x6b7a1f)};
    return c;
}

[[nodiscard]] Colours darkColours()
{
    Colours c;
    c.window = QColor(0x22252a);
    c.base = QColor(0x1a1c20);
    c.alternate = QColor(0x1f2226);
    c.text = QColor(0xe2e5ea);
    c.dim = QColor(0x99a2b0);
    c.border = QColor(0x3a3f47);
    c.accent = QColor(0x6ea3ff);
    c.good = QColor(0x58c486);
    c.warning = QColor(0xe6a94a);
    c.bad = QColor(0xf2777f);
    c.waiting = QColor(0x7d8796);
    c.addedLine = QColor(0x1b3325);
    c.addedWord = QColor(0x2c6440);
    c.removedLine = QColor(0x3a2023);
    c.removedWord = QColor(0x7a3238);
    c.filler = QColor(0x202327);
    c.fold = QColor(0x252d3b);
    c.gutter = QColor(0x212429);
    c.grid = QColor(0x33373e);
    c.series = {QColor(0x6ea3ff), QColor(0xf2a154), QColor(0x58c486), QColor(0xe47fd0), QColor(0xab95f5), QColor(0x55c6de), QColor(0xd98a66), QColor(0xb7c55a)};
    return c;
}

[[nodiscard]] QPalette paletteOf(const Colours &c)
{
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.base);
    p.setColor(QPalette::AlternateBase, c.alternate);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.dim);
    p.setColor(QPalette::Button, c.window);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.bad);
    p.setColor(QPalette::ToolTipBase, c.base);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    const bool dark = c.window.lightness() < 128;
    p.setColor(QPalette::Highlight, dark ? QColor(0x34507f) : QColor(0xcfe0fb));
    p.setColor(QPalette::HighlightedText, c.text);
    p.setColor(QPalette::Light, dark ? QColor(0x33373e) : QColor(0xffffff));
    p.setColor(QPalette::Midlight, dark ? QColor(0x2c3036) : QColor(0xf6f7f9));
    p.setColor(QPalette::Mid, dark ? QColor(0x3a3f47) : QColor(0xc3c9d1));
    p.setColor(QPalette::Dark, dark ? QColor(0x15171a) : QColor(0x9aa3af));
    p.setColor(QPalette::Shadow, dark ? QColor(0x0c0d0f) : QColor(0x6d7682));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, c.waiting);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.border);
    return p;
}

} // namespace

void applyTheme(ThemeKind kind)
{
    s_kind = kind;
    // A style object is made once: replacing it would polish every widget again.
    if (!qApp->style() || qApp->style()->name() != QStringLiteral("fusion"))
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const QPalette palette = paletteOf(colours());
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

ThemeKind currentTheme()
{
    return s_kind;
}

const Colours &coloursOf(ThemeKind kind)
{
    static const Colours light = lightColours();
    static const Colours dark = darkColours();
    return kind == ThemeKind::Dark ? dark : light;
}

const Colours &colours()
{
    return coloursOf(s_kind);
}

QColor toneColour(Tone tone)
{
    const Colours &c = colours();
    switch (tone) {
    case Tone::Neutral: return c.dim;
    case Tone::Waiting: return c.waiting;
    case Tone::Active: return c.accent;
    case Tone::Good: return c.good;
    case Tone::Warning: return c.warning;
    case Tone::Bad: return c.bad;
    }
    return c.text;
}

} // namespace sage::ui
