#pragma once
// Thinning: fewer leaves for levels of detail, each level's a part of the finer one's.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "stages/plants/skin/detail/leaf_kinds.h"
#include "stages/plants/skin/detail/leaf_places.h"

namespace weald::plant {

/// Rank from 0 to 1 of number `n` of a row: those below any bound stand evenly in it (multiples of the golden ratio).
double even_rank(std::uint64_t n);

/// The leaves in the order in which they are worth keeping: first the one at each tip, then evenly along each twig ever
/// denser (indices in van der Corput order), organs of the turtle evenly among them. Depends on the leaves' numbers
/// alone.
std::vector<std::uint32_t> keeping_order(const std::vector<LeafPlace>& leaves, const Rng& rng);

/// The remaining leaves.
struct ThinnedLeaves {
  std::vector<std::uint32_t> sources;  ///< their numbers among all leaves, in ascending order
  std::size_t triangles = 0;
  double enlarged = 1;  ///< factor on their length with which they cover what all did
};

/// The limits of thinning, each with one entry per leaf, or none.
struct ThinningLimits {
  std::span<const std::uint8_t> goes;   ///< 1: the leaf goes, even where it should stay: so does the wood it grows from
  std::span<const std::uint8_t> stays;  ///< 1: the leaf stays, whatever is asked for
};

/// The leaves that have to stay, and the first others of `order` with which all models have at most `most_triangles`,
/// and the factor on their length, at most 4, with which they cover what all did with the models `before`. `kinds` has
/// the models they will have. Organs with surfaces cover nothing, and are not to be enlarged.
ThinnedLeaves thin_leaves(const std::vector<LeafPlace>& leaves, const std::vector<std::uint32_t>& order,
                          const LeafKinds& kinds, const std::vector<LeafModel>& before, std::size_t most_triangles,
                          const ThinningLimits& limits = {});

}  // namespace weald::plant
