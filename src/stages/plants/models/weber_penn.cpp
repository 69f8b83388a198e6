#include "stages/plants/models/weber_penn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "stages/plants/models/detail/stem_path.h"
#include "stages/plants/models/detail/weber_penn_formulas.h"

namespace weald::tree {

namespace {

/// A position along a traced stem, in segments from its first node.
struct StemPlace {
  double t = 0;
  StemNode node;
  std::optional<std::uint32_t> segment;  ///< the segment that ends here; at the start of the stem, its parent segment
};

/// A traced stem with its thickness. Lengths are in metres.
struct StemBody {
  const StemPath& path;
  const StemStart& start;
  const StemLevel& level;
  double radius = 0;  ///< at the foot of the whole stem
  double flare = 0;   ///< flare of the trunk; 0 for other stems
  std::optional<std::uint32_t> parent;
  std::uint32_t branch = 0;

  /// Position along the whole stem as a share of its length, `t` segments from the path's first node.
  double share(double t) const { return (start.first_segment + t) / level.segments; }
  /// Radius `t` segments from the path's first node.
  double radius_at(double t) const;
};

constexpr double kSamePlace = 1e-6;  // in segments
constexpr int kMaxBalls = 64;
constexpr int kNodesPerBall = 6;

void add_place(const StemBody& body, double share, std::vector<StemPlace>& places) {
  const double t = share * body.level.segments - body.start.first_segment;
  if (t > 0 && t < static_cast<double>(body.path.nodes.size() - 1)) places.push_back({t, {}, {}});
}

/// Adds nodes on the balls of a periodic taper, from the tip down.
void add_ball_places(const StemBody& body, std::vector<StemPlace>& places) {
  const double step = 2 * body.radius / body.start.length / kNodesPerBall;
  if (!(step > 0)) return;  // too thin for balls
  const auto count = static_cast<int>(std::min(1 / step, static_cast<double>(kMaxBalls * kNodesPerBall)));
  for (int i = 1; i <= count; ++i) add_place(body, 1 - i * step, places);
}

/// Adds nodes on the rounded end of a taper between cone and cylinder.
void add_dome_places(const StemBody& body, std::vector<StemPlace>& places) {
  const double end = tapered_radius(body.level.taper, body.radius, body.start.length, 1 - 1e-9);
  const double near = body.radius * (body.level.taper - 1) + end;  // radius of the cone near its end
  for (const double part : {1.0, 0.6, 0.3, 0.1}) add_place(body, 1 - part * near / body.start.length, places);
}

double StemBody::radius_at(double t) const {
  const double z = std::clamp(share(t), 0.0, 1.0);
  const double radius_here = tapered_radius(level.taper, radius, start.length, z);
  return flare > 0 ? radius_here * flare_factor(flare, z) : radius_here;
}

/// Adds the positions where flare and taper need their own nodes.
void add_shape_places(const StemBody& body, std::vector<StemPlace>& places) {
  if (body.flare > 0) {
    for (const double share : {0.006, 0.0125, 0.02, 0.03, 0.045, 0.07, 0.125}) add_place(body, share, places);
  }
  if (body.level.taper > 2) add_ball_places(body, places);
  if (body.level.taper > 1 && body.level.taper <= 2) add_dome_places(body, places);
}

/// Appends the stem's segments to `skeleton`, from its start through all nodes and `places` to its end, and fills in
/// the places. Places closer than a millionth of a segment share a segment end. `ends` receives the end of each
/// segment, in the units of StemPlace::t.
void emit_stem(const StemBody& body, std::vector<StemPlace>& places, lsystem::Skeleton& skeleton,
               std::vector<double>& ends) {
  ends.clear();
  std::vector<StemPlace*> order;
  order.reserve(places.size());
  for (StemPlace& place : places) order.push_back(&place);
  std::stable_sort(order.begin(), order.end(), [](const StemPlace* a, const StemPlace* b) { return a->t < b->t; });

  double at = 0, radius = body.radius_at(0);
  StemNode here = body.path.nodes[0];
  std::optional<std::uint32_t> segment = body.parent;
  const auto go_to = [&](double t) {
    if (t - at < kSamePlace) return;
    const StemNode next = point_on(body.path, t);
    const double next_radius = body.radius_at(t);
    lsystem::Frame frame = next.frame;
    frame.heading = normalized_or(next.position - here.position, frame.heading);
    frame.left = normalized_or(frame.left - frame.heading * glm::dot(frame.heading, frame.left), frame.left);
    frame.up = glm::cross(frame.heading, frame.left);
    const auto number = static_cast<std::uint32_t>(skeleton.segments.size());
    const auto level = static_cast<std::uint16_t>(body.start.level);
    skeleton.segments.push_back(
        {here.position, next.position, radius, next_radius, frame, segment, body.branch, level, level});
    ends.push_back(t);
    segment = number;
    here = next;
    at = t;
    radius = next_radius;
  };
  std::size_t node = 1;
  const std::size_t last = body.path.nodes.size() - 1;
  for (StemPlace* place : order) {
    while (node <= last && static_cast<double>(node) <= place->t) go_to(static_cast<double>(node++));
    if (node > last || static_cast<double>(node) - place->t > kSamePlace)
      go_to(place->t);
    else if (static_cast<double>(node) - place->t > 0)
      go_to(static_cast<double>(node++));
    place->node = here;
    place->segment = segment;
  }
  while (node <= last) go_to(static_cast<double>(node++));
}

using lsystem::Frame;
using lsystem::Skeleton;

constexpr std::uint64_t kTrunk = 1;
constexpr double kPruneStep = 0.9;        // as in the paper
constexpr double kShortestPruned = 0.05;  // share of the full length; stems pruned shorter are dropped
constexpr double kShortest = 1e-4;        // relative to the tree's height
// Limits on the number of nodes traced or tested against the envelope: about ten seconds.
constexpr std::size_t kTracedPerSegment = 64;
constexpr std::size_t kMaxTraced = 200'000'000;
constexpr std::size_t kTracedPerStopCheck = 1 << 16;

double varied(double value, double variation, double uniform) { return value + variation * (2 * uniform - 1); }

/// A stem waiting to be grown.
struct Stem {
  StemStart start;
  StemMeasure measure;
  double radius = 0;  ///< at the foot, metres
  std::optional<std::uint32_t> parent;
};

/// A stretch of a stem that carries children, in metres from its foot.
struct Stretch {
  double start = 0;
  double end = 0;
  double share = 1;  ///< relative to the children per metre of a stem without splits
  /// Length of a stem without splits that carries as many children.
  double weight() const { return share * (end - start); }
};

class Grower {
 public:
  Grower(const WeberPennParams& params, const RunContext& context)
      : params_(params), context_(context), rng_(context.seed) {
    const auto draws = draw(rng_, kTrunk, Draw::measure);
    height_ = std::max(varied(params.height, params.height_variation, draws[0]), 0.01 * params.height);
    stretch_ = std::max(varied(params.stretch, params.stretch_variation, draws[1]), 0.01 * params.stretch);
    trunk_scale_ = std::max(varied(params.trunk_scale, params.trunk_scale_variation, draws[2]), 0.0);
  }

