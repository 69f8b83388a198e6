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

/// Builds outputs of the stages `names` from stages given as YAML lines.
inline RegionRun build_region(const std::string& stages, const std::vector<std::string>& names,
                              const std::optional<Region>& region) {
  std::string text = "weald: 1\nseed: 3\nstages:\n" + stages + "outputs:\n";
  for (const std::string& name : names) text += "  - {from: " + name + ", file: " + name + ".png, picture: {}}\n";
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", text);
  Sources sources;
  Diagnostics diagnostics;
  auto loaded = preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  loaded.preset->graph.region = region;
  RegionRun run;
  pipeline::evaluate(loaded.preset->graph, {}, diagnostics,
                     [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                       run.made[output.decl.spec.from.stage] = artifact;
                     });
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity == Severity::error) run.errors.push_back(diagnostic.message);
  }
  return run;
}

}  // namespace weald::test
