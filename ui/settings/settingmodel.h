#pragma once

#include "core/model/settings.h"
#include "ui/common/roles.h"

#include <QAbstractTableModel>

namespace sage::ui {

/// The method's settings as a table: what each is, its value, where its default comes from. Editable unless read-only.
class SettingModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Meaning, Symbol, Value, Default, Grade, Count };

    explicit SettingModel(const Settings &settings, bool readOnly, QObject *parent = nullptr);

    [[nodiscard]] Settings settings() const;
    /// Only what differs from the defaults, as NAME=VALUE.
    [[nodiscard]] QStringList changes() const;
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    [[nodiscard]] QVariant valueOf(const Json &settings, int row) const;

    Json m_values; ///< Settings as JSON: the table goes by names
    Json m_defaults;
    bool m_readOnly;
};

} // namespace sage::ui
