#pragma once
// Directions of rings: the planes in which the cross-sections of a bent tube lie.

#include <cstddef>
#include <span>
#include <vector>

#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// Tangents on the bisectors of the pieces that meet at each ring, and the stretch that keeps the tube's width in the
/// bend. Pre: at least two rings, whose centres are set.
void set_tangents(std::span<Ring> rings);

/// Whether the planes of two neighbouring rings cross inside the tube, so that its faces fold. Pre: tangents are set.
bool is_folded(const Ring& below, const Ring& above);

/// Leaves out rings of bends that are too sharp for the tube's width, as long as more than `least` remain, and sets
/// tangents. The first and the last ring stay. Pre: radii and centres are set; at least two rings.
void unfold(std::vector<Ring>& rings, std::size_t least);

}  // namespace weald::plant