  Skeleton run() {
    skeleton_.organ_names = {"leaf"};
    plant_trunk();
    while (!waiting_.empty()) {
      const Stem stem = waiting_.front();
      waiting_.pop_front();
      grow(stem);
      if (++grown_ % 1024 == 0) context_.check_stop();
    }
    if (stretch_ != 1) stretch_all();
    context_.progress(1);
    return std::move(skeleton_);
  }

 private:
  const StemLevel& level(int number) const { return params_.levels[static_cast<std::size_t>(number)]; }
  bool bears_leaves(int number) const { return static_cast<std::size_t>(number) + 1 == params_.levels.size(); }

  void plant_trunk() {
    Stem trunk;
    trunk.start.path = kTrunk;
    const StemLevel& own = level(0);
    const auto draws = draw(rng_, kTrunk, Draw::measure, 1);
    trunk.measure.length_max = std::max(varied(own.length, own.length_variation, draws[0]), 0.01 * own.length);
    trunk.start.length = trunk.measure.length = trunk.measure.length_max * height_;
    roll(trunk.start.frame, 360 * draws[1]);
    trunk.radius = trunk.start.length * params_.ratio * trunk_scale_;
    waiting_.push_back(trunk);
  }

  // ---- one stem ----

  void grow(const Stem& stem) {
    const StemLevel& own = level(stem.start.level);
    trace_stem(stem.start, own, params_, rng_, path_);
    count_work(path_.nodes.size());
    const StemBody body{path_,       stem.start, own, stem.radius, stem.start.level == 0 ? params_.flare : 0,
                        stem.parent, branches_++};
    places_.clear();
    for (const Split& split : path_.splits) places_.push_back({static_cast<double>(split.node), {}, {}});
    const auto children = bears_leaves(stem.start.level) ? std::vector<double>{} : child_offsets(stem);
    const double metre = own.segments / stem.start.length;  // segments per metre
    for (const double offset : children) places_.push_back({offset * metre - stem.start.first_segment, {}, {}});
    add_shape_places(body, places_);
    first_of_stem_ = static_cast<std::uint32_t>(skeleton_.segments.size());
    emit_stem(body, places_, skeleton_, segment_ends_);
    check_size();
    for (std::size_t i = 0; i < path_.splits.size(); ++i) {
      Stem twin = stem;
      twin.start = path_.splits[i].start;
      twin.parent = places_[i].segment;
      waiting_.push_back(twin);
    }
    check_size();
    for (std::size_t k = 0; k < children.size(); ++k)
      add_child(stem, body, k, children[k], places_[path_.splits.size() + k]);
    if (bears_leaves(stem.start.level)) add_leaves(stem);
  }

