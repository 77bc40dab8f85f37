#pragma once

#include <QObject>
#include <QString>

namespace sage::ui {

/// What the person looks at, shared by all views. Views set it and listen to it; none keeps a copy.
/// Invariant: a change of operator clears the round. GUI thread.
class Selection : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const QString &operatorName() const { return m_operator; }
    /// Rounds count over both episodes of an operator, from 1; 0: none.
    [[nodiscard]] int round() const { return m_round; }
    [[nodiscard]] const QString &experience() const { return m_experience; }
    /// Whether the selection moves along with the run.
    [[nodiscard]] bool follows() const { return m_follows; }

    void setOperator(const QString &name);
    void setRound(int round);
    void setRound(const QString &operatorName, int round);
    void setExperience(const QString &id);
    void setFollows(bool follows);
    void clear();

Q_SIGNALS:
    void operatorChanged();
    void roundChanged();
    void experienceChanged();
    void followsChanged(bool follows);

private:
    QString m_operator;
    int m_round = 0;
    QString m_experience;
    bool m_follows = true;
};

} // namespace sage::ui
