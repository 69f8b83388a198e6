#include "stages/scenes/lod_chain.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"

namespace weald::scene {

std::vector<double> default_screen_sizes(std::size_t count) {
  std::vector<double> sizes;
  double size = 0.5;
  for (std::size_t i = 0; i < count; ++i, size *= 0.4) sizes.push_back(size);
  if (count > 1) sizes.back() = std::min(sizes.back(), 0.01);
  return sizes;
}

namespace {

/// Bodies are written as shapes only, each with its own mesh and node.
void add_bodies(const Estimate& from, SceneCounts& counts) {
  const double most = std::min(static_cast<double>(kMaxBodies), from.surface.faces.most.value_or(kMaxBodies));
  SurfaceCounts shapes = from.surface;
  shapes.uvs = shapes.normals = Amount::exactly(0);
  shapes.may_be_fewer();  // there may be fewer for concave faces
  counts.stored = counts.stored + shapes;
  counts.nodes = counts.nodes + Amount::up_to(most);
  counts.facts += most * kBodyJson;
}

}  // namespace

Estimate LodChain::estimate(const Params& params, const schema::Estimates& inputs) {
  Estimate result = Estimate::of_surface(inputs[params.levels.front()].surface);
  result.bytes.least = 0;  // the meshes are shared with the stages that made them
  SceneCounts counts = SceneCounts::none();
  for (const schema::Input<mesh::Mesh>& level : params.levels) {
    counts = counts + inputs[level].in_scene();
  }
  counts.instances = Amount::exactly(1);
  if (params.collision.given()) add_bodies(inputs[params.collision], counts);
  result.scene = counts;
  return result;
}

Scene LodChain::run(const Params& params, const schema::Inputs& inputs, const RunContext&) {
  const std::vector<double> sizes =
      params.screen_sizes.empty() ? default_screen_sizes(params.levels.size()) : params.screen_sizes;
  Prototype prototype{params.levels.front().stage, inputs.shared<mesh::Mesh>(params.levels.front()), sizes.front()};
  for (std::size_t i = 1; i < params.levels.size(); ++i)
    prototype.lighter.push_back({inputs.shared<mesh::Mesh>(params.levels[i]), sizes[i]});
  if (params.collision.given()) {
    prototype.collision = inputs.shared<mesh::Mesh>(params.collision);
    if (prototype.collision->groups.size() > kMaxBodies)
      throw StageError(fmt::format("the mesh has {} groups; at most {} bodies can be used for one object",
                                   prototype.collision->groups.size(), kMaxBodies),
                       "collision");
  }
  Scene scene;
  const std::uint32_t variety = add_prototype(scene, std::move(prototype));
  scene.instances.push_back(instance_at(variety, Mat4{1.0}));
  return scene;
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::LodChainParams>::check(const P& params, Checker& checker) {
  if (params.levels.empty()) checker.error("levels", "a chain needs at least one level");
  if (params.levels.size() > scene::kMaxLevels)
    checker.error("levels", fmt::format("a chain has at most {} levels", scene::kMaxLevels));
  for (std::size_t i = 0; i < params.levels.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (params.levels[i].stage == params.levels[k].stage)
        checker.error("levels", fmt::format("'{}' is used for two levels of the chain", params.levels[i].stage));
    }
  }
  if (params.screen_sizes.empty()) return;
  if (params.screen_sizes.size() != params.levels.size())
    checker.error("screen_sizes", fmt::format("{} for {}", counted_noun(params.screen_sizes.size(), "size"),
                                              counted_noun(params.levels.size(), "level")));
  for (std::size_t i = 1; i < params.screen_sizes.size(); ++i) {
    if (!(params.screen_sizes[i] < params.screen_sizes[i - 1]))
      checker.error("screen_sizes", "the 'screen_sizes' must decrease from level to level");
  }
}

}  // namespace weald::schema
