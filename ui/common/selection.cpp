#include "ui/common/selection.h"

namespace sage::ui {

void Selection::setOperator(const QString &name)
{
    if (name == m_operator)
        return;
    m_operator = name;
    m_round = 0;
    Q_EMIT operatorChanged();
    Q_EMIT roundChanged();
}

void Selection::setRound(int round)
{
    if (round == m_round)
        return;
    m_round = round;
    Q_EMIT roundChanged();
}

void Selection::setRound(const QString &operatorName, int round)
{
    if (operatorName == m_operator) {
        setRound(round);
        return;
    }
    m_operator = operatorName;
    m_round = round;
    Q_EMIT operatorChanged();
    Q_EMIT roundChanged();
}

void Selection::setExperience(const QString &id)
{
    if (id == m_experience)
        return;
    m_experience = id;
    Q_EMIT experienceChanged();
}

void Selection::setFollows(bool follows)
{
    if (follows == m_follows)
        return;
    m_follows = follows;
    Q_EMIT followsChanged(follows);
}

void Selection::clear()
{
    setOperator({});
    setExperience({});
}

} // namespace sage::ui
