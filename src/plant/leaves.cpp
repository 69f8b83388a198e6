#include "plant/leaves.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "mesh/analysis.h"
#include "mesh/vertex_colour.h"

namespace weald::plant {
namespace {

constexpr std::uint64_t kColourDraws = std::uint64_t{1} << 40;
constexpr std::uint64_t kPolygons = std::uint64_t{1} << 63;

Vec3 leaf_colour(std::uint64_t number, const LeafParams& params, const Rng& rng) {
  const auto draws = rng.four_uniforms(number, kColourDraws);
  const Vec3 base = params.second_colour ? glm::mix(params.colour, *params.second_colour, draws[0]) : params.colour;
  return base * (1 + params.colour_variation * (draws[1] + draws[2] - 1));
}

/// What is the same for all vertices of a leaf.
struct Surroundings {
  double brightness;
  Vec3 outward;  ///< unit normal of the crown's surface
};

Surroundings surroundings(const LeafStyle& style, const Vec3& position, const Vec3& normal) {
  const CrownLight::Sample light = style.light.at(position);
  const bool inside = glm::dot(light.outward, light.outward) > 0.5;
  const Vec3 outward = inside ? light.outward : normalized_or(position - style.centre, normal);
  return {1 - style.shade * (1 - light.sky_share), outward};
}

/// `normal` turned to the outside of the crown's surface and towards its normal.
Vec3 bent_normal(const Vec3& normal, const Vec3& outward, double share) {
  const Vec3 facing = glm::dot(normal, outward) < 0 ? -normal : normal;
  return normalized_or(facing * (1 - share) + outward * share, normal);
}

class Cursor {
 public:
  Cursor(SoupCount at, mesh::Soup& soup) : at_(at), soup_(soup) {}

  void vertex(const Vec3& position, const Vec3& normal, const Vec2& uv, Rgba8 colour) {
    soup_.positions[at_.vertices] = Vec3f(position);
    soup_.normals[at_.vertices] = Vec3f(normal);
    soup_.colours[at_.vertices++] = colour;
    soup_.uvs[at_.uvs++] = Vec2f(uv);
  }
  void corner(std::uint64_t vertex, std::uint64_t uv) {
    soup_.corners[at_.corners] = static_cast<std::uint32_t>(vertex);
    soup_.corner_uvs[at_.corners++] = static_cast<std::uint32_t>(uv);
  }
  void close_face() { soup_.face_begin[++at_.faces] = static_cast<std::uint32_t>(at_.corners); }

 private:
  SoupCount at_;
  mesh::Soup& soup_;
};

}  // namespace

std::vector<LeafPolygon> clean_polygons(const lsystem::Skeleton& skeleton) {
  std::vector<LeafPolygon> result;
  for (std::size_t i = 0; i < skeleton.polygons.size(); ++i) {
    LeafPolygon polygon;
    double extent = 0;
    for (const Vec3& p : skeleton.polygons[i].points) {
      extent = std::max({extent, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
      if (!(std::abs(p.x) <= 1e6 && std::abs(p.y) <= 1e6 && std::abs(p.z) <= 1e6)) {
        throw StageError("polygon " + std::to_string(i) + " of the skeleton is not within 1000 km of the origin",
                         "from");
      }
    }
    const double same = std::max(4e-6 * extent, 1e-6);
    for (const Vec3& p : skeleton.polygons[i].points) {
      if (polygon.points.empty() || glm::length(p - polygon.points.back()) > same) polygon.points.push_back(p);
    }
    while (polygon.points.size() > 1 && glm::length(polygon.points.front() - polygon.points.back()) <= same)
      polygon.points.pop_back();
    if (polygon.points.size() < 3) continue;
    const Vec3 area = mesh::vector_area(polygon.points);
    polygon.area = glm::length(area);
    if (polygon.area <= same * same) continue;
    polygon.normal = normalized_or(area, {0, 1, 0});
    polygon.number = kPolygons + i;
    result.push_back(std::move(polygon));
  }
  return result;
}

SoupCount count_leaf(const LeafModel& model) {
  return {model.positions.size(), model.positions.size(), model.face_count(), model.corners.size()};
}

SoupCount count_polygon(const LeafPolygon& polygon) {
  const std::uint64_t n = polygon.points.size();
  return {n, n, 1, n};
}

void write_leaf(const LeafPlace& leaf, const LeafStyle& style, const Rng& rng, SoupCount at, mesh::Soup& soup) {
  const LeafModel& model = style.model;
  const Vec3 right = glm::cross(leaf.heading, leaf.normal);
  const Vec3 middle = leaf.foot + leaf.heading * (0.5 * leaf.length);
  const Surroundings around = surroundings(style, middle, leaf.normal);
  const Rgba8 colour = mesh::vertex_colour(leaf_colour(leaf.number, style.params, rng) * around.brightness,
                                           brightest_colour(style.params));
  Cursor cursor(at, soup);
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    const auto turned = [&](const Vec3& v) { return right * v.x + leaf.heading * v.y + leaf.normal * v.z; };
    const Vec3 position = leaf.foot + turned(model.positions[i]) * leaf.length;
    cursor.vertex(position, bent_normal(turned(model.normals[i]), around.outward, style.params.normal_bend),
                  model.uvs[i], colour);
  }
  for (std::size_t f = 0; f < model.face_count(); ++f) {
    for (std::uint32_t c = model.face_begin[f]; c < model.face_begin[f + 1]; ++c) {
      cursor.corner(at.vertices + model.corners[c], at.uvs + model.corners[c]);
    }
    cursor.close_face();
  }
}

void write_polygon(const LeafPolygon& polygon, const LeafStyle& style, const Rng& rng, SoupCount at, mesh::Soup& soup) {
  Vec3 middle{0};
  for (const Vec3& p : polygon.points) middle += p;
  middle /= static_cast<double>(polygon.points.size());
  const Vec3 along = normalized_or(middle - polygon.points[0], {0, 1, 0});  // drawn from the stalk outwards
  const Vec3 across = glm::cross(along, polygon.normal);
  Vec2 low{1e300}, high{-1e300};
  for (const Vec3& p : polygon.points) {
    const Vec2 q{glm::dot(p, across), glm::dot(p, along)};
    low = glm::min(low, q);
    high = glm::max(high, q);
  }
  const Vec2 size = glm::max(high - low, Vec2{1e-9});
  const Surroundings around = surroundings(style, middle, polygon.normal);
  const Rgba8 colour = mesh::vertex_colour(leaf_colour(polygon.number, style.params, rng) * around.brightness,
                                           brightest_colour(style.params));
  const Vec3 normal = bent_normal(polygon.normal, around.outward, style.params.normal_bend);
  Cursor cursor(at, soup);
  for (std::size_t i = 0; i < polygon.points.size(); ++i) {
    const Vec2 q{glm::dot(polygon.points[i], across), glm::dot(polygon.points[i], along)};
    cursor.vertex(polygon.points[i], normal, (q - low) / size, colour);
    cursor.corner(at.vertices + i, at.uvs + i);
  }
  cursor.close_face();
}

}  // namespace weald::plant
