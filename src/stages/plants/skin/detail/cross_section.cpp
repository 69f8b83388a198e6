#include "stages/plants/skin/detail/cross_section.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"

namespace weald::plant {
namespace {

constexpr int kSamples = 1440;      // of a curve, around
constexpr int kProbes = 720;        // angles at which the error of a polygon is measured
constexpr double kFlatness = 2e-4;  // of the curve's polyline, as a share of its size
constexpr double kNearKink = 1e-9;  // sine or cosine at which a rib's edge lies
constexpr double kStep = 360.0 / kSamples;

[[noreturn]] void refuse_outline() {
  throw StageError("the contour must be one closed curve around the origin", "outline");
}

/// The outline as points in its plane, counter-clockwise.
std::vector<Vec2> outline_points(const curve::Curve& outline) {
  if (outline.paths.size() != 1 || !outline.paths[0].closed) refuse_outline();
  const Bounds box = curve::bounds(outline, 1e-3);
  const Vec3 size = box.max - box.min;
  const double most = std::max({size.x, size.y, size.z});
  if (!(most > 0)) refuse_outline();
  const Polyline line = curve::flatten(outline.paths[0], kFlatness * most);
  std::vector<Vec2> points;
  points.reserve(line.points.size());
  for (const Vec3& p : line.points)
    points.push_back(outline.plane == curve::Plane::xy ? Vec2{p.x, p.y} : Vec2{p.z, p.x});
  double area = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 &a = points[i], &b = points[(i + 1) % points.size()];
    area += a.x * b.y - a.y * b.x;
  }
  if (area < 0) std::reverse(points.begin(), points.end());
  return points;
}

double degrees_of(const Vec2& p) {
  const double angle = math::degrees(math::atan2(p.y, p.x));
  return angle < 0 ? angle + 360 : angle;
}

/// Distance from the origin at which the ray at an angle meets the line through two points.
double ray_meets(const Vec2& a, const Vec2& b, double degrees) {
  const Vec2 way{math::cos_deg(degrees), math::sin_deg(degrees)}, along = b - a;
  const double across = way.x * along.y - way.y * along.x;
  return across != 0 ? (a.x * along.y - a.y * along.x) / across : glm::length(b);
}

/// Distances of the outline at equal angles.
std::vector<double> polar_samples(const std::vector<Vec2>& points) {
  std::vector<double> samples(kSamples, -1.0);
  double turned = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 &a = points[i], &b = points[(i + 1) % points.size()];
    const double from = degrees_of(a);
    double sweep = degrees_of(b) - from;
    if (sweep < -180) sweep += 360;
    if (!(sweep > 0) || sweep >= 180)
      throw StageError("a ray from the origin must meet the contour once: it turns back, or the origin lies outside",
                       "outline");
    turned += sweep;
    for (auto k = static_cast<int>(std::ceil(from / kStep - 1e-9)); k * kStep <= from + sweep + 1e-9; ++k)
      samples[static_cast<std::size_t>(k % kSamples)] = ray_meets(a, b, k * kStep);
  }
  if (std::abs(turned - 360) > 1) throw StageError("the contour must go round the origin exactly once", "outline");
  return samples;
}

}  // namespace

CrossSection::CrossSection(const ContourParams& params)
    : ribs_(params.ribs), shape_(params.shape), depth_(params.depth), turn_(params.turn) {
  measure();
}

CrossSection::CrossSection(const curve::Curve& outline, const ContourParams& params)
    : turn_(params.turn), shares_(polar_samples(outline_points(outline))) {
  const double most = *std::max_element(shares_.begin(), shares_.end());
  for (double& share : shares_) share = std::max(share / most, 0.02);
  measure();
}

CrossSection::Point CrossSection::at(double degrees) const {
  const double angle = degrees + turn_;
  if (!shares_.empty()) {
    const double place = angle / kStep, whole = std::floor(place);
    const auto at = [&](double index) {
      const double wrapped = index - kSamples * std::floor(index / kSamples);
      return shares_[static_cast<std::size_t>(wrapped) % kSamples];
    };
    const double t = place - whole;
    const double rise = glm::mix(at(whole + 1) - at(whole - 1), at(whole + 2) - at(whole), t);
    return {glm::mix(at(whole), at(whole + 1), t), 0.5 * rise / math::radians(kStep)};
  }
  const double half = 0.5 * ribs_ * angle;
  const double sine = math::sin_deg(half), cosine = math::cos_deg(half);
  const double steep = 0.5 * ribs_ * depth_;
  const auto sign = [](double x) { return std::abs(x) < kNearKink ? 0.0 : x < 0 ? -1.0 : 1.0; };
  if (shape_ == RibShape::bulge) return {1 - depth_ * (1 - std::abs(cosine)), -steep * sine * sign(cosine)};
  if (shape_ == RibShape::crest) return {1 - depth_ * std::abs(sine), -steep * cosine * sign(sine)};
  return {1 - depth_ * sine * sine, -2 * steep * sine * cosine};
}

/// Largest distance along a ray between the outline, given by its distances at the probes, and its polygon with corners
/// at equal angles.
double CrossSection::measured(std::uint32_t sides, std::span<const double> probes) const {
  std::array<double, kMaxSides + 1> corners{};
  for (std::uint32_t j = 0; j <= sides; ++j) corners[j] = at(360.0 * j / sides).share;
  const double turn = 360.0 / sides;
  double worst = 0;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const std::size_t side = i * sides / probes.size();
    const double angle =
        static_cast<double>(i) * (360.0 / static_cast<double>(probes.size())) - turn * static_cast<double>(side);
    const double a = corners[side], b = corners[side + 1];
    const double chord = a * b * math::sin_deg(turn) / (a * math::sin_deg(angle) + b * math::sin_deg(turn - angle));
    worst = std::max(worst, std::abs(chord - probes[i]));
  }
  return worst;
}

void CrossSection::measure() {
  std::vector<double> probes(kProbes);
  for (int i = 0; i < kProbes; ++i) probes[static_cast<std::size_t>(i)] = at(i * (360.0 / kProbes)).share;
  for (std::uint32_t n = 3; n <= kMaxSides; ++n) errors_[n] = measured(n, probes);
}

std::uint32_t CrossSection::sides(std::uint32_t least, double tolerance) const {
  std::uint32_t best = std::min(least, kMaxSides);
  for (std::uint32_t n = best; n <= kMaxSides; ++n) {
    if (errors_[n] <= tolerance) return n;
    if (errors_[n] < errors_[best]) best = n;
  }
  return best;
}

void require_closed_outline(const ContourParams& params, const schema::Estimates& inputs) {
  if (inputs[params.outline].paths.open) refuse_outline();
}

std::shared_ptr<const CrossSection> cross_section(const ContourParams& params, const curve::Curve* outline) {
  if (outline != nullptr) return std::make_shared<CrossSection>(*outline, params);
  if (params.ribs > 0 && params.depth > 0) return std::make_shared<CrossSection>(params);
  return nullptr;
}

}  // namespace weald::plant
