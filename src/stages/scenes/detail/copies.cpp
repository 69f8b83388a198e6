#include "stages/scenes/detail/copies.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"

namespace weald::scene {

Chooser::Chooser(std::size_t count, std::span<const double> weights) {
  for (std::size_t k = 0; k < count; ++k) {
    const double weight = weights.empty() ? 1.0 : weights[k];
    sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + weight);
  }
}

std::uint32_t Chooser::choose(double uniform) const {
  const auto it = std::upper_bound(sums_.begin(), sums_.end() - 1, uniform * sums_.back());
  return static_cast<std::uint32_t>(it - sums_.begin());
}

namespace {

/// Replaces each copy by all parts of the scene that it is a copy of.
std::vector<Instance> with_parts(std::span<const Instance> copies, const std::vector<std::vector<Instance>>& parts,
                                 std::string_view key) {
  std::size_t count = 0;
  for (const Instance& copy : copies) count += parts[copy.prototype].size();
  if (count > kMaxInstances)
    throw StageError(fmt::format("the copies would have {} parts together, more than {}", count, kMaxInstances),
                     std::string(key));
  std::vector<Instance> instances;
  instances.reserve(count);
  for (const Instance& copy : copies) {
    for (const Instance& part : parts[copy.prototype])
      instances.push_back({part.prototype, copy.world_from_prototype * part.world_from_prototype});
  }
  return instances;
}

}  // namespace

Scene scene_of_copies(std::span<const Instance> copies, std::span<const CopiedInput> meshes,
                      const schema::Inputs& inputs, std::string_view key) {
  Scene scene;
  std::vector<std::vector<Instance>> parts;  // per element of `meshes`
  for (const CopiedInput& mesh : meshes) {
    const auto artifact = inputs.any(mesh);
    const auto first = static_cast<std::uint32_t>(scene.prototypes.size());
    if (const auto* const* group = std::get_if<const Scene*>(&artifact)) {
      scene.prototypes.insert(scene.prototypes.end(), (*group)->prototypes.begin(), (*group)->prototypes.end());
      parts.push_back((*group)->instances);
      for (Instance& part : parts.back()) part.prototype += first;
    } else {
      scene.prototypes.push_back({mesh.stage, inputs.shared<mesh::Mesh>(mesh)});
      parts.push_back({{first, Mat4{1.0}}});
    }
  }
  scene.instances = with_parts(copies, parts, key);
  return scene;
}

Estimate copies_estimate(std::span<const CopiedInput> meshes, const schema::Estimates& inputs, const Amount& copies,
                         std::string_view cause) {
  const double most = copies.most.value_or(static_cast<double>(kMaxInstances));
  Estimate result;
  SceneCounts counts = SceneCounts::none();
  SurfaceCounts largest = SurfaceCounts::none();
  Amount parts = Amount::exactly(0), nodes = Amount::exactly(0);  // counts of one copy
  for (const CopiedInput& mesh : meshes) {
    const Estimate& from = inputs[mesh];
    const SceneCounts own = from.in_scene();
    counts = counts + own;
    parts = larger(parts, own.instances);
    nodes = larger(nodes, own.nodes);
    largest = larger(largest, from.surface);
  }
  result.surface = largest * most;
  if (meshes.size() == 1 && copies.is_exact() && most > 0) {
    counts.instances = parts * most;
    counts.nodes = nodes * most;
  } else {
    counts.may_be_shared();
    counts.instances = Amount::up_to(parts * most);
    counts.nodes = Amount::up_to(nodes * most);
    result.surface.may_be_fewer();
  }
  if (counts.instances.most) counts.instances.most = std::min(*counts.instances.most, double{kMaxInstances});
  counts.instances.least = std::min(counts.instances.least, double{kMaxInstances});
  result.scene = counts;
  result.bytes = counts.instances * sizeof(Instance);
  result.cause = cause;
  return result;
}

void check_meshes(std::span<const CopiedInput> meshes, std::span<const double> weights, schema::Checker& checker) {
  if (meshes.empty()) checker.error("meshes", "'meshes' needs at least one mesh");
  if (!weights.empty() && weights.size() != meshes.size()) {
    checker.error("weights", fmt::format("{} for {}", counted_noun(weights.size(), "weight"),
                                         counted_noun(meshes.size(), "mesh")));
  }
  double sum = weights.empty() ? 1 : 0;
  for (const double weight : weights) sum += weight;
  if (!(sum > 0)) checker.error("weights", "the 'weights' must not all be 0");
}

void check_ordered(const std::array<double, 2>& limits, std::string_view key, schema::Checker& checker) {
  if (limits[0] > limits[1]) checker.error(key, fmt::format("'{}' must give the smaller number first", key));
}

}  // namespace weald::scene
