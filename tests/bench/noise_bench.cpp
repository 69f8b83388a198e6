// Fractal noise against libnoise in one run: CPU time per sample and octave, for every SIMD target of this CPU.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <libnoise/noise.h>

#include "base/simd.h"
#include "data/heightmap.h"
#include "stages/land/noise/detail/point_field.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/single_octave.h"

namespace weald {
namespace {

constexpr int kOctaves = 8;

// `finest`: samples per lattice cell of the last octave, 8 octaves of lacunarity 2.
noise::FbmParams fbm_params(int size, double finest) {
  noise::FbmParams params;
  params.size = {size, size};
  params.octaves = kOctaves;
  params.amplitude = 1;
  params.frequency = 1.0 / (finest * 128);
  return params;
}

void count_sample_octaves(benchmark::State& state, int size, int octaves) {
  const double work = static_cast<double>(size) * size * octaves;
  state.counters["ns_per_sample_octave"] =
      benchmark::Counter(work * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void run_field(benchmark::State& state, const noise::FieldSpec& spec, const std::string& target) {
  limit_simd_targets(target);
  const int size = spec.grid.width;
  Heightmap map(spec.grid);
  for (auto _ : state) {
    const noise::OctaveField field(spec);
    field.fill(view(map));
    benchmark::DoNotOptimize(map.heights.values().data());
    benchmark::ClobberMemory();
  }
  count_sample_octaves(state, size, static_cast<int>(spec.octaves.size()));
  limit_simd_targets(simd_targets().front());
}

// The field, looked up position by position; with a warp of `strength` metres.
void run_points(benchmark::State& state, const noise::FieldSpec& spec, double strength, const std::string& target) {
  limit_simd_targets(target);
  const int size = spec.grid.width;
  Heightmap map(spec.grid);
  for (auto _ : state) {
    const noise::PointField field(spec);
    field.fill(view(map), schema::DrivenSamples(schema::Driven{strength}));
    benchmark::DoNotOptimize(map.heights.values().data());
    benchmark::ClobberMemory();
  }
  count_sample_octaves(state, size, static_cast<int>(spec.octaves.size()));
  limit_simd_targets(simd_targets().front());
}

void libnoise_voronoi(benchmark::State& state, int size, double cell) {
  ::noise::module::Voronoi voronoi;
  voronoi.EnableDistance();
  voronoi.SetDisplacement(0);
  voronoi.SetFrequency(1 / cell);
  Grid<float> out(size, size);
  for (auto _ : state) {
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) out.at(x, y) = static_cast<float>(voronoi.GetValue(x, 0.0, y));
    }
    benchmark::DoNotOptimize(out.values().data());
  }
  count_sample_octaves(state, size, 1);
}

// `cell`: samples per lattice cell of the first octave.
void libnoise_perlin(benchmark::State& state, int size, double cell, int octaves) {
  ::noise::module::Perlin perlin;
  perlin.SetOctaveCount(octaves);
  perlin.SetNoiseQuality(::noise::QUALITY_STD);
  perlin.SetFrequency(1.0 / cell);
  Grid<float> out(size, size);
  for (auto _ : state) {
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) out.at(x, y) = static_cast<float>(perlin.GetValue(x, 0.0, y));
    }
    benchmark::DoNotOptimize(out.values().data());
  }
  count_sample_octaves(state, size, octaves);
}

// The work of weald's warped noise, done by libnoise: two octaves move the position along x and z. A sample-octave is
// one octave of the noise that is looked up there.
void libnoise_moved(benchmark::State& state, int size, double finest) {
  ::noise::module::Perlin perlin, move_x, move_z;
  perlin.SetOctaveCount(kOctaves);
  perlin.SetFrequency(1.0 / (finest * 128));
  for (::noise::module::Perlin* part : {&move_x, &move_z}) {
    part->SetOctaveCount(1);
    part->SetFrequency(1.0 / 256);
  }
  move_z.SetSeed(1);
  Grid<float> out(size, size);
  for (auto _ : state) {
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const double to_x = x + 64 * move_x.GetValue(x, 0.0, y);
        const double to_z = y + 64 * move_z.GetValue(x, 0.0, y);
        out.at(x, y) = static_cast<float>(perlin.GetValue(to_x, 0.0, to_z));
      }
    }
    benchmark::DoNotOptimize(out.values().data());
  }
  count_sample_octaves(state, size, kOctaves);
}

// libnoise's own warp: Perlin noise of one octave moves the position along each of its three axes.
void libnoise_turbulence(benchmark::State& state, int size, double finest) {
  ::noise::module::Perlin perlin;
  perlin.SetOctaveCount(kOctaves);
  perlin.SetFrequency(1.0 / (finest * 128));
  ::noise::module::Turbulence turbulence;
  turbulence.SetSourceModule(0, perlin);
  turbulence.SetRoughness(1);
  turbulence.SetFrequency(1.0 / 256);
  turbulence.SetPower(64);
  Grid<float> out(size, size);
  for (auto _ : state) {
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) out.at(x, y) = static_cast<float>(turbulence.GetValue(x, 0.0, y));
    }
    benchmark::DoNotOptimize(out.values().data());
  }
  count_sample_octaves(state, size, kOctaves);
}

