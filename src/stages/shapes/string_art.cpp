#include "stages/shapes/string_art.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/bezier.h"
#include "schema/wording.h"

namespace weald::curve {

namespace {

using Corners = std::vector<Vec2>;

/// Corners of the regular polygon, clockwise; the walk begins at the last one, at the top.
Corners regular_polygon(int sides, double radius) {
  Corners corners;
  for (int i = 1; i <= sides; ++i) {
    const double angle = 90.0 - 360.0 * i / sides;
    corners.push_back({radius * math::cos_deg(angle), radius * math::sin_deg(angle)});
  }
  return corners;
}

/// The shortest side of the polygons to walk along.
double shortest_side(const StringArtParams& params) {
  if (params.outline == StringOutline::rectangle) return std::min(params.width, params.height);
  const double side = 2 * params.radius * math::sin_deg(180.0 / params.sides);
  return params.outline == StringOutline::rosette ? std::min(side, params.radius) : side;
}

/// The polygons to walk along, each with its starting corner last.
std::vector<Corners> walked_polygons(const StringArtParams& params) {
  const double w = params.width;
  const double h = params.height;
  if (params.outline == StringOutline::rectangle) return {{{w, h}, {w, 0}, {0, 0}, {0, h}}};
  const Corners polygon = regular_polygon(params.sides, params.radius);
  if (params.outline == StringOutline::polygon) return {polygon};
  std::vector<Corners> triangles;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i];
    const Vec2 b = polygon[(i + 1) % polygon.size()];
    triangles.push_back(i % 2 == 0 ? Corners{a, b, {0, 0}} : Corners{b, a, {0, 0}});
  }
  return triangles;
}

Segment line(const Vec2& a, const Vec2& b) { return {{Vec4{a, 0, 1}, Vec4{b, 0, 1}}}; }

Path closed_outline(const Corners& corners) {
  Path path;
  path.closed = true;
  for (std::size_t i = 0; i < corners.size(); ++i)
    path.segments.push_back(line(corners[i], corners[(i + 1) % corners.size()]));
  return path;
}

/// With five or more corners, line lengths do not fall below the distance but converge to it from above without end. A
/// line within a millionth of the distance therefore counts as too short.
constexpr double kRoom = 1 + 1e-6;

[[noreturn]] void refuse_lines() {
  throw StageError(
      fmt::format("the distance is too small for this outline: it would take more than {} lines", kMaxStringLines),
      "distance");
}

}  // namespace

std::vector<Vec2> pursuit_walk(std::span<const Vec2> corners, double distance) {
  const std::size_t m = corners.size();
  WEALD_CHECK(m >= 3 && distance > 0);
  std::vector<Vec2> points(corners.begin(), corners.end());
  while (true) {
    // The line drawn one round earlier runs from point m, counted from the end, to the point after it.
    const Vec2& from = points[points.size() - m];
    const Vec2 old_line = points[points.size() - m + 1] - from;
    const double length = glm::length(old_line);
    if (length < distance * kRoom) return points;
    if (points.size() >= kMaxStringLines + m) {
      refuse_lines();
    }
    points.push_back(from + old_line * (distance / length));
  }
}

Curve string_art(const StringArtParams& params) {
  Curve curve;
  std::size_t lines = 0;
  for (const Corners& corners : walked_polygons(params)) {
    const std::vector<Vec2> points = pursuit_walk(corners, params.distance);
    Path path;
    for (std::size_t i = corners.size(); i < points.size(); ++i)
      path.segments.push_back(line(points[i - 1], points[i]));
    lines += path.segments.size();
    if (lines > kMaxStringLines) refuse_lines();
    if (!path.segments.empty()) curve.paths.push_back(std::move(path));
  }
  if (params.frame) {
    StringArtParams plain = params;
    if (plain.outline == StringOutline::rosette) plain.outline = StringOutline::polygon;
    curve.paths.push_back(closed_outline(walked_polygons(plain).front()));
  }
  return curve;
}

Estimate StringArt::estimate(const Params& params, const schema::Estimates&) {
  // The first side is a line's length from the walk, rounded otherwise: within the room it may have no line.
  return {.paths = {.open = params.distance * kRoom * kRoom < shortest_side(params), .closed = params.frame}};
}

}  // namespace weald::curve

namespace weald::schema {

void Schema<curve::StringArtParams>::check(const P& params, Checker& checker) {
  const double shortest = curve::shortest_side(params);
  if (params.distance >= shortest) {
    checker.error("distance", "'distance' must be less than the shortest side, " + readable_number(shortest) + " m");
  }
}

}  // namespace weald::schema
