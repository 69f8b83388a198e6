#include "stages/shapes/detail/profile.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/math/math.h"

namespace weald::scene {

namespace {

/// Outward normal of the edge from a to b, on the right of its direction.
Vec2 edge_normal(const Vec2& a, const Vec2& b) {
  const Vec2 along = b - a;
  return Vec2{along.y, -along.x} / glm::length(along);
}

void drop_repeats(Outline& outline) {
  auto& points = outline.points;
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (outline.closed && points.size() > 1 && points.front() == points.back()) points.pop_back();
}

/// Adds the normal or normals of a corner between two edges with the given normals. Returns the indices of the normals
/// that the edge before and the edge after use.
std::pair<std::uint32_t, std::uint32_t> add_corner(Profile& profile, const Vec2& before, const Vec2& after,
                                                   double crease) {
  const auto next = static_cast<std::uint32_t>(profile.normals.size());
  const Vec2 sum = before + after;
  const double length = glm::length(sum);
  if (glm::dot(before, after) >= math::cos_deg(crease) && length > 1e-9) {
    profile.normals.push_back(sum / length);
    return {next, next};
  }
  profile.normals.push_back(before);
  profile.normals.push_back(after);
  return {next, next + 1};
}

void add_normals(Profile& profile, double crease) {
  const auto& points = profile.outline.points;
  const std::size_t count = points.size();
  const std::size_t edges = profile.edge_count();
  std::vector<Vec2> of_edges;
  for (std::size_t i = 0; i < edges; ++i) of_edges.push_back(edge_normal(points[i], points[(i + 1) % count]));
  profile.edge_start_normal.assign(edges, 0);
  profile.edge_end_normal.assign(edges, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool has_before = profile.outline.closed || i > 0;
    const bool has_after = profile.outline.closed || i < edges;
    const std::size_t before = (i + edges - 1) % edges;
    const auto [in, out] =
        add_corner(profile, of_edges[has_before ? before : i], of_edges[has_after ? i : before], crease);
    if (has_before) profile.edge_end_normal[before] = in;
    if (has_after) profile.edge_start_normal[i] = out;
  }
}

void add_shares(Profile& profile) {
  const auto& points = profile.outline.points;
  std::vector<double>& shares = profile.shares;
  shares.push_back(0);
  for (std::size_t i = 0; i < profile.edge_count(); ++i) {
    shares.push_back(shares.back() + glm::length(points[(i + 1) % points.size()] - points[i]));
  }
  const double total = shares.back();
  for (double& share : shares) share /= total;
}

}  // namespace

double area(const std::vector<Vec2>& points) {
  double twice = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2& a = points[i];
    const Vec2& b = points[(i + 1) % points.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return 0.5 * twice;
}

bool is_convex(const std::vector<Vec2>& points) {
  const std::size_t count = points.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 in = points[(i + 1) % count] - points[i];
    const Vec2 out = points[(i + 2) % count] - points[(i + 1) % count];
    if (in.x * out.y - in.y * out.x < -1e-12 * glm::length(in) * glm::length(out)) return false;
  }
  return true;
}

Outline circle_outline(double radius, int sides) {
  Outline outline;
  for (int i = 0; i < sides; ++i) {
    const double angle = 360.0 * i / sides;
    outline.points.push_back({radius * math::cos_deg(angle), radius * math::sin_deg(angle)});
  }
  return outline;
}

Outline rectangle_outline(double width, double height) {
  const double x = 0.5 * width;
  const double y = 0.5 * height;
  return {{{-x, -y}, {x, -y}, {x, y}, {-x, y}}, true};
}

Outline ribbon_outline(double width) { return {{{0.5 * width, 0}, {-0.5 * width, 0}}, false}; }

Profile make_profile(Outline outline, double crease) {
  drop_repeats(outline);
  WEALD_CHECK(outline.points.size() >= (outline.closed ? 3u : 2u));
  if (outline.closed && area(outline.points) < 0) std::reverse(outline.points.begin(), outline.points.end());
  Profile profile;
  profile.outline = std::move(outline);
  add_normals(profile, crease);
  add_shares(profile);
  for (const Vec2& p : profile.outline.points) profile.reach = std::max(profile.reach, glm::length(p));
  return profile;
}

}  // namespace weald::scene
