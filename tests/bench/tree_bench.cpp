// Trees per second of the two tree models. space_colonization stands beside the method as published: in every round
// each point looks through all nodes for the nearest. Ratios of one run count, not the figures.

#include <benchmark/benchmark.h>

#include <vector>

#include "base/run_context.h"
#include "stages/plants/models/space_colonization.h"
#include "stages/plants/models/weber_penn.h"

namespace {

using namespace weald;

tree::SpaceColonizationParams crown(int attractors) {
  tree::SpaceColonizationParams params;
  params.crown = {tree::CrownSolid::ellipsoid, 2.4, 9, 11, std::nullopt, {0, 0}, 0};
  params.attractors = attractors;
  params.influence = 2;
  params.kill = 0.2;
  params.step = 0.1;
  return params;
}

void colonize(benchmark::State& state) {
  const auto params = crown(static_cast<int>(state.range(0)));
  RunContext context;
  context.seed = 1;
  std::size_t segments = 0;
  for (auto _ : state) {
    const auto skeleton = tree::space_colonization(params, {}, context);
    segments = skeleton.segments.size();
    benchmark::DoNotOptimize(skeleton.segments.data());
  }
  state.counters["segments"] = static_cast<double>(segments);
}
BENCHMARK(colonize)->Arg(2000)->Arg(20000)->Unit(benchmark::kMillisecond);

/// Rounds of the published method over points and nodes, for the work alone: nodes grow without jitter or tropism.
void colonize_exhaustively(benchmark::State& state) {
  const auto params = crown(static_cast<int>(state.range(0)));
  RunContext context;
  context.seed = 1;
  const auto points = tree::place_attractors(params, {}, context);
  std::size_t count = 0;
  for (auto _ : state) {
    std::vector<Vec3> nodes;
    for (int i = 0; i < 20; ++i) nodes.push_back({0, 0.1 * i, 0});
    std::vector<Vec3> live = points;
    for (int round = 0; round < 60 && !live.empty(); ++round) {
      std::vector<Vec3> pull(nodes.size(), Vec3{0});
      std::vector<Vec3> left;
      for (const Vec3& p : live) {
        double best = 4;
        std::size_t nearest = nodes.size();
        for (std::size_t n = 0; n < nodes.size(); ++n) {
          const Vec3 d = p - nodes[n];
          if (glm::dot(d, d) < best) best = glm::dot(d, d), nearest = n;
        }
        if (best >= 0.04) left.push_back(p);
        if (nearest < nodes.size()) pull[nearest] += normalized_or(p - nodes[nearest], {0, 1, 0});
      }
      live = std::move(left);
      for (std::size_t n = pull.size(); n-- > 0;) {
        if (glm::length(pull[n]) > 0) nodes.push_back(nodes[n] + 0.1 * glm::normalize(pull[n]));
      }
    }
    count = nodes.size();
    benchmark::DoNotOptimize(nodes.data());
  }
  state.counters["segments"] = static_cast<double>(count);
}
BENCHMARK(colonize_exhaustively)->Arg(2000)->Unit(benchmark::kMillisecond);

/// The weeping willow of the paper's table.
tree::WeberPennParams willow() {
  tree::WeberPennParams params;
  params.shape = tree::CrownShape::cylindrical;
  params.height = 15;
  params.base_size = 0.05;
  params.ratio = 0.03;
  params.ratio_power = 2;
  params.flare = 0.75;
  params.base_splits = 2;
  params.attraction_up = -3;
  params.levels.resize(4);
  params.levels[0] = {
      .length = 0.8, .segments = 8, .curve_back = 20, .curve_variation = 120, .segment_splits = 0.1, .split_angle = 3};
  params.levels[1] = {.length = 0.5,
                      .length_variation = 0.1,
                      .segments = 16,
                      .curve = 40,
                      .curve_back = 80,
                      .curve_variation = 90,
                      .segment_splits = 0.2,
                      .split_angle = 30,
                      .split_angle_variation = 10,
                      .branches = 25,
                      .down_angle = 20,
                      .down_angle_variation = 10,
                      .rotate = -120,
                      .rotate_variation = 30};
  params.levels[2] = {.length = 1.5,
                      .segments = 12,
                      .segment_splits = 0.2,
                      .split_angle = 45,
                      .split_angle_variation = 20,
                      .branches = 10,
                      .down_angle = 30,
                      .down_angle_variation = 10,
                      .rotate = -120,
                      .rotate_variation = 30};
  params.levels[3] = {
      .length = 0.1, .segments = 1, .branches = 300, .down_angle = 20, .down_angle_variation = 10, .rotate = 140};
  params.leaves.count = 15;
  params.prune = {1, 0.4, 0.6, 0.001, 0.5};
  return params;
}

void weber_penn_willow(benchmark::State& state) {
  const auto params = willow();
  RunContext context;
  context.seed = 1;
  std::size_t parts = 0;
  for (auto _ : state) {
    const auto skeleton = tree::weber_penn(params, context);
    parts = skeleton.segments.size() + skeleton.organs.size();
    benchmark::DoNotOptimize(skeleton.segments.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(parts) * static_cast<std::int64_t>(state.iterations()));
  state.counters["parts"] = static_cast<double>(parts);
}
BENCHMARK(weber_penn_willow)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
