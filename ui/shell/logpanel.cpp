#include "ui/shell/logpanel.h"

#include <QDateTime>
#include <QEvent>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <mutex>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int lineLimit = 5000;

// The handler is one per process and may be called from any thread while the panel goes.
std::mutex s_mutex;
LogPanel *s_panel = nullptr;
QtMessageHandler s_previous = nullptr;

void handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (s_previous)
        s_previous(type, context, message);
    const std::lock_guard guard(s_mutex);
    const QString category = QString::fromUtf8(context.category);
    if (s_panel && type != QtDebugMsg && category.startsWith(u"sage."_s))
        s_panel->append(category + u": "_s + message);
}

} // namespace

LogPanel::LogPanel(QWidget *parent) : QWidget(parent), m_text(new QPlainTextEdit(this))
{
    m_text->setObjectName(u"logText"_s);
    m_text->setReadOnly(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setUndoRedoEnabled(false);
    m_text->setMaximumBlockCount(lineLimit);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    retranslate();
}

LogPanel::~LogPanel()
{
    const std::lock_guard guard(s_mutex);
    if (s_panel == this) {
        s_panel = nullptr;
        qInstallMessageHandler(s_previous);
    }
}

void LogPanel::install()
{
    const std::lock_guard guard(s_mutex);
    s_panel = this;
    const QtMessageHandler before = qInstallMessageHandler(&handle);
    if (before != &handle) // a second window: the first one's handler is ours already
        s_previous = before;
}

void LogPanel::append(const QString &line)
{
    const QString stamped = QDateTime::currentDateTime().toString(u"HH:mm:ss.zzz "_s) + line;
    QMetaObject::invokeMethod(m_text, [view = m_text, stamped] { view->appendPlainText(stamped); }, Qt::QueuedConnection);
}

void LogPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void LogPanel::retranslate()
{
    m_text->setPlaceholderText(tr("What the runner and the workbench report appears here."));
}

} // namespace sage::ui
