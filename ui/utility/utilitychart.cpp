#include "ui/utility/utilitychart.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/utility/utilityseries.h"

#include <QBuffer>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolTip>
#include <QValueAxis>

#include <cmath>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr QSize exportSize(1000, 600);

/// A whole step that gives at most eight ticks.
[[nodiscard]] double wholeStep(int episodes)
{
    double step = 1;
    while (episodes / step > 8)
        step *= step == 2 || step == 20 || step == 200 ? 2.5 : 2;
    return step;
}

} // namespace

UtilityChart::UtilityChart(QWidget *parent) : QChartView(new QChart, parent), m_chart(chart()), m_x(new QValueAxis), m_y(new QValueAxis)
{
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(NoFrame);
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
    m_chart->setMargins({2, 2, 6, 2});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setBackgroundRoundness(0);
    // The panel lists the lines itself: Qt's legend cuts long names off. An export shows it, since a picture stands alone.
    m_chart->legend()->setAlignment(Qt::AlignBottom);
    m_chart->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    m_chart->legend()->hide();
    m_x->setTickType(QValueAxis::TicksDynamic);
    m_x->setLabelFormat(u"%d"_s);
    m_y->setTickType(QValueAxis::TicksDynamic);
    m_y->setTickInterval(0.2);
    m_y->setLabelFormat(u"%.1f"_s);
    setMinimumHeight(120);
    dress();
}

void UtilityChart::setAxisTitles(const QString &x, const QString &y)
{
    m_x->setTitleText(x);
    m_y->setTitleText(y);
}

void UtilityChart::dress()
{
    const Colours &c = colours();
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    m_chart->setBackgroundBrush(c.base);
    m_chart->setPlotAreaBackgroundVisible(false);
    setBackgroundBrush(c.base);
    m_chart->legend()->setLabelColor(c.text);
    m_chart->legend()->setFont(small);
    for (QValueAxis *axis : {m_x, m_y}) {
        axis->setLabelsColor(c.dim);
        axis->setTitleBrush(c.dim);
        axis->setLabelsFont(small);
        axis->setTitleFont(small);
        axis->setGridLineColor(c.grid);
        axis->setLinePenColor(c.border);
    }
}

QLineSeries *UtilityChart::seriesOf(const UtilityLine &line)
{
    const auto known = m_series.find(line.key);
    if (known != m_series.end())
        return known->second;
    auto *series = new QLineSeries;
    series->setMarkerSize(4);
    m_chart->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
    connect(series, &QLineSeries::hovered, this, [this, series](const QPointF &point, bool on) { showNumbers(series, point, on); });
    connect(series, &QLineSeries::clicked, this, [this, key = line.key] { Q_EMIT lineClicked(key); });
    m_series.emplace(line.key, series);
    return series;
}

void UtilityChart::setLines(const std::vector<UtilityLine> &lines, int episodes)
{
    for (auto one = m_series.begin(); one != m_series.end();) {
        const bool stays = std::any_of(lines.begin(), lines.end(), [&](const UtilityLine &line) { return line.key == one->first; });
        if (!stays) {
            m_chart->removeSeries(one->second);
            delete one->second;
        }
        one = stays ? std::next(one) : m_series.erase(one);
    }
    std::vector<std::vector<QPointF>> all;
    for (const UtilityLine &line : lines) {
        QLineSeries *series = seriesOf(line);
        series->setName(line.name);
        QPen pen(line.colour, line.key.isEmpty() ? 2.6 : 1.8);
        pen.setStyle(line.key.isEmpty() ? Qt::DashLine : Qt::SolidLine);
        // Every setter of a series or an axis lays the chart out again, so only news is set.
        if (series->pen() != pen)
            series->setPen(pen);
        series->setPointsVisible(!line.key.isEmpty() && line.points.size() < 40);
        if (const QList<QPointF> points(line.points.begin(), line.points.end()); series->points() != points)
            series->replace(points);
        all.push_back(line.points);
    }
    m_episodes = std::max(1, episodes);
    if (m_x->tickInterval() != wholeStep(m_episodes))
        m_x->setTickInterval(wholeStep(m_episodes));
    if (m_x->max() != m_episodes)
        m_x->setRange(0, m_episodes);
    const auto [low, high] = utilityRange(all);
    if (m_y->min() != low || m_y->max() != high)
        m_y->setRange(low, high);
}

void UtilityChart::showNumbers(QLineSeries *series, const QPointF &point, bool on)
{
    if (!on) {
        QToolTip::hideText();
        return;
    }
    // The numbers of the nearest update, not of a place between two.
    const QList<QPointF> points = series->points();
    const auto nearest = std::min_element(points.begin(), points.end(), [&](const QPointF &a, const QPointF &b) { return std::fabs(a.x() - point.x()) < std::fabs(b.x() - point.x()); });
    if (nearest != points.end())
        QToolTip::showText(QCursor::pos(), tr("%1\nafter update %2: u = %3").arg(series->name()).arg(nearest->x()).arg(signedNumber(nearest->y(), 4)), this);
}

void UtilityChart::paintExport(QPainter *painter, const QSize &size)
{
    // A chart of its own size for the picture, then back: the widget is not shown in between.
    const QRectF before = m_chart->geometry();
    const auto arrange = [this](const QRectF &geometry, bool legend) {
        m_chart->legend()->setVisible(legend);
        m_chart->setGeometry(geometry);
        m_chart->layout()->activate();
    };
    arrange(QRectF(QPointF(), size), true);
    m_chart->scene()->render(painter, QRectF(QPointF(), size), QRectF(QPointF(), size));
    arrange(before, false);
}

QByteArray UtilityChart::toSvg()
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(exportSize);
    generator.setViewBox(QRect(QPoint(), exportSize));
    QPainter painter(&generator);
    paintExport(&painter, exportSize);
    painter.end();
    return bytes;
}

QByteArray UtilityChart::toPng()
{
    constexpr int scale = 2;
    QImage image(exportSize * scale, QImage::Format_ARGB32);
    image.fill(colours().base);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    paintExport(&painter, exportSize);
    painter.end();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace sage::ui
