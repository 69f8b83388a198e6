#include "stages/scenes/detail/copies.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "data/scene_groups.h"

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

SourceTable::SourceTable(std::size_t inputs) : whole_(inputs) {
  for (std::size_t k = 0; k < inputs; ++k) sources_.push_back({static_cast<std::uint32_t>(k)});
}

std::uint32_t SourceTable::index_of(const CopySource& source) {
  if (!source.level && source.input < whole_) return source.input;
  const auto [it, is_new] = numbers_.emplace(source, static_cast<std::uint32_t>(sources_.size()));
  if (is_new) sources_.push_back(source);
  return it->second;
}

Copies plain_copies(std::vector<Instance> instances, std::size_t count) {
  Copies copies;
  copies.sources = SourceTable(count).take();
  for (std::size_t k = 0; k < count; ++k) copies.varieties.push_back({static_cast<std::uint32_t>(k)});
  copies.instances = std::move(instances);
  return copies;
}

namespace {

/// One level of detail of a prototype. Pre: it has this level.
Prototype level_of(const Prototype& prototype, std::uint32_t level) {
  const auto& mesh = level == 0 ? prototype.mesh : prototype.lighter[level - 1].mesh;
  return {fmt::format("{}.lod{}", prototype.name, level), mesh, 0, {}, prototype.collision};
}

/// The prototypes of a scene of copies, and what each of the copied sources consists of.
class CopiedParts {
 public:
  CopiedParts(std::span<const CopySource> sources, std::span<const CopiedInput> meshes, const schema::Inputs& inputs) {
    for (const CopySource& source : sources) {
      const CopiedInput& mesh = meshes[source.input];
      const auto artifact = inputs.any(mesh);
      if (const auto* const* group = std::get_if<const Scene*>(&artifact))
        add(source, **group, group_name_of(mesh.stage));
      else
        add(source, {{{mesh.stage, inputs.shared<mesh::Mesh>(mesh)}}, {Variety{}}, {Instance{}}}, {}, true);
    }
  }

  /// Whether each input is one mesh that stands where its copy stands.
  bool are_meshes() const { return are_meshes_; }
  std::span<const Instance> parts_of(const Variety& copy) const { return parts_[copy.prototype].scene.instances; }
  /// The scene that is copied. Its prototypes are not those of the copies.
  const Scene& scene_of(const Variety& copy) const { return parts_[copy.prototype].scene; }
  /// The name of the group that each copy is.
  const std::string& name_of(const Variety& copy) const { return parts_[copy.prototype].name; }
  /// Whether each copy needs a group around it.
  bool needs_group(const Variety& copy) const { return !is_one_object(parts_[copy.prototype].scene); }

  /// The varieties of the parts of a copy with this variety.
  std::vector<std::uint32_t> varieties_of(const Variety& copy, VarietyTable& table) const {
    std::vector<std::uint32_t> numbers;
    for (const Variety& part : parts_[copy.prototype].scene.varieties)
      numbers.push_back(
          table.index_of({part.prototype, part.tint * copy.tint, copy.data != 0 ? copy.data : part.data}));
    return numbers;
  }
  std::vector<Prototype> take_prototypes() { return std::move(prototypes_); }

 private:
  /// A source: its varieties are numbered over the prototypes of all inputs.
  struct Parts {
    Scene scene;
    std::string name;
  };

  void add(const CopySource& source, const Scene& scene, const std::string& name, bool is_mesh = false) {
    are_meshes_ = are_meshes_ && is_mesh;
    Parts& parts = parts_.emplace_back(Parts{scene, name});
    std::vector<std::uint32_t> numbers;  // per prototype of the scene
    for (std::uint32_t k = 0; k < scene.prototypes.size(); ++k) numbers.push_back(number_of(source, scene, k));
    for (Variety& variety : parts.scene.varieties) variety.prototype = numbers[variety.prototype];
  }

  /// Number of the prototype, or of its level, among those of all copies. Those of one input are shared.
  std::uint32_t number_of(const CopySource& source, const Scene& scene, std::uint32_t prototype) {
    const Prototype& whole = scene.prototypes[prototype];
    const auto coarsest = static_cast<std::uint32_t>(whole.lighter.size());
    CopySource wanted{source.input};
    if (source.level && coarsest > 0) wanted.level = std::min(*source.level, coarsest);
    const auto number = static_cast<std::uint32_t>(prototypes_.size());
    const auto [it, is_new] = numbers_.emplace(std::pair{wanted, prototype}, number);
    if (is_new) prototypes_.push_back(wanted.level ? level_of(whole, *wanted.level) : whole);
    return it->second;
  }

