// Speed of pictures. Rates are triangles, pixels or segments per second on one thread. transform_baseline is the
// least that any renderer does with the same scene: move every corner of every triangle to the screen and add the
// results up.

#include <benchmark/benchmark.h>

#include <vector>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "methods/mesh/build.h"
#include "picture/raster/raster.h"
#include "picture/raster/visibility.h"
#include "picture/render/render.h"
#include "picture/sheets/lines.h"
#include "picture/surface/surface.h"

namespace {

using namespace weald;
using namespace weald::render;

// A sphere of 2 n (n - 1) quads and 4 n triangles.
mesh::Mesh sphere(int n) {
  mesh::Soup soup;
  const int around = 2 * n;
  soup.positions.push_back({0, -1, 0});
  for (int i = 1; i < n; ++i) {
    for (int j = 0; j < around; ++j)
      soup.positions.push_back(Vec3f{Vec3{math::cos_deg(180.0 * i / n - 90.0) * math::sin_deg(360.0 * j / around),
                                          math::sin_deg(180.0 * i / n - 90.0),
                                          math::cos_deg(180.0 * i / n - 90.0) * math::cos_deg(360.0 * j / around)}});
  }
  soup.positions.push_back({0, 1, 0});
  const auto at = [&](int i, int j) {
    if (i == 0) return 0u;
    if (i == n) return static_cast<std::uint32_t>(soup.positions.size() - 1);
    return static_cast<std::uint32_t>(1 + (i - 1) * around + j % around);
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < around; ++j) {
      std::vector<std::uint32_t> face{at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)};
      if (i == 0) face.erase(face.begin() + 1);
      if (i == n - 1) face.erase(face.begin() + 2);
      soup.add_face(face);
    }
  }
  return mesh::build_checked(std::move(soup));
}

// Copies of a sphere of 4032 triangles on a jittered grid: about 3.02 million triangles.
struct Scene {
  static constexpr int kSide = 27, kRings = 32 + 1;
  mesh::Mesh mesh = sphere(kRings - 1);
  std::vector<MeshItem> items;
  std::size_t triangles = 0;

  Scene() {
    const Rng rng(1);
    for (int i = 0; i < kSide * kSide; ++i) {
      const auto k = static_cast<std::uint64_t>(i);
      const int column = i % kSide, row = i / kSide;
      const double size = rng.uniform_in(0.4, 1.1, k, 0);
      Mat4 place{1.0};
      place[0][0] = place[1][1] = place[2][2] = size;
      place[3] = Vec4{column * 2.0 + rng.uniform(k, 1), size, row * 2.0 + rng.uniform(k, 2), 1.0};
      items.push_back({&mesh, place});
    }
    triangles = surface_of(mesh).triangles.size() * items.size();
  }
};

const Scene& scene() {
  static const Scene instance;
  return instance;
}

PictureParams hd() {
  PictureParams params;
  params.size = {{1280, 720}};
  params.elevation = 25;
  return params;
}

Heightmap hills(int side) {
  Heightmap map(GridSpec{side, side, 10});
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x)
      map.heights.at(x, y) = static_cast<float>(90.0 * math::sin_deg(x * 1.7) * math::cos_deg(y * 2.3) +
                                                9.0 * math::sin_deg(x * 23.0 + y * 17.0));
  }
  return map;
}

void count(benchmark::State& state, std::size_t items) {
  state.SetItemsProcessed(static_cast<std::int64_t>(items) * state.iterations());
}

void transform_baseline(benchmark::State& state) {
  const Surface surface = surface_of(scene().mesh);
  for (auto _ : state) {
    Vec3 sum{0};
    for (const MeshItem& item : scene().items) {
      for (const TriangleIndices& t : surface.triangles) {
        for (const std::uint32_t i : t) {
          const Vec3 p = transform_point(item.world_from_mesh, surface.positions[i]);
          sum += p / (p.z + 100.0);
        }
      }
    }
    benchmark::DoNotOptimize(sum);
  }
  count(state, scene().triangles);
}
BENCHMARK(transform_baseline)->Unit(benchmark::kMillisecond);

void mesh_picture(benchmark::State& state) {
  const ThreadLimit limit(1);
  for (auto _ : state) benchmark::DoNotOptimize(render_meshes(scene().items, hd(), RunContext{}));
  count(state, scene().triangles);
}
BENCHMARK(mesh_picture)->Unit(benchmark::kMillisecond)->Iterations(2);

