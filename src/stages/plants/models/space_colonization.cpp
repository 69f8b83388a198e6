#include "stages/plants/models/space_colonization.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "methods/mesh/mesh_volume.h"
#include "stages/plants/models/detail/attractor_tree.h"

namespace weald::tree {

namespace {

constexpr std::uint64_t kJitterPart = 2;
constexpr int kMaxTrunkSteps = 10'000;
constexpr std::uint64_t kMaxWork = 1'500'000'000;  // points examined: takes about ten seconds
constexpr std::uint64_t kWorkPerStopCheck = 1 << 20;
constexpr double kBalanced = 1e-3;  // mean directions shorter than this are undefined

/// Growth state of a node besides its position.
struct Bud {
  std::uint64_t path = 0;  ///< address of its random numbers
  std::uint32_t children = 0;
  bool stuck = false;  ///< a step in the mean direction would bring it closer to no point
  Vec3 direction{0, 1, 0};
  // Totals over the points for which this node is the nearest, in the current round.
  Vec3 pull{0};  ///< sum of unit vectors
  double nearest2 = 0;
  std::uint32_t nearest = 0;
  std::uint32_t count = 0;
};

Vec3 random_direction(const Rng& rng, std::uint64_t path) {
  const auto u = rng.four_uniforms(path);
  const double y = 2 * u[0] - 1, radius = std::sqrt(std::max(1 - y * y, 0.0));
  return {radius * math::cos_deg(360 * u[1]), y, radius * math::sin_deg(360 * u[1])};
}

class SpaceColonizationGrower {
 public:
  SpaceColonizationGrower(const SpaceColonizationParams& params, std::span<const Vec3> attractors,
                          const RunContext& context)
      : params_(params),
        context_(context),
        rng_(sub_seed(context.seed, kJitterPart)),
        influence2_(params.influence ? *params.influence * *params.influence : std::numeric_limits<double>::infinity()),
        points_(attractors, influence2_) {
    for (std::uint32_t i = 0; i < attractors.size(); ++i) live_.push_back(i);
    for (const Vec3& position : attractors) middle_ += position;
    if (!attractors.empty()) middle_ /= static_cast<double>(attractors.size());
  }

  GrowthNodes run() {
    for (const Vec3& root : params_.roots) grow_trunk(root);
    points_.remove_reached(params_.kill * params_.kill);
    while (grow_round()) {
      context_.progress(1 - static_cast<double>(live_.size()) / static_cast<double>(points_.attractors().size()));
    }
    for (const std::uint32_t i : live_) grown_.unreached.push_back(points_.attractors()[i].position);
    return std::move(grown_);
  }

 private:
  // ---- trunks ----

  void grow_trunk(const Vec3& root) {
    std::uint32_t node = add(root, std::nullopt, {0, 1, 0}, sub_seed(1, grown_.nodes.size()));
    points_.add_node(node, root);
    for (int steps = 0; !(nearest_distance2(grown_.nodes[node].position) < influence2_); ++steps) {
      if (steps == kMaxTrunkSteps) {
        throw StageError("a trunk does not reach the crown within " + std::to_string(steps) +
                             " steps; raise 'influence' or 'step', or weaken 'tropism'",
                         "roots");
      }
      const Vec3 here = grown_.nodes[node].position;
      const Vec3 direction = steered(node, normalized_or(aim_of_trunk(here) - here, {0, 1, 0}));
      const std::uint64_t path = child_path(node);
      node = add(here + direction * params_.step, node, direction, path);
      points_.add_node(node, grown_.nodes[node].position);
      check_work();
      context_.check_stop();
    }
  }

  double nearest_distance2(const Vec3& here) const {
    const Vec3 d = points_.attractors()[points_.nearest_to(here)].position - here;
    return glm::dot(d, d);
  }

  /// The centre of the crown, or the nearest point if that is closer.
  Vec3 aim_of_trunk(const Vec3& here) const {
    const Vec3 to_middle = middle_ - here;
    if (nearest_distance2(here) < glm::dot(to_middle, to_middle)) return middle_;
    return points_.attractors()[points_.nearest_to(here)].position;
  }

  // ---- a round of growth ----

