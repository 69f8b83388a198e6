#pragma once
// The engines that run the tasks of a plan, and the files that each of them reads.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "session/tasks/task_plan.h"

namespace weald::session {

/// A file beside plan.json.
struct EngineFile {
  std::string name;
  std::string text;
  bool is_program = false;  ///< it is executed
};

/// What an engine's files depend on beside the plan.
struct EngineChoice {
  std::string folder;  ///< of the plan, as given by the user
  std::string image;   ///< of containers, with weald in it
  WorldCosts costs;
  std::string_view start{};  ///< how the engine is started; set by engine_files()
};

/// The files of an engine, or a message if it cannot run the plan.
using EngineFiles = std::variant<std::vector<EngineFile>, std::string>;

/// An engine: everything that weald knows of it.
struct Engine {
  std::string_view name;
  std::string_view help;    ///< part of a sentence: what it is
  std::string_view start;   ///< how a user starts it in the plan's folder
  std::int64_t most_parts;  ///< tasks that build tiles; 0: any number
  EngineFiles (*files)(const TaskPlan&, const EngineChoice&);
};

/// All engines, in the order of their names.
std::span<const Engine> engines();

/// The engine with this name; null if there is none.
const Engine* find_engine(std::string_view name);

/// The files that `engine` runs; equal plans have equal files. Returns a message if the engine cannot run the plan.
EngineFiles engine_files(const Engine& engine, const TaskPlan& plan, const EngineChoice& choice);

}  // namespace weald::session
