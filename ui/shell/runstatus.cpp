#include "ui/shell/runstatus.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/wording.h"
#include "ui/stream/progress.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

[[nodiscard]] Tone toneOfRunner(const std::string &code)
{
    if (code == "running" || code == "starting")
        return Tone::Active;
    if (code == "paused")
        return Tone::Warning;
    return code == "finished" ? Tone::Good : Tone::Waiting;
}

} // namespace

RunStatus::RunStatus(RunSource *source, QWidget *parent)
    : QWidget(parent), m_source(source), m_dot(new QLabel(u"●"_s, this)), m_state(new QLabel(this)), m_progress(new QProgressBar(this)), m_remaining(new QLabel(this))
{
    m_state->setObjectName(u"runnerState"_s);
    m_progress->setObjectName(u"statusProgress"_s);
    m_progress->setFixedSize(140, 12);
    m_progress->setTextVisible(false);
    m_remaining->setObjectName(u"remainingTime"_s);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->setSpacing(6);
    for (QWidget *widget : {static_cast<QWidget *>(m_dot), static_cast<QWidget *>(m_state), static_cast<QWidget *>(m_progress), static_cast<QWidget *>(m_remaining)})
        layout->addWidget(widget);
    connect(source, &RunSource::snapshotChanged, this, &RunStatus::refresh);
    connect(source, &RunSource::statusChanged, this, &RunStatus::refresh);
    refresh();
}

std::string RunStatus::stateCode() const
{
    const SnapshotPtr &run = m_source->snapshot();
    if (m_source->status().launching)
        return "starting";
    if (run && run->finished)
        return "finished";
    if (!m_source->status().runnerAlive())
        return run && run->runnerState == "stopped" ? "stopped" : "";
    return run && run->paused() ? "paused" : "running";
}

void RunStatus::refresh()
{
    const SnapshotPtr &run = m_source->snapshot();
    const std::string code = stateCode();
    m_state->setText(worded(Domain::Runner, code));
    if (const std::optional<LeaseInfo> &lease = m_source->status().lease; lease && lease->alive)
        m_state->setToolTip(tr("Runner: process %1 on %2").arg(lease->pid).arg(text(lease->host)));
    else
        m_state->setToolTip(tr("No process works on this workspace now."));
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, toneColour(toneOfRunner(code)));
    m_dot->setPalette(palette);
    m_progress->setVisible(run != nullptr);
    m_remaining->setVisible(run != nullptr);
    if (!run)
        return;
    const Progress progress = progressOf(*run, QDateTime::currentMSecsSinceEpoch());
    m_progress->setMaximum(std::max(1, progress.total));
    m_progress->setValue(progress.done);
    const QString count = u"%1 / %2"_s.arg(progress.done).arg(progress.total);
    const bool estimates = progress.remainingMs && !run->finished && code == "running";
    m_remaining->setText(estimates ? count + u" · "_s + tr("about %1 left").arg(duration(*progress.remainingMs)) : count);
}

void RunStatus::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    QWidget::changeEvent(event);
}

} // namespace sage::ui
