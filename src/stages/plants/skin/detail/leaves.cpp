#include "stages/plants/skin/detail/leaves.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/vertex_colour.h"

namespace weald::plant {
namespace {

constexpr std::uint64_t kPolygons = std::uint64_t{1} << 63;

/// The data shared by all vertices of a leaf.
struct Surroundings {
  double brightness;
  Vec3 outward{0};  ///< unit normal of the crown's surface
};

Surroundings surroundings(const LeafStyle& style, const Vec3& position, const Vec3& normal) {
  const CrownLight::Sample light = style.light.at(position);
  const bool inside = glm::dot(light.outward, light.outward) > 0.5;
  const Vec3 outward = inside ? light.outward : normalized_or(position - style.centre, normal);
  return {1 - style.shade * (1 - light.sky_share), outward};
}

class Cursor {
 public:
  Cursor(SoupCount at, mesh::Soup& soup) : at_(at), soup_(soup) {}

  void vertex(const Vec3& position, const Vec3& normal, Rgba8 colour, Rgba8 wind) {
    soup_.positions[at_.vertices] = Vec3f(position);
    soup_.normals[at_.vertices] = Vec3f(normal);
    if (!soup_.colours.empty()) soup_.colours[at_.vertices] = colour;
    if (!soup_.wind.empty()) soup_.wind[at_.vertices] = wind;
    ++at_.vertices;
  }
  void uv(const Vec2& value) { soup_.uvs[at_.uvs++] = Vec2f(value); }
  void corner(std::uint64_t vertex, std::uint64_t uv) {
    soup_.corners[at_.corners] = static_cast<std::uint32_t>(vertex);
    soup_.corner_uvs[at_.corners++] = static_cast<std::uint32_t>(uv);
  }
  void close_face(std::uint16_t group) {
    soup_.face_groups[at_.faces] = group;
    soup_.face_begin[++at_.faces] = static_cast<std::uint32_t>(at_.corners);
  }

 private:
  SoupCount at_;
  mesh::Soup& soup_;
};

Rgba8 product(Rgba8 a, Rgba8 b) {
  const auto channel = [](int x, int y) { return static_cast<std::uint8_t>((x * y + 127) / 255); };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
}

/// The wind of a vertex: that of the wood, and its own flutter.
Rgba8 wind_at(Rgba8 wood, double flutter) {
  return {wood.r, wood.g, static_cast<std::uint8_t>(flutter * 255 + 0.5), wood.a};
}

void write_faces(const LeafModel& model, const std::vector<char>& reversed, const std::uint16_t* groups,
                 const SoupCount& at, Cursor& cursor) {
  for (std::size_t f = 0; f < model.face_count(); ++f) {
    const std::uint32_t begin = model.face_begin[f], end = model.face_begin[f + 1];
    for (std::uint32_t i = 0; i < end - begin; ++i) {
      const std::uint32_t c = reversed[f] != 0 && i > 0 ? end - i : begin + i;  // from the same corner on
      cursor.corner(at.vertices + model.corners[c], at.uvs + model.corner_uvs[c]);
    }
    cursor.close_face(groups[model.face_groups.empty() ? 0 : model.face_groups[f]]);
  }
}

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
    polygon.source = static_cast<std::uint32_t>(i);
    result.push_back(std::move(polygon));
  }
  return result;
}

SoupCount count_leaf(const LeafModel& model) {
  return {model.positions.size(), model.uvs.size(), model.face_count(), model.corners.size()};
}

SoupCount count_polygon(const LeafPolygon& polygon) {
  const std::uint64_t n = polygon.points.size();
  return {n, n, 1, n};
}

void write_leaf(const LeafPlace& leaf, const LeafStyle& style, const Rng& rng, SoupCount at, mesh::Soup& soup) {
  const LeafKind& kind = style.kinds.kinds[leaf.kind];
  const LeafModel& model = style.kinds.models[kind.model];
  const Vec3 right = glm::cross(leaf.heading, leaf.normal);
  const Vec3 middle = leaf.foot + leaf.heading * (0.5 * leaf.length);
  const Surroundings around = surroundings(style, middle, leaf.normal);
  const Vec3 own = leaf_colour(leaf.number, static_cast<double>(leaf.turned), kind, style.params, rng);
  const Rgba8 colour = mesh::vertex_colour(own * around.brightness, kind.relative_to);
  const Vec3 outward{glm::dot(around.outward, right), glm::dot(around.outward, leaf.heading),
                     glm::dot(around.outward, leaf.normal)};
  const LeafFacing::Turned facing = style.facings[kind.model].turned(
      outward, kind.is_leaf ? style.params.normal_bend : 0, kind.is_leaf && kind.is_two_sided);
  Cursor cursor(at, soup);
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    const auto turned = [&](const Vec3& v) { return right * v.x + leaf.heading * v.y + leaf.normal * v.z; };
    cursor.vertex(leaf.foot + turned(model.positions[i]) * leaf.length, turned(facing.normals[i]),
                  model.colours.empty() ? colour : product(colour, model.colours[i]),
                  wind_at(leaf.wind, model.flutter.empty() ? 0 : model.flutter[i]));
  }
  for (const Vec2& uv : model.uvs) cursor.uv(uv);
  write_faces(model, facing.reversed, style.group_numbers.data() + kind.first_group, at, cursor);
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
  const LeafKind& kind = style.kinds.kinds[polygon.kind];
  const Surroundings around = surroundings(style, middle, polygon.normal);
  const Vec3 own = leaf_colour(polygon.number, static_cast<double>(polygon.turned), kind, style.params, rng);
  const Rgba8 colour = mesh::vertex_colour(own * around.brightness, kind.relative_to);
  const bool is_reversed = glm::dot(polygon.normal, around.outward) < 0;
  const double bend = style.params.normal_bend;
  const Vec3 normal =
      normalized_or(polygon.normal * (is_reversed ? bend - 1 : 1 - bend) + around.outward * bend, polygon.normal);
  double longest = 1e-300;
  for (const Vec3& p : polygon.points) longest = std::max(longest, glm::length(p - polygon.points[0]));
  Cursor cursor(at, soup);
  for (std::size_t i = 0; i < polygon.points.size(); ++i) {
    const Vec2 q{glm::dot(polygon.points[i], across), glm::dot(polygon.points[i], along)};
    const double flutter = glm::length(polygon.points[i] - polygon.points[0]) / longest;
    cursor.vertex(polygon.points[i], normal, colour, wind_at(polygon.wind, flutter));
    cursor.uv((q - low) / size);
  }
  for (std::size_t i = 0; i < polygon.points.size(); ++i) {
    const std::size_t corner = is_reversed && i > 0 ? polygon.points.size() - i : i;
    cursor.corner(at.vertices + corner, at.uvs + corner);
  }
  cursor.close_face(style.group_numbers[kind.first_group]);
}

}  // namespace weald::plant
