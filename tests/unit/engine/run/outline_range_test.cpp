// The range of fields that have an outline.

#include "engine/run/detail/outline_range.h"

#include "support/catch.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "base/parallel.h"
#include "engine/run/detail/field_rows.h"

using namespace weald;
using pipeline::FieldRows;
using pipeline::LazyField;

namespace {

/// A hill around (`x`, `y`) that falls by one per sample along either axis, with bumps of up to one.
float hill(int x, int y, int top_x, int top_y) {
  return static_cast<float>(-std::abs(x - top_x) - std::abs(y - top_y)) +
         static_cast<float>((x * 7 + y * 13) % 11) / 10;
}

struct HillSpec {
  GridSpec grid;
  int top_x = 0, top_y = 0;
};

/// The hill, with an outline at every `stride`-th sample; counts the samples that are computed.
LazyField hill_field(const HillSpec& spec, int stride, std::atomic<int>& samples) {
  LazyField field;
  field.grid = spec.grid;
  field.kernel.fill = [spec, &samples](const FieldWindow& window) {
    const Region& region = window.out.region;
    samples += region.width * region.height;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x) window.out.at(x, y) = hill(x, y, spec.top_x, spec.top_y);
    }
  };
  const auto coarse = [spec, stride](const MutableHeightView& out) {
    const Region& region = out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x)
        out.at(x, y) = hill(x * stride, y * stride, spec.top_x, spec.top_y);
    }
  };
  // Within stride / 2 of either axis the slopes and the bumps add up to this.
  field.kernel.outline = FieldOutline{stride, static_cast<float>(stride / 2 * 2 + 1), coarse};
  return field;
}

HeightRange range_by_all(const LazyField& field, const Region& region) {
  return height_range(pipeline::materialise_region(field, region, {}));
}

}  // namespace

TEST_CASE("outline range: it is the range of all samples, of any region, on any number of threads") {
  std::atomic<int> samples = 0;
  for (const int stride : {1, 2, 4, 7}) {
    for (const auto& [top_x, top_y] : {std::pair{0, 0}, {301, 255}, {130, 77}, {-40, 900}}) {
      const LazyField field = hill_field({{302, 256}, top_x, top_y}, stride, samples);
      for (const Region& region :
           {Region{0, 0, 302, 256}, {1, 2, 300, 200}, {127, 129, 1, 1}, {3, 5, 2, 250}, {301, 255, 1, 1}}) {
        CAPTURE(stride, top_x, top_y, region.x, region.y, region.width, region.height);
        const HeightRange expected = range_by_all(field, region);
        for (const int threads : {1, 3}) {
          const ThreadLimit limit(threads);
          const HeightRange range = pipeline::range_by_outline(field, region, {});
          CHECK(range.min == expected.min);
          CHECK(range.max == expected.max);
        }
      }
    }
  }
}

TEST_CASE("outline range: field rows that are asked first compute few samples") {
  std::atomic<int> samples = 0;
  const GridSpec grid{1500, 1500};
  const auto field = std::make_shared<const LazyField>(hill_field({grid, 700, 800}, 4, samples));
  const HeightRange expected = range_by_all(*field, {0, 0, 1500, 1500});
  samples = 0;
  FieldRows rows(field, {0, 0, 1500, 1500}, {});
  CHECK(rows.range().min == expected.min);
  CHECK(rows.range().max == expected.max);
  CHECK(samples > 0);
  CHECK(samples <= 64 * 128 * 128);  // of 144 blocks: the hill's top, and the corner farthest from it
}

TEST_CASE("outline range: an interrupted run stops") {
  std::atomic<int> samples = 0;
  std::atomic<bool> stop = true;
  RunContext context;
  context.stop = &stop;
  const LazyField field = hill_field({{200, 200}, 3, 3}, 4, samples);
  CHECK_THROWS_AS(pipeline::range_by_outline(field, {0, 0, 200, 200}, context), Interrupted);
}