  double metres_to(const Stem& stem, int node) const {
    return stem.start.length * (stem.start.first_segment + node) / level(stem.start.level).segments;
  }

  /// The traced stem from `base` onwards as a single stretch.
  std::vector<Stretch> one_stretch(const Stem& stem, double base) const {
    return {{std::max(base, metres_to(stem, 0)), stem.start.length, 1}};
  }

  /// The traced stem from `base` onwards, divided where it splits.
  std::vector<Stretch> stretches(const Stem& stem, double base) const {
    std::vector<Stretch> all;
    for (const ChildShare& part : path_.child_shares) {
      const double start = std::max(base, metres_to(stem, part.node));
      if (!all.empty()) all.back().end = start;
      all.push_back({start, stem.start.length, part.share});
    }
    return all;
  }

  /// Offsets of children, distributed over the stretches by weight; each child lies in the middle half of its share. A
  /// stem without splits has `count_on_whole` children from `base` to its end.
  std::vector<double> offsets_on(const Stem& stem, const std::vector<Stretch>& parts, double base,
                                 double count_on_whole, Draw what) const {
    const double whole = stem.start.length - base;
    double weight = 0;
    for (const Stretch& part : parts) weight += part.weight();
    if (whole <= 0 || weight <= 0) return {};
    const int count = dithered(count_on_whole * weight / whole, draw(rng_, stem.start.path, what, 0)[0]);
    std::vector<double> offsets;
    offsets.reserve(static_cast<std::size_t>(std::max(count, 0)));
    auto part = parts.begin();
    double before = 0;  // total weight of the stretches before `part`
    for (int k = 0; k < count; ++k) {
      const double jitter = draw(rng_, path_of(stem.start.path, what, static_cast<std::uint64_t>(k)), what, 1)[0];
      const double wanted = weight * (k + 0.25 + 0.5 * jitter) / count;
      while (part + 1 != parts.end() && wanted > before + part->weight()) before += (part++)->weight();
      offsets.push_back(std::min(part->start + (wanted - before) / part->share, part->end));
    }
    return offsets;
  }

  std::vector<double> child_offsets(const Stem& stem) const {
    const double count = child_count(stem.measure, level(stem.start.level + 1).branches);
    const double base = base_of(stem);
    return offsets_on(stem, stretches(stem, base), base, count, Draw::child);
  }

  /// Length of the branchless part at the foot of a stem.
  double base_of(const Stem& stem) const {
    return stem.start.level == 0 ? std::min(params_.base_size * height_, stem.start.length) : 0;
  }

  // ---- children ----

  void add_child(const Stem& stem, const StemBody& body, std::size_t k, double offset, const StemPlace& place) {
    const StemLevel& next = level(stem.start.level + 1);
    Stem child;
    child.start.path = path_of(stem.start.path, Draw::child, k);
    child.start.level = stem.start.level + 1;
    const auto draws = draw(rng_, child.start.path, Draw::measure);
    child.measure = {child.start.level, 0, std::max(varied(next.length, next.length_variation, draws[0]), 0.0),
                     stem.start.length, offset};
    const double base = base_of(stem);
    const double crown_ratio = (stem.start.length - offset) / (stem.start.length - base);
    child.start.length = child_length(stem, child.measure, crown_ratio);
    child.start.position = place.node.position;
    child.start.frame = place.node.frame;
    roll(child.start.frame, turn_of(stem.start.path, k, next.rotate, next.rotate_variation, draws[2]));
    pitch(child.start.frame,
          child_down_angle(next.down_angle, next.down_angle_variation, crown_ratio, 2 * draws[1] - 1));
    child.parent = place.segment;
    if (params_.prune.ratio > 0) child.start.length = pruned_length(child.start);
    child.measure.length = child.start.length;
    if (child.start.length < kShortest * height_) return;
    child.radius = std::min(stem.radius * math::pow(child.start.length / stem.start.length, params_.ratio_power),
                            body.radius_at(place.t));
    waiting_.push_back(child);
  }

