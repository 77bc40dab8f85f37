#pragma once

#include "core/memory/view.h"

#include <QWidget>

#include <memory>

namespace sage::ui {

/// One rule's place on the bar, in pixels from its left.
struct BudgetSegment {
    int left = 0;
    int width = 0;
    ExperienceId id;
    int tokens = 0;
};

/// Segments by rank; over the budget the bar is scaled to what is used, so that an overage is visible.
[[nodiscard]] std::vector<BudgetSegment> budgetSegments(const std::vector<Rule> &resident, int budget, int width);

/// Tok(H) / B: one segment per resident rule. Hover names the rule, a click selects it.
class BudgetBar : public QWidget
{
    Q_OBJECT

public:
    explicit BudgetBar(QWidget *parent = nullptr);

    void setMemory(std::shared_ptr<const MemoryView> memory);
    void setSelected(const ExperienceId &id);
    [[nodiscard]] QSize sizeHint() const override;
    /// Share of the budget that is used.
    [[nodiscard]] double share() const;

Q_SIGNALS:
    void ruleClicked(const QString &id);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] std::vector<BudgetSegment> segments() const;
    [[nodiscard]] const BudgetSegment *segmentAt(const std::vector<BudgetSegment> &all, int x) const;

    std::shared_ptr<const MemoryView> m_memory;
    ExperienceId m_selected;
};

} // namespace sage::ui
