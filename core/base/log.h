#pragma once

#include <QLoggingCategory>

namespace sage {

Q_DECLARE_LOGGING_CATEGORY(logStore)    // sage.store
Q_DECLARE_LOGGING_CATEGORY(logEpisode)  // sage.episode
Q_DECLARE_LOGGING_CATEGORY(logEvaluate) // sage.evaluate
Q_DECLARE_LOGGING_CATEGORY(logMemory)   // sage.memory
Q_DECLARE_LOGGING_CATEGORY(logGenerate) // sage.generate
Q_DECLARE_LOGGING_CATEGORY(logUi)       // sage.ui

} // namespace sage
