#pragma once
// Builds a region of stages for tests.

#include <catch2/catch.hpp>

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

/// Checks that each of `names`, which make pictures, has the same pixels in regions as in the whole map.
inline void check_pictures(const std::string& stages, const std::vector<std::string>& names,
                           const std::vector<Region>& regions) {
  const RegionRun whole = build_region(stages, names, std::nullopt);
  CAPTURE(whole.errors);
  REQUIRE(whole.errors.empty());
  for (const Region& region : regions) {
    const RegionRun part = build_region(stages, names, region);
    CAPTURE(region.x, region.y, region.width, region.height, part.errors);
    REQUIRE(part.errors.empty());
    for (const std::string& name : names) {
      CAPTURE(name);
      const auto& [all, all_fine, all_place] = std::get<Image>(whole.made.at(name));
      const auto& [cut, cut_fine, cut_place] = std::get<Image>(part.made.at(name));
      REQUIRE((cut.width() == region.width && cut.height() == region.height));
      REQUIRE(cut_fine.size() == (all_fine.empty() ? 0 : cut.size()));
      CHECK(cut_place == PicturePlace{all.width(), all.height(), region.x, region.y});
      bool equal = true;
      for (int y = 0; y < region.height; ++y) {
        for (int x = 0; x < region.width; ++x) {
          equal = equal && cut.at(x, y) == all.at(region.x + x, region.y + y);
          if (!cut_fine.empty()) equal = equal && cut_fine.at(x, y) == all_fine.at(region.x + x, region.y + y);
        }
      }
      CHECK(equal);
    }
  }
}

/// Checks that each of `names` is the same in regions as in the whole map.
inline void check_regions(const std::string& stages, const std::vector<std::string>& names,
                          const std::vector<Region>& regions) {
  const RegionRun whole = build_region(stages, names, std::nullopt);
  REQUIRE(whole.errors.empty());
  for (const Region& region : regions) {
    const RegionRun part = build_region(stages, names, region);
    CAPTURE(region.x, region.y, region.width, region.height, part.errors);
    REQUIRE(part.errors.empty());
    for (const std::string& name : names) {
      CAPTURE(name);
      const auto& all = std::get<Heightmap>(whole.made.at(name));
      const auto& cut = std::get<Heightmap>(part.made.at(name));
      REQUIRE((cut.width() == region.width && cut.height() == region.height));
      bool equal = true;
      for (int y = 0; y < region.height; ++y) {
        for (int x = 0; x < region.width; ++x)
          equal = equal && cut.heights.at(x, y) == all.heights.at(region.x + x, region.y + y);
      }
      CHECK(equal);
    }
  }
}

}  // namespace weald::test
