// Maps of a terrain against plain loops over the same land in one run, and what the others take; one thread.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "stages/land/maps/colour_ramp.h"
#include "stages/land/maps/detail/horizon.h"
#include "stages/land/maps/normal_map.h"
#include "stages/land/maps/sky_view.h"
#include "stages/land/maps/slopes.h"
#include "stages/land/maps/splat.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/octave_field.h"

namespace weald {
namespace {

using namespace maps;

constexpr int kSize = 1025;    // samples a side
constexpr int kSkySize = 513;  // of the land whose sky is measured
constexpr double kCell = 4;    // metres
constexpr int kDirections = 16;

Heightmap hilly_land(int size) {
  noise::FbmParams params;
  params.size = {size, size};
  params.cell_size = kCell;
  params.octaves = 8;
  params.persistence = 0.45;
  params.amplitude = 400;
  params.frequency = 1.0 / 2048;
  Heightmap map(noise::grid_spec(params));
  noise::OctaveField(noise::fractal_field(params, {noise::Fractal::sum}, map.grid(), 1)).fill(view(map));
  return map;
}

void count_samples(benchmark::State& state, int size) { state.SetItemsProcessed(state.iterations() * size * size); }

/// What of the land a plain loop sees of its neighbours, clamped to the map; by the weights of Horn (1981).
Vec2 horn(const Heightmap& map, int x, int y) {
  const auto at = [&](int i, int j) -> double {
    return map.heights.at(std::clamp(x + i, 0, map.width() - 1), std::clamp(y + j, 0, map.height() - 1));
  };
  const double east = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
  const double south = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
  return Vec2{east, south} / (8 * map.cell_size);
}

template <class Stage>
void field_map(benchmark::State& state) {
  const ThreadLimit threads(1);
  const Heightmap land = hilly_land(kSize);
  const FieldKernel kernel = Stage::kernel({}, schema::Inputs{}, land.grid(), RunContext{});
  const FieldInput<HeightView> input{"", view(land)};
  Heightmap out(land.grid());
  for (auto _ : state) {
    kernel.fill({out.grid(), InputViews({&input, 1}), view(out)});
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  count_samples(state, kSize);
}

void plain_slope(benchmark::State& state) {
  const Heightmap land = hilly_land(kSize);
  Heightmap out(land.grid());
  for (auto _ : state) {
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x)
        out.heights.at(x, y) = static_cast<float>(std::atan(glm::length(horn(land, x, y))) * 57.29577951308232);
    }
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  count_samples(state, kSize);
}

template <class Stage>
void image_map(benchmark::State& state, typename Stage::Params params) {
  const ThreadLimit threads(1);
  const Heightmap land = hilly_land(kSize);
  schema::Inputs inputs;
  inputs.add("land", land);
  params.from.stage = "land";
  for (auto _ : state) benchmark::DoNotOptimize(Stage::run(params, inputs, RunContext{}));
  count_samples(state, kSize);
}

void plain_normal_map(benchmark::State& state) {
  const Heightmap land = hilly_land(kSize);
  for (auto _ : state) {
    Grid<Rgba8> out(kSize, kSize);
    for (int y = 0; y < kSize; ++y) {
      for (int x = 0; x < kSize; ++x) {
        const Vec2 slope = horn(land, x, y);
        const Vec3 n = glm::normalize(Vec3{-slope.x, slope.y, 1.0}) * 127.5 + 127.5;
        out.at(x, y) = {static_cast<std::uint8_t>(n.x + 0.5), static_cast<std::uint8_t>(n.y + 0.5),
                        static_cast<std::uint8_t>(n.z + 0.5), 255};
      }
    }
    benchmark::DoNotOptimize(out.values().data());
  }
  count_samples(state, kSize);
}

void weald_sky_view(benchmark::State& state) {
  const ThreadLimit threads(1);
  const Heightmap land = hilly_land(kSkySize);
  SkyViewParams params;
  params.measure = SkyMeasure::horizontal;
  params.directions = kDirections;
  for (auto _ : state) benchmark::DoNotOptimize(sky_view(land, params, RunContext{}));
  count_samples(state, kSkySize);
}

/// From every sample in every direction to the end of the map, step by step, as most tools do it.
void plain_sky_view(benchmark::State& state) {
  const Heightmap land = hilly_land(kSkySize);
  const std::vector<HorizonDirection> directions = horizon_directions(kDirections);
  for (auto _ : state) {
    Heightmap out(land.grid());
    for (int y = 0; y < kSkySize; ++y) {
      for (int x = 0; x < kSkySize; ++x) {
        double seen = 0;
        for (const HorizonDirection& direction : directions) {
          const double step = std::hypot(direction.columns, direction.rows) * land.cell_size;
          const float here = land.heights.at(x, y);
          double most = 0;
          for (int i = 1;; ++i) {
            const int column = x + i * direction.columns, row = y + i * direction.rows;
            if (column < 0 || row < 0 || column >= kSkySize || row >= kSkySize) break;
            most = std::max(most, (land.heights.at(column, row) - here) / (i * step));
          }
          seen += direction.width / (1 + most * most);
        }
        out.heights.at(x, y) = static_cast<float>(seen / 6.283185307179586);
      }
    }
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  count_samples(state, kSkySize);
}

SplatParams eight_layers() {
  SplatParams params;
  for (int i = 0; i < 8; ++i) {
    SplatLayer layer;
    if (i > 0) layer.height = Band{.min = -200.0 + 50 * i, .fade = 40};
    if (i % 2 == 1) layer.slope = Band{.max = 30, .fade = 10};
    layer.noise = i % 3 == 1 ? 0.5 : 0;
    params.layers.emplace_back("layer" + std::to_string(i), layer);
  }
  return params;
}

void splat_of_eight(benchmark::State& state) { image_map<Splat>(state, eight_layers()); }

}  // namespace
}  // namespace weald

int main(int argc, char** argv) {
  using namespace weald;
  benchmark::Initialize(&argc, argv);
  const auto add = [](const char* name, auto* function) {
    benchmark::RegisterBenchmark(name, function)->Unit(benchmark::kMillisecond);
  };
  add("slope/weald", field_map<maps::Slope>);
  add("slope/plain_loop", plain_slope);
  add("curvature/weald", field_map<maps::Curvature>);
  add("hillshade/weald", field_map<maps::Hillshade>);
  add(
      "normal_map/weald", +[](benchmark::State& state) { image_map<maps::NormalMap>(state, {}); });
  add("normal_map/plain_loop", plain_normal_map);
  add(
      "colour_ramp/weald", +[](benchmark::State& state) { image_map<maps::ColourRamp>(state, {}); });
  add("splat/weald", splat_of_eight);
  add("sky_view/weald", weald_sky_view);
  add("sky_view/marching", plain_sky_view);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
