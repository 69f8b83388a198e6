#pragma once
// Blue noise inside a mesh: samples that keep a distance from each other in space.
//
// With a distance, a dart is thrown into each of the cubes of a grid, which is so fine that no cube has room for two
// samples. Cubes that lie wholly within the distance of a sample, or outside the mesh, are dropped, and the others are
// divided into eight, until they are small. With a count, many samples are spread evenly, and the most crowded one is
// removed again and again. A random number depends only on the seed, the round and the cube. Source: [ebeida2012],
// [yuksel2015].

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"
#include "stages/scenes/detail/site.h"

namespace weald::scene {

/// Samples at least `distance` metres apart inside `mesh`. No point of the volume is farther than 1.1 distances from a
/// sample, unless it is in a part that is narrower than a tenth of the distance. Throws StageError: key "surface" for a
/// mesh without faces, key "distance" for too many cubes to test or more than kMaxInstances samples.
std::vector<Site> balls_in(const mesh::Mesh& mesh, double distance, std::uint64_t seed, const RunContext& context);

/// Exactly `count` samples inside `mesh`, spread as evenly as their number allows. Throws StageError (key "surface") if
/// the mesh encloses hardly any volume. Pre: count is above 0.
std::vector<Site> spread_in(const mesh::Mesh& mesh, std::size_t count, std::uint64_t seed, const RunContext& context);

}  // namespace weald::scene
