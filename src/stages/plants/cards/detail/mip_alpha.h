#pragma once
// MipAlpha: alpha whose area above one half stays the same in smaller copies of a picture.

#include <array>
#include <cstdint>

#include "data/grid.h"

namespace weald::billboard {

/// Copies that are looked at: a half, a quarter, an eighth and a sixteenth of the size.
inline constexpr int kCopies = 4;

/// How much of each copy has an alpha of at least one half, as a multiple of the share of the picture itself, when each
/// pixel of a copy is the mean of four of the one before; 1 for each where nothing is above one half. What is missing
/// to even sides counts as transparent.
std::array<double, kCopies> coverage_of_copies(const Grid<std::uint8_t>& alpha);

/// Raises alpha that is below one half, never beyond it, near pixels that are above it: as far around them and as much
/// as brings the copies nearest to the coverage of the picture. Thin things, which would vanish, stay; where copies
/// cover enough already nothing changes. Source: [castano2010] (the aim; there each copy is scaled by itself, which a
/// file without copies cannot hold).
void keep_coverage(Grid<std::uint8_t>& alpha);

}  // namespace weald::billboard
