// The tasks of a plan that build no tiles: the one before them and the one after them.

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text/counted.h"
#include "front/cli/building/detail/build_steps.h"
#include "front/cli/console/failure.h"
#include "session/run.h"
#include "session/world_manifest.h"

namespace weald::app {

namespace {

constexpr std::size_t kMostListed = 5;  // tiles in the message of a merge

}  // namespace

int run_prepare(Build& build, const Turn& turn, const session::TileLayout& layout, Json& entry) {
  if (build.store() == nullptr) throw IoError("the cache is off, and the tasks share their results through it");
  TileScope scope(build, turn.index);
  scope.set_shared(layout);
  Json made;
  const int code = run_preset(build, turn, made);
  entry["state"] = made["state"];
  if (code != kOk) return code;
  const pipeline::Graph& graph = build.preset(turn.index).graph;
  const session::RunPlan run = session::plan_run(graph, build.store());
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (run.plan.steps[i].kind == pipeline::StepKind::windows || run.kept[i].value_or(false)) continue;
    throw IoError(fmt::format("the cache '{}' did not keep the result of '{}', which all tiles need",
                              build.cache.directory(), graph.stages[i].decl.name));
  }
  if (!build.options.quiet && !build.options.json)
    fmt::print("{}: {} in the cache {}\n", scope.world().name, counted_noun(graph.stages.size(), "stage"),
               build.cache.directory());
  return kOk;
}

int run_merge(Build& build, const Turn& turn, const session::TileLayout& layout, Json& entry) {
  session::WorldManifest manifest(layout, build.preset(turn.index), build.options.directory);
  std::int64_t wrong = 0;
  TileScope scope(build, turn.index);
  Diagnostics& diagnostics = build.loaded.diagnostics;
  for (std::int64_t number = 0; number < layout.count(); ++number) {
    if (build.context.stop != nullptr && build.context.stop->load()) throw Interrupted();
    const session::TileId tile = layout.tile(number);
    scope.set(layout, tile);
    const std::filesystem::path path = manifest_path(build, turn.index);
    const auto reasons = session::stale_reasons(path, manifest_of(build, turn.index), build.options.directory);
    if (reasons.empty()) {
      if (wrong == 0) manifest.add(tile, path);
      continue;
    }
    if (++wrong <= static_cast<std::int64_t>(kMostListed))
      diagnostics.error(std::nullopt,
                        fmt::format("tile {} is not complete: {}", layout.text_of(tile), reasons.front()));
  }
  if (wrong > 0) {
    diagnostics.error(std::nullopt, fmt::format("{} of {} tiles are not complete", wrong, layout.count()),
                      "run their tasks again; tiles that are complete are skipped");
    report_new(build.loaded, build.context, build.options.quiet);
    return kNo;
  }
  io::FileSet files;
  manifest.write(files);
  files.commit(io::Equal::keep);
  entry["state"] = "built";
  if (!build.options.quiet && !build.options.json)
    fmt::print("{}: {}\n{:>10}  {}\n", scope.world().name, counted_noun(layout.count(), "tile"), "",
               manifest.path().string());
  return kOk;
}

bool fits_plan(Build& build, std::size_t index, const session::TileLayout& layout) {
  if (!build.options.task) return true;
  const TaskRun& run = *build.options.task;
  const auto& tiles = run.task().tiles;
  const bool is_inside =
      std::ranges::all_of(tiles, [&](const session::TileName& tile) { return layout.find(tile).has_value(); });
  if (is_inside && session::recipe_of(build.preset(index), layout) == run.plan.recipe) return true;
  build.loaded.diagnostics.error(
      std::nullopt,
      fmt::format("the plan '{}' does not fit the preset '{}': the preset, or the version of weald, is not the one "
                  "that it was made for",
                  run.file, build.path(index)),
      "make it again with weald plan");
  report_new(build.loaded, build.context, build.options.quiet);
  return false;
}

}  // namespace weald::app
