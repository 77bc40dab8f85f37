#include "core/model/task.h"

namespace sage {

std::string_view nameOf(Objective objective)
{
    return objective == Objective::Correctness ? "corr" : "opt";
}

EpisodeId episodeIdOf(const Task &task)
{
    return EpisodeId(task.operatorName + '/' + std::string(nameOf(task.objective)));
}

SAGE_JSON_DEFINE(Task, operatorName, objective)

} // namespace sage
