#include "ui/utility/utilityseries.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace sage::ui {

std::vector<QPointF> utilityPoints(const MemoryItemView &item, int episodes)
{
    std::vector<QPointF> points;
    for (const UtilityPoint &change : item.history) {
        const double ready = change.episode - 1; // the last update at which the old value still held
        if (points.empty() || points.back().x() < ready)
            points.emplace_back(ready, change.before);
        points.emplace_back(change.episode, change.after);
    }
    if (!points.empty() && points.back().x() < episodes)
        points.emplace_back(episodes, item.history.back().after);
    return points;
}

std::vector<QPointF> meanPoints(const MemoryView &memory)
{
    std::vector<QPointF> points;
    for (std::size_t i = 0; i < memory.meanUtility.size(); ++i)
        points.emplace_back(static_cast<double>(i) + 1, memory.meanUtility[i]);
    return points;
}

std::pair<double, double> utilityRange(const std::vector<std::vector<QPointF>> &series)
{
    double low = 0;
    double high = 0;
    for (const std::vector<QPointF> &points : series) {
        for (const QPointF &point : points) {
            low = std::min(low, point.y());
            high = std::max(high, point.y());
        }
    }
    // Steps of a fifth keep the axis still while values grow a little.
    constexpr double step = 0.2;
    low = std::max(-1.0, std::floor((low - 0.02) / step) * step);
    high = std::min(1.0, std::ceil((high + 0.02) / step) * step);
    return {low, high};
}

std::vector<ExperienceId> tellingItems(const MemoryView &memory, std::size_t count)
{
    std::vector<const MemoryItemView *> items;
    for (const MemoryItemView &item : memory.items) {
        if (!item.history.empty())
            items.push_back(&item);
    }
    std::sort(items.begin(), items.end(), [](const MemoryItemView *a, const MemoryItemView *b) {
        return std::tuple(-a->adopted, -a->retrieved, a->experience.id) < std::tuple(-b->adopted, -b->retrieved, b->experience.id);
    });
    items.resize(std::min(items.size(), count));
    std::vector<ExperienceId> ids;
    for (const MemoryItemView *item : items)
        ids.push_back(item->experience.id);
    return ids;
}

} // namespace sage::ui
