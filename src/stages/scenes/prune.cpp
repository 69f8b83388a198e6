#include "stages/scenes/prune.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "base/rng.h"
#include "data/scene_groups.h"
#include "methods/curve/flatten.h"
#include "methods/curve/nearest.h"
#include "methods/curve/winding.h"

namespace weald::scene {

namespace {

constexpr std::uint64_t kMaskPart = 1, kSharePart = 2;  // parts of the seed
constexpr double kTolerance = 0.001;                    // of the flattened curve, metres

/// Chance that belongs to a place, so that it depends on no other copy.
class ChanceOfPlace {
 public:
  ChanceOfPlace(std::uint64_t seed, std::uint64_t part) : rng_(sub_seed(seed, part)) {}
  double at(const Vec3& position) const {
    // Negative zero is the same place as zero.
    const Vec3 place = position + 0.0;
    const auto word = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    return rng_.uniform(word(place.x) ^ std::rotl(word(place.y), 21), word(place.z));
  }

 private:
  Rng rng_;
};

/// Edges sorted into bands of z, so that only those beside a place are tested.
class BandedEdges {
 public:
  explicit BandedEdges(const std::vector<curve::GroundEdge>& edges) {
    if (edges.empty()) return;
    low_ = high_ = edges.front().a.y;
    for (const curve::GroundEdge& edge : edges) {
      low_ = std::min({low_, edge.a.y, edge.b.y});
      high_ = std::max({high_, edge.a.y, edge.b.y});
    }
    bands_.resize(std::min(edges.size(), kMostBands));
    for (const curve::GroundEdge& edge : edges) {
      const std::size_t last = band_of(std::max(edge.a.y, edge.b.y));
      for (std::size_t band = band_of(std::min(edge.a.y, edge.b.y)); band <= last; ++band) bands_[band].push_back(edge);
    }
  }
  bool enclose(const Vec2& place) const {
    return !bands_.empty() && place.y >= low_ && place.y <= high_ &&
           curve::winding_number(bands_[band_of(place.y)], place) != 0;
  }

 private:
  static constexpr std::size_t kMostBands = 1024;
  /// Never decreases with z.
  std::size_t band_of(double z) const {
    const double share = high_ > low_ ? (z - low_) / (high_ - low_) : 0;
    return std::min(bands_.size() - 1, static_cast<std::size_t>(share * static_cast<double>(bands_.size())));
  }

  double low_ = 0, high_ = 0;
  std::vector<std::vector<curve::GroundEdge>> bands_;
};

std::vector<curve::GroundEdge> closed_edges(const std::vector<Polyline>& lines) {
  std::vector<Polyline> closed;
  std::ranges::copy_if(lines, std::back_inserter(closed), &Polyline::closed);
  return curve::ground_edges(closed);
}

/// A curve as an area seen from above.
class CurveArea {
 public:
  CurveArea(const std::vector<Polyline>& lines, double distance) : inside_(closed_edges(lines)) {
    if (distance > 0) near_.emplace(lines, distance);
  }
  bool contains(const Vec2& place) const { return inside_.enclose(place) || (near_ && near_->nearest(place)); }

 private:
  BandedEdges inside_;
  std::optional<curve::NearestIndex> near_;
};

bool covers(const Heightmap& map, const Vec2& place) {
  const Vec2 low = map.origin;
  const Vec2 high = low + Vec2{map.heights.width() - 1, map.heights.height() - 1} * map.cell_size;
  return place.x >= low.x && place.x <= high.x && place.y >= low.y && place.y <= high.y;
}

/// Decides which positions stay.
class Pruner {
 public:
  Pruner(const PruneParams& params, const PruneLimits& limits, std::uint64_t seed)
      : params_(params), mask_(limits.mask), of_mask_(seed, kMaskPart), of_share_(seed, kSharePart) {
    for (const mesh::PlacementParams& box : params.boxes) box_from_world_.push_back(glm::inverse(mesh::matrix_of(box)));
    if (limits.curve != nullptr) area_.emplace(curve::flatten(*limits.curve, kTolerance), params.distance);
  }

  bool keeps(const Vec3& position) const {
    if (!allowed(position)) return false;
    return params_.share >= 1 || of_share_.at(position) < params_.share;
  }

 private:
  bool allowed(const Vec3& position) const {
    const bool wanted = params_.keep == Kept::inside;
    const Vec2 place{position.x, position.z};
    if (!box_from_world_.empty() && in_a_box(position) != wanted) return false;
    if (area_ && area_->contains(place) != wanted) return false;
    return mask_ == nullptr || in_mask(position) == wanted;
  }
  bool in_a_box(const Vec3& position) const {
    return std::ranges::any_of(box_from_world_, [&](const Mat4& box_from_world) {
      const Vec3 p{box_from_world * Vec4{position, 1}};
      return std::abs(p.x) <= 0.5 && std::abs(p.y) <= 0.5 && std::abs(p.z) <= 0.5;
    });
  }
  bool in_mask(const Vec3& position) const {
    const Vec2 place{position.x, position.z};
    return covers(*mask_, place) && of_mask_.at(position) < height_at(*mask_, place);
  }

