#pragma once
// Ring tangents: the planes of the cross-sections of a bent tube.

#include <cstddef>
#include <span>
#include <vector>

#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// Sets tangents on the bisectors of the pieces that meet at each ring, and the stretch that preserves the tube's width
/// in a bend. Pre: at least two rings; centres are set.
void set_tangents(std::span<Ring> rings);

/// Whether the planes of two adjacent rings intersect inside the tube, so that its faces fold. Pre: tangents are set.
bool is_folded(const Ring& below, const Ring& above);

/// Drops rings in bends that are too sharp for the tube's width, while more than `least` remain, and sets tangents. The
/// first and the last ring stay. Pre: radii and centres are set; at least two rings.
void unfold(std::vector<Ring>& rings, std::size_t least);

}  // namespace weald::plant
