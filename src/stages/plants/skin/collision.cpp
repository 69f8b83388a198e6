#include "stages/plants/skin/collision.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "data/circulators.h"
#include "methods/mesh/build.h"
#include "methods/mesh/light_through.h"
#include "methods/mesh/soup.h"

namespace weald::plant {

namespace {

/// Consecutive nodes of an axis within one capsule.
struct Run {
  std::span<const AxisNode> nodes;
  Capsule capsule;
  double excess = 0;  ///< difference between the capsule's radius and the mean radius of the nodes
};

Run run_of(std::span<const AxisNode> nodes) {
  Run run{nodes, {nodes.front().position, nodes.back().position, 0}, 0};
  double mean = 0;
  for (const AxisNode& node : nodes) {
    run.capsule.radius = std::max(run.capsule.radius, distance_from_line(run.capsule, node.position) + node.radius);
    mean += node.radius / static_cast<double>(nodes.size());
  }
  run.excess = run.capsule.radius - mean;
  return run;
}

/// The node that splits a run such that the wider of its two parts is as narrow as possible.
std::size_t best_cut(const Run& run) {
  std::size_t best = 1;
  double least = -1;
  for (std::size_t i = 1; i + 1 < run.nodes.size(); ++i) {
    const double widest =
        std::max(run_of(run.nodes.first(i + 1)).capsule.radius, run_of(run.nodes.subspan(i)).capsule.radius);
    if (least >= 0 && widest >= least) continue;
    least = widest;
    best = i;
  }
  return best;
}

/// The nodes of an axis up to the last one with a radius of at least `thinnest`; empty if there is none.
std::span<const AxisNode> thick_part(std::span<const AxisNode> nodes, double thinnest) {
  std::size_t count = nodes.size();
  while (count > 0 && nodes[count - 1].radius < thinnest) --count;
  return nodes.first(count);
}

double thickest_of(std::span<const AxisNode> nodes) {
  double radius = 0;
  for (const AxisNode& node : nodes) radius = std::max(radius, node.radius);
  return radius;
}

/// The axes to enclose.
struct HeldAxes {
  std::vector<std::uint32_t> axes;  ///< ascending
  double thinnest = 0;              ///< upper bound of the wood's radius on all other axes
};

HeldAxes held_axes(const AxisNetwork& network, std::size_t count, double thinnest) {
  std::vector<std::pair<double, std::uint32_t>> found;
  for (std::uint32_t i = 0; i < network.axes.size(); ++i) {
    const double radius = thickest_of(network.nodes_of(network.axes[i]));
    if (radius > 0 && radius >= thinnest) found.emplace_back(radius, i);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  HeldAxes held{{}, thinnest};
  if (found.size() > count) {
    held.thinnest = std::nextafter(found[count].first, std::numeric_limits<double>::infinity());
    found.resize(count);
  }
  for (const auto& entry : found) held.axes.push_back(entry.second);
  std::sort(held.axes.begin(), held.axes.end());
  return held;
}

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

double distance_from_line(const Capsule& capsule, const Vec3& point) {
  const Vec3 along = capsule.to - capsule.from, off = point - capsule.from;
  const double length2 = glm::dot(along, along);
  const double share = length2 > 0 ? std::clamp(glm::dot(off, along) / length2, 0.0, 1.0) : 0.0;
  return glm::distance(off, along * share);
}

CapsuleFit fit_capsules(const AxisNetwork& network, int count, double thinnest) {
  const auto most = static_cast<std::size_t>(count);
  CapsuleFit fit;
  const HeldAxes held = held_axes(network, std::max<std::size_t>(1, most / 2), thinnest);
  fit.thinnest = held.thinnest;
  std::vector<Run> runs;
  for (const std::uint32_t axis : held.axes) {
    const auto nodes = network.nodes_of(network.axes[axis]);
    runs.push_back(run_of(thick_part(nodes, std::min(fit.thinnest, thickest_of(nodes)))));
  }
  while (!runs.empty() && runs.size() < most) {
    const auto excess = [](const Run& run) { return run.nodes.size() > 2 ? run.excess : 0.0; };
    const auto worst =
        std::max_element(runs.begin(), runs.end(), [&](const Run& a, const Run& b) { return excess(a) < excess(b); });
    if (!(excess(*worst) > 0)) break;
    const std::size_t cut = best_cut(*worst);
    const auto nodes = worst->nodes;
    *worst = run_of(nodes.first(cut + 1));
    runs.insert(worst + 1, run_of(nodes.subspan(cut)));
  }
  for (const Run& run : runs) fit.capsules.push_back(run.capsule);
  return fit;
}

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
