#pragma once
// The build: presets in, files out. weald build and its --watch are made of this.

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
  bool no_pictures = false;       ///< what only shows other outputs is left out
  std::string depfile;            ///< empty: none
  std::string preview;            ///< PNG to draw the first preset into after a build; "-": the terminal; empty: none
  std::vector<std::string> depfile_targets;
  std::optional<Region> region;  ///< samples to build of every heightmap; unset: all
  bool write_if_changed = false;
  bool if_stale = false;
  bool explain_stale = false;
  bool list_outputs = false;
  bool list_inputs = false;
  bool dry_run = false;
  bool explain_plan = false;  ///< a dry run that says how each stage would be dealt with
  bool watch = false;
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  CacheOptions cache;
  ProgressMode progress = ProgressMode::automatic;

  bool to_stdout() const { return directory == "-"; }
};

/// A build of the presets of a command line, as its steps hand it on. What is referred to must outlive it.
struct Build {
  const BuildOptions& options;
  const Context& context;
  Progress progress{options.progress, options.quiet};
  Cache cache{options.cache};
  session::LoadedPresets loaded{};  ///< by load_build()

  const preset::Preset& preset(std::size_t index) const { return *loaded.presets[index].preset; }
  /// The path of a preset, as the command line names it.
  const std::string& path(std::size_t index) const { return loaded.presets[index].text.files.front(); }
};

/// Select: reads the presets, reduces them to the outputs that are asked for, and checks that no file of the build
/// takes the place of another. What is wrong is printed, and in the report. False where there is nothing to build then.
bool load_build(Build& build, Json& report);

/// The files of all presets, spelled as `-o` and the preset's name for them give it.
std::vector<std::string> outputs_of(const Build& build);

/// Does what the options ask for with the presets whose number is in `which` (empty: all). Returns the exit code.
/// Throws what evaluation and files throw.
int run_loaded(Build& build, Json& report, const std::vector<std::size_t>& which = {});

/// Lists the files that would be written or read. Returns the exit code.
int list_files(const Build& build, Json& report);

/// Plan: tells what the preset would do. Returns the exit code.
int plan_preset(Build& build, std::size_t index, Json& entry);

/// The turn of one preset in a build.
struct Turn {
  std::size_t index = 0;
  double begin = 0, share = 1;  ///< of the whole work
  bool has_depfile = false;     ///< its files appear together with the depfile
};

/// Run: builds one preset. Returns the exit code.
int run_preset(Build& build, const Turn& turn, Json& entry);

/// What a build of the preset would be made from.
session::Manifest manifest_of(const Build& build, std::size_t index);
/// Where the manifest of the preset's build lies.
std::filesystem::path manifest_path(const Build& build, std::size_t index);
/// Tells why the preset's files are not those that a build which `now` describes would write. True where they are.
bool is_up_to_date(const Build& build, std::size_t index, const session::Manifest& now, Json& entry);

/// The rules of --depfile.
std::vector<DepfileRule> depfile_rules(const Build& build);

/// Draws what `weald preview` shows of the first preset, as --preview asks. Returns the exit code; what is wrong is
/// reported. Results are taken from `cache` (null: none). Throws IoError and Interrupted.
int draw_preview(const BuildOptions& options, ResultStore* cache, const Context& context);

/// Builds once and returns the exit code, JSON report included.
int run_build(const BuildOptions& options, Context& context);
/// Builds, and again whenever a file that was read changes, until interrupted.
int watch_build(const BuildOptions& options, Context& context);

}  // namespace weald::app
