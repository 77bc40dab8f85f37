#pragma once

#include "ui/common/catalogue.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace sage::ui {

class SettingModel;

/// What a run is started on: operators of a stream or a selection, seed, settings with their grade. The generator is the offline
/// synthesizer. Filled when the catalogue has been read.
class StartRunDialog : public QDialog
{
    Q_OBJECT

public:
    explicit StartRunDialog(QWidget *parent = nullptr);

    void setCatalogue(const Catalogue &catalogue);
    /// Options behind `sagectl run WORKSPACE`.
    [[nodiscard]] QStringList options() const;

private:
    void createViews();
    QWidget *createTaskPart();
    void wire();
    void chooseStream(int index);
    void chooseStreamFile();
    void checkAll(bool checked);
    void showChosen();
    [[nodiscard]] QStringList chosenOperators() const;

    Catalogue m_catalogue;
    SettingModel *m_settings;
    QComboBox *m_stream = nullptr;
    QPushButton *m_browse = nullptr;
    QListWidget *m_operators = nullptr;
    QPushButton *m_all = nullptr;
    QPushButton *m_none = nullptr;
    QLabel *m_chosen = nullptr;
    QLineEdit *m_seed = nullptr;
    QSpinBox *m_small = nullptr;
    QComboBox *m_policy = nullptr;
    QPushButton *m_start = nullptr;
};

} // namespace sage::ui
