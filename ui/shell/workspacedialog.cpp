#include "ui/shell/workspacedialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

WorkspaceDialog::WorkspaceDialog(Purpose purpose, QWidget *parent) : QDialog(parent), m_purpose(purpose)
{
    setObjectName(u"workspaceDialog"_s);
    setWindowTitle(purpose == Purpose::Create ? tr("New workspace") : tr("Open workspace"));
    createViews();
    resize(560, sizeHint().height());
}

void WorkspaceDialog::createViews()
{
    const bool create = m_purpose == Purpose::Create;
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(new QLabel(create ? tr("Folder of the new workspace. It must not exist yet, or be empty:") : tr("Folder of the workspace:"), this));
    m_folder = new QLineEdit(this);
    m_folder->setObjectName(u"workspaceFolder"_s);
    if (create)
        m_folder->setText(QDir::home().filePath(u"sage-workspace"_s));
    auto *browseButton = new QPushButton(tr("Browse…"), this);
    auto *row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(browseButton);
    layout->addLayout(row);
    layout->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_accept = buttons->addButton(create ? tr("Create") : tr("Open"), QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(u"workspaceAccept"_s);
    m_accept->setDefault(true);
    m_accept->setEnabled(!folder().isEmpty());
    layout->addWidget(buttons);
    connect(browseButton, &QPushButton::clicked, this, &WorkspaceDialog::browse);
    connect(m_folder, &QLineEdit::textChanged, this, [this] { m_accept->setEnabled(!folder().isEmpty()); });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString WorkspaceDialog::folder() const
{
    const QString typed = m_folder->text().trimmed();
    return typed.isEmpty() ? QString() : QDir::cleanPath(QDir().absoluteFilePath(typed));
}

void WorkspaceDialog::browse()
{
    const QString chosen = QFileDialog::getExistingDirectory(this, windowTitle(), folder());
    if (!chosen.isEmpty())
        m_folder->setText(chosen);
}

} // namespace sage::ui
