#include "ui/settings/settingtable.h"

#include "ui/common/dress.h"
#include "ui/common/text.h"
#include "ui/settings/settingmodel.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

QTableView *makeSettingTable(SettingModel *model, QWidget *parent)
{
    auto *view = new QTableView(parent);
    view->setObjectName(u"settingTable"_s);
    view->setModel(model);
    view->setAlternatingRowColors(true);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setEditTriggers(QAbstractItemView::AllEditTriggers);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 8);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view->horizontalHeader()->setSectionResizeMode(SettingModel::Meaning, QHeaderView::Stretch);
    const double unit = characterWidth(*view);
    for (const auto &[column, width] : {std::pair{SettingModel::Symbol, 18}, {SettingModel::Value, 10}, {SettingModel::Default, 10}, {SettingModel::Grade, 36}})
        view->setColumnWidth(column, static_cast<int>(width * unit));
    return view;
}

void showRunSettings(const RunCreated &run, QWidget *parent)
{
    auto *dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(u"runSettings"_s);
    dialog->setWindowTitle(QCoreApplication::translate("RunSettings", "Settings of this run"));
    auto *layout = new QVBoxLayout(dialog);
    layout->addWidget(new QLabel(QCoreApplication::translate("RunSettings", "Stream %1 · seed %2 · policy %3 · generator %4 · evaluator %5 · device %6")
                                     .arg(text(run.streamName)).arg(run.seed).arg(text(run.settings.policy), text(run.generator), text(run.evaluator), text(run.device))));
    layout->addWidget(makeSettingTable(new SettingModel(run.settings, true, dialog), dialog), 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    layout->addWidget(buttons);
    dialog->resize(900, 620);
    dialog->open();
}

} // namespace sage::ui
