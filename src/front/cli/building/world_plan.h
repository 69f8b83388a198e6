#pragma once
// weald plan: the work of a world as tasks for an engine.

#include <cstdint>
#include <optional>
#include <string>

#include "front/cli/arguments/preset_options.h"
#include "front/cli/console/context.h"

namespace weald::app {

/// The options of weald plan.
struct PlanOptions {
  PresetOptions presets;
  std::string engine;
  std::string folder = "plan";        ///< of the plan
  std::string tiles;                  ///< folder of the tiles; empty: "tiles" in the folder of the plan
  std::string cache;                  ///< folder that all tasks share; empty: "cache" in the folder of the plan
  std::string memory;                 ///< most memory of a task, such as "4G"; empty: what its machine grants
  std::string image;                  ///< of containers; empty: "weald:" and the version
  std::optional<std::int64_t> parts;  ///< tasks that build tiles; unset: 64, or what the engine allows
  bool json = false;
};

/// Writes plan.json and the files of the engine, and prints how the engine is started. Returns the exit code.
int write_plan(const PlanOptions& options, Context& context);

}  // namespace weald::app
