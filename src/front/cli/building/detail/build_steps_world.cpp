// The tiles of a preset with `world`.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/memory_store.h"
#include "base/spilling_store.h"
#include "base/text/counted.h"
#include "data/estimate.h"
#include "engine/graph/graph.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/output_faults.h"
#include "front/cli/arguments/shard.h"
#include "front/cli/building/cost_report.h"
#include "front/cli/building/detail/build_steps.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/option_error.h"
#include "session/amount_json.h"
#include "session/selection.h"
#include "session/tasks/task_costs.h"
#include "session/world.h"
#include "session/world_manifest.h"

namespace weald::app {

namespace {

/// The cost of tiles, as far as the estimates of stages and outputs know it.
struct TilesCost {
  std::size_t files = 0;              ///< at most: files without content, such as an MTL of no materials, are left out
  Amount bytes = Amount::exactly(0);  ///< of these files
  Amount seconds = Amount::exactly(0);  ///< on one core, with what all tiles share
};

/// The names of files that all tiles write, since they have no marks.
std::set<std::string> shared_names(const pipeline::Graph& world) {
  std::set<std::string> names;
  for (const pipeline::GraphOutput& output : world.outputs) {
    if (output.decl.spec.file.value.find('{') != std::string::npos) continue;
    for (const std::string& file : world.files_of(output)) names.insert(file);
  }
  return names;
}

/// Adds tiles of one level, each of which costs as much as `tile`.
class Adder {
 public:
  Adder(const std::set<std::string>& shared, TilesCost& sum) : shared_(shared), sum_(sum) {}

  void add(const pipeline::Graph& tile, double tiles) {
    const std::vector<pipeline::OutputCost> costs = pipeline::estimate(tile).outputs;
    std::set<std::string> own;
    for (std::size_t i = 0; i < tile.outputs.size(); ++i) {
      const std::vector<std::string> files = tile.files_of(tile.outputs[i]);
      const Amount bytes = costs[i].all() + costs[i].beside;
      if (!shared_.contains(files.front())) {
        sum_.bytes = sum_.bytes + bytes * tiles;
        own.insert(files.begin(), files.end());
      } else if (counted_.insert(files.front()).second) {
        sum_.bytes = sum_.bytes + bytes;
        sum_.files += files.size();
      }
    }
    sum_.files += own.size() * static_cast<std::size_t>(tiles);
  }

