#pragma once

class QWidget;

namespace sage::ui {

/// Name, version, licence, notice.
void showAbout(QWidget *parent);

} // namespace sage::ui
