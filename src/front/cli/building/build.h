#pragma once
// weald build, with and without --watch.

#include <optional>
#include <string>
#include <vector>

#include "data/heightmap.h"
#include "front/cli/arguments/cache.h"
#include "front/cli/arguments/preset_options.h"
#include "front/cli/console/context.h"
#include "front/cli/console/progress.h"
#include "session/tasks/task_plan.h"

namespace weald::app {

/// A task of a plan that weald plan has made.
struct TaskRun {
  std::string file;  ///< of the plan
  session::TaskPlan plan;
  std::size_t index = 0;  ///< of the task in the plan

  const session::PlannedTask& task() const { return plan.tasks[index]; }
};

/// The options of weald build.
struct BuildOptions {
  PresetOptions presets;
  std::string directory;          ///< "": the current folder; "-": one file to standard output
  std::vector<std::string> only;  ///< files to write, or patterns of their names; empty: all
  bool no_pictures = false;       ///< skip pictures and contact sheets
  std::string depfile;            ///< empty: none
  std::string preview;            ///< PNG to draw the first preset into after a build; "-": the terminal; empty: none
  std::vector<std::string> depfile_targets;
  std::optional<Region> region;    ///< part of every heightmap to build, in samples; unset: all of it
  std::vector<std::string> tiles;  ///< of a world: "X,Y" as in the names of files; empty: all
  std::string shard;               ///< of a world's tiles, or of siblings: "I/N" or "auto"; empty: all
  std::optional<TaskRun> task;     ///< of a plan of a world; unset: none
  std::string memory;              ///< most memory that the maps may take, "4G"; empty: what the system grants
  bool write_if_changed = false;
  bool if_stale = false;
  bool explain_stale = false;
  bool list_outputs = false;
  bool list_inputs = false;
  bool dry_run = false;
  bool explain_plan = false;  ///< a dry run that also prints how each stage would be computed
  bool watch = false;
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  CacheOptions cache;
  ProgressMode progress = ProgressMode::automatic;

  bool to_stdout() const { return directory == "-"; }
};

/// Reads the task that --task names, "PLAN:TASK", and sets the options to what the plan says: the preset and its
/// values, the folder, and the cache, its limit, memory and threads unless the options have them. Throws OptionError,
/// and IoError if the plan cannot be read.
void set_task(BuildOptions& options, const std::string& text);
/// Builds once and returns the exit code, JSON report included.
int run_build(const BuildOptions& options, Context& context);
/// Builds, and rebuilds whenever a file that was read changes, until interrupted.
int watch_build(const BuildOptions& options, Context& context);

}  // namespace weald::app
