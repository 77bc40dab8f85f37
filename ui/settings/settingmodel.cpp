#include "ui/settings/settingmodel.h"

#include "ui/common/text.h"
#include "ui/common/wording.h"

#include <cmath>

namespace sage::ui {

using namespace Qt::StringLiterals;

namespace {

[[nodiscard]] const SettingInfo &infoOf(int row)
{
    return settingInfos()[static_cast<std::size_t>(row)];
}

} // namespace

SettingModel::SettingModel(const Settings &settings, bool readOnly, QObject *parent)
    : QAbstractTableModel(parent), m_values(settings), m_defaults(Settings()), m_readOnly(readOnly)
{
}

Settings SettingModel::settings() const
{
    return m_values.get<Settings>();
}

QStringList SettingModel::changes() const
{
    QStringList all;
    for (const auto &[name, value] : m_values.items()) {
        if (value != m_defaults.at(name))
            all << text(name) + u'=' + (value.is_string() ? text(value.get<std::string>()) : text(canonical(value)));
    }
    return all;
}

void SettingModel::retranslate()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Count - 1);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Count - 1));
}

int SettingModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(settingInfos().size());
}

int SettingModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Count;
}

QVariant SettingModel::valueOf(const Json &settings, int row) const
{
    const Json &value = settings.at(infoOf(row).field);
    if (value.is_boolean())
        return value.get<bool>();
    return value.is_number_integer() ? QVariant(value.get<int>()) : QVariant(value.get<double>());
}

QVariant SettingModel::data(const QModelIndex &index, int role) const
{
    Q_ASSERT(checkIndex(index, CheckIndexOption::IndexIsValid));
    const SettingInfo &info = infoOf(index.row());
    const char grade[] = {info.grade, '\0'};
    if (role == IdRole)
        return text(info.field);
    const bool isSwitch = m_values.at(info.field).is_boolean();
    if (role == Qt::CheckStateRole && index.column() == Value && isSwitch)
        return m_values.at(info.field).get<bool>() ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::ToolTipRole)
        return index.column() == Value ? tr("from %1 to %2").arg(info.minimum).arg(info.maximum) : worded(Domain::Grade, grade);
    if (role == Qt::FontRole && index.column() == Value) {
        QFont font;
        font.setBold(m_values.at(info.field) != m_defaults.at(info.field));
        return font;
    }
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != SortRole)
        return {};
    switch (index.column()) {
    case Meaning: return worded(Domain::Setting, info.field);
    case Symbol: return text(info.symbol);
    case Value: return isSwitch ? (role == Qt::DisplayRole ? QVariant() : valueOf(m_values, index.row())) : role == Qt::DisplayRole ? text(canonical(m_values.at(info.field))) : valueOf(m_values, index.row());
    case Default: return isSwitch ? (m_defaults.at(info.field).get<bool>() ? tr("on") : tr("off")) : text(canonical(m_defaults.at(info.field)));
    case Grade: return QString(text(grade) + u" · "_s + worded(Domain::Grade, grade));
    default: return {};
    }
}

bool SettingModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (m_readOnly || index.column() != Value || (role != Qt::EditRole && role != Qt::CheckStateRole))
        return false;
    const SettingInfo &info = infoOf(index.row());
    Json &target = m_values.at(info.field);
    if (target.is_boolean()) {
        target = role == Qt::CheckStateRole ? value.toInt() == Qt::Checked : value.toBool();
    } else {
        bool isNumber = false;
        const double figure = value.toDouble(&isNumber);
        const bool whole = !target.is_number_integer() || figure == std::floor(figure); // never cut without a word
        if (!isNumber || !whole || figure < info.minimum || figure > info.maximum)
            return false; // the old value stays; the tool tip names the range
        target = target.is_number_integer() ? Json(static_cast<int>(figure)) : Json(figure);
    }
    Q_EMIT dataChanged(index, index);
    return true;
}

QVariant SettingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Meaning: return tr("Setting");
    case Symbol: return tr("Symbol");
    case Value: return tr("Value");
    case Default: return tr("Default");
    case Grade: return tr("Where the default comes from");
    default: return {};
    }
}

Qt::ItemFlags SettingModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (m_readOnly || index.column() != Value)
        return flags;
    return flags | (m_values.at(infoOf(index.row()).field).is_boolean() ? Qt::ItemIsUserCheckable : Qt::ItemIsEditable);
}

} // namespace sage::ui
