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

namespace weald::app {

/// The options of weald build.
struct BuildOptions {
  PresetOptions presets;
  std::string directory;          ///< "": the current folder; "-": one file to standard output
  std::vector<std::string> only;  ///< files to write, or patterns of their names; empty: all
  bool no_pictures = false;       ///< skip pictures and contact sheets
  std::string depfile;            ///< empty: none
  std::string preview;            ///< PNG to draw the first preset into after a build; "-": the terminal; empty: none
  std::vector<std::string> depfile_targets;
  std::optional<Region> region;  ///< part of every heightmap to build, in samples; unset: all of it
  std::vector<std::string> tiles;  ///< of a world: "X,Y" as in the names of files; empty: all
  std::string shard;               ///< of a world: "I/N" or "auto"; empty: all tiles
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

/// Builds once and returns the exit code, JSON report included.
int run_build(const BuildOptions& options, Context& context);
/// Builds, and rebuilds whenever a file that was read changes, until interrupted.
int watch_build(const BuildOptions& options, Context& context);

}  // namespace weald::app