 private:
  const std::set<std::string>& shared_;
  TilesCost& sum_;
  std::set<std::string> counted_;  // of the shared ones
};

/// The cost of the tiles with these numbers, from that of one of each level: coarser ones have the files with {z} in
/// their names alone. A file that all tiles share, such as a texture, is counted once. `world` is the graph of the
/// world.
TilesCost cost_of_tiles(const pipeline::Graph& world, const session::TileLayout& layout,
                        std::span<const std::int64_t> numbers) {
  TilesCost sum;
  std::map<int, std::vector<std::int64_t>> by_level;
  for (const std::int64_t number : numbers) by_level[layout.tile(number).level].push_back(number);
  const std::set<std::string> shared = shared_names(world);
  Adder adder(shared, sum);
  for (const auto& [level, own] : by_level) {
    const pipeline::Graph tile = session::tile_graph(world, layout, layout.typical(own));
    const session::WorldCosts costs = session::costs_of(tile);
    const auto tiles = static_cast<double>(own.size());
    if (level == by_level.begin()->first) sum.seconds = costs.prepare.seconds;
    sum.seconds = sum.seconds + costs.tile.seconds * tiles;
    adder.add(tile, tiles);
  }
  return sum;
}

/// "X,Y" or "Z,X,Y", as in the names of files, as a tile of the world.
session::TileId tile_of(const std::string& text, const session::TileLayout& layout) {
  std::vector<int> numbers;
  const char *at = text.data(), *const end = text.data() + text.size();
  while (numbers.size() < 3) {
    const auto read = std::from_chars(at, end, numbers.emplace_back());
    if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ',') {
      at = read.ec == std::errc{} ? read.ptr : at;
      break;
    }
    at = read.ptr + 1;
  }
  const bool has_zoom = layout.has_zoom();
  if (at != end || at == text.data() || numbers.size() != (has_zoom ? 3 : 2) || text.ends_with(','))
    throw OptionError("--tile",
                      fmt::format("'{}' is not {}", text, has_zoom ? "Z,X,Y, such as 2,3,0" : "X,Y, such as 3,0"));
  const auto tile = layout.find(has_zoom ? session::TileName{numbers[1], numbers[2], numbers[0]}
                                         : session::TileName{numbers[0], numbers[1]});
  if (tile) return *tile;
  if (!has_zoom)
    throw OptionError("--tile", fmt::format("'{}' is not one of {} x {} tiles, which are numbered from 0,0", text,
                                            layout.columns, layout.rows));
  throw OptionError("--tile",
                    fmt::format("'{}' is not one of {} at {}, from {} on", text, counted_noun(layout.count(), "tile"),
                                counted_noun(layout.levels, "level"), layout.text_of({0, 0, layout.levels - 1})));
}

/// The numbers of the tiles that the options request.
std::vector<std::int64_t> wanted_tiles(const BuildOptions& options, const session::TileLayout& layout) {
  std::vector<std::int64_t> all, wanted;
  if (options.task) {
    for (const session::TileName& name : options.task->task().tiles)
      all.push_back(layout.number_of(layout.find(name).value()));  // fits_plan() has found them
    return all;
  }
  for (const std::string& text : options.tiles) all.push_back(layout.number_of(tile_of(text, layout)));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (options.tiles.empty()) {
    for (std::int64_t number = 0; number < layout.count(); ++number) all.push_back(number);
  }
  const session::Shard shard = shard_of(options.shard);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (shard.has(static_cast<std::int64_t>(i))) wanted.push_back(all[i]);
  }
  return wanted;
}

std::optional<session::TileLayout> layout_of(Build& build, std::size_t index) {
  auto layout = session::tile_layout(build.preset(index), build.loaded.diagnostics);
  report_new(build.loaded, build.context, build.options.quiet);
  return layout;
}

Json head_of(const Build& build, std::size_t index, const session::TileLayout& layout) {
  const preset::Preset& preset = build.preset(index);
  return {{"preset", preset.name},
          {"file", build.path(index)},
          {"seed", preset.seed},
          {"state", "failed"},
          {"world", session::layout_json(layout)},
          {"tiles", Json::array()}};
}

/// Reports the tiles whose files are not up to date; kNo if there are any.
int plan_stale_tiles(Build& build, std::size_t index, const session::TileLayout& layout, TileScope& scope,
                     Json& entry) {
  const bool is_text = !build.options.json && !build.options.quiet;
  std::size_t stale = 0;
  const std::vector<std::int64_t> wanted = wanted_tiles(build.options, layout);
  for (const std::int64_t number : wanted) {
    const session::TileId tile = layout.tile(number);
    scope.set(layout, tile);
    const auto reasons =
        session::stale_reasons(manifest_path(build, index), manifest_of(build, index), build.options.directory);
    if (reasons.empty()) continue;
    ++stale;
    Json listed = session::tile_name_json(layout, tile);
    listed["stale"] = reasons;
    entry["tiles"].push_back(std::move(listed));
    if (is_text)
      fmt::print("{}: stale{}\n", build.preset(index).name,
                 build.options.explain_stale ? ": " + reasons.front() : std::string{});
  }
  entry["state"] = stale > 0 ? "stale" : "up to date";
  if (is_text)
    fmt::print("{}: {} of {} not up to date\n", scope.world().name, stale, counted_noun(wanted.size(), "tile"));
  return stale > 0 ? kNo : kOk;
}

}  // namespace

std::optional<double> memory_limit_of(const BuildOptions& options) {
  if (options.memory.empty()) return std::nullopt;
  return static_cast<double>(parse_size(options.memory, "--memory"));
}

