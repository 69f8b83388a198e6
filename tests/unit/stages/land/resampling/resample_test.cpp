#include "stages/land/resampling/resample.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "support/run_field.h"
#include "unit/stages/land/resampling/rough_map.h"

using namespace weald;
using namespace weald::resampling;
using raster::Interpolation;
using test::FieldRun;

namespace {

constexpr Interpolation kAll[] = {Interpolation::nearest, Interpolation::bilinear, Interpolation::bicubic,
                                  Interpolation::area};

ResampleParams to_cells(double cell_size, Interpolation interpolation) {
  ResampleParams params;
  params.from.stage = "map";
  params.cell_size = cell_size;
  params.interpolation = interpolation;
  return params;
}

}  // namespace

TEST_CASE("resample: samples that coincide with the input's keep their bits, on finer and coarser grids") {
  const Heightmap map = test::rough_map({25, 19, 0.3, {100.1, -7.7}});
  for (const Interpolation kind : {Interpolation::nearest, Interpolation::bilinear, Interpolation::bicubic}) {
    const Heightmap fine = FieldRun<Resample>(to_cells(0.1, kind), {{"map", map}}).whole();
    REQUIRE(fine.grid() == GridSpec{73, 55, 0.1, {100.1, -7.7}});
    const Heightmap coarse = FieldRun<Resample>(to_cells(0.6, kind), {{"map", map}}).whole();
    REQUIRE(coarse.grid() == GridSpec{13, 10, 0.6, {100.1, -7.7}});
    bool equal = true;
    for (int y = 0; y < 19; ++y) {
      for (int x = 0; x < 25; ++x) {
        equal = equal && fine.heights.at(3 * x, 3 * y) == map.heights.at(x, y);
        equal = equal && (x % 2 + y % 2 > 0 || coarse.heights.at(x / 2, y / 2) == map.heights.at(x, y));
      }
    }
    CHECK(equal);
  }
  CHECK(FieldRun<Resample>(to_cells(0.3, Interpolation::area), {{"map", map}}).whole().heights == map.heights);
}

TEST_CASE("resample: polynomials are reproduced by each method's order, between all samples and up to the border") {
  const auto plane = [](double x, double z) { return 7 - 0.3 * x + 0.2 * z; };
  const auto quadratic = [](double x, double z) { return 0.02 * x * x - 0.01 * z * z + 0.004 * x * z - x + 3; };
  const GridSpec grid{31, 27, 4, {-20, 10}};
  for (const double cell : {1.7, 4.4, 13.0}) {
    for (const Interpolation kind : {Interpolation::bilinear, Interpolation::bicubic, Interpolation::area}) {
      ResampleParams params = to_cells(cell, kind);
      params.origin = Vec2{-18.3, 11.9};
      const FieldRun<Resample> run(params, {{"map", test::map_of(grid, plane)}});
      const Heightmap made = run.whole(), wanted = test::map_of(run.grid, plane);
      for (std::size_t i = 0; i < made.heights.size(); ++i)
        CHECK(made.heights.values()[i] == Approx(wanted.heights.values()[i]).margin(1e-5));
    }
    ResampleParams params = to_cells(cell, Interpolation::bicubic);
    params.origin = Vec2{-18.3, 11.9};
    const FieldRun<Resample> run(params, {{"map", test::map_of(grid, quadratic)}});
    const Heightmap made = run.whole(), wanted = test::map_of(run.grid, quadratic);
    for (std::size_t i = 0; i < made.heights.size(); ++i)
      CHECK(made.heights.values()[i] == Approx(wanted.heights.values()[i]).margin(2e-5));
  }
}