  /// Returns whether another round can achieve more.
  bool grow_round() {
    gather();
    bool changed = false;
    const std::size_t before = grown_.nodes.size();
    for (const std::uint32_t node : growing_) {
      changed = grow(node) || changed;
      check_work();
      buds_[node].count = 0;
      buds_[node].pull = Vec3{0};
    }
    if (grown_.nodes.size() > before) points_.remove_reached(params_.kill * params_.kill);
    return changed;
  }

  /// Finds the nodes that attract points, and sums their pull.
  void gather() {
    growing_.clear();
    gathered_ += points_.attractors().size();
    std::size_t kept = 0;
    for (const std::uint32_t i : live_) {
      const Attractor& point = points_.attractors()[i];
      if (point.distance2 < 0) continue;
      live_[kept++] = i;
      if (!(point.distance2 < influence2_)) continue;
      Bud& bud = buds_[point.nearest];
      if (bud.count++ == 0) growing_.push_back(point.nearest);
      if (bud.count == 1 || point.distance2 < bud.nearest2) {
        bud.nearest2 = point.distance2;
        bud.nearest = i;
      }
      const Vec3 to_point = point.position - grown_.nodes[point.nearest].position;
      bud.pull += normalized_or(to_point, {0, 1, 0});
    }
    live_.resize(kept);
    std::sort(growing_.begin(), growing_.end());
  }

  /// Grows a child of `node`, or marks the node as stuck. Returns whether anything changed.
  bool grow(std::uint32_t node) {
    const Vec3 here = grown_.nodes[node].position;
    const Vec3 mean = buds_[node].pull / static_cast<double>(buds_[node].count);
    const Vec3 straight = normalized_or(points_.attractors()[buds_[node].nearest].position - here, {0, 1, 0});
    const bool was_stuck = buds_[node].stuck || glm::length(mean) < kBalanced;
    const Vec3 direction = was_stuck ? straight : steered(node, normalized_or(mean, straight));
    const auto number = static_cast<std::uint32_t>(grown_.nodes.size());
    if (points_.add_node(number, here + direction * params_.step) > 0) {
      buds_[node].stuck = false;
      add(here + direction * params_.step, node, direction, child_path(node));
      return true;
    }
    // Other nodes of this round may have come closer to its points; the next round decides which node grows.
    buds_[node].stuck = true;
    return !was_stuck;
  }

  Vec3 steered(std::uint32_t node, const Vec3& direction) const {
    Vec3 sum = direction + params_.tropism + buds_[node].direction * params_.inertia;
    // The first step is not jittered, because the foot of the trunk must be perpendicular to the ground.
    if (params_.jitter > 0 && grown_.nodes[node].parent)
      sum += random_direction(rng_, child_path(node)) * params_.jitter;
    return normalized_or(sum, direction);
  }

  void check_work() {
    const std::uint64_t work = points_.work() + gathered_ / 2;
    if (work < next_stop_check_) return;
    next_stop_check_ = work + kWorkPerStopCheck;
    context_.check_stop();
    if (work > kMaxWork) {
      throw StageError(
          "growing the tree takes too much work; set 'influence' to a few times 'kill', raise 'step' and 'kill', or "
          "lower 'attractors'",
          "step");
    }
  }

  // ---- nodes ----

  std::uint64_t child_path(std::uint32_t node) const { return sub_seed(buds_[node].path, buds_[node].children); }

  std::uint32_t add(const Vec3& position, std::optional<std::uint32_t> parent, const Vec3& direction,
                    std::uint64_t path) {
    if (grown_.nodes.size() >= static_cast<std::size_t>(params_.max_nodes)) {
      throw StageError("the tree needs more than max_nodes = " + std::to_string(params_.max_nodes) +
                           " nodes; raise 'step' or 'kill', or start the roots closer to the crown",
                       "max_nodes");
    }
    grown_.nodes.push_back({position, parent});
    buds_.push_back({.path = path, .direction = direction});
    if (parent) ++buds_[*parent].children;
    return static_cast<std::uint32_t>(grown_.nodes.size() - 1);
  }

