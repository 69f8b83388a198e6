#include "stages/shapes/drape.h"

#include <algorithm>
#include <cmath>

#include "methods/curve/arc_length.h"
#include "methods/curve/bezier.h"

namespace weald::terrain {

namespace {

constexpr double kMaxSegments = 1e6;

/// The path projected to the horizontal plane.
curve::Path on_the_map(const curve::Path& path) {
  curve::Path flat = path;
  for (curve::Segment& segment : flat.segments) {
    for (Vec4& point : segment.points) point.y = 0;
  }
  return flat;
}

/// A position on the map, and the unit direction of travel there.
struct Station {
  Vec3 place{0};
  Vec3 direction{0};
};

/// Equally spaced stations; on an open path they include both ends.
std::vector<Station> stations(const curve::Path& flat, const curve::ArcLength& along, std::size_t steps) {
  std::vector<Station> all;
  const std::size_t count = flat.closed ? steps : steps + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const curve::PathPosition at = along.at(along.total() * (static_cast<double>(i) / static_cast<double>(steps)));
    const curve::Segment& segment = flat.segments[at.segment];
    all.push_back({curve::evaluate(segment, at.t), curve::direction(segment, at.t).value_or(Vec3{0})});
  }
  return all;
}

bool is_outside(const Heightmap& ground, const Vec3& place) {
  const Vec2 cell = (Vec2{place.x, place.z} - ground.origin) / ground.cell_size;
  return !(cell.x >= 0 && cell.y >= 0 && cell.x <= ground.width() - 1 && cell.y <= ground.height() - 1);
}

/// heights[i] for any i: wrapped on closed courses, reflected through the end points of open ones. Pre: i is at most
/// one length outside the course.
double continued(const Course& course, std::ptrdiff_t i) {
  const auto count = static_cast<std::ptrdiff_t>(course.heights.size());
  const auto at = [&](std::ptrdiff_t k) { return course.heights[static_cast<std::size_t>(k)]; };
  if (course.closed) return at(((i % count) + count) % count);
  if (i < 0) return 2 * at(0) - at(std::min(-i, count - 1));
  if (i >= count) return 2 * at(count - 1) - at(std::max<std::ptrdiff_t>(2 * (count - 1) - i, 0));
  return at(i);
}

Course running_mean(const Course& course, std::ptrdiff_t radius) {
  const auto count = static_cast<std::ptrdiff_t>(course.heights.size());
  // Summing differences from the first height keeps the rounding error small relative to the heights.
  const double base = course.heights[0];
  std::vector<double> sums{0};
  for (std::ptrdiff_t i = -radius; i < count + radius; ++i) sums.push_back(sums.back() + (continued(course, i) - base));
  Course result = course;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const double sum = sums[static_cast<std::size_t>(i + 2 * radius + 1)] - sums[static_cast<std::size_t>(i)];
    result.heights[static_cast<std::size_t>(i)] = base + sum / static_cast<double>(2 * radius + 1);
  }
  return result;
}

/// For `sign` 1, the lowest course that is nowhere below `heights` and rises or falls by at most `step` per sample; for
/// `sign` -1, the highest course that is nowhere above.
std::vector<double> envelope(std::vector<double> heights, double step, bool closed, double sign) {
  const std::size_t count = heights.size();
  const auto lift = [&](std::size_t i, std::size_t neighbour) {
    const double bound = sign * heights[neighbour] - step;
    if (bound > sign * heights[i]) heights[i] = sign * bound;
  };
  // Two rounds on a closed course, so that bounds propagate from the end to the start.
  for (int round = 0; round < (closed ? 2 : 1); ++round) {
    if (closed && round > 0) lift(0, count - 1);
    for (std::size_t i = 1; i < count; ++i) lift(i, i - 1);
    if (closed) lift(count - 1, 0);
    for (std::size_t i = count - 1; i-- > 0;) lift(i, i + 1);
  }
  return heights;
}

