#pragma once
// Leaf thinning for levels of detail; the leaves of each level are a subset of the finer level's.
//
// The order of leaves depends on their numbers alone (van der Corput along each twig, the tip's leaf first), so that
// they are evenly spaced at every level. More and simpler leaves beat fewer and better ones, because each needs to
// grow less.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.h"
#include "stages/plants/skin/detail/leaf_kinds.h"
#include "stages/plants/skin/detail/leaf_places.h"

namespace weald::plant {

/// Rank from 0 to 1 of element `n` of a sequence: the elements below any bound are evenly distributed (multiples of the
/// golden ratio).
double even_rank(std::uint64_t n);

/// The leaves in order of importance: first the leaf at each tip, then leaves evenly along each twig with increasing
/// density (indices in van der Corput order); turtle organs are distributed evenly among them. Depends only on the
/// leaves' numbers.
std::vector<std::uint32_t> keeping_order(const std::vector<LeafPlace>& leaves, const Rng& rng);

/// The remaining leaves.
struct ThinnedLeaves {
  std::vector<std::uint32_t> sources;  ///< their indices among all leaves, ascending
  std::size_t triangles = 0;
  double enlarged = 1;  ///< factor of their length that preserves the covered area
};

/// Constraints on thinning, each with one entry per leaf, or none.
struct ThinningLimits {
  /// 1: the leaf is removed along with the wood it grows from; takes precedence over `stays`
  std::span<const std::uint8_t> goes;
  std::span<const std::uint8_t> stays;  ///< 1: the leaf stays, regardless of the budget
};

/// Keeps the leaves that must stay, and others in `order` until their models exceed `most_triangles`. Also returns the
/// factor of length, at most 4, with which the kept leaves cover the same area as all leaves with the models `before`.
/// `kinds` has the new models. Organs with surfaces count as covering nothing and must not be enlarged.
ThinnedLeaves thin_leaves(const std::vector<LeafPlace>& leaves, const std::vector<std::uint32_t>& order,
                          const LeafKinds& kinds, const std::vector<LeafModel>& before, std::size_t most_triangles,
                          const ThinningLimits& limits = {});

}  // namespace weald::plant
