#pragma once
// The steps of `weald build`: from presets to files.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/plan/graph_estimate.h"
#include "formats/files/file_digests.h"
#include "formats/files/file_set.h"
#include "front/cli/arguments/cache.h"
#include "front/cli/building/build.h"
#include "front/cli/building/detail/depfile.h"
#include "front/cli/console/context.h"
#include "front/cli/console/json_report.h"
#include "front/cli/console/progress.h"
#include "session/loaded_presets.h"
#include "session/manifest.h"
#include "session/run.h"
#include "session/tasks/shared_stages.h"
#include "session/world.h"

namespace weald::app {

/// State of a build of the presets on a command line, passed from step to step. Pre: what it refers to outlives it.
struct Build {
  const BuildOptions& options;
  const Context& context;
  Progress progress{options.progress, options.quiet};
  Cache cache{options.cache};
  std::unique_ptr<ResultStore> shared{};         ///< of the tiles of a world; null for presets without one
  std::unique_ptr<ResultStore> for_last_task{};  ///< what tasks of a plan leave to the last one; null: nothing
  pipeline::LevelStore level_store{};            ///< in it
  std::shared_ptr<io::FileDigests> file_digests = std::make_shared<io::FileDigests>();
  std::optional<pipeline::FinishedTiles> finished_tiles{};      ///< of the stages of a world
  std::optional<pipeline::FinishedWindows> finished_windows{};  ///< likewise
  session::LoadedPresets loaded{};                              ///< set by load_build()

  const preset::Preset& preset(std::size_t index) const { return *loaded.presets[index].preset; }
  /// Where results are kept; null: nowhere.
  ResultStore* store() { return shared != nullptr ? shared.get() : cache.store(); }
  /// The path of a preset as given on the command line.
  const std::string& path(std::size_t index) const { return loaded.presets[index].text.files.front(); }
};

/// Reads the presets, reduces them to the requested outputs, and checks that no file of the build overwrites another.
/// Errors are printed and added to the report. Returns false after an error.
bool load_build(Build& build, Json& report);

/// The output files of all presets: the folder of `-o` joined with the name in the preset.
std::vector<std::string> outputs_of(const Build& build);

/// Plans, lists or builds, as the options request, the presets whose indices are in `which` (empty: all). Returns the
/// exit code. Throws what evaluation and files throw.
int run_loaded(Build& build, Json& report, const std::vector<std::size_t>& which = {});

/// Lists the files that would be written or read. Returns the exit code.
int list_files(Build& build, Json& report);

/// Reports the stages and files of the preset without building it. Returns the exit code.
int plan_preset(Build& build, std::size_t index, Json& entry);

/// One preset in a build of several.
struct Turn {
  std::size_t index = 0;
  double begin = 0, share = 1;  ///< start and length of its part of the progress, as fractions of the whole
  bool has_depfile = false;     ///< the depfile is committed together with its files
  bool is_tile = false;         ///< of a world: it is built only if its files are not up to date
};

/// Builds one preset. Returns the exit code.
int run_preset(Build& build, const Turn& turn, Json& entry);

/// Builds the tiles of a preset with `world` that the options request, one after the other, and writes the world's
/// manifest once all tiles are up to date. `begin` and `share` are those of a Turn. Returns the exit code.
int run_world(Build& build, const Turn& turn, Json& entry);
/// Runs the first task of a plan: makes what the tiles share, in the cache. Fails if the cache did not keep it: every
/// tile would make it again. Returns the exit code.
int run_prepare(Build& build, const Turn& turn, const session::TileLayout& layout, Json& entry);
/// Checks the files of all tiles, and writes the manifest of the world if none is missing or has changed. Returns the
/// exit code.
int run_merge(Build& build, const Turn& turn, const session::TileLayout& layout, Json& entry);
/// Returns whether the plan whose task is run was made for this world; if not, reports an error.
bool fits_plan(Build& build, std::size_t index, const session::TileLayout& layout);

/// Puts the graph of a tile in the place of the world's while it exists.
class TileScope {
 public:
  TileScope(Build& build, std::size_t index) : preset_(*build.loaded.presets[index].preset), world_(preset_) {}
  ~TileScope() { preset_ = std::move(world_); }
  TileScope(const TileScope&) = delete;
  TileScope& operator=(const TileScope&) = delete;

  void set(const session::TileLayout& layout, const session::TileId& tile) {
    preset_.graph = session::tile_graph(world_.graph, layout, tile);
    preset_.name = fmt::format("{} {}", world_.name, layout.text_of(tile));
  }
  /// Sets the graph of what all tiles share.
  void set_shared(const session::TileLayout& layout) {
    preset_.graph = session::shared_graph(session::tile_graph(world_.graph, layout, {0, 0}));
  }
  const preset::Preset& world() const { return world_; }

 private:
  preset::Preset& preset_;
  preset::Preset world_;
};

/// Reports the tiles of a preset with `world`, and the stages and files of one of them. Returns the exit code.
int plan_world(Build& build, std::size_t index, Json& entry);
/// The files of a preset that the options request, in `directory`; those of all its tiles if it has `world`. Errors of
/// the tiles are reported. Throws OptionError.
std::vector<std::string> files_to_write(Build& build, std::size_t index, const std::string& directory);

/// Adds errors for what certainly cannot be built: pictures that cannot be cut, outputs that cannot be written,
/// heightmaps that are too large, and more memory than the process may use. Returns false if there were any.
bool check_feasible(Build& build, const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate);

/// The manifest that a build of the preset would record now.
session::Manifest manifest_of(const Build& build, std::size_t index);
/// The path of the preset's manifest.
std::filesystem::path manifest_path(const Build& build, std::size_t index);
/// The memory that a run may use, bytes; unset: what the system grants.
std::optional<double> memory_limit_of(const BuildOptions& options);
/// Returns whether the preset's files are those that a build described by `now` would write. If they are not, adds the
/// reasons to `entry`, and prints them if the options request it.
bool is_up_to_date(const Build& build, std::size_t index, const session::Manifest& now, Json& entry);

/// The rules of --depfile.
std::vector<DepfileRule> depfile_rules(const Build& build);

/// Draws the preview of the first preset for --preview, the same picture as `weald preview` shows. Reports errors and
/// returns the exit code. Results are taken from `cache` (null: none). Throws IoError and Interrupted.
int draw_preview(const BuildOptions& options, ResultStore* cache, const Context& context);

}  // namespace weald::app
