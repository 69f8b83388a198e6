#pragma once
// The lakes of a whole map, with all parts of the stage.

#include <utility>
#include <variant>

#include "data/heightmap.h"
#include "schema/input.h"
#include "stages/land/water/lakes.h"

namespace weald::test {

/// Depth, level and mask of lakes.
struct LakeMaps {
  Heightmap depth, level, mask;
};

/// The lakes of `map`.
inline LakeMaps lakes_on(const Heightmap& map, hydrology::LakesParams params) {
  params.from.stage = "land";
  schema::Inputs inputs;
  inputs.add("land", map);
  auto made = hydrology::Lakes::run(params, inputs, {});
  LakeMaps maps{std::move(made.main), {}, {}};
  for (auto& [name, part] : made.parts) (name == "level" ? maps.level : maps.mask) = std::get<Heightmap>(part);
  return maps;
}

}  // namespace weald::test
