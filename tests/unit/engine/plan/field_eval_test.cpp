#include "engine/plan/field_eval.h"

#include "support/catch.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/parallel.h"

using namespace weald;
using pipeline::LazyField;

namespace {

const schema::Input<Heightmap> kFrom{.stage = "from"};

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
  field.inputs = {{"from", std::move(input)}};
  field.kernel.radius = radius;
  field.kernel.fill = [radius](const FieldWindow& window) {
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x) {
        float sum = 0, count = 0;
        for (int v = std::max(0, y - radius); v <= std::min(window.grid.height - 1, y + radius); ++v) {
          for (int u = std::max(0, x - radius); u <= std::min(window.grid.width - 1, x + radius); ++u) {
            sum += window.inputs[kFrom].at(u, v);
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

namespace {

/// The input, but `bad` at one sample, and the number of the stage that it stands for.
LazyField spoilt(std::shared_ptr<const LazyField> input, int column, int row, float bad, std::size_t index) {
  LazyField field;
  field.grid = input->grid;
  field.inputs = {{"from", std::move(input)}};
  field.origin.index = index;
  field.kernel.fill = [=](const FieldWindow& window) {
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x)
        window.out.at(x, y) = x == column && y == row ? bad : window.inputs[kFrom].at(x, y);
    }
  };
  return field;
}

/// A pointwise field of two inputs that shows nothing of their samples.
LazyField blind(std::shared_ptr<const LazyField> a, std::shared_ptr<const LazyField> b, std::size_t index) {
  LazyField field;
  field.grid = a->grid;
  field.inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
  field.origin.index = index;
  field.kernel.fill = [](const FieldWindow& window) {
    for (int y = window.out.region.y; y < window.out.region.y + window.out.region.height; ++y) {
      for (int x = window.out.region.x; x < window.out.region.x + window.out.region.width; ++x) window.out.at(x, y) = 1;
    }
  };
  return field;
}

std::shared_ptr<const LazyField> shared(LazyField field) { return std::make_shared<const LazyField>(std::move(field)); }

std::string error_of(const LazyField& field, int band) {
  try {
    pipeline::materialise(field, {}, band);
  } catch (const StageError& e) {
    return e.what();
  }
  return "none";
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("fields: a sample that is not finite is refused inside a chain that never stores it", "[pipeline]") {
  const GridSpec grid{97, 131, 2.0, {0, 0}};
  // Stage 1 has two faults; stage 2, which comes first in the chain's other arm, one nearer to the start.
  const auto first = shared(spoilt(shared(spoilt(ramp(grid), 40, 100, kNaN, 1)), 11, 101, kInfinity, 2));
  const auto second = shared(spoilt(ramp(grid), 5, 2, kInfinity, 3));
  const auto chain = blind(box_mean(second, 3), first, 4);
  for (const int band : {1, 7, 64, 131}) {
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      CHECK(error_of(chain, band) == "sample (40, 100) is not a number");
    }
  }
  CHECK(error_of(*second, 16) == "sample (5, 2) is infinite");
  CHECK(error_of(*box_mean(ramp(grid), 3), 16) == "none");
}

TEST_CASE("fields: of a region, faults around it count as far as its samples depend on them", "[pipeline]") {
  const GridSpec grid{97, 131, 2.0, {0, 0}};
  const auto field = box_mean(shared(spoilt(ramp(grid), 40, 100, kNaN, 1)), 3);
  CHECK_NOTHROW(pipeline::materialise_region(*field, {44, 90, 20, 20}, {}));
  CHECK_THROWS_WITH(pipeline::materialise_region(*field, {43, 90, 20, 20}, {}), "sample (40, 100) is not a number");
}

TEST_CASE("fields: a fault in a chain of diamonds is found without walking all ways through it", "[pipeline]") {
  const GridSpec grid{16, 16, 1, {0, 0}};
  auto field = shared(spoilt(ramp(grid), 3, 4, kNaN, 0));
  for (std::size_t i = 1; i <= 60; ++i) {  // 2^60 ways
    LazyField next = blind(field, field, i);
    next.is_shared = true;
    field = shared(std::move(next));
  }
  CHECK(error_of(*field, 4) == "sample (3, 4) is not a number");
}

namespace {

/// Every third sample of the input, both ways round: other grids, and windows far away from the one that is filled.
LazyField turned_third(std::shared_ptr<const LazyField> input) {
  LazyField field;
  field.grid = {input->grid.width / 3, input->grid.height / 3, 3 * input->grid.cell_size, {0, 0}};
  field.inputs = {{"from", std::move(input)}};
  field.origin.index = 9;
  const GridSpec grid = field.grid;
  field.kernel.needs = [grid](std::string_view, const Region& out) {
    return Region{3 * (grid.width - out.x - out.width), 3 * (grid.height - out.y - out.height), 3 * out.width,
                  3 * out.height};
  };
  field.kernel.fill = [grid](const FieldWindow& window) {
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x)
        window.out.at(x, y) = window.inputs[kFrom].at(3 * (grid.width - 1 - x), 3 * (grid.height - 1 - y));
    }
  };
  return field;
}

}  // namespace

TEST_CASE("fields: a kernel that says what it needs reads other grids, whatever the bands", "[pipeline]") {
  const GridSpec grid{99, 132, 2.0, {0, 0}};
  const LazyField chain = turned_third(box_mean(ramp(grid), 3));
  const Heightmap source = pipeline::materialise(*box_mean(ramp(grid), 3), {});
  for (const int band : {1, 7, 44}) {
    const Heightmap made = pipeline::materialise(chain, {}, band);
    REQUIRE((made.width() == 33 && made.height() == 44));
    bool equal = true;
    for (int y = 0; y < 44; ++y) {
      for (int x = 0; x < 33; ++x)
        equal = equal && made.heights.at(x, y) == source.heights.at(3 * (32 - x), 3 * (43 - y));
    }
    CHECK(equal);
  }
}

TEST_CASE("fields: a window that needs a large part of a lazy field is halved until it does not", "[pipeline]") {
  const GridSpec grid{6000, 3000, 1.0, {0, 0}};
  std::atomic<int> calls{0};
  const LazyField chain = turned_third(ramp(grid, &calls));
  const Heightmap made = pipeline::materialise(chain, {}, 1000);
  CHECK(calls >= 5);  // 18 million samples, four million at most at once
  CHECK(made.heights.at(3, 5) == static_cast<float>((3 * 1996 * 31 + 3 * 994 * 17) % 101));
}

TEST_CASE("fields: a fault is found through a kernel that reads far away", "[pipeline]") {
  const GridSpec grid{99, 132, 2.0, {0, 0}};
  CHECK(error_of(turned_third(shared(spoilt(ramp(grid), 40, 100, kNaN, 1))), 7) == "sample (40, 100) is not a number");
}

TEST_CASE("fields: bands are twice as high as the reach of the chain, and at least as high as usual", "[pipeline]") {
  const GridSpec grid{9, 200, 1.0, {0, 0}};
  const auto near = box_mean(ramp(grid), 3);
  CHECK(pipeline::band_rows_of(*near) == pipeline::kBandRows);
  const auto far = box_mean(box_mean(near, 20), 40);
  CHECK(pipeline::band_rows_of(*far) == 2 * (40 + 20 + 3));
  CHECK(pipeline::materialise(*far, {}).heights == pipeline::materialise(*far, {}, 50).heights);
}
