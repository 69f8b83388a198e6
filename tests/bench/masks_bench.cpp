// Masks, distances and resampled maps, in bands of 64 rows as the engine computes them, on one thread; distances also
// against a search over all samples of the mask.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/math/math.h"
#include "field_stage.h"
#include "methods/curve/interpolate.h"
#include "stages/land/masks/distance.h"
#include "stages/land/masks/mask.h"
#include "stages/land/resampling/move.h"
#include "stages/land/resampling/resample.h"
#include "stages/land/resampling/warp.h"

namespace weald {
namespace {

using raster::Interpolation;

using bench::hilly_land;
using bench::kCell;

/// A closed curve with 40 bays across a map.
curve::Curve bays(int size) {
  const double middle = 0.5 * kCell * size;
  std::vector<Vec3> points;
  for (int i = 0; i < 80; ++i) {
    const double radius = middle * (i % 2 == 0 ? 0.9 : 0.6);
    points.push_back({middle + radius * math::cos_deg(4.5 * i), 0, middle + radius * math::sin_deg(4.5 * i)});
  }
  return {{curve::interpolate(points, true)}, curve::Plane::xz};
}

template <class Stage>
void run(benchmark::State& state, const typename Stage::Params& params, bool is_whole = false) {
  const auto size = static_cast<int>(state.range(0));
  const Heightmap land = hilly_land(size);
  const curve::Curve curve = bays(size);
  schema::Inputs inputs;
  if (is_whole) inputs.add("land", land);
  inputs.add("curve", curve);
  bench::run_field_stage<Stage>(state, params, land, inputs);
}

void distance_of_mask(benchmark::State& state) {
  masks::DistanceParams params;
  params.from.stage = "land";
  params.threshold = 100;
  run<masks::Distance>(state, params, true);
}

void distance_in_windows(benchmark::State& state) {
  masks::DistanceParams params;
  params.from.stage = "land";
  params.threshold = 100;
  params.max = 200;
  run<masks::Distance>(state, params);
}

void distance_by_search(benchmark::State& state) {
  const auto size = static_cast<int>(state.range(0));
  const Heightmap land = hilly_land(size);
  for (auto _ : state) {
    Heightmap out(land.grid());
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        double best = INFINITY;
        for (int j = 0; j < size; ++j) {
          for (int i = 0; i < size; ++i) {
            if (land.heights.at(i, j) >= 100)
              best = std::min(best, static_cast<double>((i - x) * (i - x) + (j - y) * (j - y)));
          }
        }
        out.heights.at(x, y) = static_cast<float>(std::sqrt(best) * kCell);
      }
    }
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  state.SetItemsProcessed(state.iterations() * size * size);
}

void distance_of_curve(benchmark::State& state) {
  masks::DistanceParams params;
  params.curve.stage = "curve";
  params.like.stage = "land";
  run<masks::Distance>(state, params);
}

void mask_of_curve(benchmark::State& state, double feather) {
  masks::MaskParams params;
  params.curves.push_back({"curve", {}});
  params.like.stage = "land";
  params.feather = feather;
  run<masks::Mask>(state, params);
}

void resample(benchmark::State& state, Interpolation interpolation, double factor) {
  resampling::ResampleParams params;
  params.from.stage = "land";
  params.interpolation = interpolation;
  params.cell_size = kCell * factor;
  run<resampling::Resample>(state, params);
}

void move(benchmark::State& state, Interpolation interpolation) {
  resampling::MoveParams params;
  params.from.stage = "land";
  params.interpolation = interpolation;
  params.rotate = 30;
  run<resampling::Move>(state, params);
}

void warp(benchmark::State& state, Interpolation interpolation) {
  resampling::WarpParams params;
  params.from.stage = "land";
  params.interpolation = interpolation;
  params.x.stage = params.z.stage = "land";
  params.x.range = params.z.range = {-1e6, 1e6};
  run<resampling::Warp>(state, params);
}

}  // namespace
}  // namespace weald

int main(int argc, char** argv) {
  using namespace weald;
  benchmark::Initialize(&argc, argv);
  const auto add = [](const char* name, auto function) {
    benchmark::RegisterBenchmark(name, function)->Unit(benchmark::kMillisecond)->Arg(1025)->Arg(4097);
  };
  add("distance_of_mask/weald", distance_of_mask);
  add("distance_of_mask_in_windows/weald", distance_in_windows);
  benchmark::RegisterBenchmark("distance_of_mask/search", distance_by_search)->Unit(benchmark::kMillisecond)->Arg(129);
  add("distance_of_curve/weald", distance_of_curve);
  add("mask/weald", [](benchmark::State& state) { mask_of_curve(state, 0); });
  add("mask_with_feather/weald", [](benchmark::State& state) { mask_of_curve(state, 80); });
  add("resample_bilinear_finer/weald", [](benchmark::State& state) { resample(state, Interpolation::bilinear, 0.7); });
  add("resample_bicubic_finer/weald", [](benchmark::State& state) { resample(state, Interpolation::bicubic, 0.7); });
  add("resample_area_coarser/weald", [](benchmark::State& state) { resample(state, Interpolation::area, 3.3); });
  add("move_bilinear/weald", [](benchmark::State& state) { move(state, Interpolation::bilinear); });
  add("move_bicubic/weald", [](benchmark::State& state) { move(state, Interpolation::bicubic); });
  add("warp_bilinear/weald", [](benchmark::State& state) { warp(state, Interpolation::bilinear); });
  add("warp_bicubic/weald", [](benchmark::State& state) { warp(state, Interpolation::bicubic); });
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
