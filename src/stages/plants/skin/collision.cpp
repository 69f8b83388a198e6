#include "stages/plants/skin/collision.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "data/circulators.h"
#include "methods/mesh/build.h"
#include "methods/mesh/light_through.h"
#include "methods/mesh/soup.h"

namespace weald::plant {

namespace {

constexpr int kCapRings = 3;  // rings of each rounded end, including the widest

/// Two unit vectors that form a right-handed frame with `along`.
std::pair<Vec3, Vec3> across(const Vec3& along) {
  const Vec3 other = std::abs(along.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
  const Vec3 x = normalized_or(glm::cross(other, along), Vec3{1, 0, 0});
  return {x, glm::cross(along, x)};
}

/// Adds a closed body: a pole, rings, and the other pole.
void add_capsule_body(const Capsule& capsule, int sides, std::uint16_t group, mesh::Soup& soup) {
  const Vec3 along = normalized_or(capsule.to - capsule.from, Vec3{0, 1, 0});
  const auto [x, y] = across(along);
  const auto first = static_cast<std::uint32_t>(soup.positions.size());
  const auto n = static_cast<std::uint32_t>(sides);
  soup.positions.emplace_back(capsule.from - along * capsule.radius);
  for (int end = 0; end < 2; ++end) {
    for (int ring = 0; ring < kCapRings; ++ring) {
      const double latitude = end == 0 ? -90.0 + 90.0 * (ring + 1) / kCapRings : 90.0 * ring / kCapRings;
      const Vec3 middle = (end == 0 ? capsule.from : capsule.to) + along * (capsule.radius * math::sin_deg(latitude));
      for (int side = 0; side < sides; ++side) {
        const double angle = 360.0 * side / sides;
        const Vec3 out = x * math::cos_deg(angle) + y * math::sin_deg(angle);
        soup.positions.emplace_back(middle + out * (capsule.radius * math::cos_deg(latitude)));
      }
    }
  }
  soup.positions.emplace_back(capsule.to + along * capsule.radius);
  const auto at = [&](std::uint32_t ring, std::uint32_t side) { return first + 1 + ring * n + side % n; };
  const std::uint32_t last = first + 1 + 2 * kCapRings * n;
  const auto add = [&](std::initializer_list<std::uint32_t> corners) {
    soup.add_face(std::vector<std::uint32_t>(corners));
    soup.face_groups.push_back(group);
  };
  for (std::uint32_t side = 0; side < n; ++side) {
    add({first, at(0, side + 1), at(0, side)});
    for (std::uint32_t ring = 0; ring + 1 < 2 * kCapRings; ++ring)
      add({at(ring, side), at(ring, side + 1), at(ring + 1, side + 1), at(ring + 1, side)});
    add({at(2 * kCapRings - 1, side), at(2 * kCapRings - 1, side + 1), last});
  }
}

/// Bounding box of the faces with translucent materials; empty if there are none.
Bounds crown_box(const mesh::Mesh& plant) {
  Bounds box;
  for (std::uint32_t i = 0; i < plant.face_count(); ++i) {
    const mesh::FaceId face{i};
    if (!mesh::lets_light_through(plant.materials[plant.groups[plant.group_of(face)].material])) continue;
    for (const mesh::VertexId v : mesh::vertices_of(plant.topology, face)) box.add(Vec3(plant.positions[v.index]));
  }
  return box;
}

std::vector<mesh::Fact> facts_of(const CapsuleFit& fit, const Bounds& crown) {
  mesh::Fact rows{"collision.capsules_m", {}, 7};
  for (const Capsule& c : fit.capsules)
    rows.values.insert(rows.values.end(), {c.from.x, c.from.y, c.from.z, c.to.x, c.to.y, c.to.z, c.radius});
  std::vector<mesh::Fact> facts{std::move(rows), {"collision.thinnest_m", {fit.thinnest}, 0}};
  if (crown.empty()) return facts;
  facts.push_back({"collision.crown_min_m", {crown.min.x, crown.min.y, crown.min.z}, 1});
  facts.push_back({"collision.crown_max_m", {crown.max.x, crown.max.y, crown.max.z}, 1});
  return facts;
}

}  // namespace

mesh::Mesh collision_mesh(const lsystem::Skeleton& skeleton, const mesh::Mesh* plant, const CollisionParams& params) {
  const AxisNetwork network = trace_axes(skeleton, params.radius);
  const double thinnest = params.thinnest.value_or(0.25 * network.thickest);
  const CapsuleFit fit = fit_capsules(network, params.capsules, thinnest);
  if (fit.capsules.empty()) {
    if (!params.thinnest) throw StageError("the skeleton has no wood", "from");
    throw StageError(fmt::format("no wood has a radius of {} m or more", thinnest), "thinnest");
  }
  mesh::Soup soup;
  soup.groups.clear();
  for (const Capsule& capsule : fit.capsules) {
    const auto number = static_cast<std::uint16_t>(soup.groups.size());
    soup.groups.push_back({fmt::format("capsule_{}", number), 0});
    add_capsule_body(capsule, params.sides, number, soup);
  }
  soup.materials = {mesh::Material{.name = "collision"}};
  mesh::Mesh result = mesh::build_checked(soup);
  result.facts = facts_of(fit, plant != nullptr ? crown_box(*plant) : Bounds{});
  return result;
}

Estimate Collision::estimate(const Params& params, const schema::Estimates&) {
  constexpr double kFacts = 300, kCapsuleFacts = 7 * 18 + 40;  // per capsule: its numbers and the name of its group
  const double rings = 2 * kCapRings, sides = params.sides, most = params.capsules;
  const auto for_each = [&](double count) { return Amount::between(count, most * count); };
  Estimate result = Estimate::of_surface({for_each(2 + rings * sides), for_each((rings + 1) * sides),
                                          for_each((6 + 4 * (rings - 1)) * sides), Amount::exactly(0),
                                          Amount::exactly(0), for_each(2 + rings * sides)});
  result.facts = kFacts + kCapsuleFacts * most;
  result.cause = "capsules";
  return result;
}

}  // namespace weald::plant
