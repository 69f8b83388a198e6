#include "stages/plants/textures/detail/leaf_outline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "stages/plants/textures/detail/tile_noise.h"

namespace weald::texture {

namespace {

constexpr double kFlatness = 0.0008;  // flattening tolerance, as a share of the blade's length

Vec2 direction(double degrees_from_up) { return {math::sin_deg(degrees_from_up), math::cos_deg(degrees_from_up)}; }

void add_curve(std::vector<Vec2>& to, std::initializer_list<Vec2> controls) {
  std::vector<Vec3> points;
  for (const Vec2& p : controls) points.emplace_back(p, 0.0);
  const curve::Segment segment = curve::make_segment(points);
  for (const double t : curve::flatten_parameters(segment, kFlatness)) {
    const Vec2 p{curve::evaluate(segment, t)};
    if (to.empty() || glm::length(p - to.back()) > 1e-9) to.push_back(p);
  }
}

double three_way(double share, double low, double middle, double high) {
  return share < 0.5 ? low + (middle - low) * 2 * share : middle + (high - middle) * (2 * share - 1);
}

// The right half without lobes and teeth, from foot to tip.
std::vector<Vec2> half_blade(const LeafForm& form) {
  const double w = form.aspect * 0.5, m = form.widest;
  const Vec2 foot{0, 0}, side{w, m}, tip{0, 1};
  const Vec2 leave{w * three_way(form.base, 0.16, 0.80, 0.86), m * three_way(form.base, 0.42, 0.0, -0.5)};
  const double shoulder = three_way(form.tip, 0.62, 0.50, 0.36);
  const Vec2 arrive{w * three_way(form.tip, 0.88, 0.20, 0.0), 1 - (1 - m) * three_way(form.tip, 0.0, 0.22, 0.58)};
  std::vector<Vec2> points;
  add_curve(points, {foot, leave, {w, m * 0.52}, side});
  add_curve(points, {side, {w, m + (1 - m) * shoulder}, arrive, tip});
  return points;
}

// Points at equal distances along a polyline.
std::vector<Vec2> resampled(const std::vector<Vec2>& points, int count) {
  std::vector<double> along{0};
  for (std::size_t i = 1; i < points.size(); ++i)
    along.push_back(along.back() + glm::length(points[i] - points[i - 1]));
  std::vector<Vec2> result;
  std::size_t at = 1;
  for (int i = 0; i <= count; ++i) {
    const double wanted = along.back() * i / count;
    while (at + 1 < points.size() && along[at] < wanted) ++at;
    const double share = (wanted - along[at - 1]) / std::max(along[at] - along[at - 1], 1e-12);
    result.push_back(points[at - 1] + (points[at] - points[at - 1]) * std::clamp(share, 0.0, 1.0));
  }
  return result;
}

// Point where the vein to a point of the edge leaves the midrib.
Vec2 vein_foot(const LeafForm& form, const Vec2& edge) {
  const double rise = std::abs(edge.x) / math::tan_deg(std::clamp(form.vein_angle, 5.0, 88.0));
  return {0, std::max(edge.y * 0.25, edge.y - rise)};
}

// Random variation of each lobe and sinus of one side.
class BoundaryNoise {
 public:
  BoundaryNoise(std::uint64_t seed, double amount) : rng_(seed), amount_(amount) {}
  double at(int number) const { return 1 + amount_ * (2 * rng_.uniform(static_cast<std::uint64_t>(number)) - 1); }

