#pragma once
// Copies of scenes, for comparison.

#include <algorithm>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "data/artifact.h"
#include "data/scene.h"

namespace weald::test {

/// Everything that tells copies apart, to the last bit: place, axes, mesh, tint and data.
using PlacedCopy = std::tuple<double, double, double, std::vector<float>, std::string, int, float>;

/// Appends the copies of a scene.
inline void add_copies(const scene::Scene& scene, std::vector<PlacedCopy>& copies) {
  for (const scene::Instance& copy : scene.instances) {
    const scene::Variety& variety = scene.varieties[copy.variety];
    std::vector<float> axes;
    for (int i = 0; i < 9; ++i) axes.push_back(copy.axes[i / 3][i % 3]);
    copies.emplace_back(copy.position.x, copy.position.y, copy.position.z, axes, scene.prototype_of(copy).name,
                        variety.tint.red << 16 | variety.tint.green << 8 | variety.tint.blue, variety.data);
  }
}

/// The copies of an artifact, which must be a scene, in ascending order.
inline std::vector<PlacedCopy> copies_of(const pipeline::Artifact& artifact) {
  std::vector<PlacedCopy> copies;
  add_copies(std::get<scene::Scene>(artifact), copies);
  std::sort(copies.begin(), copies.end());
  return copies;
}

}  // namespace weald::test