  double child_length(const Stem& stem, const StemMeasure& child, double crown_ratio) const {
    if (child.level > 1) return child.length_max * (stem.start.length - 0.6 * child.offset);
    const double share = params_.shape == CrownShape::envelope ? envelope_width(params_.prune, crown_ratio)
                                                               : shape_ratio(params_.shape, crown_ratio);
    return stem.start.length * child.length_max * share;
  }

  /// Rotation of child `k` about its parent.
  double turn_of(std::uint64_t path, std::size_t k, double rotate, double variation, double uniform) const {
    const double deviation = variation * (2 * uniform - 1);
    if (rotate < 0) return (k % 2 == 0 ? 1 : -1) * (-rotate + deviation);
    return 360 * draw(rng_, path, Draw::measure, 2)[0] + rotate * static_cast<double>(k) + deviation;
  }

  // ---- pruning ----

  double pruned_length(const StemStart& start) {
    const double full = start.length;
    double length = full;
    if (is_inside(start.position)) {
      trace_whole(start);
      while (length > 0 && !fits(start.position, length / full)) {
        length *= kPruneStep;
        if (length < kShortestPruned * full) length = 0;
      }
    } else {
      length = 0;
    }
    return full + (length - full) * params_.prune.ratio;
  }

  bool is_inside(const Vec3& position) const {
    return inside_envelope(params_.prune, position, height_, params_.base_size);
  }

  /// Finds the nodes of a stem and of all stems that split off it, relative to its foot. A shorter stem is a scaled
  /// copy, because no rotation depends on the length of a stem.
  void trace_whole(const StemStart& start) {
    nodes_from_foot_.clear();
    std::vector<StemStart> stack{start};
    while (!stack.empty()) {
      const StemStart stem = stack.back();
      stack.pop_back();
      trace_stem(stem, level(stem.level), params_, rng_, traced_);
      count_work(traced_.nodes.size());
      for (const StemNode& node : traced_.nodes) nodes_from_foot_.push_back(node.position - start.position);
      for (const Split& split : traced_.splits) stack.push_back(split.start);
    }
  }

  /// Whether the traced stem, scaled by `scale`, lies inside the envelope. Tests the tips first, because they are the
  /// first to leave it.
  bool fits(const Vec3& foot, double scale) {
    for (auto node = nodes_from_foot_.rbegin(); node != nodes_from_foot_.rend(); ++node) {
      count_work(1);
      if (!is_inside(foot + *node * scale)) return false;
    }
    return true;
  }

  // ---- leaves ----

  void add_leaves(const Stem& stem) {
    const StemLeaves& leaves = params_.leaves;
    if (leaves.count == 0) return;
    const double wanted = leaf_count(stem.measure, std::abs(leaves.count)) * params_.quality;
    if (leaves.count < 0) return add_fan(stem, wanted);
    const double bare = leaves.bare * stem.start.length;
    const auto offsets = offsets_on(stem, one_stretch(stem, bare), bare, wanted, Draw::leaf);
    const double metre = level(stem.start.level).segments / stem.start.length;
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      const double t = offsets[k] * metre - stem.start.first_segment;
      const double share = (offsets[k] - bare) / std::max(stem.start.length - bare, 1e-300);
      const auto draws = leaf_draws(stem, k);
      StemNode node = point_on(path_, t);
      roll(node.frame, turn_of(stem.start.path, k, leaves.rotate, leaves.rotate_variation, draws[2]));
      pitch(node.frame, child_down_angle(leaves.down_angle, leaves.down_angle_variation, 1 - share, 2 * draws[1] - 1));
      place_leaf(node, leaf_size(share), stem, t);
    }
  }

  /// Leaves side by side at the stem's end, as on a fan palm.
  void add_fan(const Stem& stem, double wanted) {
    const StemLeaves& leaves = params_.leaves;
    const int count = dithered(wanted, draw(rng_, stem.start.path, Draw::leaf, 0)[0]);
    for (int k = 0; k < count; ++k) {
      const auto draws = leaf_draws(stem, static_cast<std::size_t>(k));
      StemNode node = path_.nodes.back();
      const double side = std::abs(leaves.rotate) * ((k + 0.5) / count - 0.5);
      turn_about(node.frame, node.frame.up, varied(side, leaves.rotate_variation, draws[2]));
      pitch(node.frame, varied(leaves.down_angle, std::abs(leaves.down_angle_variation), draws[1]));
      place_leaf(node, leaf_size(0.5), stem, static_cast<double>(path_.nodes.size() - 1));
    }
  }

