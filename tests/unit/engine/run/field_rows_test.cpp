// Large heightmaps that are computed while they are written.

#include "engine/run/detail/field_rows.h"

#include "support/catch.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/parallel.h"

using namespace weald;
using pipeline::FieldRows;
using pipeline::LazyField;

namespace {

/// Numbers whose range only all rows show.
std::shared_ptr<const LazyField> numbers(const GridSpec& grid, std::atomic<int>* samples = nullptr) {
  LazyField field;
  field.grid = grid;
  field.kernel.fill = [samples](const FieldWindow& window) {
    const Region& region = window.out.region;
    if (samples != nullptr) *samples += region.width * region.height;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x)
        window.out.at(x, y) = static_cast<float>((x * 31 + y * 17) % 101 + y);
    }
  };
  return std::make_shared<const LazyField>(std::move(field));
}

/// The sum of the samples `radius` to the left, right, above and below, clipped to the grid.
std::shared_ptr<const LazyField> cross_sum(std::shared_ptr<const LazyField> input, int radius) {
  LazyField field;
  field.grid = input->grid;
  field.inputs = {{"from", std::move(input)}};
  field.kernel.radius = radius;
  field.kernel.fill = [radius](const FieldWindow& window) {
    const schema::Input<Heightmap> from{.stage = "from"};
    const Region& region = window.out.region;
    const int right = window.grid.width - 1, bottom = window.grid.height - 1;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x) {
        const HeightView& in = window.inputs[from];
        window.out.at(x, y) = in.at(std::max(0, x - radius), y) + in.at(std::min(right, x + radius), y) +
                              in.at(x, std::max(0, y - radius)) + in.at(x, std::min(bottom, y + radius));
      }
    }
  };
  return std::make_shared<const LazyField>(std::move(field));
}

/// All samples, read `at_once` rows at a time.
Heightmap read_all(FieldRows& rows, int at_once) {
  const GridSpec grid = rows.grid();
  Heightmap map(grid);
  for (int first = 0; first < grid.height; first += at_once) {
    const int count = std::min(at_once, grid.height - first);
    const HeightView view = rows.rows(first, count);
    for (int y = first; y < first + count; ++y) std::copy_n(view.row(y), grid.width, map.heights.row(y).begin());
  }
  return map;
}

constexpr Region whole_of(const GridSpec& grid) { return {0, 0, grid.width, grid.height}; }

}  // namespace

TEST_CASE("field rows: the samples of the whole map, however many rows are read at a time, on any number of threads") {
  const GridSpec grid{2500, 130, 0.5, {7, -3}};
  for (const int radius : {0, 3, 50}) {
    const auto field = radius == 0 ? numbers(grid) : cross_sum(numbers(grid), radius);
    const Heightmap expected = pipeline::materialise(*field, {});
    for (const auto& [threads, at_once] : {std::pair{1, 130}, {2, 1}, {8, 33}, {2, 64}}) {
      CAPTURE(radius, threads, at_once);
      const ThreadLimit limit(threads);
      FieldRows rows(field, whole_of(grid), {});
      const Heightmap read = read_all(rows, at_once);
      CHECK(read.grid() == grid);
      CHECK(read.heights == expected.heights);
    }
  }
}

TEST_CASE("field rows: those of a region are the samples of the map there") {
  const GridSpec grid{90, 80, 2, {10, 20}};
  const Region region{13, 7, 40, 61};
  const auto field = cross_sum(numbers(grid), 4);
  const Heightmap expected = pipeline::materialise_region(*field, region, {});
  FieldRows rows(field, region, {});
  const Heightmap read = read_all(rows, 7);
  CHECK(read.grid() == expected.grid());
  CHECK(read.heights == expected.heights);
}

TEST_CASE("field rows: the range is known once all rows were read, and computed before that") {
  const GridSpec grid{300, 200};
  std::atomic<int> samples = 0;
  const auto field = numbers(grid, &samples);
  const HeightRange expected = height_range(pipeline::materialise(*field, {}));
  const int all = grid.width * grid.height;
  samples = 0;
  FieldRows first_read(field, whole_of(grid), {});
  read_all(first_read, 16);
  CHECK(first_read.range().min == expected.min);
  CHECK(first_read.range().max == expected.max);
  CHECK(samples == all);
  samples = 0;
  FieldRows first_asked(field, whole_of(grid), {});
  CHECK(first_asked.range().min == expected.min);
  CHECK(first_asked.range().max == expected.max);
  CHECK(samples == all);
}

TEST_CASE("field rows: a sample that is not finite is an error, with its place") {
  LazyField field;
  field.grid = {50, 300};
  field.kernel.fill = [](const FieldWindow& window) {
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x)
        window.out.at(x, y) = x == 7 && y >= 222 ? std::numeric_limits<float>::infinity() : 0.0f;
    }
  };
  FieldRows rows(std::make_shared<const LazyField>(std::move(field)), {0, 0, 50, 300}, {});
  CHECK_THROWS_WITH(rows.range(), Catch::Contains("sample (7, 222) is infinite"));
}

TEST_CASE("field rows: an interrupted run stops") {
  std::atomic<bool> stop = true;
  RunContext context;
  context.stop = &stop;
  FieldRows rows(numbers({50, 50}), {0, 0, 50, 50}, context);
  CHECK_THROWS_AS(rows.rows(0, 10), Interrupted);
}
