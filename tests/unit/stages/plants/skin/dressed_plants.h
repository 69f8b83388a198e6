#pragma once
// Plants in bark and leaves as one soup, and a stalk that carries organs, for the tests of leaves and colours.

#include <string>
#include <vector>

#include "stages/plants/skin/plant_mesh.h"
#include "unit/stages/plants/skin/skeletons.h"

namespace weald::plant::test {

/// A stalk with organs of the kinds petal, bud and petal at heights 0.25, 0.5 and 0.75.
inline lsystem::Skeleton flowering() {
  Sketch sketch;
  const auto stalk = sketch.root({0, 0, 0}, {0, 1, 0}, 0.01, 0.01);
  lsystem::Skeleton& skeleton = sketch.skeleton();
  skeleton.organ_names = {"petal", "bud"};
  for (int i = 0; i < 3; ++i) {
    lsystem::SkeletonOrgan organ;
    organ.position = {0, 0.25 * (i + 1), 0};
    organ.frame = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}};  // heading east, left south (+z), up = H x L = down
    organ.size = 0.5;
    organ.kind = i == 1 ? 1 : 0;
    organ.colour = static_cast<std::uint16_t>(i);
    organ.parent = stalk;
    skeleton.organs.push_back(organ);
  }
  return skeleton;
}

inline mesh::Soup dressed(const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                          const PlantSupplies& supplies, std::vector<std::string>* warnings = nullptr) {
  RunContext context;
  context.seed = 1;
  if (warnings != nullptr)
    context.on_warning = [=](const std::string& text, std::string_view) { warnings->push_back(text); };
  return plant_soup(skeleton, params, context, supplies);
}

inline std::vector<std::string> names_of(const mesh::Soup& soup) {
  std::vector<std::string> names;
  for (const mesh::Group& group : soup.groups) names.push_back(group.name);
  return names;
}

}  // namespace weald::plant::test
