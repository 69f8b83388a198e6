#include "stages/scenes/scatter.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/math/math.h"
#include "base/rng.h"
#include "base/text/counted.h"
#include "methods/curve/flatten.h"
#include "methods/curve/frames.h"
#include "methods/curve/nearest.h"
#include "stages/scenes/detail/poisson_disc.h"

namespace weald::scene {

namespace {

constexpr std::size_t kMaxInstances = 1'000'000;

/// Purposes of random numbers. Each has its own stream, so that no purpose affects another.
enum class Draw : std::uint64_t { places, mask, rank, mesh, scale, turn };

Rng stream(const RunContext& context, Draw draw) {
  return Rng(sub_seed(context.seed, static_cast<std::uint64_t>(draw)));
}

/// An accepted position.
struct ScatterPoint {
  Vec2 xz{0};
  std::uint64_t id;
  std::uint64_t rank;  ///< random; `count` keeps the lowest ranks
};

class Limits {
 public:
  Limits(const ScatterGround& ground, const ScatterParams& params, const RunContext& context)
      : ground_(ground), params_(params), mask_draw_(stream(context, Draw::mask)) {
    if (ground.avoid != nullptr) {
      // Chords deviate by at most a hundredth of the clearance, which is added to the distance.
      const double tolerance = 0.01 * params.clearance;
      avoid_.emplace(curve::flatten(*ground.avoid, tolerance), params.clearance + tolerance);
    }
  }

  bool allow(const Vec2& xz, std::uint64_t id) const {
    const double slope = math::degrees(math::acos(normal_at(ground_.ground, xz).y));
    if (!(slope >= params_.slope[0] && slope <= params_.slope[1])) return false;
    if (params_.height) {
      const double height = height_at(ground_.ground, xz);
      if (!(height >= (*params_.height)[0] && height <= (*params_.height)[1])) return false;
    }
    if (ground_.mask != nullptr && !(mask_draw_.uniform(id) < height_at(*ground_.mask, xz))) return false;
    return !avoid_ || !avoid_->nearest(xz);
  }

 private:
  const ScatterGround& ground_;
  const ScatterParams& params_;
  Rng mask_draw_;
  std::optional<curve::NearestIndex> avoid_;
};

std::vector<ScatterPoint> places(const ScatterGround& on, const ScatterParams& params, const RunContext& context) {
  const GridSpec grid = on.ground.grid();
  const Vec2 low = grid.origin + params.margin;
  const Vec2 size = Vec2{grid.width - 1, grid.height - 1} * grid.cell_size - 2 * params.margin;
  if (!(size.x > 0 && size.y > 0)) throw StageError("the ground has no area inside its margin", "on");
  const DiscRules rules{size, params.distance, sub_seed(context.seed, static_cast<std::uint64_t>(Draw::places))};
  const std::vector<DiscSample> samples = poisson_disc(rules, context);
  context.progress(0.7);
  const Limits limits(on, params, context);
  const Rng ranks = stream(context, Draw::rank);
  std::vector<ScatterPoint> kept;
  for (const DiscSample& sample : samples) {
    const Vec2 xz = low + sample.place;
    if (!limits.allow(xz, sample.id)) continue;
    const auto bits = ranks.bits(sample.id);
    kept.push_back({xz, sample.id, std::uint64_t{bits[0]} << 32 | bits[1]});
  }
  return kept;
}

/// Keeps the `count` places of lowest rank, in order of their ids.
void thin_out(std::vector<ScatterPoint>& places, std::size_t count) {
  if (places.size() <= count) return;
  std::sort(places.begin(), places.end(), [](const ScatterPoint& a, const ScatterPoint& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.id < b.id;
  });
  places.resize(count);
  std::sort(places.begin(), places.end(), [](const ScatterPoint& a, const ScatterPoint& b) { return a.id < b.id; });
}

/// Chooses mesh k with a probability proportional to its weight.
class Chooser {
 public:
  explicit Chooser(const ScatterParams& params) {
    for (std::size_t k = 0; k < params.meshes.size(); ++k) {
      const double weight = params.weights.empty() ? 1.0 : params.weights[k];
      sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + weight);
    }
  }
  std::uint32_t choose(double uniform) const {
    const auto it = std::upper_bound(sums_.begin(), sums_.end() - 1, uniform * sums_.back());
    return static_cast<std::uint32_t>(it - sums_.begin());
  }

