#pragma once
// The surface of a tube: corners of its rings, and points between them.

#include <array>
#include <cstdint>

#include "plant/rings.h"

namespace weald::plant {

/// Most sides of a tube.
inline constexpr std::uint32_t kMostSides = 64;

/// Corners of the regular polygon with `sides` corners on the unit circle. Pre: 3 <= sides <= 64.
const std::array<Vec2, kMostSides>& unit_circle(std::uint32_t sides);

/// Root buttresses of a stem.
struct Buttresses {
  int lobes = 0;
  double phase = 0;  ///< degrees
};

/// A point of a surface.
struct SurfacePoint {
  Vec3 position;
  Vec3 normal;  ///< unit, outwards
};

/// Corner `corner` of a ring, from 0 at Ring::side on, counter-clockwise about the tangent.
SurfacePoint ring_corner(const Ring& ring, std::uint32_t corner, const Buttresses& buttresses);

/// The point of a stem's faces `column` sides around from its first corners and `arc` metres along; the normal is that
/// of shading. Pre: the stem has two rings but for an apex; both rings beside `arc` have equal sides, or the lower
/// one's circle is used.
SurfacePoint tube_point(const Stem& stem, double column, double arc, const Buttresses& buttresses);

/// Number of the ring below `arc`, at most the last but one of the tube's.
std::size_t tube_row(const Stem& stem, double arc);

}  // namespace weald::plant
