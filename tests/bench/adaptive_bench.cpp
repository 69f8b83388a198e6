// Adaptive meshes against greedy insertion into a Delaunay triangulation, in one run: CPU time and triangles for the
// same rough terrain of 2049 x 2049 samples and the same bound.

#include <benchmark/benchmark.h>

#include <string>

#include "base/parallel.h"
#include "data/heightmap.h"
#include "stages/land/meshing/detail/adaptive_triangles.h"
#include "stages/land/meshing/heightmap_mesh.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/octave_field.h"
#include "support/greedy_delaunay.h"

namespace weald {
namespace {

constexpr int kSize = 2049;

// Eight octaves from four cells across the map on: the last has two samples a cell.
const Heightmap& rough_terrain() {
  static const Heightmap map = [] {
    noise::FbmParams params;
    params.size = {kSize, kSize};
    params.octaves = 8;
    params.amplitude = 1;
    params.frequency = 4.0 / (kSize - 1);
    Heightmap heights(GridSpec{kSize, kSize, 1.0, {0, 0}});
    noise::OctaveField(noise::fractal_field(params, {noise::Fractal::sum}, heights.grid(), 7)).fill(view(heights));
    return heights;
  }();
  return map;
}

// `share` of the range of heights.
double bound(double share) {
  const HeightRange range = height_range(rough_terrain());
  return share * (range.max - range.min);
}

void count_triangles(benchmark::State& state, std::size_t triangles) {
  state.counters["triangles"] = static_cast<double>(triangles);
}

void greedy(benchmark::State& state, double share) {
  const auto max_error = static_cast<float>(bound(share));
  std::size_t triangles = 0;
  for (auto _ : state) {
    const test::GreedyMesh mesh = test::insert_greedily(rough_terrain().heights, max_error);
    triangles = mesh.corners.size() / 3;
  }
  count_triangles(state, triangles);
}

void adaptive(benchmark::State& state, double share, int threads) {
  const ThreadLimit limit(threads);
  const double max_error = bound(share);
  std::size_t triangles = 0;
  for (auto _ : state) {
    const auto levels = terrain::triangulate_levels(rough_terrain().heights, {max_error}, terrain::kMaxFaces);
    triangles = levels.front().triangle_count();
  }
  count_triangles(state, triangles);
}

void whole_mesh(benchmark::State& state, double share) {
  const ThreadLimit limit(1);
  terrain::HeightmapMeshParams params;
  params.max_error = bound(share);
  std::size_t triangles = 0;
  for (auto _ : state) triangles = terrain::mesh_heightmap(rough_terrain(), params).face_count();
  count_triangles(state, triangles);
}

}  // namespace
}  // namespace weald

int main(int argc, char** argv) {
  using namespace weald;
  for (const double share : {0.001, 0.01}) {
    const std::string error = share == 0.001 ? "0.001" : "0.01";
    const auto add = [&](const std::string& name, auto&& run) {
      benchmark::RegisterBenchmark((name + "/" + error).c_str(), run)->Unit(benchmark::kMillisecond);
    };
    add("greedy_delaunay", [share](benchmark::State& state) { greedy(state, share); });
    add("adaptive", [share](benchmark::State& state) { adaptive(state, share, 1); });
    add("adaptive_2_threads", [share](benchmark::State& state) { adaptive(state, share, 2); });
    add("adaptive_mesh", [share](benchmark::State& state) { whole_mesh(state, share); });
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
