#include "stages/land/resampling/crop.h"

#include "support/catch.h"

#include "base/error.h"
#include "support/run_field.h"

using namespace weald;
using namespace weald::resampling;
using test::FieldRun;

namespace {

const GridSpec kCroppedGrid{31, 23, 0.1, {5.3, -2}};

Heightmap numbered() {
  Heightmap map(kCroppedGrid);
  for (int i = 0; i < 31 * 23; ++i) map.heights.values()[static_cast<std::size_t>(i)] = static_cast<float>(i);
  return map;
}

CropParams samples(int x, int y, int width, int height) {
  CropParams params;
  params.from.stage = "map";
  params.samples = {x, y, width, height};
  return params;
}

CropParams metres(double x, double z, double width, double depth) {
  CropParams params;
  params.from.stage = "map";
  params.metres = {x, z, width, depth};
  return params;
}

}  // namespace

TEST_CASE("crop: the samples of the window are unchanged and stay where they were") {
  const FieldRun<Crop> run(samples(4, 7, 20, 9), {{"map", numbered()}});
  CHECK(run.grid == GridSpec{20, 9, 0.1, kCroppedGrid.position(4, 7)});
  const Heightmap made = run.whole();
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 20; ++x) CHECK(made.heights.at(x, y) == static_cast<float>((7 + y) * 31 + 4 + x));
  }
  CHECK(run.in_windows(7, 2).heights == made.heights);
}

TEST_CASE("crop: a window in metres has the samples inside it and on its border") {
  CHECK(cropped(metres(5.3, -2, 3.0, 2.2), kCroppedGrid) == Region{0, 0, 31, 23});
  CHECK(cropped(metres(5.3 + 0.7, -2 + 0.3, 0.2, 0.4), kCroppedGrid) == Region{7, 3, 3, 5});
  CHECK(cropped(metres(5.95, -1.75, 0.2, 0.4), kCroppedGrid) == Region{7, 3, 2, 4});
}

TEST_CASE("crop: a window that leaves the map or has too few samples is an error") {
  CHECK_THROWS_AS(cropped(samples(12, 0, 20, 9), kCroppedGrid), StageError);
  CHECK_THROWS_AS(cropped(samples(0, 22, 2, 2), kCroppedGrid), StageError);
  CHECK_THROWS_AS(cropped(metres(5.1, -2, 1, 1), kCroppedGrid), StageError);
  CHECK_THROWS_AS(cropped(metres(6, -2, 0.05, 1), kCroppedGrid), StageError);
  CHECK_THROWS_AS(cropped(metres(-1e9, -1e9, 1e9, 1e9), kCroppedGrid), StageError);
}