  const SpaceColonizationParams& params_;
  const RunContext& context_;
  Rng rng_;
  double influence2_;
  AttractorTree points_;
  Vec3 middle_{0};
  GrowthNodes grown_;
  std::vector<Bud> buds_;
  std::vector<std::uint32_t> live_;
  std::vector<std::uint32_t> growing_;
  std::uint64_t gathered_ = 0;  ///< points processed in all rounds
  std::uint64_t next_stop_check_ = 0;
};

constexpr std::uint64_t kAttractorPart = 1;
constexpr std::uint64_t kMaxTries = 100'000;

/// Whether a point lies in the solid of height 1 and radius 1, with y from 0 to 1.
bool inside_unit(CrownSolid shape, double x, double y, double z) {
  if (y < 0 || y > 1) return false;
  const double r2 = x * x + z * z;
  switch (shape) {
    case CrownSolid::ellipsoid: return r2 + (2 * y - 1) * (2 * y - 1) <= 1;
    case CrownSolid::dome: return r2 + y * y <= 1;
    case CrownSolid::cone: return r2 <= (1 - y) * (1 - y);
    case CrownSolid::vase: return r2 <= y * y;
    case CrownSolid::cylinder: return r2 <= 1;
    case CrownSolid::box: return std::abs(x) <= 1 && std::abs(z) <= 1;
  }
  return false;
}

Bounds bounds_of(const CrownVolume& crown) {
  const double half_width = 0.5 * crown.width, half_depth = 0.5 * crown.depth.value_or(crown.width);
  Bounds box;
  box.add({crown.offset.x - half_width, crown.bottom, crown.offset.y - half_depth});
  box.add({crown.offset.x + half_width, crown.bottom + crown.height, crown.offset.y + half_depth});
  return box;
}

using lsystem::Frame;
using lsystem::Skeleton;
using lsystem::SkeletonSegment;

constexpr std::uint16_t kHighestLevel = 65535;

/// The nodes that remain, with new parents, in the same order.
std::vector<GrowthNode> thinned(std::span<const GrowthNode> nodes, int keep_every) {
  std::vector<std::uint32_t> children(nodes.size(), 0);
  for (const GrowthNode& node : nodes) {
    if (node.parent) ++children[*node.parent];
  }
  std::vector<GrowthNode> result;
  std::vector<std::uint32_t> kept_above(nodes.size(),
                                        0);  // index in the result of the node itself, or of its nearest kept ancestor
  std::vector<int> run(nodes.size(), 0);     // nodes since that ancestor
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& parent = nodes[i].parent;
    run[i] = parent ? run[*parent] + 1 : keep_every;
    if (children[i] != 1 || run[i] >= keep_every) {
      run[i] = 0;
      result.push_back({nodes[i].position, std::nullopt});
      if (parent) result.back().parent = kept_above[*parent];
      kept_above[i] = static_cast<std::uint32_t>(result.size() - 1);
    } else {
      kept_above[i] = kept_above[*parent];
    }
  }
  return result;
}

void relocate(std::vector<GrowthNode>& nodes, double share) {
  // children first, because their parents must still be at their original positions
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].parent) nodes[i].position = glm::mix(nodes[i].position, nodes[*nodes[i].parent].position, share);
  }
}

/// Per node: radius of the segment that ends there.
std::vector<double> pipe_radii(std::span<const GrowthNode> nodes, const SpaceColonizationParams& params) {
  std::vector<double> radii(nodes.size(), 0.0);  // holds powers of the radii at first
  const double tip = math::pow(params.tip_radius, params.pipe_exponent);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (radii[i] == 0) radii[i] = tip;
    if (nodes[i].parent) radii[*nodes[i].parent] += radii[i];
  }
  for (double& radius : radii) radius = radius == tip ? params.tip_radius : math::pow(radius, 1 / params.pipe_exponent);
  return radii;
}

Frame frame_along(const Vec3& heading, const Frame& before) {
  Frame frame;
  frame.heading = heading;
  const Vec3 left = before.left - heading * glm::dot(heading, before.left);
  const Vec3 other = before.up - heading * glm::dot(heading, before.up);
  frame.left = glm::length(left) > 1e-3 ? glm::normalize(left) : normalized_or(other, {0, 0, 1});
  frame.up = glm::cross(frame.heading, frame.left);
  return frame;
}

}  // namespace

GrowthNodes grow_nodes(const SpaceColonizationParams& params, std::span<const Vec3> attractors,
                       const RunContext& context) {
  return SpaceColonizationGrower(params, attractors, context).run();
}

bool inside_crown(const CrownVolume& crown, const Vec3& point) {
  const double x = (point.x - crown.offset.x) / (0.5 * crown.width);
  const double y = (point.y - crown.bottom) / crown.height;
  const double z = (point.z - crown.offset.y) / (0.5 * crown.depth.value_or(crown.width));
  if (!inside_unit(crown.shape, x, y, z)) return false;
  const double inner = crown.hollow;
  return inner <= 0 || !inside_unit(crown.shape, x / inner, (y - 0.5) / inner + 0.5, z / inner);
}

