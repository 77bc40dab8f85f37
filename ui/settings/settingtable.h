#pragma once

#include "core/model/events.h"

#include <QTableView>

namespace sage::ui {

class SettingModel;

/// The settings table with widths that fit; the model is owned by the caller.
[[nodiscard]] QTableView *makeSettingTable(SettingModel *model, QWidget *parent);

/// A dialog with what a run was started with, to read.
void showRunSettings(const RunCreated &run, QWidget *parent);

} // namespace sage::ui
