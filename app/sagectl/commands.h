#pragma once

#include <QStringList>

namespace sage {

[[nodiscard]] int runInit(const QStringList &arguments);
[[nodiscard]] int runRun(const QStringList &arguments);
[[nodiscard]] int runResume(const QStringList &arguments);
[[nodiscard]] int runPause(const QStringList &arguments);
[[nodiscard]] int runStop(const QStringList &arguments);
[[nodiscard]] int runSkip(const QStringList &arguments);
[[nodiscard]] int runStatus(const QStringList &arguments);
[[nodiscard]] int runReport(const QStringList &arguments);
[[nodiscard]] int runMemory(const QStringList &arguments);
[[nodiscard]] int runEval(const QStringList &arguments);
[[nodiscard]] int runGenerate(const QStringList &arguments);
[[nodiscard]] int runTransfer(const QStringList &arguments);
[[nodiscard]] int runDoctor(const QStringList &arguments);

} // namespace sage
