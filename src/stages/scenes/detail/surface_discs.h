#pragma once
// Blue noise on the surface of a mesh: samples that keep a distance from each other, measured straight through space.
//
// With a distance, darts are thrown into pieces of the triangles. A piece that lies wholly within the distance of a
// sample is dropped, and the others are halved, until nothing is left: the set is then maximal. The darts of a round
// are tested in a random order in which larger pieces tend to come first, as if they were thrown uniformly by area.
// With a count, many samples are spread by area, and the most crowded one is removed again and again until the count is
// left. A random number depends only on the seed, the round and the piece, so the result does not depend on threads.
// Source: [ebeida2012] (maximal sampling by refinement), [efraimidis2006] (random order by weight), [yuksel2015]
// (sample elimination).

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"
#include "stages/scenes/detail/site.h"

namespace weald::scene {

/// Most pieces of triangles that one round tests.
inline constexpr std::size_t kMaxPieces = 3'000'000;

/// Samples at least `distance` metres apart. No point of the surface is farther than 1.001 distances from a sample.
/// Throws StageError: key "surface" for a surface without area, key "distance" for more than kMaxPieces pieces or
/// kMaxInstances samples.
std::vector<Site> discs_on(const mesh::Mesh& mesh, double distance, std::uint64_t seed, const RunContext& context);

/// Exactly `count` samples, spread as evenly as their number allows. Throws StageError (key "surface") for a surface
/// without area. Pre: count is above 0.
std::vector<Site> spread_on(const mesh::Mesh& mesh, std::size_t count, std::uint64_t seed, const RunContext& context);

}  // namespace weald::scene
