// Filters of heightmaps, in bands of 64 rows as the engine computes them, against plain loops over the same land; one
// thread.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "field_stage.h"
#include "stages/land/filters/blur.h"
#include "stages/land/filters/equalize.h"
#include "stages/land/filters/median.h"
#include "stages/land/filters/sharpen.h"

namespace weald {
namespace {

using bench::hilly_land;
using bench::kCell;
using filters::BlurMethod;

constexpr int kSize = 1025;       // samples a side
constexpr double kCliff = 20;     // metres, from which a neighbour does not count in a bilateral filter
constexpr double kReach = 4;      // standard deviations of a Gaussian
constexpr double kBilateral = 2;  // standard deviations of a bilateral filter

float nearest(const Heightmap& map, int x, int y) {
  return map.heights.at(std::clamp(x, 0, map.width() - 1), std::clamp(y, 0, map.height() - 1));
}

/// Times `value(land, x, y)` at every sample.
template <class Value>
void plain_loop(benchmark::State& state, Value value) {
  const Heightmap land = hilly_land(kSize);
  for (auto _ : state) {
    Heightmap out(land.grid());
    for (int y = 0; y < kSize; ++y)
      for (int x = 0; x < kSize; ++x) out.heights.at(x, y) = static_cast<float>(value(land, x, y));
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  state.SetItemsProcessed(state.iterations() * kSize * kSize);
}

void blur(benchmark::State& state, BlurMethod method) {
  filters::BlurParams params;
  params.from.stage = "land";
  params.method = method;
  params.radius = static_cast<double>(state.range(0)) * kCell;
  params.threshold = kCliff;
  bench::run_field_stage<filters::Blur>(state, params, hilly_land(kSize));
}

/// A Gaussian along rows, then along columns.
void gaussian_loops(benchmark::State& state) {
  const auto sigma = static_cast<double>(state.range(0));
  const int reach = static_cast<int>(kReach * sigma);
  std::vector<double> taps;
  for (int i = -reach; i <= reach; ++i) taps.push_back(std::exp(-0.5 * i * i / (sigma * sigma)));
  const double sum = std::accumulate(taps.begin(), taps.end(), 0.0);
  for (double& tap : taps) tap /= sum;
  const Heightmap land = hilly_land(kSize);
  for (auto _ : state) {
    std::vector<double> rows(static_cast<std::size_t>(kSize) * kSize);
    const auto row = [&](int y) { return rows.data() + static_cast<std::ptrdiff_t>(y) * kSize; };
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        for (int i = -reach; i <= reach; ++i)
          row(y)[x] += taps[static_cast<std::size_t>(i + reach)] * static_cast<double>(nearest(land, x + i, y));
      }
    }
    Heightmap out(land.grid());
    for (int y = 0; y < kSize; ++y) {
      std::vector<double> means(kSize);
      for (int j = -reach; j <= reach; ++j) {
        const double* from = row(std::clamp(y + j, 0, kSize - 1));
        for (std::size_t x = 0; x < kSize; ++x) means[x] += taps[static_cast<std::size_t>(j + reach)] * from[x];
      }
      for (int x = 0; x < kSize; ++x) out.heights.at(x, y) = static_cast<float>(means[static_cast<std::size_t>(x)]);
    }
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  state.SetItemsProcessed(state.iterations() * kSize * kSize);
}

void box_loop(benchmark::State& state) {
  const auto reach = static_cast<int>(state.range(0));
  plain_loop(state, [reach](const Heightmap& land, int x, int y) {
    double sum = 0;
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i) sum += static_cast<double>(nearest(land, x + i, y + j));
    return sum / ((2 * reach + 1) * (2 * reach + 1));
  });
}

void bilateral_loop(benchmark::State& state) {
  const auto sigma = static_cast<double>(state.range(0));
  const int reach = static_cast<int>(kBilateral * sigma);
  plain_loop(state, [=](const Heightmap& land, int x, int y) {
    const double middle = static_cast<double>(land.heights.at(x, y));
    double sum = 0, weights = 0;
    for (int j = -reach; j <= reach; ++j) {
      for (int i = -reach; i <= reach; ++i) {
        if (i * i + j * j > reach * reach) continue;
        const double height = static_cast<double>(nearest(land, x + i, y + j)), d = (height - middle) / kCliff;
        if (std::abs(d) >= 1) continue;
        const double weight = std::exp(-0.5 * (i * i + j * j) / (sigma * sigma)) * (1 - d * d) * (1 - d * d);
        sum += weight * height;
        weights += weight;
      }
    }
    return sum / weights;
  });
}

void median(benchmark::State& state) {
  filters::MedianParams params;
  params.from.stage = "land";
  params.radius = static_cast<double>(state.range(0)) * kCell;
  bench::run_field_stage<filters::Median>(state, params, hilly_land(kSize));
}

void median_loop(benchmark::State& state) {
  const auto reach = static_cast<int>(state.range(0));
  std::vector<float> window;
  plain_loop(state, [&, reach](const Heightmap& land, int x, int y) {
    window.clear();
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach; ++i)
        if (i * i + j * j <= reach * reach) window.push_back(nearest(land, x + i, y + j));
    const auto middle = window.begin() + static_cast<std::ptrdiff_t>(window.size() / 2);
    std::nth_element(window.begin(), middle, window.end());
    return *middle;
  });
}

