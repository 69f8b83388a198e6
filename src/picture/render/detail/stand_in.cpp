#include "picture/render/detail/stand_in.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/math/clamped.h"

namespace weald::render {

namespace {

constexpr int kOrderBits = 10;  // of each coordinate along the curve through the volume

/// The bits of a number with two zeros after each.
std::uint64_t spread_bits(std::uint64_t number) {
  std::uint64_t spread = 0;
  for (int bit = 0; bit < kOrderBits; ++bit) spread |= (number >> bit & 1u) << (3 * bit);
  return spread;
}

Vec3 corner_of(const Surface& surface, std::uint32_t triangle, std::size_t corner) {
  return Vec3{surface.positions[surface.triangles[triangle][corner]]};
}

double area_of(const Surface& surface, std::uint32_t triangle) {
  const Vec3 a = corner_of(surface, triangle, 0);
  return 0.5 * glm::length(glm::cross(corner_of(surface, triangle, 1) - a, corner_of(surface, triangle, 2) - a));
}

/// The triangles in an order in which neighbours have the same material and lie close together: along the curve of
/// Morton through the box.
std::vector<std::uint32_t> nearby_order(const Surface& surface) {
  const Bounds box = bounds_of(surface);
  const Vec3 size = box.size();
  const double cells = static_cast<double>(1 << kOrderBits) / std::max({size.x, size.y, size.z, 1e-300});
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  keys.reserve(surface.triangles.size());
  for (std::uint32_t t = 0; t < surface.triangle_count(); ++t) {
    const Vec3 centre = (corner_of(surface, t, 0) + corner_of(surface, t, 1) + corner_of(surface, t, 2)) / 3.0;
    std::uint64_t key = surface.triangle_materials.empty() ? 0 : surface.triangle_materials[t];
    key <<= 3 * kOrderBits;
    for (int axis = 0; axis < 3; ++axis) {
      const double cell = clamped((centre[axis] - box.min[axis]) * cells, 0.0, (1 << kOrderBits) - 1.0);
      key |= spread_bits(static_cast<std::uint64_t>(cell)) << axis;
    }
    keys.emplace_back(key, t);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const auto& [key, triangle] : keys) order.push_back(triangle);
  return order;
}

/// A change of a triangle in its plane, about its centre.
struct Enlargement {
  Vec3 along{0}, across{0};  // directions of the longest edge, and of the height above it
  double longer = 1, wider = 1;
};

/// Gives a triangle the area `wanted`. What is long and thin, such as a side of a twig, mainly becomes wider: it would
/// reach out of the mesh if it kept its proportions.
Enlargement enlargement_of(const std::array<Vec3, 3>& corners, double area, double wanted) {
  constexpr double kLongest = 2.5;  // of an enlarged edge, in sides of a square of the same area
  Vec3 edge{0};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 other = corners[(i + 1) % 3] - corners[i];
    if (glm::dot(other, other) > glm::dot(edge, edge)) edge = other;
  }
  Enlargement change;
  change.along = normalized_or(edge, {1, 0, 0});
  const Vec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
  change.across = normalized_or(glm::cross(normal, change.along), Vec3{0});
  const double scale = std::sqrt(wanted / area), most = kLongest * std::sqrt(wanted) / glm::length(edge);
  change.longer = std::min(scale, std::max(most, 1.0));
  change.wider = wanted / area / change.longer;
  return change;
}

/// Adds a triangle of `source`, which has the area `area`, to a stand-in. There it has the area `wanted`.
void add_enlarged(const Surface& source, std::uint32_t triangle, double area, double wanted, StandIn& stand_in) {
  Surface& surface = stand_in.surface;
  std::array<Vec3, 3> corners{};
  for (std::size_t i = 0; i < 3; ++i) corners[i] = corner_of(source, triangle, i);
  const Enlargement change = enlargement_of(corners, area, wanted);
  const Vec3 centre = (corners[0] + corners[1] + corners[2]) / 3.0;
  const auto first = static_cast<std::uint32_t>(surface.positions.size());
  const TriangleIndices own{first, first + 1, first + 2};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 from = corners[i] - centre;
    surface.positions.push_back(Vec3f{centre + change.along * (glm::dot(from, change.along) * change.longer) +
                                      change.across * (glm::dot(from, change.across) * change.wider)});
    if (!source.colours.empty()) surface.colours.push_back(source.colours[source.triangles[triangle][i]]);
    if (!source.uvs.empty()) surface.uvs.push_back(source.uvs[source.uv_indices[triangle][i]]);
    stand_in.normal_sources.push_back(source.normals_of(triangle)[i]);
  }
  surface.triangles.push_back(own);
  if (!source.uvs.empty()) surface.uv_indices.push_back(own);
  if (!source.triangle_materials.empty()) surface.triangle_materials.push_back(source.triangle_materials[triangle]);
}

}  // namespace

StandInSource::StandInSource(const Surface& source) : source_(source), order_(nearby_order(source)) {
  areas_.reserve(order_.size());
  for (const std::uint32_t triangle : order_) {
    areas_.push_back(area_of(source, triangle));
    total_ += areas_.back();
  }
}

StandIn StandInSource::stand_in(std::size_t count, double growth) const {
  StandIn result;
  result.surface.materials = source_.materials;
  if (!(total_ > 0.0)) return result;
  // Samples at equal steps of area: a triangle with several of them stands for all of them by itself.
  const double step = total_ / static_cast<double>(count);
  double end = 0;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    end += areas_[i];
    std::size_t samples = 0;
    while (taken < count && (static_cast<double>(taken) + 0.5) * step < end) ++taken, ++samples;
    if (samples == 0) continue;
    add_enlarged(source_, order_[i], areas_[i], static_cast<double>(samples) * step * growth, result);
  }
  return result;
}

void add_normals(StandIn& stand_in, const Surface& source) {
  stand_in.surface.normals.clear();
  for (const std::uint32_t normal : stand_in.normal_sources) stand_in.surface.normals.push_back(source.normals[normal]);
}

}  // namespace weald::render