TEST_CASE("resample: every sample is that of interpolation at its place; area keeps the mean of a shrunk map") {
  const Heightmap map = test::rough_map({40, 30, 2, {0, 0}});
  for (const Interpolation kind : {Interpolation::nearest, Interpolation::bilinear, Interpolation::bicubic}) {
    ResampleParams params = to_cells(0.77, kind);
    params.origin = Vec2{-3, 5};
    const FieldRun<Resample> run(params, {{"map", map}});
    const Heightmap made = run.whole();
    bool equal = true;
    for (int y = 0; y < made.height(); ++y) {
      for (int x = 0; x < made.width(); ++x) {
        const Vec2 place = run.grid.position(x, y) / 2.0;
        equal =
            equal && made.heights.at(x, y) == Approx(raster::sample_at(view(map), 40, 30, place, kind)).margin(1e-4);
      }
    }
    CHECK(equal);
  }
  // Nine by nine samples, each once, and half of those on the border of the window.
  ResampleParams params = to_cells(20, Interpolation::area);
  params.size = {2, 2};
  params.origin = Vec2{20, 20};
  const Heightmap made = FieldRun<Resample>(params, {{"map", map}}).whole();
  double mean = 0;
  for (int y = 5; y <= 15; ++y) {
    for (int x = 5; x <= 15; ++x)
      mean += map.heights.at(x, y) * (x == 5 || x == 15 ? 0.5 : 1) * (y == 5 || y == 15 ? 0.5 : 1) / 100;
  }
  CHECK(made.heights.at(0, 0) == Approx(mean).margin(1e-4));
}

TEST_CASE("resample: windows that see only what they need have the bits of the whole") {
  const Heightmap map = test::rough_map({50, 37, 3, {5, 5}});
  for (const Interpolation kind : kAll) {
    for (const double cell : {0.9, 3.0, 7.3, 60.0}) {
      ResampleParams params = to_cells(cell, kind);
      params.origin = Vec2{-30, -9};
      params.outside = 12;
      const FieldRun<Resample> run(params, {{"map", map}});
      CHECK(run.in_windows(13, 5).heights == run.whole().heights);
    }
  }
}

TEST_CASE("resample: beyond the input the border continues, or the height is that of 'outside'") {
  const Heightmap map = test::rough_map({10, 10, 1, {0, 0}});
  ResampleParams params = to_cells(1, Interpolation::bicubic);
  params.size = {14, 14};
  params.origin = Vec2{-2, -2};
  const Heightmap kept = FieldRun<Resample>(params, {{"map", map}}).whole();
  CHECK(kept.heights.at(0, 7) == map.heights.at(0, 5));
  CHECK(kept.heights.at(13, 13) == map.heights.at(9, 9));
  params.outside = -500;
  const Heightmap filled = FieldRun<Resample>(params, {{"map", map}}).whole();
  CHECK(filled.heights.at(1, 7) == -500);
  CHECK(filled.heights.at(2, 2) == map.heights.at(0, 0));
  CHECK(filled.heights.at(11, 11) == map.heights.at(9, 9));
  CHECK(filled.heights.at(11, 12) == -500);
}

TEST_CASE("resample: the grid follows from what is given") {
  const GridSpec from{101, 51, 2, {10, 20}};
  const auto grid = [&](const TargetGridParams& params) { return target_grid(params, from, {}); };
  TargetGridParams params;
  params.size = {41, 41};
  CHECK(grid(params) == GridSpec{41, 41, 2.5, {10, 20}});
  params.origin = Vec2{110, 20};
  CHECK(grid(params) == GridSpec{41, 41, 2.5, {110, 20}});
  params.cell_size = 9;
  CHECK(grid(params) == GridSpec{41, 41, 9, {110, 20}});
  params.size.reset();
  CHECK(grid(params) == GridSpec{12, 12, 9, {110, 20}});
  params.cell_size = 200;
  CHECK_THROWS_AS(grid(params), StageError);
  params.cell_size = 1e-4;
  CHECK_THROWS_AS(grid(params), StageError);
  TargetGridParams beyond;
  beyond.origin = Vec2{1000, 20};
  CHECK_THROWS_AS(grid(beyond), StageError);
}
