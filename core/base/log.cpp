#include "core/base/log.h"

namespace sage {

Q_LOGGING_CATEGORY(logStore, "sage.store", QtInfoMsg)
Q_LOGGING_CATEGORY(logEpisode, "sage.episode", QtInfoMsg)
Q_LOGGING_CATEGORY(logEvaluate, "sage.evaluate", QtInfoMsg)
Q_LOGGING_CATEGORY(logMemory, "sage.memory", QtInfoMsg)
Q_LOGGING_CATEGORY(logGenerate, "sage.generate", QtInfoMsg)
Q_LOGGING_CATEGORY(logUi, "sage.ui", QtInfoMsg)

} // namespace sage
