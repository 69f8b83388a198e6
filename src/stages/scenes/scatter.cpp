#include "stages/scenes/scatter.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "methods/curve/flatten.h"
#include "methods/curve/frames.h"
#include "methods/curve/nearest.h"
#include "stages/scenes/detail/copies.h"
#include "stages/scenes/detail/poisson_disc.h"

namespace weald::scene {

namespace {

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

}  // namespace

std::vector<Instance> scatter(const ScatterGround& ground, const ScatterParams& params, const RunContext& context) {
  std::vector<ScatterPoint> kept = places(ground, params, context);
  if (params.count) thin_out(kept, static_cast<std::size_t>(*params.count));
  if (kept.size() > kMaxInstances) {
    throw StageError("there would be more than 1000000 copies: raise the distance or set a count", "distance");
  }
  const Chooser chooser(params.meshes.size(), params.weights);
  const Rng meshes = stream(context, Draw::mesh);
  std::vector<Instance> instances;
  instances.reserve(kept.size());
  for (const ScatterPoint& place : kept) {
    instances.push_back(
        instance_at(chooser.choose(meshes.uniform(place.id)), transform_at(ground.ground, place, params, context)));
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
  return copies_estimate(params.meshes, inputs, Amount::up_to(copies), params.count ? "count" : "distance");
}

Scene Scatter::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const ScatterGround ground{inputs[params.on], inputs.maybe(params.mask), inputs.maybe(params.avoid)};
  std::vector<Instance> copies = scatter(ground, params, context);
  if (copies.empty()) context.warn("no place satisfies the limits: the scene is empty", "on");
  return scene_of_copies(plain_copies(std::move(copies), params.meshes.size()), params.meshes, inputs, "meshes");
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::ScatterParams>::check(const P& params, Checker& checker) {
  scene::check_meshes(params.meshes, params.weights, checker);
  scene::check_ordered(params.slope, "slope", checker);
  scene::check_ordered(params.scale, "scale", checker);
  if (params.height) scene::check_ordered(*params.height, "height", checker);
  if (checker.given("clearance") && !params.avoid.given())
    checker.error("clearance", "'clearance' is used with 'avoid' only");
}

}  // namespace weald::schema
