#include "ui/settings/startrundialog.h"
#include "core/model/policynames.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/settings/settingmodel.h"
#include "ui/settings/settingtable.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int nameRole = Qt::UserRole + 1;

[[nodiscard]] QStringList policies()
{
    QStringList names;
    for (const std::string_view name : policyNames())
        names.append(QString::fromUtf8(name.data(), qsizetype(name.size())));
    return names;
}

} // namespace

StartRunDialog::StartRunDialog(QWidget *parent) : QDialog(parent), m_settings(new SettingModel(Settings(), false, this))
{
    setObjectName(u"startRunDialog"_s);
    setWindowTitle(tr("Start run"));
    createViews();
    wire();
    resize(1280, 680);
    showChosen();
}

QWidget *StartRunDialog::createTaskPart()
{
    auto *part = new QWidget(this);
    auto *form = new QFormLayout(part);
    form->setContentsMargins(0, 0, 6, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_stream = new QComboBox(part);
    m_stream->setObjectName(u"streamChoice"_s);
    m_browse = new QPushButton(tr("File…"), part);
    auto *streamRow = new QHBoxLayout;
    streamRow->addWidget(m_stream, 1);
    streamRow->addWidget(m_browse);
    form->addRow(tr("Stream"), streamRow);
    m_operators = new QListWidget(part);
    m_operators->setObjectName(u"operatorList"_s);
    m_operators->setAlternatingRowColors(true);
    form->addRow(tr("Operators"), m_operators);
    m_chosen = new QLabel(part);
    m_all = new QPushButton(tr("All"), part);
    m_all->setObjectName(u"allOperators"_s);
    m_none = new QPushButton(tr("None"), part);
    m_none->setObjectName(u"noOperators"_s);
    auto *chosenRow = new QHBoxLayout;
    chosenRow->addWidget(m_chosen, 1);
    chosenRow->addWidget(m_all);
    chosenRow->addWidget(m_none);
    form->addRow(QString(), chosenRow);
    m_seed = new QLineEdit(u"1"_s, part);
    m_seed->setObjectName(u"seed"_s);
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(u"[0-9]{1,19}"_s), m_seed));
    form->addRow(tr("Seed"), m_seed);
    m_small = new QSpinBox(part);
    m_small->setObjectName(u"smallCases"_s);
    m_small->setRange(0, 100'000'000);
    m_small->setSingleStep(1024);
    m_small->setSpecialValueText(tr("all cases"));
    m_small->setToolTip(tr("Keep only cases in which no input has more elements than this: a quick profile"));
    form->addRow(tr("Largest case (elements)"), m_small);
    m_policy = new QComboBox(part);
    m_policy->setObjectName(u"policy"_s);
    m_policy->addItems(policies());
    form->addRow(tr("Memory policy"), m_policy);
    form->addRow(tr("Generator"), new QLabel(tr("offline synthesizer"), part));
    form->addRow(tr("Evaluator"), new QLabel(tr("host emulator (latencies are modelled)"), part));
    return part;
}