// Copies of a sphere of 224 triangles, and one surface with all their triangles: 2.2 million.
struct Copies {
  Surface sphere_surface = surface_of(sphere(8)), all;
  std::vector<SurfaceItem> many, one{{&all}};

  Copies() {
    const Rng rng(3);
    for (std::uint64_t i = 0; i < 10'000; ++i) {
      SurfaceItem item{&sphere_surface};
      item.world_from_surface[3] = Vec4{rng.uniform_in(-300, 300, i, 0), 0, rng.uniform_in(-300, 300, i, 1), 1.0};
      many.push_back(item);
      const auto first = static_cast<std::uint32_t>(all.positions.size());
      for (const Vec3f& p : sphere_surface.positions)
        all.positions.push_back(Vec3f{transform_point(item.world_from_surface, p)});
      for (const TriangleIndices& t : sphere_surface.triangles)
        all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }
};

// Draws what a camera among the copies sees.
void draw_copies(benchmark::State& state, std::span<const SurfaceItem> items) {
  const ThreadLimit limit(1);
  const Camera camera = Camera::placed(axes_of(205, 2), {0, 1, 0}, 1000, 1e-3, {1280, 720});
  const TriangleNumbers numbers(items);
  const SamplePattern pattern = sample_pattern(4);
  for (auto _ : state)
    benchmark::DoNotOptimize(draw_band(numbers, projection_of(camera), pattern, {0, 720}, RunContext{}));
  count(state, 10'000);
}

const Copies& copies() {
  static const Copies instance;
  return instance;
}

void copies_by_hierarchy(benchmark::State& state) { draw_copies(state, copies().many); }
BENCHMARK(copies_by_hierarchy)->Unit(benchmark::kMillisecond);

void copies_all(benchmark::State& state) { draw_copies(state, copies().one); }
BENCHMARK(copies_all)->Unit(benchmark::kMillisecond);

void triangle_coverage(benchmark::State& state) {
  const auto size = static_cast<std::int32_t>(state.range(0));  // 1/256 pixels
  const Rng rng(2);
  std::vector<RasterVertex> corners;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto x = static_cast<std::int32_t>(rng.below(1024 * 256, i / 3, 0)),
               y = static_cast<std::int32_t>(rng.below(1024 * 256, i / 3, 1));
    corners.push_back({x + static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(size), i, 2)),
                       y + static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(size), i, 3)), 1.0f});
  }
  const SamplePattern pattern = sample_pattern(8);
  std::size_t samples = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < corners.size(); i += 3) {
      raster_triangle(corners[i], corners[i + 1], corners[i + 2], pattern, {0, 0, 1100, 1100},
                      [&](int, int, float) { ++samples; });
    }
  }
  benchmark::DoNotOptimize(samples);
  count(state, corners.size() / 3);
}
BENCHMARK(triangle_coverage)->Arg(256)->Arg(1024)->Arg(8192)->Arg(65536);

void relief_picture(benchmark::State& state) {
  const ThreadLimit limit(1);
  const Heightmap map = hills(static_cast<int>(state.range(0)));
  PictureParams params = hd();
  params.elevation.reset();
  params.style = HeightStyle::relief;
  for (auto _ : state) benchmark::DoNotOptimize(render_heightmap(map, params, RunContext{}));
  count(state, map.heights.size());
}
BENCHMARK(relief_picture)->Arg(1025)->Unit(benchmark::kMillisecond)->Iterations(2);

void hillshade_picture(benchmark::State& state) {
  const ThreadLimit limit(1);
  const Heightmap map = hills(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(render_heightmap(map, {}, RunContext{}));
  count(state, 960 * 960);
}
BENCHMARK(hillshade_picture)->Arg(1025)->Arg(4097)->Unit(benchmark::kMillisecond);

void line_picture(benchmark::State& state) {
  const ThreadLimit limit(1);
  std::vector<Line> lines(static_cast<std::size_t>(state.range(0)));
  const Rng rng(3);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Vec3 start{rng.uniform(i, 0), rng.uniform(i, 1), 0};
    lines[i].path.points = {start,
                            start + Vec3{rng.uniform_in(-0.02, 0.02, i, 2), rng.uniform_in(-0.02, 0.02, i, 3), 0}};
  }
  for (auto _ : state) benchmark::DoNotOptimize(render_lines(lines, LineView::xy, {}, RunContext{}));
  count(state, lines.size());
}
BENCHMARK(line_picture)->Arg(1000)->Arg(100000)->Unit(benchmark::kMillisecond);

}  // namespace