std::vector<std::string> files_to_write(Build& build, std::size_t index, const std::string& directory) {
  if (!build.preset(index).world) return session::output_paths(build.preset(index).graph, directory);
  const auto layout = layout_of(build, index);
  std::vector<std::string> files;
  if (!layout) return files;
  for (const std::int64_t number : wanted_tiles(build.options, *layout)) {
    const pipeline::Graph tile = session::tile_graph(build.preset(index).graph, *layout, layout->tile(number));
    const auto more = session::output_paths(tile, directory);
    files.insert(files.end(), more.begin(), more.end());
  }
  return files;
}

namespace {

/// Where tiles share what depends on the whole map: the cache, and memory if there is none, or if it cannot be written
/// or is too small.
std::unique_ptr<ResultStore> shared_store(Build& build) {
  std::size_t limit = session::kSharedTileBytes;
  if (const auto memory = memory_limit_of(build.options))
    limit = std::min(limit, static_cast<std::size_t>(*memory / 2));
  if (build.cache.store() == nullptr) return std::make_unique<MemoryStore>(limit);
  return std::make_unique<SpillingStore>(*build.cache.store(), limit);
}

/// Lets the last task of a plan find what the others have made of the level at which its tiles begin. The cache may
/// give that up, and jobs that have none in common pass it on as files.
void open_levels(Build& build, const session::TileLayout& layout) {
  if (!build.options.task) return;
  const std::optional<int> level = build.options.task->plan.merged_level(layout);
  if (!level) return;
  build.for_last_task = build.cache.folder(session::kMergedLevelFolder);
  build.level_store = {*level, build.for_last_task.get()};
}

/// Reports, before any work, what would end the writing of every tile alike, such as an unsuitable `crs`. Returns false
/// if there is anything.
bool are_tiles_writable(Build& build, std::size_t index, const session::TileLayout& layout) {
  const std::vector<std::int64_t> wanted = wanted_tiles(build.options, layout);
  if (wanted.empty()) return true;
  const pipeline::Graph one = session::tile_graph(build.preset(index).graph, layout, layout.tile(wanted.front()));
  if (pipeline::check_output_faults(one, build.loaded.diagnostics)) return true;
  report_new(build.loaded, build.context, build.options.quiet);
  return false;
}

/// Reports the tile at which a build of several ends. Its own errors have been reported.
void report_last_tile(Build& build, const std::string& world, const std::string& tile) {
  build.loaded.diagnostics.error(std::nullopt, fmt::format("the build of '{}' ends at tile {}", world, tile),
                                 "if others can be built, '--tile' builds them, each on its own");
  report_new(build.loaded, build.context, build.options.quiet);
}

/// Builds one tile. Returns the exit code. An IoError names the tile.
int build_tile(Build& build, const Turn& turn, const std::string& world, const std::string& tile, Json& made) {
  try {
    return run_preset(build, turn, made);
  } catch (const IoError& error) {
    throw IoError(fmt::format("tile {} of '{}': {}", tile, world, error.what()));
  }
}

/// Builds tiles one after the other, and adds them to the manifest. Returns the exit code; adds to `fresh` the number
/// of tiles that were up to date.
int build_tiles(Build& build, const Turn& turn, const session::TileLayout& layout, Json& entry,
                session::WorldManifest& manifest, std::size_t& fresh) {
  std::vector<std::int64_t> wanted = wanted_tiles(build.options, layout);
  layout.put_together(wanted);
  const double share = turn.share / static_cast<double>(std::max<std::size_t>(1, wanted.size()));
  TileScope scope(build, turn.index);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const session::TileId tile = layout.tile(wanted[i]);
    scope.set(layout, tile);
    Json made;
    Turn own{turn.index, turn.begin + static_cast<double>(i) * share, share};
    own.is_tile = true;
    const int code = build_tile(build, own, scope.world().name, layout.text_of(tile), made);
    Json listed = session::tile_name_json(layout, tile);
    listed.update({{"state", made["state"]}, {"outputs", made["outputs"]}});
    if (made["state"] == "up to date") ++fresh;
    entry["tiles"].push_back(std::move(listed));
    if (code != kOk && wanted.size() > 1) report_last_tile(build, scope.world().name, layout.text_of(tile));
    if (code != kOk) return code;
    manifest.add(tile, manifest_path(build, turn.index));
  }
  return kOk;
}

}  // namespace