 private:
  Rng rng_;
  double amount_;
};

// 0 on lobes, 1 in the sinuses between them; lobes are round, sinuses narrower.
double bay(double phase) {
  const double wave = 0.5 + 0.5 * math::cos_deg(360 * phase);
  return wave * std::sqrt(wave);
}

// Sawtooth profile of the edge: rises slowly to the tip of each tooth, then falls back quickly.
double tooth(double phase) {
  constexpr double kTurn = 0.78;
  const double t = phase - std::floor(phase);
  return t < kTurn ? t / kTurn : (1 - t) / (1 - kTurn);
}

// Moves points of the right half along their veins, to form lobes and teeth.
std::vector<Vec2> cut_half(const LeafForm& form, const std::vector<Vec2>& half, std::uint64_t seed) {
  const BoundaryNoise depth(sub_seed(seed, 1), 0.12), shift(sub_seed(seed, 2), 0.05);
  std::vector<Vec2> result;
  for (const Vec2& p : half) {
    const double y = std::clamp(p.y, 0.0, 1.0);
    double reach = 1;
    if (form.lobes > 0) {
      const double phase = (form.lobes + 0.5) * y * shift.at(7);
      const double fade = (1 - 0.75 * y * y * y) * std::min(1.0, 0.3 + 2.4 * y);
      reach *= 1 - std::min(0.92, form.lobe_depth * depth.at(static_cast<int>(phase + 0.5))) * bay(phase) * fade;
    }
    if (form.teeth > 0) {
      const double phase = form.teeth * y, fade = std::min(1.0, 6 * y) * std::min(1.0, 5 * (1 - y));
      reach *= 1 + form.tooth_depth * fade * depth.at(100 + static_cast<int>(phase)) * tooth(phase);
    }
    const Vec2 foot = vein_foot(form, p);
    result.push_back(foot + (p - foot) * reach);
  }
  return result;
}

// Side veins of one half run to its lobes, or to points at equal heights.
void add_side_veins(const LeafForm& form, const std::vector<Vec2>& half, const std::vector<Vec2>& cut, double side,
                    std::vector<Vein>& veins) {
  for (int k = 0; k < form.veins; ++k) {
    const double height = (k + (form.lobes > 0 ? 0.5 : 0.55)) / (form.veins + 0.5);
    std::size_t at = 0;
    while (at + 1 < half.size() && half[at].y < height) ++at;
    const Vec2 foot = vein_foot(form, half[at]), end = foot + (cut[at] - foot) * 0.97;
    const Vec2 middle = (foot + end) * 0.5 + Vec2{end.y - foot.y, -(end.x - foot.x)} * 0.10;
    Vein vein;
    add_curve(vein.points, {foot, middle, end});
    for (Vec2& p : vein.points) p.x *= side;
    vein.width = 0.0085 * std::sqrt(form.aspect) * (1 - 0.5 * height);
    if (vein.points.size() > 1) veins.push_back(std::move(vein));
  }
}

void add_parallel_veins(const LeafForm& form, const std::vector<Vec2>& half, std::vector<Vein>& veins) {
  for (int k = 1; k <= form.veins; ++k) {
    for (const double side : {-1.0, 1.0}) {
      Vein vein;
      const double share = side * k / (form.veins + 1.0);
      for (const Vec2& p : half) vein.points.push_back({p.x * share, p.y});
      vein.width = 0.004 * std::sqrt(form.aspect);
      veins.push_back(std::move(vein));
    }
  }
}

LeafOutline pinnate_outline(const LeafForm& form, std::uint64_t seed) {
  const int count = std::clamp(std::max(40 * form.lobes, 18 * form.teeth), 64, 2000);
  const std::vector<Vec2> half = resampled(half_blade(form), count);
  LeafOutline outline;
  outline.veins.push_back({{{0, 0}, {0, 0.5}, {0, 0.985}}, 0.016 * std::sqrt(form.aspect)});
  std::vector<Vec2> left;
  for (const double side : {1.0, -1.0}) {
    const std::vector<Vec2> cut = cut_half(form, half, sub_seed(seed, side > 0 ? 0 : 1));
    std::vector<Vec2>& points = side > 0 ? outline.points : left;
    for (const Vec2& p : cut) points.push_back({p.x * side, p.y});
    if (form.venation == Venation::pinnate) add_side_veins(form, half, cut, side, outline.veins);
  }
  if (form.venation == Venation::parallel) add_parallel_veins(form, half, outline.veins);
  outline.points.insert(outline.points.end(), left.rbegin() + 1, left.rend() - 1);
  return outline;
}

// One lobe of a palmate leaf, in a coordinate frame along its axis.
struct Lobe {
  double angle = 0;  // degrees from up, clockwise
  double length = 1;
  Vec2 at(double along, double across) const {
    return direction(angle) * (along * length) + direction(angle + 90) * (across * length);
  }
};

std::vector<Lobe> lobes_of(const LeafForm& form, std::uint64_t seed) {
  const int side = std::max(1, form.lobes / 2);
  const BoundaryNoise turn(sub_seed(seed, 3), 0.04), length(sub_seed(seed, 4), 0.05);
  std::vector<Lobe> lobes;
  for (int k = -side; k <= side; ++k) {
    const double share = static_cast<double>(std::abs(k)) / side;
    const double angle = (k < 0 ? -1.0 : 1.0) * 106 * share * (0.8 + 0.2 * share) * (side > 1 ? 1.0 : 0.5);
    lobes.push_back({angle * turn.at(k + 20), (1 - 0.48 * share * share) * length.at(k + 40)});
  }
  return lobes;
}

// Tooth tips and notches of one flank of a lobe, from its root to its end; `side` is -1 for the left, 1 for the right.
struct Flank {
  std::vector<Vec2> tips, notches;
};

Flank flank_of(const LeafForm& form, const Lobe& lobe, double side, double width) {
  Flank flank;
  for (int k = 0; k < form.teeth; ++k) {
    const double share = (k + 1.0) / (form.teeth + 1.0);
    const double along = 0.50 + 0.46 * share;  // teeth are denser towards the tip
    const double out = width * (1.18 - 0.86 * share);
    flank.tips.push_back(lobe.at(along, side * out));
    flank.notches.push_back(lobe.at(along + 0.015, side * out * (1 - form.tooth_depth)));
  }
  return flank;
}

// Adds a curve between two tips that is slightly concave.
void add_hollow(std::vector<Vec2>& to, const Vec2& from, const Vec2& end, const Vec2& inside, double depth) {
  const Vec2 middle = (from + end) * 0.5;
  add_curve(to, {from, middle + (inside - middle) * depth, end});
}

void add_flank(std::vector<Vec2>& points, const Flank& flank, const Vec2& root, const Lobe& lobe, bool upwards) {
  std::vector<Vec2> path{root};
  for (std::size_t k = 0; k < flank.tips.size(); ++k) path.push_back(flank.tips[k]), path.push_back(flank.notches[k]);
  path.push_back(lobe.at(1, 0));
  if (!upwards) std::reverse(path.begin(), path.end());
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    add_hollow(points, path[i], path[i + 1], lobe.at(0.45, 0), i == (upwards ? 0 : path.size() - 2) ? 0.10 : 0.06);
}

void add_palmate_veins(const LeafForm& form, const Lobe& lobe, double width, std::vector<Vein>& veins) {
  Vein main;
  add_curve(main.points, {Vec2{0, 0}, lobe.at(0.5, 0.01), lobe.at(0.97, 0)});
  main.width = 0.013 * lobe.length;
  veins.push_back(std::move(main));
  for (int k = 0; k < form.veins; ++k) {
    for (const double side : {-1.0, 1.0}) {
      const double from = 0.22 + 0.66 * (k + 0.25 * (side + 1)) / form.veins;
      const double length = width * (1 - 0.7 * from * from) * std::min(1.0, 0.35 + 1.6 * from);
      const Vec2 step = Vec2{math::cos_deg(form.vein_angle), math::sin_deg(form.vein_angle)} * length;
      Vein vein;
      add_curve(vein.points, {lobe.at(from, 0), lobe.at(from + step.x * 0.45, side * step.y * 0.58),
                              lobe.at(from + step.x, side * step.y)});
      vein.width = 0.006 * lobe.length;
      veins.push_back(std::move(vein));
    }
  }
}

LeafOutline palmate_outline(const LeafForm& form, std::uint64_t seed) {
  const std::vector<Lobe> lobes = lobes_of(form, seed);
  const double width = 0.36 - 0.13 * form.lobe_depth;
  LeafOutline outline;
  std::vector<Vec2>& points = outline.points;
  // Counter-clockwise: from the right lobe at the foot, over the middle lobe, to the left.
  points.push_back({0, 0});
  for (std::size_t k = lobes.size(); k-- > 0;) {
    const Lobe& lobe = lobes[k];
    const auto root_to = [&](std::size_t other) {
      const double angle = (lobe.angle + lobes[other].angle) * 0.5;
      return direction(angle) * ((1 - form.lobe_depth) * std::min(lobe.length, lobes[other].length) * 1.05);
    };
    const Vec2 foot{0, -0.02};
    add_flank(points, flank_of(form, lobe, 1, width), k + 1 < lobes.size() ? root_to(k + 1) : foot, lobe, true);
    add_flank(points, flank_of(form, lobe, -1, width), k > 0 ? root_to(k - 1) : foot, lobe, false);
  }
  for (std::size_t k = 0; k < lobes.size(); ++k) add_palmate_veins(form, lobes[k], width, outline.veins);
  std::swap(outline.veins.front(), outline.veins[outline.veins.size() / 2]);
  double reach = 0;
  for (const Vec2& p : points) reach = std::max(reach, std::abs(p.x));
  const double stretch = form.aspect * 0.5 / std::max(reach, 1e-6);
  for (Vec2& p : points) p.x *= stretch;
  for (Vein& vein : outline.veins) {
    for (Vec2& p : vein.points) p.x *= stretch;
  }
  return outline;
}

}  // namespace

LeafOutline leaf_outline(const LeafForm& form, std::uint64_t seed) {
  return form.venation == Venation::palmate ? palmate_outline(form, seed) : pinnate_outline(form, seed);
}

}  // namespace weald::texture
