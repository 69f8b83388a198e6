#include "stages/plants/skin/detail/capsules.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

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

}  // namespace weald::plant
