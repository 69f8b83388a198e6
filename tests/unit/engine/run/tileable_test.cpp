// The shipped preset `tileable` wraps: one sample more in each direction repeats the first ones.

#include "support/catch.h"

#include <string>
#include <vector>

#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"

using namespace weald;

namespace {

const std::string kPreset = WEALD_SOURCE_DIR "/presets/tileable.yaml";

/// The 16-bit heightmap of the preset on a grid of `side` x `side` samples.
Heightmap texture(int side) {
  preset::PresetRequest request;
  request.path = kPreset;
  request.set.push_back("grid.size=[" + std::to_string(side) + ", " + std::to_string(side) + "]");
  Sources sources;
  Diagnostics diagnostics;
  const preset::LoadedPreset loaded = preset::load_preset(request, sources, diagnostics);
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(loaded.preset);
  Heightmap result;
  const auto keep = [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
    if (output.decl.spec.file.value == "tileable_height.png") result = std::get<Heightmap>(artifact);
  };
  REQUIRE(pipeline::evaluate(loaded.preset->graph, {}, diagnostics, keep));
  return result;
}

}  // namespace

TEST_CASE("tileable preset: sample 512 equals sample 0, exactly, along both axes", "[pipeline]") {
  const Heightmap map = texture(600);
  REQUIRE(map.width() == 600);
  REQUIRE(map.height() == 600);
  int seams = 0;
  for (int along = 0; along < 600; ++along) {
    for (int beyond = 512; beyond < 600; ++beyond) {
      seams += map.heights.at(beyond, along) != map.heights.at(beyond - 512, along) ? 1 : 0;
      seams += map.heights.at(along, beyond) != map.heights.at(along, beyond - 512) ? 1 : 0;
    }
  }
  CHECK(seams == 0);
}

TEST_CASE("tileable preset: the texture is one period of the pattern, and no shorter one", "[pipeline][statistics]") {
  const Heightmap tile = texture(512);
  REQUIRE(tile.width() == 512);
  const Heightmap larger = texture(600);
  int changed = 0;
  int moved = 0;
  for (int y = 0; y < 512; ++y) {
    for (int x = 0; x < 512; ++x) {
      changed += tile.heights.at(x, y) != larger.heights.at(x, y) ? 1 : 0;
      moved += tile.heights.at(x, y) != tile.heights.at((x + 256) % 512, y) ? 1 : 0;
      moved += tile.heights.at(x, y) != tile.heights.at(x, (y + 256) % 512) ? 1 : 0;
    }
  }
  CHECK(changed == 0);
  CHECK(moved > 512 * 512);
}
