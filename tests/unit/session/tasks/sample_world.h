#pragma once
// A small world for tests: eroded on a coarse grid, worn on a finer one, in 4 x 2 tiles.

#include <string>

#include "support/catch.h"

#include "session/loaded_presets.h"
#include "session/tasks/task_plan.h"
#include "session/world.h"
#include "support/files.h"

namespace weald::session::tests {

inline const std::string kEroded =
    "  coarse: {kind: fbm, size: [10, 6], cell_size: 16, frequency: 0.02}\n"
    "  eroded: {kind: hydraulic_erosion, from: coarse}\n"
    "  big: {kind: resample, from: eroded, size: [33, 17], cell_size: 4, interpolation: bicubic}\n"
    "  worn: {kind: thermal_erosion, from: big, iterations: 2}\n";
inline const std::string kPlain = "  worn: {kind: fbm}\n";

/// A world that has been loaded.
struct SampleWorld {
  test::TemporaryFolder folder;
  LoadedPresets loaded;
  TileLayout layout;

  explicit SampleWorld(const std::string& stages = kEroded, const std::string& world = "tile: 9, overlap: 1",
                       const std::string& file = "{x}_{y}.png") {
    test::write_text(folder / "alps.yaml", "weald: 1\ngrid: {size: [33, 17], cell_size: 4}\nworld: {" + world +
                                               "}\nstages:\n" + stages + "outputs: [{from: worn, file: '" + file +
                                               "', range: [-9, 9]}]\n");
    loaded = load_presets({{(folder / "alps.yaml").string()}, {}, ""});
    for (const Diagnostic& diagnostic : loaded.diagnostics.all()) UNSCOPED_INFO(diagnostic.message);
    REQUIRE(loaded.ok());
    auto found = tile_layout(preset(), loaded.diagnostics);
    REQUIRE(found);
    layout = *found;
  }

  const preset::Preset& preset() const { return *loaded.presets.front().preset; }
  pipeline::Graph tile() const { return tile_graph(preset().graph, layout, {0, 0}); }
  WorldCosts costs() const { return costs_of(tile()); }
  /// A plan with `parts` tasks for tiles, in a folder `plan` beside the preset.
  TaskPlan plan(std::int64_t parts) const {
    TaskChoice choice;
    choice.preset.paths = {"../alps.yaml"};
    choice.directory = "tiles";
    choice.cache = "cache";
    choice.parts = parts;
    return plan_tasks(preset(), layout, costs(), choice);
  }
  std::string text(const TaskPlan& plan) const { return plan_text(plan, {preset(), layout, costs(), {}}); }
};

}  // namespace weald::session::tests
