#pragma once
// The steps of a build, shared by weald build and its --watch.

#include <optional>
#include <string>
#include <vector>

#include "data/heightmap.h"
#include "formats/files/file_set.h"
#include "front/cli/cache.h"
#include "front/cli/command.h"
#include "front/cli/depfile.h"
#include "front/cli/json_report.h"
#include "front/cli/progress.h"
#include "session/loaded_presets.h"
#include "session/manifest.h"

namespace weald::app {

/// The options of weald build.
struct BuildOptions {
  PresetOptions presets;
  std::string directory;          ///< "": the current folder; "-": one file to standard output
  std::vector<std::string> only;  ///< files to write, or patterns of their names; empty: all
  bool no_pictures = false;       ///< skip pictures and contact sheets
  std::string depfile;            ///< empty: none
  std::string preview;            ///< PNG with a preview of the first preset; "-": the terminal; empty: none
  std::vector<std::string> depfile_targets;
  std::optional<Region> region;  ///< region of every heightmap to build; unset: all samples
  bool write_if_changed = false;
  bool if_stale = false;
  bool explain_stale = false;
  bool list_outputs = false;
  bool list_inputs = false;
  bool dry_run = false;
  bool explain_plan = false;  ///< with dry_run: print how each stage would be computed
  bool watch = false;
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  CacheOptions cache;
  ProgressMode progress = ProgressMode::automatic;

  bool to_stdout() const { return directory == "-"; }
};

/// The state of one build, passed from step to step. `options` and `context` must outlive it.
struct Build {
  const BuildOptions& options;
  const Context& context;
  Progress progress{options.progress, options.quiet};
  Cache cache{options.cache};
  session::LoadedPresets loaded{};  ///< set by load_build()

  const preset::Preset& preset(std::size_t index) const { return *loaded.presets[index].preset; }
  /// The path of a preset as given on the command line.
  const std::string& path(std::size_t index) const { return loaded.presets[index].text.files.front(); }
};

/// Reads the presets, reduces them to the requested outputs, and checks that no file of the build overwrites another.
/// Diagnostics are printed and added to the report. Returns false after an error.
bool load_build(Build& build, Json& report);

/// The output files of all presets: the folder of `-o` joined with the name in the preset.
std::vector<std::string> outputs_of(const Build& build);

/// Lists, plans or runs the presets with the indices `which` (empty: all), as the options require. Returns the exit
/// code. Exceptions from evaluation and from writing files propagate.
int run_loaded(Build& build, Json& report, const std::vector<std::size_t>& which = {});

/// Lists the files that would be written or read. Returns the exit code.
int list_files(const Build& build, Json& report);

/// Reports what a build of the preset would do, without running it. Returns the exit code.
int plan_preset(Build& build, std::size_t index, Json& entry);

/// One preset of a build and its share of the progress.
struct Turn {
  std::size_t index = 0;
  double begin = 0, share = 1;  ///< fractions of the whole build, 0 to 1
  bool has_depfile = false;     ///< the depfile is written together with its files
};

/// Builds one preset. Returns the exit code.
int run_preset(Build& build, const Turn& turn, Json& entry);

/// The manifest of a build of the preset now: everything that determines its files.
session::Manifest manifest_of(const Build& build, std::size_t index);
/// The path of the manifest from the preset's last build.
std::filesystem::path manifest_path(const Build& build, std::size_t index);
/// Returns true if the preset's files are those that a build with the manifest `now` would write. The reasons why they
/// are stale go to `entry` and, depending on the options, to standard output.
bool is_up_to_date(const Build& build, std::size_t index, const session::Manifest& now, Json& entry);

/// The rules of the depfile: one per preset, or a single one for the targets of the command line.
std::vector<DepfileRule> depfile_rules(const Build& build);

/// Draws the preview of the first preset to the destination of --preview, and prints any errors. Returns the exit code.
/// `cache` supplies results of stages; null: none. Throws IoError and Interrupted.
int draw_preview(const BuildOptions& options, ResultStore* cache, const Context& context);

/// Builds once and returns the exit code, JSON report included.
int run_build(const BuildOptions& options, Context& context);
/// Builds, then rebuilds whenever a file that was read changes, until interrupted. Returns the exit code.
int watch_build(const BuildOptions& options, Context& context);

}  // namespace weald::app
