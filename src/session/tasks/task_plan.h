#pragma once
// TaskPlan: the work of a world, cut into tasks that an engine such as Slurm runs on several machines.
//
// Task 0, `prepare`, makes the results that all tiles share and keeps them in a cache that all tasks can reach; a world
// without such results has no task 0. Tasks 1 to N, `tiles-1` to `tiles-N`, build tiles. Task N + 1, `merge`, builds
// the tiles of coarser levels that lie over those of several tasks, from what these leave of the finest of them, checks
// the files of all tiles and writes the manifest of the world. A task may be run any number of times, at the same time
// too: what is up to date is skipped, and files are replaced as a whole.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "session/loaded_presets.h"
#include "session/tasks/task_costs.h"
#include "session/world.h"

namespace weald::session {

/// The name of the file of a plan, beside the files of its engine.
inline constexpr std::string_view kPlanFile = "plan.json";

/// The folder, in the cache of a plan, of the samples that `merge` builds tiles from.
inline constexpr std::string_view kMergedLevelFolder = "levels";

/// What a task does.
enum class TaskKind { prepare, tiles, merge };

/// A task of a plan.
struct PlannedTask {
  std::int64_t number = 0;
  TaskKind kind = TaskKind::tiles;
  std::vector<std::int64_t> needs;  ///< numbers of the tasks that must have been run before
  std::vector<TileName> tiles;      ///< that it builds

  /// "prepare", "tiles-3" or "merge".
  std::string name() const;
  /// The length of the longest chain of tasks before it: 0 to 2.
  int level() const { return kind == TaskKind::prepare ? 0 : kind == TaskKind::merge ? 2 : needs.empty() ? 0 : 1; }
};

/// Where a plan's tasks read and write, and how many there are.
struct TaskChoice {
  PresetChoice preset;      ///< one preset; paths are relative to the plan's folder, or absolute
  std::string directory;    ///< of the tiles, relative to the plan's folder or absolute
  std::string cache;        ///< shared by all tasks, relative to the plan's folder or absolute
  std::string memory;       ///< most memory of a task, such as "4G"; empty: what its machine grants
  int threads = 1;          ///< of a task
  std::int64_t parts = 64;  ///< largest number of tasks that build tiles, from 1
};

/// A plan as its file contains it.
struct TaskPlan {
  TaskChoice choice;
  std::string name;                ///< of the world
  std::string recipe;              ///< recipe_of() the world
  std::uint64_t cache_bytes = 0;   ///< size limit of the cache, so that no result that tiles share is dropped
  std::vector<PlannedTask> tasks;  ///< in ascending order of their numbers

  /// Whether there is a task 0.
  bool has_prepare() const { return tasks.front().kind == TaskKind::prepare; }
  /// Number of the tasks that build tiles.
  std::int64_t parts() const { return static_cast<std::int64_t>(tasks.size()) - 1 - (has_prepare() ? 1 : 0); }
  /// The finest level of the tiles that the last task builds; unset if it builds none. Pre: the tiles are those of
  /// `layout`.
  std::optional<int> merged_level(const TileLayout& layout) const;
  /// The task with this number or name; null if there is none.
  const PlannedTask* find(std::string_view task) const;
};

/// Digest of everything that determines the files of a world, except the content of imported files.
std::string recipe_of(const preset::Preset& preset, const TileLayout& layout);

/// Cuts the work of a world into tasks. Pre: `choice.parts` is positive.
TaskPlan plan_tasks(const preset::Preset& preset, const TileLayout& layout, const WorldCosts& costs, TaskChoice choice);

/// What the file of a plan says about the world beyond what its tasks need.
struct TaskFacts {
  const preset::Preset& preset;
  const TileLayout& layout;
  const WorldCosts& costs;
  std::vector<FileRecord> inputs;  ///< files that stages read, relative to the preset's folder
};

/// The file plan.json: JSON with everything in `plan`, and for each task its tiles, regions, files and costs.
std::string plan_text(const TaskPlan& plan, const TaskFacts& facts);

/// Reads the text of plan.json; returns a message if it is not a plan, with its line and column if it is not JSON.
std::variant<TaskPlan, std::string> parse_plan(const std::string& text);

/// `path`, relative to the current folder, as a path relative to `folder`. Absolute paths are returned as they are.
std::string seen_from(const std::filesystem::path& folder, const std::string& path);

}  // namespace weald::session
