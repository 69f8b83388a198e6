#pragma once
// Builds a region of stages for tests.

#include "support/catch.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "engine/graph/region.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "support/files.h"

namespace weald::test {

struct RegionRun {
  std::map<std::string, pipeline::Artifact> made;  // by file
  std::vector<std::string> errors;
};

/// The part of all heightmaps that is built.
struct RegionPlace {
  RegionPlace(const Region& on, int at_level = 0, int with_apron = 0)
      : region(on), level(at_level), apron(with_apron) {}
  Region region;
  int level, apron;
};

/// Builds outputs of the stages `names` from stages given as YAML lines.
inline RegionRun build_region(const std::string& stages, const std::vector<std::string>& names,
                              const std::optional<RegionPlace>& place, const pipeline::EvalOptions& options = {}) {
  std::string text = "weald: 1\nseed: 3\nstages:\n" + stages + "outputs:\n";
  for (const std::string& name : names) text += "  - {from: " + name + ", file: " + name + ".png, picture: {}}\n";
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", text);
  Sources sources;
  Diagnostics diagnostics;
  auto loaded = preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  if (place) {
    loaded.preset->graph.region = place->region;
    loaded.preset->graph.level = place->level;
    loaded.preset->graph.apron = place->apron;
  }
  RegionRun run;
  pipeline::evaluate(loaded.preset->graph, options, diagnostics,
                     [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                       run.made[output.decl.spec.from.stage] = artifact;
                     });
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == Severity::error) run.errors.push_back(diagnostic.message);
  }
  return run;
}

/// Whether a window of a grid has the values of the whole one.
template <class T>
bool is_window(const Grid<T>& window, const Grid<T>& all, const Region& region) {
  bool equal = window.width() == region.width && window.height() == region.height;
  for (int y = 0; equal && y < region.height; ++y) {
    for (int x = 0; x < region.width; ++x) equal = equal && window.at(x, y) == all.at(region.x + x, region.y + y);
  }
  return equal;
}

/// Calls check(whole artifact, artifact of a region, the region) for each of `names` in each region.
template <class Check>
void compare_regions(const std::string& stages, const std::vector<std::string>& names,
                     const std::vector<Region>& regions, const Check& check) {
  const RegionRun whole = build_region(stages, names, std::nullopt);
  CAPTURE(whole.errors);
  REQUIRE(whole.errors.empty());
  for (const Region& region : regions) {
    const RegionRun part = build_region(stages, names, region);
    CAPTURE(region.x, region.y, region.width, region.height, part.errors);
    REQUIRE(part.errors.empty());
    for (const std::string& name : names) {
      CAPTURE(name);
      check(whole.made.at(name), part.made.at(name), region);
    }
  }
}

/// Checks that each of `names`, which make pictures, has the same pixels in regions as in the whole map.
inline void check_pictures(const std::string& stages, const std::vector<std::string>& names,
                           const std::vector<Region>& regions) {
  compare_regions(stages, names, regions, [](const auto& whole, const auto& part, const Region& region) {
    const auto& [all, all_fine, all_place] = std::get<Image>(whole);
    const auto& [cut, cut_fine, cut_place] = std::get<Image>(part);
    CHECK(cut_place == PicturePlace{all.width(), all.height(), region.x, region.y});
    CHECK(is_window(cut, all, region));
    REQUIRE(cut_fine.empty() == all_fine.empty());
    CHECK((cut_fine.empty() || is_window(cut_fine, all_fine, region)));
  });
}

/// Checks that each of `names` is the same in regions as in the whole map.
inline void check_regions(const std::string& stages, const std::vector<std::string>& names,
                          const std::vector<Region>& regions) {
  compare_regions(stages, names, regions, [](const auto& whole, const auto& part, const Region& region) {
    CHECK(is_window(std::get<Heightmap>(part).heights, std::get<Heightmap>(whole).heights, region));
  });
}

}  // namespace weald::test
