#include "core/base/log.h"

namespace sage {

Q_LOGGING_CATEGORY(logStore, "sage.store")
Q_LOGGING_CATEGORY(logEpisode, "sage.episode")
Q_LOGGING_CATEGORY(logEvaluate, "sage.evaluate")
Q_LOGGING_CATEGORY(logMemory, "sage.memory")
Q_LOGGING_CATEGORY(logGenerate, "sage.generate")
Q_LOGGING_CATEGORY(logJobs, "sage.jobs")
Q_LOGGING_CATEGORY(logUi, "sage.ui")

} // namespace sage
