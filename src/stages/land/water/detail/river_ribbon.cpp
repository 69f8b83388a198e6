#include "stages/land/water/detail/river_ribbon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace weald::hydrology::detail {

namespace {

// On the inside of a bend, an edge point moves back by its offset times the tangent of half the turn. The shift is
// limited to this share of the shorter chord, so that the edge still runs forward between any two points.
constexpr double kInsideShare = 0.45;
// Triangles with an area below this share of the square of their longest side are dropped.
constexpr double kMinArea = 1e-6;

class Ribbon {
 public:
  Ribbon(const RiverGround& ground, const Course& course, double texture_size, WaterSurface& out)
      : ground_(ground), course_(course), texture_size_(texture_size), out_(out) {
    for (std::size_t i = 0; i < course.size(); ++i) rings_.push_back(ring(i));
  }

  void add() {
    for (std::size_t i = 0; i + 1 < rings_.size(); ++i) {
      for (std::size_t strip = 0; strip < 4; ++strip) add_strip(i, strip);
    }
  }

 private:
  struct Corner {
    Vec3f position{0};
    double u = 0;
    std::optional<std::uint32_t> vertex;
  };
  using Ring = std::array<Corner, 5>;  // corners from left to right

  Ring ring(std::size_t i) const {
    const CoursePoint& at = course_[i];
    const Vec2 right = right_of(flow_direction(course_, i));
    Ring result;
    const Vec2 to_left = -right * offset(i, -at.left), to_right = right * offset(i, at.right);
    result[0] = corner(at, to_left, 0);
    result[1] = corner(at, to_left * kShoulder, 0.5 - 0.5 * kShoulder);
    result[2] = corner(at, Vec2{0}, 0.5);
    result[3] = corner(at, to_right * kShoulder, 0.5 + 0.5 * kShoulder);
    result[4] = corner(at, to_right, 1);
    return result;
  }

  // Offset along the bisector for an edge `side` metres to the right of the centre line (negative: to the left).
  double offset(std::size_t i, double side) const {
    const double width = std::abs(side);
    if (i == 0 || i + 1 == course_.size()) return width;
    const Vec2 before = course_[i].place - course_[i - 1].place, after = course_[i + 1].place - course_[i].place;
    const double length0 = glm::length(before), length1 = glm::length(after);
    const Vec2 in = before / length0, out = after / length1;
    // twice the cosine and sine of half the turn
    const double doubled_cosine = glm::length(in + out), doubled_sine = glm::length(out - in);
    const double longest = kMitreLimit * width;
    const double mitred = doubled_cosine * longest > 2 * width ? 2 * width / doubled_cosine : longest;
    const bool is_inside = (in.x * out.y - in.y * out.x) * side > 0;
    if (!is_inside || doubled_sine == 0) return mitred;
    // The shift back along the chord is mitred * sine.
    return std::min(mitred, 2 * kInsideShare * std::min(length0, length1) / doubled_sine);
  }

  Corner corner(const CoursePoint& at, const Vec2& offset, double u) const {
    const GridSpec& grid = ground_.grid();
    const Vec2 high = grid.position(grid.width - 1, grid.height - 1);
    const Vec2 place = glm::clamp(at.place + offset, grid.origin, high);
    return {Vec3f(Vec3{place.x, at.water, place.y}), u, {}};
  }

  // Adds the quad between two points of the course and two corners of their rings, split along the diagonal that keeps
  // both triangles facing up.
  void add_strip(std::size_t i, std::size_t left) {
    const std::array<Corner*, 4> c{&rings_[i][left], &rings_[i][left + 1], &rings_[i + 1][left + 1],
                                   &rings_[i + 1][left]};
    const double first = std::min(area(*c[0], *c[1], *c[2]), area(*c[0], *c[2], *c[3]));
    const double second = std::min(area(*c[0], *c[1], *c[3]), area(*c[1], *c[2], *c[3]));
    if (first >= second) {
      add_triangle(i, {c[0], c[1], c[2]}, {0, 0, 1});
      add_triangle(i, {c[0], c[2], c[3]}, {0, 1, 1});
    } else {
      add_triangle(i, {c[0], c[1], c[3]}, {0, 0, 1});
      add_triangle(i, {c[1], c[2], c[3]}, {0, 1, 1});
    }
  }

  // Twice the area seen from above, relative to the square of the longest side; negative if the triangle faces down.
  static double area(const Corner& a, const Corner& b, const Corner& c) {
    const Vec3 p{a.position}, q{b.position}, r{c.position};
    const Vec3 pq = q - p, pr = r - p, qr = r - q;
    const double longest = std::max({glm::dot(pq, pq), glm::dot(pr, pr), glm::dot(qr, qr)});
    return longest > 0 ? (pq.z * pr.x - pq.x * pr.z) / longest : 0;
  }

  void add_triangle(std::size_t i, const std::array<Corner*, 3>& corners, const std::array<std::size_t, 3>& later) {
    if (!(area(*corners[0], *corners[1], *corners[2]) > kMinArea)) return;
    std::array<std::uint32_t, 3> face{};
    for (std::size_t k = 0; k < 3; ++k) face[k] = vertex(i + later[k], *corners[k]);
    out_.add_face(face);
  }

  std::uint32_t vertex(std::size_t i, Corner& corner) {
    if (corner.vertex) return *corner.vertex;
    const CoursePoint& from = course_[i > 0 ? i - 1 : i];
    const CoursePoint& to = course_[std::min(i + 1, course_.size() - 1)];
    const double slope = (to.water - from.water) / (to.along - from.along);
    const Vec2 ahead = flow_direction(course_, i);
    const Vec3 normal = glm::normalize(Vec3{-ahead.x * slope, 1, -ahead.y * slope});
    const Vec3 position{corner.position};
    const double depth = std::max(0.0, position.y - ground_.height_at({position.x, position.z}));
    corner.vertex = out_.add({position, normal, {corner.u, course_[i].along / texture_size_}, depth});
    return *corner.vertex;
  }

  const RiverGround& ground_;
  const Course& course_;
  double texture_size_;
  WaterSurface& out_;
  std::vector<Ring> rings_;
};

}  // namespace

void add_ribbon(const RiverGround& ground, const Course& course, double texture_size, WaterSurface& out) {
  Ribbon(ground, course, texture_size, out).add();
}

}  // namespace weald::hydrology::detail
