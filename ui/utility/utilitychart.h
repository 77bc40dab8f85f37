#pragma once

#include "core/base/ids.h"

#include <QChartView>
#include <QPointer>

#include <map>

class QLineSeries;
class QValueAxis;

namespace sage::ui {

/// One line of the chart.
struct UtilityLine {
    QString key; ///< id; empty: the mean
    QString name;
    QColor colour;
    std::vector<QPointF> points;
};

/// Lines of u over memory updates. Lines are kept and only extended while a run goes on, so nothing flickers.
class UtilityChart : public QChartView
{
    Q_OBJECT

public:
    explicit UtilityChart(QWidget *parent = nullptr);

    void setLines(const std::vector<UtilityLine> &lines, int episodes);
    void setAxisTitles(const QString &x, const QString &y);
    /// Colours of the present theme.
    void dress();
    [[nodiscard]] QByteArray toSvg();
    [[nodiscard]] QByteArray toPng();

Q_SIGNALS:
    void lineClicked(const QString &key);

private:
    QLineSeries *seriesOf(const UtilityLine &line);
    /// Draws in the rectangle (0, 0, size), with a legend.
    void paintExport(QPainter *painter, const QSize &size);
    void showNumbers(QLineSeries *series, const QPointF &point, bool on);

    QChart *m_chart; // owned by the view
    QValueAxis *m_x;
    QValueAxis *m_y;
    std::map<QString, QLineSeries *> m_series;
    int m_episodes = 1;
};

} // namespace sage::ui
