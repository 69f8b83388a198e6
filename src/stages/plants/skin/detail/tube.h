#pragma once
// Surface of a tube: corners of its rings, and points between them.

#include <array>
#include <cstdint>

#include "stages/plants/skin/detail/rings.h"

namespace weald::plant {

/// Corners of the regular polygon with `sides` sides on the unit circle. Pre: 3 <= sides <= 64.
const std::array<Vec2, kMaxSides>& unit_circle(std::uint32_t sides);

/// Perimeter of a ring of corners without buttresses and contour, metres.
double ring_perimeter(const Ring& ring);

/// Root buttresses of a stem.
struct Buttresses {
  int lobes = 0;
  double phase = 0;  ///< degrees
};

/// A point of a surface.
struct SurfacePoint {
  Vec3 position{0};
  Vec3 normal{0};  ///< outward unit vector
};

/// The corners of a ring, starting with 0 at Ring::side, counter-clockwise about the tangent. `ring` must outlive this.
class RingCorners {
 public:
  RingCorners(const Ring& ring, const Buttresses& buttresses) : RingCorners(ring, ring.sides, buttresses) {}
  /// Uses `sides` in place of the ring's own number.
  RingCorners(const Ring& ring, std::uint32_t sides, const Buttresses& buttresses)
      : ring_(ring),
        sides_(sides),
        buttresses_(buttresses),
        circle_(unit_circle(sides)),
        other_(glm::cross(ring.tangent, ring.side)) {}

  /// Position and normal of a corner. Pre: corner < sides.
  SurfacePoint at(std::uint32_t corner) const {
    const Vec3 radial = radial_at(corner);
    if (!ring_.is_round()) return outlined(radial, corner);
    return {stretched(radial * ring_.radius), unit(radial - ring_.tangent * ring_.slope)};
  }
  /// Position of a corner. Pre: corner < sides.
  Vec3 position(std::uint32_t corner) const {
    const Vec3 radial = radial_at(corner);
    return ring_.is_round() ? stretched(radial * ring_.radius) : outlined(radial, corner).position;
  }
  /// Normal of a corner. Pre: corner < sides.
  Vec3 normal(std::uint32_t corner) const {
    const Vec3 radial = radial_at(corner);
    return ring_.is_round() ? unit(radial - ring_.tangent * ring_.slope) : outlined(radial, corner).normal;
  }

 private:
  Vec3 radial_at(std::uint32_t corner) const {
    const Vec2 c = circle_[corner];
    return ring_.side * c.x + other_ * c.y;
  }
  SurfacePoint outlined(const Vec3& radial, std::uint32_t corner) const;
  Vec3 stretched(const Vec3& offset) const {
    const Vec3 longer = ring_.bend * (glm::dot(offset, ring_.bend) * (ring_.stretch - 1));
    return ring_.centre + (offset + longer);
  }
  Vec3 unit(const Vec3& normal) const { return normalized_or(normal, ring_.tangent); }

  const Ring& ring_;
  std::uint32_t sides_;
  Buttresses buttresses_;
  const std::array<Vec2, kMaxSides>& circle_;
  Vec3 other_{0};
};

/// The point on a stem's faces `column` sides around from the first corners and `arc` metres along; its normal is the
/// shading normal. Pre: the stem has two rings besides an apex. If the rings on either side of `arc` differ in sides,
/// the lower ring's circle is used.
SurfacePoint tube_point(const Stem& stem, double column, double arc, const Buttresses& buttresses);

/// Position of tube_point().
Vec3 tube_position(const Stem& stem, double column, double arc, const Buttresses& buttresses);

/// Normal of tube_point().
Vec3 tube_normal(const Stem& stem, double column, double arc, const Buttresses& buttresses);

/// Index of the ring below `arc`, at most the second to last of the tube.
std::size_t tube_row(const Stem& stem, double arc);

}  // namespace weald::plant
