#pragma once

#include "core/base/ids.h"

namespace sage {

enum class Objective : std::uint8_t { Correctness, Optimization };
NLOHMANN_JSON_SERIALIZE_ENUM(Objective, {{Objective::Correctness, "corr"}, {Objective::Optimization, "opt"}})

/// "corr" or "opt".
[[nodiscard]] std::string_view nameOf(Objective objective);

/// tau = (x, g) of the method: an operator and what is asked of its kernel.
struct Task {
    std::string operatorName;
    Objective objective = Objective::Correctness;
    bool operator==(const Task &) const = default;
};
SAGE_JSON_DECLARE(Task)

[[nodiscard]] EpisodeId episodeIdOf(const Task &task);

} // namespace sage