/// The cubic between two stations `step` metres apart, with the B-spline's heights and the path's horizontal positions.
curve::Segment draped_segment(const Station& from, const Station& to, const Course& course, std::ptrdiff_t i,
                              double step) {
  const double c0 = continued(course, i - 1);
  const double c1 = continued(course, i);
  const double c2 = continued(course, i + 1);
  const double c3 = continued(course, i + 2);
  Vec3 p0 = from.place;
  Vec3 p1 = from.place + from.direction * (step / 3);
  Vec3 p2 = to.place - to.direction * (step / 3);
  Vec3 p3 = to.place;
  p0.y = (c0 + 4 * c1 + c2) / 6;
  p1.y = (2 * c1 + c2) / 3;
  p2.y = (c1 + 2 * c2) / 3;
  p3.y = (c1 + 4 * c2 + c3) / 6;
  return {{curve::homogeneous(p0), curve::homogeneous(p1), curve::homogeneous(p2), curve::homogeneous(p3)}};
}

struct DrapedPath {
  curve::Path path;
  bool left_the_ground = false;
};

DrapedPath drape(const curve::Path& path, const Heightmap& ground, const DrapeParams& params) {
  DrapedPath result;
  result.path.closed = path.closed;
  const curve::Path flat = on_the_map(path);
  const curve::ArcLength along(flat, 1e-6 * params.spacing);
  if (!(along.total() > 0)) throw StageError("a path of the curve has no extent on the map (x, z)", "from");
  if (along.total() > kMaxSegments * params.spacing) {
    throw StageError("the curve would need more than a million segments: raise the spacing", "spacing");
  }
  const double fewest = path.closed ? 3 : 1;
  const auto steps = static_cast<std::size_t>(std::max(fewest, std::ceil(along.total() / params.spacing)));
  const std::vector<Station> places = stations(flat, along, steps);
  Course course{{}, along.total() / static_cast<double>(steps), path.closed};
  for (const Station& station : places) {
    course.heights.push_back(height_at(ground, {station.place.x, station.place.z}) + params.offset);
    result.left_the_ground = result.left_the_ground || is_outside(ground, station.place);
  }
  course = smoothed(limited(course, params.max_grade), params.smoothing);
  for (std::size_t i = 0; i < steps; ++i) {
    const Station& to = places[(i + 1) % places.size()];
    result.path.segments.push_back(
        draped_segment(places[i], to, course, static_cast<std::ptrdiff_t>(i), course.spacing));
  }
  return result;
}

}  // namespace

Course limited(const Course& course, double max_grade) {
  if (course.heights.size() < 2) return course;
  const double step = max_grade * course.spacing;
  const std::vector<double> upper = envelope(course.heights, step, course.closed, 1);
  const std::vector<double> lower = envelope(course.heights, step, course.closed, -1);
  Course result = course;
  for (std::size_t i = 0; i < upper.size(); ++i) result.heights[i] = 0.5 * (upper[i] + lower[i]);
  return result;
}

Course smoothed(const Course& course, double length) {
  constexpr int kPasses = 4;
  const auto count = static_cast<double>(course.heights.size());
  // A running mean over 2 r + 1 samples has the variance r (r + 1) / 3; four of them add up to (length / 4)^2.
  const double samples = length / 4 / course.spacing;
  const double wanted = 3 * samples * samples / kPasses;
  const double radius = std::min(std::floor(std::sqrt(wanted + 0.25)), count - 1);
  Course result = course;
  if (radius < 1) return result;
  for (int pass = 0; pass < kPasses; ++pass) result = running_mean(result, static_cast<std::ptrdiff_t>(radius));
  return result;
}

curve::Curve drape(const curve::Curve& curve, const Heightmap& ground, const DrapeParams& params,
                   const RunContext& context) {
  curve::Curve result;
  result.plane = curve::Plane::xz;
  bool left_the_ground = false;
  for (const curve::Path& path : curve.paths) {
    context.check_stop();
    if (path.segments.empty()) continue;
    DrapedPath draped = drape(path, ground, params);
    left_the_ground = left_the_ground || draped.left_the_ground;
    result.paths.push_back(std::move(draped.path));
  }
  if (left_the_ground)
    context.warn("the curve extends beyond the ground: the height of the nearest edge is used there", "from");
  return result;
}

}  // namespace weald::terrain
