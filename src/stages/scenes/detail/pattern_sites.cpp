#include "stages/scenes/detail/pattern_sites.h"

#include <cmath>

#include "base/math/math.h"

namespace weald::scene {

namespace {

/// Directions on a circle around the y axis.
struct CircleAxes {
  Vec3 outward{0};
  Vec3 tangent{0};  ///< counter-clockwise seen from above
};

CircleAxes circle_axes(double degrees) {
  const double c = math::cos_deg(degrees), s = math::sin_deg(degrees);
  return {{c, 0, -s}, {-s, 0, -c}};
}

/// A site of a pattern in the plane: the outward direction leads away from the y axis.
Site plane_site(const Vec3& position, std::size_t number) {
  return {position, {0, 0, 1}, {0, 1, 0}, normalized_or({position.x, 0, position.z}, {0, 0, 1}), number};
}

/// Coordinate of site `i` of `count`, centred.
double centred(int i, int count, double step) { return (i - 0.5 * (count - 1)) * step; }

}  // namespace

std::vector<Site> ring_sites(const PlaceParams& params) {
  const int count = *params.count;
  const bool is_closed = params.arc >= 360;
  std::vector<Site> sites;
  for (int i = 0; i < count; ++i) {
    const double share = is_closed ? i / static_cast<double>(count) : count > 1 ? i / (count - 1.0) : 0.5;
    const CircleAxes axes = circle_axes(params.arc * share);
    sites.push_back({axes.outward * params.radius, axes.tangent, axes.outward, axes.outward, sites.size()});
  }
  return sites;
}

std::vector<Site> grid_sites(const PlaceParams& params) {
  const auto [columns, layers, rows] = params.counts;
  require_site_count(static_cast<double>(columns) * layers * rows, "counts");
  std::vector<Site> sites;
  for (int y = 0; y < layers; ++y) {
    for (int z = 0; z < rows; ++z) {
      for (int x = 0; x < columns; ++x)
        sites.push_back(plane_site(
            {centred(x, columns, params.step.x), y * params.step.y, centred(z, rows, params.step.z)}, sites.size()));
    }
  }
  return sites;
}

std::vector<Site> hexagon_sites(const PlaceParams& params) {
  const int columns = params.counts[0], rows = params.counts[2];
  require_site_count(static_cast<double>(columns) * rows, "counts");
  const double spacing = *params.spacing;
  const double row_step = spacing * std::sqrt(0.75);
  const double shift = rows > 1 ? 0.25 * spacing : 0;
  std::vector<Site> sites;
  for (int z = 0; z < rows; ++z) {
    for (int x = 0; x < columns; ++x)
      sites.push_back(plane_site(
          {centred(x, columns, spacing) + (z % 2 == 0 ? -shift : shift), 0, centred(z, rows, row_step)}, sites.size()));
  }
  return sites;
}

std::vector<Site> spiral_sites(const PlaceParams& params) {
  const double base = params.radius, top = params.height ? params.top_radius.value_or(base) : 0;
  const double height = params.height.value_or(0), slant = base - top;
  std::vector<Site> sites;
  for (int i = 0; i < *params.count; ++i) {
    const double share = (i + 0.5) / *params.count;
    const CircleAxes axes = circle_axes(i * params.angle);
    if (!params.height) {
      sites.push_back({axes.outward * (base * std::sqrt(share)), axes.tangent, {0, 1, 0}, axes.outward, sites.size()});
      continue;
    }
    // The area below a height grows with the square of the distance from the apex.
    const double radius = std::sqrt(base * base + (top * top - base * base) * share);
    const double y = height * (slant != 0 ? (base - radius) / slant : share);
    const Vec3 normal = normalized_or(axes.outward * height + Vec3{0, slant, 0}, {0, 1, 0});
    sites.push_back({axes.outward * radius + Vec3{0, y, 0}, axes.tangent, normal, axes.outward, sites.size()});
  }
  return sites;
}

}  // namespace weald::scene