std::vector<Vec3> place_attractors(const SpaceColonizationParams& params, const CrownInputs& inputs,
                                   const RunContext& context) {
  const Rng rng(sub_seed(context.seed, kAttractorPart));
  std::optional<mesh::MeshVolume> volume;
  if (inputs.volume != nullptr) {
    volume.emplace(*inputs.volume);
    mesh::warn_if_open(*inputs.volume, context, "volume");
  }
  const Bounds box = volume ? volume->bounds() : bounds_of(params.crown);
  const std::string_view key = inputs.density != nullptr ? "density" : volume ? "volume" : "crown";
  if (box.empty()) throw StageError("the crown's volume contains no points", "volume");
  const auto is_kept = [&](const Vec3& point, double uniform) {
    if (volume ? !volume->contains(point) : !inside_crown(params.crown, point)) return false;
    return inputs.density == nullptr || uniform < height_at(*inputs.density, {point.x, point.z});
  };
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(params.attractors));
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(params.attractors); ++i) {
    context.check_stop();
    for (std::uint64_t attempt = 0;; ++attempt) {
      if (attempt == kMaxTries)
        throw StageError("almost no sampled points lie in the crown's volume", std::string(key));
      const auto u = rng.four_uniforms(i, attempt);
      const Vec3 point = box.min + box.size() * Vec3{u[0], u[1], u[2]};
      if (!is_kept(point, u[3])) continue;
      points.push_back(point);
      break;
    }
  }
  return points;
}

Skeleton growth_skeleton(std::span<const GrowthNode> all_nodes, const SpaceColonizationParams& params) {
  std::vector<GrowthNode> nodes = thinned(all_nodes, params.keep_every);
  if (params.relocate > 0) relocate(nodes, params.relocate);
  const std::vector<double> radii = pipe_radii(nodes, params);
  std::vector<std::uint32_t> thickest(nodes.size(), 0);  // thickest child; 0: none
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].parent) continue;
    std::uint32_t& best = thickest[*nodes[i].parent];
    if (best == 0 || radii[i] > radii[best]) best = i;
  }
  Skeleton skeleton;
  skeleton.segments.reserve(nodes.size());
  std::vector<std::optional<std::uint32_t>> segment_of(nodes.size());
  std::uint32_t branches = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].parent) continue;
    const GrowthNode& foot = nodes[*nodes[i].parent];
    SkeletonSegment segment;
    segment.start = foot.position;
    segment.end = nodes[i].position;
    segment.parent = segment_of[*nodes[i].parent];
    const SkeletonSegment* below = segment.parent ? &skeleton.segments[*segment.parent] : nullptr;
    const bool goes_on = below != nullptr && thickest[*nodes[i].parent] == i;
    segment.branch = goes_on ? below->branch : branches++;
    if (below != nullptr)
      segment.level =
          goes_on ? below->level : static_cast<std::uint16_t>(std::min(below->level + 1, kHighestLevel + 0));
    segment.colour = segment.level;
    segment.end_radius = radii[i];
    segment.start_radius = goes_on ? below->end_radius : radii[i];
    segment.frame = frame_along(normalized_or(segment.end - segment.start, {0, 1, 0}), below ? below->frame : Frame{});
    segment_of[i] = static_cast<std::uint32_t>(skeleton.segments.size());
    skeleton.segments.push_back(segment);
  }
  return skeleton;
}

Skeleton space_colonization(const SpaceColonizationParams& params, const CrownInputs& inputs,
                            const RunContext& context) {
  const std::vector<Vec3> attractors = place_attractors(params, inputs, context);
  return growth_skeleton(grow_nodes(params, attractors, context).nodes, params);
}

}  // namespace weald::tree

void weald::schema::Schema<weald::tree::SpaceColonizationParams>::check(const P& params, Checker& checker) {
  if (params.kill < 0.5 * params.step) checker.error("kill", "'kill' is less than half of 'step'");
  if (params.influence && *params.influence < params.kill)
    checker.error("influence", "'influence' is less than 'kill'");
  if (params.roots.empty() || params.roots.size() > 1000) checker.error("roots", "'roots' needs 1 to 1000 places");
}