  std::vector<Prototype> prototypes_;
  std::map<std::pair<CopySource, std::uint32_t>, std::uint32_t> numbers_;  ///< per source and prototype of its scene
  std::vector<Parts> parts_;
  bool are_meshes_ = true;
};

/// Number of the parts of all copies.
std::size_t part_count(const Copies& copies, const CopiedParts& parts) {
  std::size_t count = 0;
  for (const Instance& copy : copies.instances) count += parts.parts_of(copies.varieties[copy.variety]).size();
  return count;
}

/// Adds to `scene` all parts of the scenes that are copied; `varieties` has the varieties of the parts per variety of
/// the copies. A copy of several objects is a group.
void add_parts(Scene& scene, const Copies& copies, const CopiedParts& parts,
               const std::vector<std::vector<std::uint32_t>>& varieties) {
  GroupBuilder groups(scene);
  std::vector<std::vector<std::uint32_t>> names;  // per variety of the copies
  for (const Variety& copy : copies.varieties) names.push_back(groups.name_indices(parts.scene_of(copy)));
  scene.instances.reserve(part_count(copies, parts));
  for (const Instance& copy : copies.instances) {
    const Variety& variety = copies.varieties[copy.variety];
    const Mat4 world = world_from_prototype(copy);
    const auto group =
        parts.needs_group(variety) ? std::optional{groups.begin(parts.name_of(variety), world, true)} : std::nullopt;
    const std::size_t first = scene.groups.size();
    groups.add(parts.scene_of(variety), names[copy.variety], world);
    if (!group && first < scene.groups.size()) {
      scene.groups[first].is_copy = true;
      name_group(scene, first, parts.name_of(variety));
    }
    for (const Instance& part : parts.parts_of(variety))
      scene.instances.push_back(instance_at(varieties[copy.variety][part.variety], world * world_from_prototype(part)));
    if (group) groups.end(*group);
  }
}

}  // namespace

Scene scene_of_copies(Copies copies, std::span<const CopiedInput> meshes, const schema::Inputs& inputs,
                      std::string_view key) {
  CopiedParts parts(copies.sources, meshes, inputs);
  if (const std::size_t count = part_count(copies, parts); count > kMaxInstances)
    throw StageError(fmt::format("the copies would have {} parts together, more than {}", count, kMaxInstances),
                     std::string(key));
  VarietyTable table;
  std::vector<std::vector<std::uint32_t>> varieties;
  for (const Variety& copy : copies.varieties) varieties.push_back(parts.varieties_of(copy, table));
  Scene scene;
  if (parts.are_meshes()) {
    for (Instance& copy : copies.instances) copy.variety = varieties[copy.variety].front();
    scene.instances = std::move(copies.instances);
  } else {
    add_parts(scene, copies, parts, varieties);
  }
  scene.varieties = table.take();
  scene.prototypes = parts.take_prototypes();
  return scene;
}

Estimate copies_estimate(std::span<const CopiedInput> meshes, const schema::Estimates& inputs, const Amount& copies,
                         std::string_view cause, bool has_levels) {
  const double most = copies.most.value_or(static_cast<double>(kMaxInstances));
  Estimate result;
  SceneCounts counts = SceneCounts::none();
  SurfaceCounts largest = SurfaceCounts::none();
  Amount parts = Amount::exactly(0), nodes = Amount::exactly(0), groups = Amount::exactly(0);  // counts of one copy
  for (const CopiedInput& mesh : meshes) {
    const Estimate& from = inputs[mesh];
    const SceneCounts own = from.in_scene();
    counts = counts + own;
    if (has_levels) {  // files contain a level again that copies have alone
      counts = counts + own;
      counts.may_be_shared();
    }
    parts = larger(parts, own.instances);
    nodes = larger(nodes, own.nodes);
    groups = larger(groups, own.groups_as_part());
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
  counts.groups = Amount::up_to(groups * most);
  result.scene = counts;
  result.bytes = counts.instances * sizeof(Instance) + counts.groups * sizeof(Group);
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
