#pragma once
// Holes of joints: disjoint rectangles of faces that joints remove from a tube.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stages/plants/skin/detail/joint.h"
#include "stages/plants/skin/detail/rings.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {

/// The part of a parent's surface on which a foot lies: a middle, and the reach in four directions. Columns are sides
/// of the parent's tube.
struct FootPatch {
  double column = 0;  ///< middle
  double arc = 0;     ///< middle, metres along the parent
  double left = 0;    ///< reach against the order of columns; `right`: along it
  double right = 0;
  double below = 0;  ///< reach against the arc, metres; `above`: along it
  double above = 0;
};

/// A rectangle of faces of a tube: bands between rings row and row + rows, and sides column to column + columns, modulo
/// the number of sides.
struct Hole {
  std::uint32_t row = 0, rows = 0;
  std::uint32_t column = 0, columns = 0;
  bool moved = false;  ///< not where the side axis emerges, because those faces were taken
};

/// The corners of a ring, and the sides of the band of faces above it, that holes remove: one bit each.
struct RingGaps {
  std::uint64_t corners = 0;       ///< inside a hole: not a vertex
  std::uint64_t sides = 0;         ///< in a hole: not a face
  std::uint32_t first_vertex = 0;  ///< number of the ring's first vertex, relative to the stem's first ring

  /// Number of the vertex at a corner of a ring with `ring_sides` sides, relative to the stem's first ring.
  std::uint32_t vertex(std::uint32_t corner, std::uint32_t ring_sides) const {
    if (corners == 0) return first_vertex + corner % ring_sides;
    const std::uint64_t below = (std::uint64_t{1} << (corner % ring_sides)) - 1;
    return first_vertex + corner % ring_sides - static_cast<std::uint32_t>(std::popcount(corners & below));
  }
};

/// Increase of v between two rings, as a share of the turns of u. Texels keep their aspect ratio at every radius and
/// number of sides; towards an apex, only at the lower edges of the triangles.
double texture_step(const Ring& a, const Ring& b);

/// The patch around the point where a side axis emerges from `parent`, without regard to other joints.
FootPatch patch_of(const JointPlace& place, const Stem& parent);

/// Cuts holes into one tube. Holes never overlap, and the outline of a hole visits no corner twice. If each hole is
/// filled with a disc, the surface is therefore still a 2-manifold.
class HoleCutter {
 public:
  /// `parent` must outlive the cutter.
  explicit HoleCutter(const Stem& parent);
  /// A hole for each patch. Every hole begins with one face, at the patch's middle or the nearest free one; then all
  /// grow in turn to the size they need or until they meet. Unset if no face is free within 256 rings.
  std::vector<std::optional<Hole>> cut(std::span<const FootPatch> patches);
  /// The gaps that the holes leave, one entry per ring.
  std::vector<RingGaps> gaps() const;

 private:
  /// A growing rectangle of bands and columns (not reduced modulo the sides), and the extent that it needs.
  struct Claim {
    std::int64_t low, high, left, right;
    std::int64_t least_low, most_high, least_left, most_right;
    bool moved;
  };

  bool is_grid(std::size_t row) const;
  bool is_free(std::int64_t row, std::int64_t column) const;
  std::optional<Claim> claim_for(const FootPatch& patch) const;
  std::optional<Claim> nearest_face(const FootPatch& patch, std::size_t row) const;
  bool take(std::int64_t low, std::int64_t high, std::int64_t left, std::int64_t right);
  bool grow(Claim& claim);
  void remove_corners(const Hole& hole);

  const Stem& parent_;
  std::vector<RingGaps> gaps_;
};

/// `patch`, moved and shrunk to lie inside a hole without touching its outline.
FootPatch patch_inside(const FootPatch& patch, const Hole& hole, const Stem& parent);

/// A corner of a hole's outline: ring and corner, not reduced modulo the sides.
struct OutlineCorner {
  std::uint32_t row;
  std::uint32_t column;
};

/// Number of corners of a hole's outline.
inline std::uint32_t outline_size(const Hole& hole) { return 2 * (hole.rows + hole.columns); }

/// Corner `number` of a hole's outline, counter-clockwise seen from outside. Pre: number < outline_size(hole).
OutlineCorner outline_corner(const Hole& hole, std::uint32_t number);

/// A triangle between the outline of a hole and the foot in it. Its corners are corner `outer` of the outline, the next
/// corner of the outline (if `outward`) or of the foot, and corner `inner` of the foot. Numbers are not reduced modulo
/// the number of corners.
struct StitchStep {
  std::uint32_t outer;
  std::uint32_t inner;
  bool outward;
};

/// Enumerates triangles that fill the ring between outline and foot; each edge of both belongs to one triangle.
class Stitches {
 public:
  /// `feet` are the corners of the foot as columns and arcs: at most 64, counter-clockwise around the patch's middle.
  Stitches(const FootPatch& patch, const Hole& hole, const Stem& parent, std::span<const Vec2> feet);
  /// The next triangle; unset after the last.
  std::optional<StitchStep> next();

 private:
  double outline_turn(std::uint32_t i) const;
  double foot_turn(std::uint32_t j) const;
  double turn(const Vec2& point) const;

  const FootPatch& patch_;
  const Hole& hole_;
  const Stem& parent_;
  Vec2 low_{0}, high_{0};  // the outline's reach around the middle
  std::array<double, kMaxSides> foot_turns_;
  std::uint32_t count_, outline_, first_ = 0;
  std::uint32_t i_ = 0, j_ = 0;
  std::uint32_t leaving_foot_ = 0, leaving_outline_ = 0;  // the other loop's corner when each loop left its first
  double outer_ = 0, outer_next_ = 0;
};

}  // namespace weald::plant
