#pragma once
// Stand-ins: a few large triangles in place of the many small ones of a mesh that is a few pixels wide in a picture.
// Source: [cook2007].
//
// Triangles are taken at equal steps of area, so every part of a crown keeps its share, and enlarged until they cover
// as much as the mesh. Simplification by collapsing edges keeps surfaces, but a crown is none: its leaves would
// vanish. They are used only above a hundred million triangles, so that smaller pictures are exact.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "picture/surface/surface.h"

namespace weald::render {

/// A surface that looks like another one from afar. Its normals are those of the other surface, which may be added
/// later.
struct StandIn {
  Surface surface;                            ///< without normals
  std::vector<std::uint32_t> normal_sources;  ///< for each normal, its index among those of the other surface
};

/// Makes stand-ins for a surface.
class StandInSource {
 public:
  /// `source` must outlive this.
  explicit StandInSource(const Surface& source);

  /// About `count` triangles, at most, that have together the area of all triangles of the surface times `growth`. They
  /// are triangles of the surface, spread evenly over its area, part by part of its volume and material by material;
  /// each is enlarged about its centre. The choice depends on the shape of the surface and the numbers of its
  /// materials, not on colours. Pre: count > 0; growth > 0.
  StandIn stand_in(std::size_t count, double growth) const;

 private:
  const Surface& source_;
  std::vector<std::uint32_t> order_;  ///< triangles, neighbours next to each other
  std::vector<double> areas_;         ///< of these triangles, in square metres
  double total_ = 0;                  ///< of all areas
};

/// Copies the normals of the other surface to a stand-in.
void add_normals(StandIn& stand_in, const Surface& source);

}  // namespace weald::render
