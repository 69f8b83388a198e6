// Pictures that are made from pictures of the land: a part that is built by itself equals the same part of the whole.

#include "support/catch.h"

#include <cstdint>
#include <string>
#include <vector>

#include "support/png.h"
#include "unit/engine/graph/region_run.h"

using namespace weald;
using test::build_region;
using test::RegionRun;

namespace {

constexpr const char* kPictureLand =
    "  land:   {kind: fbm, size: [150, 97], cell_size: 3, frequency: 0.01, amplitude: 40}\n"
    "  mask:   {kind: remap, from: land, input: [-40, 40], output: [0, 1]}\n"
    "  layers:\n    kind: splat\n    from: land\n    layers:\n      grass: {}\n"
    "      rock: {slope: {min: 20, fade: 15}}\n      snow: {height: {min: 25, fade: 5}, noise: 0.8}\n"
    "      mud: {curvature: {max: -0.1, fade: 0.05}}\n      scree: {slope: {min: 50, fade: 9}}\n"
    "  ground: {kind: albedo, from: layers, second: layers.second, shade: mask, variation: 0.6, patch: 0.2, colours: "
    "[[0.2, 0.4, 0.1], [0.5, 0.5, 0.4], [1, 1, 1], [0.3, 0.2, 0.1], [0.6, 0.5, 0.5]]}\n"
    "  tinted: {kind: colour_ramp, from: land, palette: alpine, range: [-40, 40]}\n"
    "  mixed:  {kind: image_blend, from: ground, with: tinted, mode: overlay, opacity: 0.7, mask: mask}\n"
    "  bright: {kind: image_adjust, from: mixed, exposure: 0.5, saturation: 1.4, depth: 16}\n"
    "  packed: {kind: pack_channels, red: {from: mask}, green: {from: bright}, blue: {from: ground, channel: red}}\n"
    "  again:  {kind: image_adjust, from: layers.second, invert: true}\n";

/// A grey picture, another level for each pixel, as a stage that imports it.
std::string imported_stage(const test::TemporaryFolder& folder, int width, int height) {
  Grid<std::uint16_t> levels(width, height);
  for (std::size_t i = 0; i < levels.size(); ++i) levels.values()[i] = static_cast<std::uint16_t>(i * 4);
  write_text(folder / "decal.png", test::libpng_encode(levels));
  return "  decal: {kind: image_import, file: '" + (folder / "decal.png").string() +
         "'}\n"
         "  marked: {kind: image_blend, from: ground, with: decal, mode: multiply}\n";
}

}  // namespace

TEST_CASE("region: pictures made from pictures of the land are those of the whole map, to the last bit", "[pipeline]") {
  const test::TemporaryFolder folder;
  const std::string stages = kPictureLand + imported_stage(folder, 150, 97);
  check_pictures(stages, {"ground", "mixed", "bright", "packed", "again", "marked"},
                 {{0, 0, 150, 97}, {149, 96, 1, 1}, {17, 70, 90, 20}, {60, 0, 31, 97}});
}

TEST_CASE("region: a picture of another size than the whole map is refused beside pictures of the region",
          "[pipeline]") {
  const test::TemporaryFolder folder;
  const std::string stages = kPictureLand + imported_stage(folder, 9, 8);
  const RegionRun part = build_region(stages, {"marked"}, Region{10, 20, 9, 8});
  REQUIRE(part.errors.size() == 1);
  CHECK(part.errors.front().ends_with(
      "the picture has 9 x 8 pixels, but the whole map, of which a region is built, has 150 x 97 samples"));
}

TEST_CASE("region: an albedo of a size of its own is no window of the map, and is refused", "[pipeline]") {
  const std::string stages =
      std::string(kPictureLand) +
      "  large: {kind: albedo, from: layers, second: layers.second, size: [300, 194], colours: [[0, 0, 0], [1, 0, 0], "
      "[0, 1, 0], [0, 0, 1], [1, 1, 1]]}\n";
  CHECK(build_region(stages, {"large"}, Region{10, 20, 9, 8}).errors.size() == 1);
}