void StartRunDialog::createViews()
{
    auto *layout = new QVBoxLayout(this);
    auto *splitter = new QSplitter(this);
    splitter->addWidget(createTaskPart());
    splitter->addWidget(makeSettingTable(m_settings, splitter));
    splitter->setSizes({380, 880});
    splitter->setChildrenCollapsible(false);
    layout->addWidget(splitter, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_start = buttons->addButton(tr("Start"), QDialogButtonBox::AcceptRole);
    m_start->setObjectName(u"startButton"_s);
    m_start->setDefault(true);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void StartRunDialog::wire()
{
    connect(m_stream, &QComboBox::currentIndexChanged, this, &StartRunDialog::chooseStream);
    connect(m_browse, &QPushButton::clicked, this, &StartRunDialog::chooseStreamFile);
    connect(m_all, &QPushButton::clicked, this, [this] { checkAll(true); });
    connect(m_none, &QPushButton::clicked, this, [this] { checkAll(false); });
    connect(m_operators, &QListWidget::itemChanged, this, &StartRunDialog::showChosen);
    connect(m_seed, &QLineEdit::textChanged, this, &StartRunDialog::showChosen);
}

void StartRunDialog::setCatalogue(const Catalogue &catalogue)
{
    m_catalogue = catalogue;
    m_operators->clear();
    for (const CatalogueOperator &one : catalogue.operators) {
        auto *item = new QListWidgetItem(tr("%1   level %2, %3, %4 cases").arg(one.name).arg(one.level).arg(one.category).arg(one.cases), m_operators);
        item->setData(nameRole, one.name);
        item->setToolTip(one.summary);
        item->setCheckState(Qt::Unchecked);
    }
    for (const QString &problem : catalogue.problems) {
        auto *item = new QListWidgetItem(problem, m_operators);
        item->setFlags(Qt::NoItemFlags); // to be read, not chosen
        item->setForeground(toneColour(Tone::Bad));
        item->setToolTip(problem);
    }
    m_stream->clear();
    for (const CatalogueStream &stream : catalogue.streams)
        m_stream->addItem(stream.name, stream.path);
    m_stream->addItem(tr("own selection"), QString());
    chooseStream(m_stream->currentIndex());
}

void StartRunDialog::chooseStream(int index)
{
    if (index < 0)
        return;
    const QString path = m_stream->itemData(index).toString();
    const auto stream = std::find_if(m_catalogue.streams.begin(), m_catalogue.streams.end(), [&](const CatalogueStream &one) { return one.path == path; });
    const bool own = path.isEmpty();
    for (QWidget *widget : {static_cast<QWidget *>(m_operators), static_cast<QWidget *>(m_all), static_cast<QWidget *>(m_none)})
        widget->setEnabled(own);
    for (int row = 0; row < m_operators->count() && !own; ++row) {
        QListWidgetItem *item = m_operators->item(row);
        if (item->data(nameRole).isNull())
            continue;
        const bool inside = stream != m_catalogue.streams.end() && stream->operators.contains(item->data(nameRole).toString());
        item->setCheckState(inside ? Qt::Checked : Qt::Unchecked);
    }
    showChosen();
}

void StartRunDialog::chooseStreamFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Stream file"), QString(), tr("Streams (*.yaml *.yml)"));
    if (path.isEmpty())
        return;
    m_stream->insertItem(0, path, path);
    m_stream->setCurrentIndex(0);
}

void StartRunDialog::checkAll(bool checked)
{
    for (int row = 0; row < m_operators->count(); ++row) {
        if (QListWidgetItem *item = m_operators->item(row); !item->data(nameRole).isNull())
            item->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
    }
}

QStringList StartRunDialog::chosenOperators() const
{
    QStringList names;
    for (int row = 0; row < m_operators->count(); ++row) {
        if (m_operators->item(row)->checkState() == Qt::Checked)
            names << m_operators->item(row)->data(nameRole).toString();
    }
    return names;
}

void StartRunDialog::showChosen()
{
    const qsizetype count = chosenOperators().size();
    const bool own = m_stream->currentData().toString().isEmpty();
    m_chosen->setText(m_catalogue.operators.empty() ? tr("Reading the operator cards…")
                      : own && count == 0 ? tr("Check the operators to run.")
                                          : tr("%1 operators").arg(count));
    m_start->setEnabled(!m_catalogue.operators.empty() && (!own || count > 0) && m_seed->hasAcceptableInput());
}

QStringList StartRunDialog::options() const
{
    QStringList all{u"--seed"_s, m_seed->text()};
    const QString path = m_stream->currentData().toString();
    if (path.isEmpty())
        all << u"--operators"_s << chosenOperators().join(u',');
    else
        all << u"--stream"_s << path;
    if (m_small->value() > 0)
        all << u"--small"_s << QString::number(m_small->value());
    all << u"--policy"_s << m_policy->currentText();
    if (const QStringList changes = m_settings->changes(); !changes.isEmpty())
        all << u"--set"_s << changes.join(u',');
    return all;
}

} // namespace sage::ui
