#include "ui/memory/budgetbar.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace sage::ui {

std::vector<BudgetSegment> budgetSegments(const std::vector<Rule> &resident, int budget, int width)
{
    int used = 0;
    for (const Rule &rule : resident)
        used += rule.tokens;
    const double whole = std::max({1, used, budget});
    std::vector<BudgetSegment> segments;
    int tokens = 0;
    for (const Rule &rule : resident) {
        const int left = static_cast<int>(std::lround(tokens / whole * width));
        tokens += rule.tokens;
        const int right = static_cast<int>(std::lround(tokens / whole * width));
        segments.push_back({left, right - left, rule.id, rule.tokens});
    }
    return segments;
}

BudgetBar::BudgetBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
}

void BudgetBar::setMemory(std::shared_ptr<const MemoryView> memory)
{
    m_memory = std::move(memory);
    update();
}

void BudgetBar::setSelected(const ExperienceId &id)
{
    m_selected = id;
    update();
}

QSize BudgetBar::sizeHint() const
{
    return {200, fontMetrics().height() + 6};
}

double BudgetBar::share() const
{
    return m_memory && m_memory->budgetTokens > 0 ? static_cast<double>(m_memory->residentTokens) / m_memory->budgetTokens : 0;
}

std::vector<BudgetSegment> BudgetBar::segments() const
{
    return m_memory ? budgetSegments(m_memory->resident, m_memory->budgetTokens, width() - 2) : std::vector<BudgetSegment>();
}

const BudgetSegment *BudgetBar::segmentAt(const std::vector<BudgetSegment> &all, int x) const
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const BudgetSegment &one) { return x - 1 >= one.left && x - 1 < one.left + one.width; });
    return found == all.end() ? nullptr : &*found;
}

void BudgetBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colours &c = colours();
    painter.setPen(c.border);
    painter.setBrush(c.base);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const bool over = m_memory && m_memory->residentTokens > m_memory->budgetTokens;
    bool even = true;
    for (const BudgetSegment &one : segments()) {
        QColor colour = over ? c.bad : c.accent;
        colour.setAlpha(one.id == m_selected ? 255 : even ? 190 : 140);
        even = !even;
        painter.fillRect(1 + one.left, 1, std::max(1, one.width - 1), height() - 2, colour);
    }
}

void BudgetBar::mousePressEvent(QMouseEvent *event)
{
    const std::vector<BudgetSegment> all = segments();
    if (const BudgetSegment *one = segmentAt(all, static_cast<int>(event->position().x())))
        Q_EMIT ruleClicked(text(one->id.value));
}

bool BudgetBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const std::vector<BudgetSegment> all = segments();
    const BudgetSegment *one = segmentAt(all, help->pos().x());
    if (!one) {
        QToolTip::hideText();
        return true;
    }
    const auto rule = std::find_if(m_memory->resident.begin(), m_memory->resident.end(), [&](const Rule &candidate) { return candidate.id == one->id; });
    QToolTip::showText(help->globalPos(), tr("%1 tokens: %2").arg(one->tokens).arg(text(rule->text)), this);
    return true;
}

} // namespace sage::ui
