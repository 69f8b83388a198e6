#pragma once
// MipAlpha: preserves the area with alpha above one half in the mipmaps of an image.
//
// Programs average four pixels per level, so thin parts lose their coverage where alpha is cut at one half. Alpha
// below one half is raised around covered pixels, with the reach and the amount that bring four levels nearest to the
// coverage of the picture.

#include <array>
#include <cstdint>

#include "data/grid.h"

namespace weald::billboard {

/// Number of mipmaps considered: a half, a quarter, an eighth and a sixteenth of the size.
inline constexpr int kCopies = 4;

/// Area of each mipmap with an alpha of at least one half, relative to that of the image itself; 1 for each if no pixel
/// is above one half. Every pixel of a mipmap is the mean of four pixels of the previous level. Pixels missing to an
/// even size count as transparent.
std::array<double, kCopies> coverage_of_copies(const Grid<std::uint8_t>& alpha);

/// Raises alpha below one half, but never above it, near pixels that are above it. The distance and the amount are
/// chosen so that the coverage of the mipmaps comes closest to that of the image. Thin features that would vanish are
/// preserved; nothing changes if the mipmaps already cover enough. Source: [castano2010] (the goal; there, each mipmap
/// is scaled separately, which a file without mipmaps cannot store).
void keep_coverage(Grid<std::uint8_t>& alpha);

}  // namespace weald::billboard
