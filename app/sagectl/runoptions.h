#pragma once

#include "app/sagectl/command.h"
#include "core/episode/runner.h"

namespace sage {

/// Declares the options that make a RunPlan: seed, stream, operators, settings, memory.
void addRunOptions(CommandLine &line);
/// Errors usage.*, catalog.*, card.*, settings.*, store.* (of --memory).
[[nodiscard]] Result<RunPlan> planFrom(const CommandLine &line);

/// --generator-options, checked. Errors usage.json, generate.options.
[[nodiscard]] Result<Json> generatorOptions(const CommandLine &line);

/// The memory of another workspace's newest run, as an import with its values; shuffled on request (a control).
[[nodiscard]] Result<MemoryImported> memoryOf(const std::string &workspace, bool shuffled, std::uint64_t seed);
/// The shipped cold-start knowledge.
[[nodiscard]] Result<MemoryImported> coldStart();
/// Card texts of the named operators, small cases only where elements > 0.
[[nodiscard]] Result<std::vector<std::string>> cardTexts(const std::vector<std::string> &names, std::int64_t elements);

} // namespace sage