  std::array<double, 4> leaf_draws(const Stem& stem, std::size_t k) const {
    return draw(rng_, path_of(stem.start.path, Draw::leaf, k), Draw::measure);
  }

  /// A parabola from the size at the foot, through 1 half-way, to the size at the tip; smaller trees have smaller
  /// leaves.
  double leaf_size(double share) const {
    const double a = params_.leaves.size_at_base, b = params_.leaves.size_at_tip;
    const double profile = a * (1 - share) * (1 - 2 * share) + 4 * share * (1 - share) + b * share * (2 * share - 1);
    return params_.leaves.size * (height_ / params_.height) * std::max(profile, 0.0) / std::sqrt(params_.quality);
  }

  void place_leaf(const StemNode& node, double size, const Stem& stem, double t) {
    if (size <= 0) return;
    const auto after = std::lower_bound(segment_ends_.begin(), segment_ends_.end(), t);
    const auto segment =
        first_of_stem_ + static_cast<std::uint32_t>(std::min(after, segment_ends_.end() - 1) - segment_ends_.begin());
    const auto level_of_leaf = static_cast<std::uint16_t>(stem.start.level + 1);
    skeleton_.organs.push_back({node.position, node.frame, size, 0, segment, level_of_leaf, level_of_leaf});
    check_size();
  }

  // ---- limits and result ----

  void check_size() const {
    // Every waiting stem will have at least one segment.
    const std::size_t size = skeleton_.segments.size() + skeleton_.organs.size() + waiting_.size();
    if (size <= static_cast<std::size_t>(params_.max_segments)) return;
    throw StageError("the tree has more segments and leaves than max_segments = " +
                         std::to_string(params_.max_segments) + "; lower 'branches', 'segment_splits' or 'leaves'",
                     "max_segments");
  }

  void count_work(std::size_t nodes) {
    const std::size_t before = work_;
    work_ += nodes;
    if (work_ / kTracedPerStopCheck != before / kTracedPerStopCheck) context_.check_stop();
    if (work_ <= std::min(kTracedPerSegment * static_cast<std::size_t>(params_.max_segments), kMaxTraced)) return;
    throw StageError(
        "growing the tree takes too much work; lower 'branches', 'segment_splits' or 'segments', or widen 'prune'",
        "levels");
  }

  void stretch_all() {
    const auto moved = [&](const Vec3& p) { return Vec3{p.x, p.y * stretch_, p.z}; };
    const auto turned = [&](Frame& frame) {
      frame.heading = normalized_or(moved(frame.heading), frame.heading);
      frame.left = normalized_or(frame.left - frame.heading * glm::dot(frame.heading, frame.left), frame.left);
      frame.up = glm::cross(frame.heading, frame.left);
    };
    for (auto& segment : skeleton_.segments) {
      segment.start = moved(segment.start);
      segment.end = moved(segment.end);
      turned(segment.frame);
    }
    for (auto& organ : skeleton_.organs) {
      organ.position = moved(organ.position);
      turned(organ.frame);
    }
  }

  const WeberPennParams& params_;
  const RunContext& context_;
  Rng rng_;
  double height_ = 0, stretch_ = 1, trunk_scale_ = 1;
  Skeleton skeleton_;
  std::deque<Stem> waiting_;
  StemPath path_;
  StemPath traced_;                    ///< the stem being pruned
  std::vector<Vec3> nodes_from_foot_;  ///< nodes of the stem being pruned
  std::vector<StemPlace> places_;
  std::vector<double> segment_ends_;
  std::uint32_t first_of_stem_ = 0;
  std::uint32_t branches_ = 0;
  std::size_t work_ = 0;
  std::size_t grown_ = 0;
};

}  // namespace

Skeleton weber_penn(const WeberPennParams& params, const RunContext& context) { return Grower(params, context).run(); }

}  // namespace weald::tree

void weald::schema::Schema<weald::tree::WeberPennParams>::check(const P& params, Checker& checker) {
  if (params.levels.empty() || params.levels.size() > 8) checker.error("levels", "'levels' needs 1 to 8 entries");
  if (params.height_variation >= params.height)
    checker.error("height_variation", "'height_variation' must be less than 'height'");
}
