#include "ui/common/icons.h"

#include "ui/common/theme.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace sage::ui {

namespace {

[[nodiscard]] QPixmap rendered(QByteArray svg, const QColor &colour, int size)
{
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon icon(const QString &name)
{
    // Compiled-in data: reading it is no file access.
    QFile file(QStringLiteral(":/icons/") + name + QStringLiteral(".svg"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon made;
    for (const int size : {16, 24, 32, 48, 64}) {
        made.addPixmap(rendered(svg, colours().text, size), QIcon::Normal);
        made.addPixmap(rendered(svg, colours().waiting, size), QIcon::Disabled);
    }
    return made;
}

} // namespace sage::ui
