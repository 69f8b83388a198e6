// Skins per second of plant_mesh, beside two bare loops: one that writes the same number of vertices, and the same
// tubes without frames, caps, UVs, colours or shading normals. Ratios of one run count, not the figures.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <vector>

#include "base/parallel.h"
#include "base/rng.h"
#include "base/run_context.h"
#include "methods/mesh/build.h"
#include "stages/plants/skin/plant_mesh.h"

namespace {

using namespace weald;

/// A tree of 2^depth tips.
lsystem::Skeleton make_tree(int depth) {
  const Rng rng(1);
  std::uint64_t draw = 0;
  const auto swing = [&] { return rng.uniform_in(-1, 1, draw++); };
  lsystem::Skeleton tree;
  struct Tip {
    std::optional<std::uint32_t> segment;
    Vec3 position{0}, heading{0};
    double radius;
    int depth;
    std::uint32_t branch;
  };
  std::uint32_t branches = 1;
  std::vector<Tip> open{{{}, {0, 0, 0}, {0, 1, 0}, 0.4, depth, 0}};
  while (!open.empty()) {
    const Tip tip = open.back();
    open.pop_back();
    const Vec3 end = tip.position + tip.heading * (0.2 + 0.1 * tip.depth);
    lsystem::SkeletonSegment s{tip.position,
                               end,
                               tip.radius,
                               0.85 * tip.radius,
                               {tip.heading, {-1, 0, 0}, {0, 0, 1}},
                               tip.segment,
                               tip.branch,
                               static_cast<std::uint16_t>(depth - tip.depth),
                               0};
    tree.segments.push_back(s);
    if (tip.depth == 0) continue;
    const auto index = static_cast<std::uint32_t>(tree.segments.size() - 1);
    const auto turned = [&](double share) {
      return glm::normalize(tip.heading + share * Vec3{swing(), swing(), swing()});
    };
    open.push_back({index, end, turned(0.4), 0.85 * tip.radius, tip.depth - 1, tip.branch});
    open.push_back({index, end, turned(1.2), 0.6 * tip.radius, tip.depth - 1, branches++});
  }
  return tree;
}

plant::PlantMeshParams bark_only() {
  plant::PlantMeshParams params;
  params.flare.amount = 0.5;
  return params;
}

plant::PlantMeshParams leafy() {
  plant::PlantMeshParams params = bark_only();
  params.leaves.spacing = 0.05;
  params.leaves.shape = plant::LeafShape::rhombus;
  return params;
}

plant::PlantMeshParams joined(plant::JointKind joint) {
  plant::PlantMeshParams params = bark_only();
  params.stem.joint = joint;
  return params;
}

void skin(benchmark::State& state, const plant::PlantMeshParams& params, int threads) {
  const ThreadLimit limit(threads);
  const lsystem::Skeleton tree = make_tree(14);
  std::size_t vertices = 0;
  for (auto _ : state) {
    const mesh::Soup soup = plant::plant_soup(tree, params, {});
    vertices += soup.positions.size();
    benchmark::DoNotOptimize(soup.positions.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(vertices));
}

void bare_tubes(benchmark::State& state) {
  const lsystem::Skeleton tree = make_tree(14);
  constexpr int kSides = 4;
  const double cosines[kSides] = {1, 0, -1, 0};
  std::size_t vertices = 0;
  for (auto _ : state) {
    mesh::Soup soup;
    for (const auto& s : tree.segments) {
      const auto first = static_cast<std::uint32_t>(soup.positions.size());
      for (int j = 0; j < kSides; ++j) {
        const Vec3 out = s.frame.left * cosines[j] + s.frame.up * cosines[(j + 3) % kSides];
        soup.positions.push_back(Vec3f(s.start + out * s.start_radius));
        soup.positions.push_back(Vec3f(s.end + out * s.end_radius));
      }
      for (std::uint32_t j = 0; j < kSides; ++j) {
        const std::uint32_t k = (j + 1) % kSides;
        const std::uint32_t face[4] = {first + 2 * j, first + 2 * k, first + 2 * k + 1, first + 2 * j + 1};
        soup.add_face(face);
      }
    }
    vertices += soup.positions.size();
    benchmark::DoNotOptimize(soup.positions.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(vertices));
}

void build(benchmark::State& state) {
  const mesh::Soup soup = plant::plant_soup(make_tree(14), leafy(), {});
  std::size_t vertices = 0;
  for (auto _ : state) {
    const mesh::Mesh mesh = mesh::build_checked(soup);
    vertices += mesh.vertex_count();
    benchmark::DoNotOptimize(mesh.positions.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(vertices));
}

/// A tree that may have so many triangles: what the search for its settings takes beside the tree itself. The counter
/// is the share of the budget that it uses.
void budget(benchmark::State& state) {
  const ThreadLimit limit(1);
  const lsystem::Skeleton tree = make_tree(12);
  plant::PlantMeshParams params = leafy();
  params.triangles = static_cast<int>(state.range(0));
  std::size_t faces = 0;
  for (auto _ : state) faces = plant::plant_mesh(tree, params, {}).face_count();
  state.counters["percent"] = 100.0 * static_cast<double>(faces) / static_cast<double>(state.range(0));
}

void no_budget(benchmark::State& state) {
  const ThreadLimit limit(1);
  const lsystem::Skeleton tree = make_tree(12);
  std::size_t faces = 0;
  for (auto _ : state) faces = plant::plant_mesh(tree, leafy(), {}).face_count();
  state.counters["faces"] = static_cast<double>(faces);
}

/// As the program does: memory that was freed is not given back, to be fetched again page by page.
const int kept_memory =
    ::mallopt(M_MMAP_THRESHOLD, 32 << 20) + ::mallopt(M_TRIM_THRESHOLD, 1 << 30) + ::mallopt(M_TOP_PAD, 16 << 20);

BENCHMARK(bare_tubes)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skin, bark_1_thread, bark_only(), 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skin, collar_1_thread, joined(plant::JointKind::collar), 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skin, weld_1_thread, joined(plant::JointKind::weld), 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skin, bark_and_leaves_1_thread, leafy(), 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(skin, bark_and_leaves_2_threads, leafy(), 2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(budget)->Arg(30000)->Arg(12000)->Unit(benchmark::kMillisecond);
BENCHMARK(no_budget)->Unit(benchmark::kMillisecond);
BENCHMARK(build)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
