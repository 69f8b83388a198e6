// A step of river incision against a textbook one on the same land in one run; filling of depressions; flow.

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/incision.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/flow.h"

namespace weald {
namespace {

using namespace hydrology;

constexpr double kExtent = 30000;  // metres
constexpr double kYears = 1e5, kUplift = 5e-4, kErodibility = 3e-6, kExponent = 0.5;

IncisionStep step_on(int size) {
  return {.years = kYears,
          .cell_size = kExtent / (size - 1),
          .uplift = kUplift,
          .erodibility = kErodibility,
          .area_exponent = kExponent,
          .max_slope = 1e9};
}

Incision young_land(int size) {
  const Heightmap ground = rough_ground({size, size, kExtent / (size - 1), {0, 0}}, 4000, 300, 0, 6, 1);
  const Cells cells = cells_of(ground.grid());
  Incision land(cells, in_cells(ground, std::numeric_limits<float>::infinity()), side_outlets(cells, OutletSides::all),
                std::make_shared<RoutingWeights>(1, 0.4));
  land.fill();
  for (int i = 0; i < 10; ++i) land.step(step_on(size));
  return land;
}

// The implicit step as the paper of Braun and Willett (2013) lists it: steepest of eight neighbours, lists of donors, a
// stack filled from each outlet, areas from its top and heights from its bottom. Hollows are not looked at.
class TextbookIncision {
 public:
  TextbookIncision(int size, std::vector<double> heights)
      : size_(size),
        count_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
        heights_(std::move(heights)),
        receiver_(count_),
        length_(count_),
        donor_begin_(count_ + 1),
        donors_(count_),
        area_(count_) {
    stack_.reserve(count_);
  }

  void step(double cell) {
    find_receivers(cell);
    find_donors();
    fill_stack();
    std::fill(area_.begin(), area_.end(), cell * cell);
    for (std::size_t i = count_; i-- > 0;) {
      const Node node = stack_[i];
      if (receiver_[node] != node) area_[receiver_[node]] += area_[node];
    }
    for (const Node node : stack_) {
      if (receiver_[node] == node) continue;
      const double factor = kErodibility * kYears * std::sqrt(area_[node]) / length_[node];
      heights_[node] = (heights_[node] + kUplift * kYears + factor * heights_[receiver_[node]]) / (1 + factor);
    }
  }
  const std::vector<double>& heights() const { return heights_; }

 private:
  using Node = std::uint32_t;
  void find_receivers(double cell) {
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        const Node node = at(x, y);
        receiver_[node] = node;
        if (x == 0 || y == 0 || x == size_ - 1 || y == size_ - 1) continue;
        double steepest = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            const double length = dx != 0 && dy != 0 ? cell * 1.4142135623730951 : cell;
            const double slope = (heights_[node] - heights_[at(x + dx, y + dy)]) / length;
            if (slope > steepest) steepest = slope, receiver_[node] = at(x + dx, y + dy), length_[node] = length;
          }
        }
      }
    }
  }
  void find_donors() {
    std::fill(donor_begin_.begin(), donor_begin_.end(), 0);
    for (Node i = 0; i < count_; ++i) ++donor_begin_[receiver_[i] + 1];
    for (Node i = 0; i < count_; ++i) donor_begin_[i + 1] += donor_begin_[i];
    std::vector<Node> next(donor_begin_.begin(), donor_begin_.end() - 1);
    for (Node i = 0; i < count_; ++i) donors_[next[receiver_[i]]++] = i;
  }
  void fill_stack() {
    stack_.clear();
    std::vector<Node> open;
    for (Node i = 0; i < count_; ++i) {
      if (receiver_[i] != i) continue;
      open.push_back(i);
      while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        stack_.push_back(node);
        for (Node k = donor_begin_[node]; k < donor_begin_[node + 1]; ++k) {
          if (donors_[k] != node) open.push_back(donors_[k]);
        }
      }
    }
  }
  Node at(int x, int y) const { return static_cast<Node>(y) * static_cast<Node>(size_) + static_cast<Node>(x); }

  int size_;
  std::size_t count_;
  std::vector<double> heights_;
  std::vector<Node> receiver_;
  std::vector<double> length_;
  std::vector<Node> donor_begin_, donors_, stack_;
  std::vector<double> area_;
};

void count_nodes(benchmark::State& state, int size) {
  state.counters["ns_per_sample"] =
      benchmark::Counter(static_cast<double>(size) * size * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void fluvial_step_textbook(benchmark::State& state) {
  const auto size = static_cast<int>(state.range(0));
  const Incision land = young_land(size);
  const Cells& cells = land.drainage().cells();
  std::vector<double> heights;
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) heights.push_back(land.heights()[cells.at(x, y)]);
  }
  TextbookIncision textbook(size, std::move(heights));
  for (auto _ : state) textbook.step(kExtent / (size - 1));
  benchmark::DoNotOptimize(textbook.heights().data());
  count_nodes(state, size);
}

void fluvial_step_weald(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(1)));
  const auto size = static_cast<int>(state.range(0));
  Incision land = young_land(size);
  for (auto _ : state) land.step(step_on(size));
  benchmark::DoNotOptimize(land.heights().data());
  count_nodes(state, size);
}

void fill_depressions_weald(benchmark::State& state) {
  const auto size = static_cast<int>(state.range(0));
  const Heightmap ground = rough_ground({size, size, kExtent / (size - 1), {0, 0}}, 4000, 300, 0, 6, 1);
  const Cells cells = cells_of(ground.grid());
  const auto outlets = side_outlets(cells, OutletSides::all);
  const std::vector<float> heights = in_cells(ground, 0);
  for (auto _ : state) {
    std::vector<float> now = heights;
    flood(cells, now, outlets, FillSurface::level);
    benchmark::DoNotOptimize(now.data());
  }
  count_nodes(state, size);
}

void flow_weald(benchmark::State& state) {
  const auto size = static_cast<int>(state.range(0));
  const Heightmap ground = rough_ground({size, size, kExtent / (size - 1), {0, 0}}, 4000, 300, 0, 6, 1);
  for (auto _ : state) {
    const FlowMaps maps = flow_over(ground, static_cast<FlowMethod>(state.range(1)), OutletSides::all);
    benchmark::DoNotOptimize(maps.area.heights.values().data());
  }
  count_nodes(state, size);
}

BENCHMARK(fluvial_step_textbook)->Arg(1025)->Arg(2049)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(fluvial_step_weald)
    ->Args({1025, 1})
    ->Args({2049, 1})
    ->Args({2049, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(fill_depressions_weald)->Arg(1025)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(flow_weald)->Args({513, 0})->Args({513, 1})->Args({513, 2})->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weald

BENCHMARK_MAIN();