void sharpen(benchmark::State& state) {
  filters::SharpenParams params;
  params.from.stage = "land";
  params.radius = static_cast<double>(state.range(0)) * kCell;
  bench::run_field_stage<filters::Sharpen>(state, params, hilly_land(kSize));
}

void equalize(benchmark::State& state) {
  filters::EqualizeParams params;
  params.from.stage = "land";
  const ThreadLimit threads(1);
  const Heightmap land = hilly_land(kSize);
  schema::Inputs inputs;
  inputs.add("land", land);
  for (auto _ : state) benchmark::DoNotOptimize(filters::Equalize::run(params, inputs, RunContext{}));
  state.SetItemsProcessed(state.iterations() * kSize * kSize);
}

/// Ranks by sorting the indices of the samples.
void equalize_by_sort(benchmark::State& state) {
  const Heightmap land = hilly_land(kSize);
  const auto heights = land.heights.values();
  for (auto _ : state) {
    std::vector<std::size_t> order(heights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return heights[a] < heights[b]; });
    const double low = static_cast<double>(heights[order.front()]), high = static_cast<double>(heights[order.back()]);
    Heightmap out(land.grid());
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double rank = static_cast<double>(i) / static_cast<double>(order.size() - 1);
      out.heights.values()[order[i]] = static_cast<float>(low + (high - low) * rank);
    }
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  state.SetItemsProcessed(state.iterations() * kSize * kSize);
}

}  // namespace
}  // namespace weald

int main(int argc, char** argv) {
  using namespace weald;
  benchmark::Initialize(&argc, argv);
  const auto add = [](const std::string& name, auto function, int radius) {
    benchmark::RegisterBenchmark(name.c_str(), function)->Unit(benchmark::kMillisecond)->Arg(radius);
  };
  const auto add_blur = [&](const std::string& name, BlurMethod method, int radius) {
    add(
        name + "/weald", [method](benchmark::State& state) { blur(state, method); }, radius);
  };
  for (const int radius : {4, 16}) {
    add_blur("blur_gaussian", BlurMethod::gaussian, radius);
    add("blur_gaussian/plain_loop", gaussian_loops, radius);
    add_blur("blur_box", BlurMethod::box, radius);
    add("blur_box/plain_loop", box_loop, radius);
    add("median/weald", median, radius);
    add("median/plain_loop", median_loop, radius);
    add("sharpen/weald", sharpen, radius);
  }
  add_blur("blur_bilateral", BlurMethod::bilateral, 4);
  add("blur_bilateral/plain_loop", bilateral_loop, 4);
  benchmark::RegisterBenchmark("equalize/weald", equalize)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("equalize/plain_loop", equalize_by_sort)->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
