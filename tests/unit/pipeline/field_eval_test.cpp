#include "pipeline/field_eval.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>

#include "core/parallel.h"

using namespace weald;
using pipeline::LazyField;

namespace {

std::shared_ptr<const LazyField> ramp(const GridSpec& grid, std::atomic<int>* calls = nullptr) {
  LazyField field;
  field.grid = grid;
  field.kernel.fill = [calls](const FieldWindow& window) {
    if (calls != nullptr) ++*calls;
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x)
        window.out.at(x, y) = static_cast<float>((x * 31 + y * 17) % 101);
    }
  };
  return std::make_shared<const LazyField>(std::move(field));
}

/// Mean over a square of side 2 radius + 1, clipped to the grid: depends on every sample in the neighbourhood.
std::shared_ptr<const LazyField> box_mean(std::shared_ptr<const LazyField> input, int radius) {
  LazyField field;
  field.grid = input->grid;
  field.inputs = {std::move(input)};
  field.kernel.radius = radius;
  field.kernel.fill = [radius](const FieldWindow& window) {
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x) {
        float sum = 0, count = 0;
        for (int v = std::max(0, y - radius); v <= std::min(window.grid.height - 1, y + radius); ++v) {
          for (int u = std::max(0, x - radius); u <= std::min(window.grid.width - 1, x + radius); ++u) {
            sum += window.inputs[0].at(u, v);
            count += 1;
          }
        }
        window.out.at(x, y) = sum / count;
      }
    }
  };
  return std::make_shared<const LazyField>(std::move(field));
}

}  // namespace

TEST_CASE("fields: the result does not depend on the bands or on the threads", "[pipeline]") {
  const GridSpec grid{97, 131, 2.0, {0, 0}};
  const auto chain = box_mean(box_mean(ramp(grid), 3), 5);
  const Heightmap whole = pipeline::materialise(*chain, {}, 1000);
  for (const int band : {1, 2, 7, 64, 131}) {
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      CHECK(pipeline::materialise(*chain, {}, band).heights == whole.heights);
    }
  }
}

TEST_CASE("fields: a chain equals its stages one after another", "[pipeline]") {
  const GridSpec grid{60, 45, 1.0, {0, 0}};
  const auto stored = [](const LazyField& field) {
    auto artifact = std::make_shared<const pipeline::Artifact>(pipeline::materialise(field, {}));
    return std::make_shared<const LazyField>(LazyField{field.grid, artifact, {}, {}});
  };
  const auto first = stored(*ramp(grid));
  const auto second = stored(*box_mean(first, 2));
  const auto third = stored(*box_mean(second, 4));
  const auto lazy = box_mean(box_mean(ramp(grid), 2), 4);
  CHECK(pipeline::materialise(*lazy, {}).heights == std::get<Heightmap>(*third->whole).heights);
}

TEST_CASE("fields: a window equals the same window of the whole", "[pipeline]") {
  const GridSpec grid{80, 70, 1.0, {0, 0}};
  const auto chain = box_mean(box_mean(ramp(grid), 3), 2);
  const Heightmap whole = pipeline::materialise(*chain, {});
  const Region region{13, 22, 41, 17};
  std::vector<float> window(static_cast<std::size_t>(region.width * region.height));
  pipeline::evaluate_window(*chain, {region, window.data(), region.width});
  for (int y = 0; y < region.height; ++y) {
    for (int x = 0; x < region.width; ++x) {
      CHECK(window[static_cast<std::size_t>(y * region.width + x)] == whole.heights.at(region.x + x, region.y + y));
    }
  }
}

TEST_CASE("fields: a run that is asked to stop throws and computes no further band", "[pipeline]") {
  std::atomic<int> calls{0};
  std::atomic<bool> stop{false};
  const GridSpec grid{16, 4096, 1.0, {0, 0}};
  RunContext context;
  context.stop = &stop;
  std::atomic<int> reports{0};
  context.on_progress = [&](double) {
    if (++reports == 3) stop = true;
  };
  const ThreadLimit limit(1);
  CHECK_THROWS_AS(pipeline::materialise(*ramp(grid, &calls), context, 8), Interrupted);
  CHECK(calls < 10);
}