// Keeps what the console reporter prints, to form the ratios at the end.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const auto it = run.counters.find("ns_per_sample_octave");
      if (it == run.counters.end() || run.run_type == Run::RT_Aggregate) continue;
      double& best = ns_.try_emplace(run.run_name.function_name, it->second.value).first->second;
      best = std::min<double>(best, it->second.value);
    }
  }
  void Finalize() override {
    ConsoleReporter::Finalize();
    const auto base = ns_.find("libnoise/perlin/std");
    if (base == ns_.end()) return;
    std::printf(
        "\nns per sample-octave, and how many times faster than libnoise's Perlin (STD), best of the repetitions\n");
    for (const auto& [name, ns] : ns_) std::printf("  %-44s %8.3f  %7.1fx\n", name.c_str(), ns, base->second / ns);
    print_ratios("simplex", "libnoise/perlin/one_octave");
    print_ratios("cellular", "libnoise/perlin/one_octave");
    print_ratios("cellular", "libnoise/voronoi");
    print_ratios("warped", "libnoise/moved");
    print_ratios("warped", "libnoise/turbulence");
  }

 private:
  void print_ratios(const char* kinds, const char* peer) const {
    const auto base = ns_.find(peer);
    if (base == ns_.end()) return;
    for (const auto& [name, ns] : ns_) {
      if (name.starts_with(kinds)) std::printf("  %-44s %7.1fx %s\n", name.c_str(), base->second / ns, peer);
    }
  }

  std::map<std::string, double> ns_;
};

void add(const std::string& name, const noise::FieldSpec& spec, const std::string& target) {
  benchmark::RegisterBenchmark(name.c_str(), [spec, target](benchmark::State& state) {
    run_field(state, spec, target);
  })->Unit(benchmark::kMillisecond);
}

void add_points(const std::string& name, const noise::FieldSpec& spec, double strength, const std::string& target) {
  benchmark::RegisterBenchmark(name.c_str(), [spec, strength, target](benchmark::State& state) {
    run_points(state, spec, strength, target);
  })->Unit(benchmark::kMillisecond);
}

// One octave of the kinds that have no grid to profit from, and warped fractals. A warped sample-octave is one octave
// of the fractal; those of the warp are in its time.
void add_point_fields(const std::string& target) {
  noise::SimplexNoiseParams simplex;
  simplex.size = {2048, 2048};
  simplex.frequency = 1.0 / 32;
  const GridSpec grid = noise::grid_spec(simplex);
  add_points("simplex/2048/cell_32/" + target, noise::noise_field(simplex, grid, 1), 0, target);
  simplex.slice = 0.3;
  add_points("simplex_slice/2048/cell_32/" + target, noise::noise_field(simplex, grid, 1), 0, target);
  noise::CellularNoiseParams cellular;
  cellular.size = {2048, 2048};
  cellular.frequency = 1.0 / 32;
  add_points("cellular_f1/2048/cell_32/" + target, noise::noise_field(cellular, grid, 1), 0, target);
  cellular.feature = noise::CellularFeature::f2_f1;
  add_points("cellular_f2_f1/2048/cell_32/" + target, noise::noise_field(cellular, grid, 1), 0, target);
  for (const noise::NoiseBase base : {noise::NoiseBase::gradient, noise::NoiseBase::simplex}) {
    auto params = fbm_params(2048, 4);
    params.base = base;
    params.warp = noise::WarpParams{.strength = 64, .frequency = 1.0 / 256};
    add_points("warped_fbm_" + std::string(schema::name_of(base)) + "/2048/finest_cell_4/" + target,
               noise::fractal_field(params, {noise::Fractal::sum}, grid, 1), 64, target);
  }
}

void add_all() {
  benchmark::RegisterBenchmark("libnoise/turbulence", [](benchmark::State& state) {
    libnoise_turbulence(state, 256, 4);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("libnoise/voronoi", [](benchmark::State& state) {
    libnoise_voronoi(state, 256, 32);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("libnoise/perlin/std", [](benchmark::State& state) {
    libnoise_perlin(state, 256, 512, kOctaves);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("libnoise/perlin/one_octave", [](benchmark::State& state) {
    libnoise_perlin(state, 256, 32, 1);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("libnoise/moved", [](benchmark::State& state) {
    libnoise_moved(state, 256, 4);
  })->Unit(benchmark::kMillisecond);
  const auto fbm = [](int size, double finest) {
    const auto params = fbm_params(size, finest);
    return noise::fractal_field(params, {noise::Fractal::sum}, noise::grid_spec(params), 1);
  };
  for (const std::string& target : simd_targets()) {
    add("fbm/4096/finest_cell_8/" + target, fbm(4096, 8), target);
    add("fbm/4096/finest_cell_4/" + target, fbm(4096, 4), target);
    add("fbm/4096/finest_cell_2/" + target, fbm(4096, 2), target);
    add_point_fields(target);
  }
  const std::string best = simd_targets().front();
  add("fbm/4096/finest_cell_32/" + best, fbm(4096, 32), best);
  const auto params = fbm_params(4096, 8);
  const GridSpec grid = noise::grid_spec(params);
  add("billow/4096/finest_cell_8/" + best, noise::fractal_field(params, {noise::Fractal::billow}, grid, 1), best);
  add("ridged/4096/finest_cell_8/" + best, noise::fractal_field(params, {noise::Fractal::ridged}, grid, 1), best);
  auto value = params;
  value.base = noise::NoiseBase::value;
  add("value_fbm/4096/finest_cell_8/" + best, noise::fractal_field(value, {noise::Fractal::sum}, grid, 1), best);
  noise::GradientNoiseParams one;
  one.size = {4096, 4096};
  one.frequency = 1.0 / 64;
  add("gradient_noise/4096/cell_64/" + best, noise::noise_field(one, noise::grid_spec(one), 1), best);
}

}  // namespace
}  // namespace weald

int main(int argc, char** argv) {
  // Short repetitions, unless asked for others: the best one counts, on both sides, and misses what else the machine
  // does.
  std::string min_time = "--benchmark_min_time=0.15";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, min_time.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  weald::add_all();
  weald::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