 private:
  std::vector<double> sums_;
};

Mat4 transform_at(const Heightmap& ground, const ScatterPoint& place, const ScatterParams& params,
                  const RunContext& context) {
  const double size = stream(context, Draw::scale).uniform_in(params.scale[0], params.scale[1], place.id);
  const double turn = stream(context, Draw::turn).uniform_in(0, params.turn, place.id);
  const Vec3 sky{0, 1, 0};
  const Vec3 up = glm::normalize(sky + (normal_at(ground, place.xz) - sky) * params.align);
  const Vec3 ahead = curve::perpendicular(up, Vec3{math::sin_deg(turn), 0, math::cos_deg(turn)});
  const Vec3 left = glm::cross(up, ahead);
  const Vec3 foot{place.xz.x, height_at(ground, place.xz) - params.sink * size, place.xz.y};
  return Mat4{Vec4{left * size, 0}, Vec4{up * size, 0}, Vec4{ahead * size, 0}, Vec4{foot, 1}};
}

/// Replaces each copy by all parts of the scene that it is a copy of.
std::vector<Instance> with_parts(const std::vector<Instance>& copies, const std::vector<std::vector<Instance>>& parts) {
  std::size_t count = 0;
  for (const Instance& copy : copies) count += parts[copy.prototype].size();
  if (count > kMaxInstances)
    throw StageError(fmt::format("the copies would have {} parts together, more than {}", count, kMaxInstances),
                     "meshes");
  std::vector<Instance> instances;
  instances.reserve(count);
  for (const Instance& copy : copies) {
    for (const Instance& part : parts[copy.prototype])
      instances.push_back({part.prototype, copy.world_from_prototype * part.world_from_prototype});
  }
  return instances;
}

}  // namespace

std::vector<Instance> scatter(const ScatterGround& ground, const ScatterParams& params, const RunContext& context) {
  std::vector<ScatterPoint> kept = places(ground, params, context);
  if (params.count) thin_out(kept, static_cast<std::size_t>(*params.count));
  if (kept.size() > kMaxInstances) {
    throw StageError("there would be more than 1000000 copies: raise the distance or set a count", "distance");
  }
  const Chooser chooser(params);
  const Rng meshes = stream(context, Draw::mesh);
  std::vector<Instance> instances;
  instances.reserve(kept.size());
  for (const ScatterPoint& place : kept) {
    instances.push_back(
        {chooser.choose(meshes.uniform(place.id)), transform_at(ground.ground, place, params, context)});
  }
  context.progress(1);
  return instances;
}

namespace {

/// Upper bound of the number of copies.
double most_copies(const ScatterParams& params, const Estimate& on) {
  double most = static_cast<double>(kMaxInstances);
  if (params.count) most = std::min<double>(most, *params.count);
  if (!on.grid) return most;
  const Vec2 size = Vec2{on.grid->width - 1, on.grid->height - 1} * on.grid->cell_size - 2 * params.margin;
  return size.x > 0 && size.y > 0 ? std::min(most, most_discs(size, params.distance)) : 0;
}

}  // namespace

Estimate Scatter::estimate(const Params& params, const schema::Estimates& inputs) {
  const double copies = most_copies(params, inputs[params.on]);
  Estimate result;
  SceneCounts counts = SceneCounts::none();
  SurfaceCounts largest = SurfaceCounts::none();
  Amount parts = Amount::exactly(0), nodes = Amount::exactly(0);  // counts of one copy
  for (const auto& mesh : params.meshes) {
    const Estimate& from = inputs[mesh];
    const SceneCounts own = from.in_scene();
    counts = counts + own;
    parts = larger(parts, own.instances);
    nodes = larger(nodes, own.nodes);
    largest = larger(largest, from.surface);
  }
  counts.may_be_shared();
  counts.instances = Amount::up_to(parts * copies);
  counts.nodes = Amount::up_to(nodes * copies);
  if (counts.instances.most) counts.instances.most = std::min(*counts.instances.most, double{kMaxInstances});
  result.surface = largest * copies;
  result.surface.may_be_fewer();
  result.scene = counts;
  result.bytes = counts.instances * sizeof(Instance);
  result.cause = params.count ? "count" : "distance";
  return result;
}

Scene Scatter::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const ScatterGround ground{inputs[params.on], inputs.maybe(params.mask), inputs.maybe(params.avoid)};
  const std::vector<Instance> copies = scatter(ground, params, context);
  if (copies.empty()) context.warn("no place satisfies the limits: the scene is empty", "on");
  Scene scene;
  std::vector<std::vector<Instance>> parts;  // per element of `meshes`
  for (const auto& mesh : params.meshes) {
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
  scene.instances = with_parts(copies, parts);
  return scene;
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::ScatterParams>::check(const P& params, Checker& checker) {
  if (params.meshes.empty()) checker.error("meshes", "'meshes' needs at least one mesh");
  if (!params.weights.empty() && params.weights.size() != params.meshes.size()) {
    checker.error("weights", fmt::format("{} for {}", counted_noun(params.weights.size(), "weight"),
                                         counted_noun(params.meshes.size(), "mesh")));
  }
  double sum = params.weights.empty() ? 1 : 0;
  for (const double weight : params.weights) sum += weight;
  if (!(sum > 0)) checker.error("weights", "the 'weights' must not all be 0");
  const auto ordered = [&](const std::array<double, 2>& limits, std::string_view key) {
    if (limits[0] > limits[1]) checker.error(key, fmt::format("'{}' must give the smaller number first", key));
  };
  ordered(params.slope, "slope");
  ordered(params.scale, "scale");
  if (params.height) ordered(*params.height, "height");
  if (checker.given("clearance") && !params.avoid.given())
    checker.error("clearance", "'clearance' is used with 'avoid' only");
}

}  // namespace weald::schema