  const PruneParams& params_;
  const Heightmap* mask_;
  std::vector<Mat4> box_from_world_;
  std::optional<CurveArea> area_;
  ChanceOfPlace of_mask_, of_share_;
};

bool is_unit(const Scene& scene, const Group& group, const PruneParams& params) {
  if (params.groups.empty()) return params.each == PruneUnit::copy && group.is_copy;
  return std::ranges::find(params.groups, scene.group_names[group.name]) != params.groups.end();
}

/// For each instance whether it stays. Of groups within each other, the outermost decides.
std::vector<bool> kept_instances(const Scene& scene, const PruneParams& params, const Pruner& pruner) {
  std::vector<bool> kept(scene.instances.size(), true);
  std::size_t next = 0;  // group
  for (std::size_t i = 0; i < scene.instances.size();) {
    const Group* unit = nullptr;
    for (; next < scene.groups.size() && scene.groups[next].begin <= i; ++next) {
      const Group& group = scene.groups[next];
      if (group.begin == i && unit == nullptr && is_unit(scene, group, params)) unit = &group;
    }
    const std::size_t end = unit != nullptr ? unit->end : i + 1;
    const Vec3& position = unit != nullptr ? unit->position : scene.instances[i].position;
    const bool decides = unit != nullptr || params.groups.empty();
    if (decides && !pruner.keeps(position))
      for (std::size_t k = i; k < end; ++k) kept[k] = false;
    i = end;
  }
  return kept;
}

/// Numbers for what is used, in the old order; unset for the rest.
std::vector<std::optional<std::uint32_t>> renumbered(const std::vector<bool>& is_used) {
  std::vector<std::optional<std::uint32_t>> numbers(is_used.size());
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (is_used[i]) numbers[i] = next++;
  }
  return numbers;
}

/// The prototypes and varieties that instances use.
void take_used(Scene& result, const Scene& scene) {
  std::vector<bool> uses_variety(scene.varieties.size(), false), uses_prototype(scene.prototypes.size(), false);
  for (const Instance& instance : result.instances) uses_variety[instance.variety] = true;
  for (std::size_t k = 0; k < scene.varieties.size(); ++k) {
    if (uses_variety[k]) uses_prototype[scene.varieties[k].prototype] = true;
  }
  const auto varieties = renumbered(uses_variety), prototypes = renumbered(uses_prototype);
  for (std::size_t k = 0; k < scene.prototypes.size(); ++k) {
    if (prototypes[k]) result.prototypes.push_back(scene.prototypes[k]);
  }
  for (std::size_t k = 0; k < scene.varieties.size(); ++k) {
    if (!varieties[k]) continue;
    Variety& variety = result.varieties.emplace_back(scene.varieties[k]);
    variety.prototype = *prototypes[variety.prototype];
  }
  for (Instance& instance : result.instances) instance.variety = *varieties[instance.variety];
}

/// The groups that still have instances.
void take_groups(Scene& result, const Scene& scene, const std::vector<bool>& kept) {
  std::vector<std::uint32_t> before(kept.size() + 1, 0);  // kept instances before each
  for (std::size_t i = 0; i < kept.size(); ++i) before[i + 1] = before[i] + (kept[i] ? 1 : 0);
  GroupBuilder builder(result);
  for (const Group& group : scene.groups) {
    Group moved = group;
    moved.begin = before[group.begin];
    moved.end = before[group.end];
    if (moved.begin == moved.end) continue;
    moved.name = builder.name_index(scene.group_names[group.name]);
    result.groups.push_back(moved);
  }
}

}  // namespace

Scene pruned(const Scene& scene, const PruneParams& params, const PruneLimits& limits, std::uint64_t seed) {
  const std::vector<bool> kept = kept_instances(scene, params, Pruner(params, limits, seed));
  Scene result;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) result.instances.push_back(scene.instances[i]);
  }
  take_used(result, scene);
  take_groups(result, scene, kept);
  return result;
}

Estimate Prune::estimate(const Params& params, const schema::Estimates& inputs) {
  Estimate result = mesh::moved_estimate(inputs[params.from]);
  result.surface.may_be_fewer();
  if (!result.scene) return result;
  SceneCounts& counts = *result.scene;
  counts.may_be_shared();
  for (Amount* amount : {&counts.instances, &counts.nodes, &counts.groups}) *amount = Amount::up_to(*amount);
  return result;
}

Scene Prune::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  PruneLimits limits;
  if (params.mask.given()) limits.mask = &inputs[params.mask];
  if (params.curve.given()) limits.curve = &inputs[params.curve];
  if (limits.mask == nullptr && limits.curve == nullptr && params.boxes.empty() && params.share >= 1)
    context.warn("nothing is removed without 'boxes', 'curve', 'mask' or 'share'", "from");
  Scene result = pruned(inputs[params.from], params, limits, context.seed);
  if (result.instances.empty()) context.warn("no copies are left: the scene is empty", "from");
  return result;
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::PruneParams>::check(const P& params, Checker& checker) {
  const bool has_limits = params.mask.given() || params.curve.given() || !params.boxes.empty();
  if (!has_limits && checker.given("keep"))
    checker.error("keep", "'keep' belongs to limits: it needs 'boxes', 'curve' or 'mask'");
  if (!params.curve.given() && checker.given("distance"))
    checker.error("distance", "'distance' is measured from a curve: it needs 'curve'");
  if (!params.groups.empty() && checker.given("each"))
    checker.error("each", "'groups' says what stays or goes as a whole, instead of 'each'");
  for (const mesh::PlacementParams& box : params.boxes) {
    if (mesh::is_flat(box.scale))
      checker.error("boxes", "a box needs a size: every factor of 'scale' must have a magnitude of at least 1e-6");
  }
}

}  // namespace weald::schema