int run_world(Build& build, const Turn& turn, Json& entry) {
  const auto layout = layout_of(build, turn.index);
  if (!layout || !fits_plan(build, turn.index, *layout)) return failure_code(build.loaded.diagnostics);
  entry = head_of(build, turn.index, *layout);
  if (!are_tiles_writable(build, turn.index, *layout)) return failure_code(build.loaded.diagnostics);
  if (build.options.task) entry["task"] = build.options.task->task().name();
  const auto is_task = [&](session::TaskKind kind) {
    return build.options.task && build.options.task->task().kind == kind;
  };
  if (is_task(session::TaskKind::prepare)) return run_prepare(build, turn, *layout, entry);
  if (build.shared == nullptr) build.shared = shared_store(build);
  open_levels(build, *layout);
  std::size_t fresh = 0;
  session::WorldManifest manifest(*layout, build.preset(turn.index), build.options.directory);
  build.finished_tiles.emplace();
  build.finished_windows.emplace();
  const int code = build_tiles(build, turn, *layout, entry, manifest, fresh);
  build.finished_tiles.reset();
  build.finished_windows.reset();
  if (code != kOk) return code;
  if (is_task(session::TaskKind::merge)) return run_merge(build, turn, *layout, entry);
  const std::size_t built = entry["tiles"].size();
  entry["state"] = fresh == built ? "up to date" : "built";
  // The manifest lists all files of all tiles.
  const bool is_whole = manifest.is_complete() && build.options.only.empty() && !build.options.no_pictures;
  io::FileSet files;
  if (is_whole) manifest.write(files);
  files.commit(io::Equal::keep);
  if (build.options.quiet || build.options.json) return kOk;
  fmt::print("{}: {} of {}, {} of which were up to date\n", build.preset(turn.index).name, counted_noun(built, "tile"),
             layout->count(), fresh);
  if (is_whole) fmt::print("{:>10}  {}\n", "", manifest.path().string());
  return kOk;
}

int plan_world(Build& build, std::size_t index, Json& entry) {
  const auto layout = layout_of(build, index);
  if (!layout) return failure_code(build.loaded.diagnostics);
  entry = head_of(build, index, *layout);
  TileScope scope(build, index);
  if (build.options.if_stale) return plan_stale_tiles(build, index, *layout, scope, entry);
  const std::vector<std::int64_t> wanted = wanted_tiles(build.options, *layout);
  const bool is_text = !build.options.json && !build.options.quiet;
  if (is_text)
    fmt::print("{}: {} x {} tiles of {} samples{}, of a map of {} x {} samples; {} to build, each like this one:\n",
               scope.world().name, layout->columns, layout->rows, layout->params.tile,
               layout->levels > 1 ? fmt::format(" at the finest of {} levels", layout->levels) : "", layout->grid.width,
               layout->grid.height, wanted.size());
  if (!wanted.empty()) scope.set(*layout, layout->typical(wanted));
  Json one;
  const int code = plan_preset(build, index, one);
  entry["state"] = "planned";
  entry["stages"] = one["stages"];
  entry["outputs"] = one["outputs"];
  const TilesCost all = cost_of_tiles(scope.world().graph, *layout, wanted);
  entry["files"] = all.files;
  entry["bytes"] = session::bytes_json(all.bytes);
  entry["memory"] = one["memory"];
  entry["seconds"] = session::seconds_json(all.seconds);
  if (is_text)
    fmt::print("  in all {}, {}  ({}, {})\n", counted_noun(wanted.size(), "tile"), counted_noun(all.files, "file"),
               file_size_text(all.bytes, all.files), work_text(all.seconds));
  return code;
}

}  // namespace weald::app
