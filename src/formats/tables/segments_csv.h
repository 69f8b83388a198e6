#pragma once
// CSV of line segments with radii, for other programs that read skeletons.

#include <span>

#include "base/math/vec.h"
#include "formats/files/sink.h"

namespace weald::io {

/// One line of the file. Lengths in metres.
struct SegmentRow {
  Vec3 start{0, 0, 0};
  Vec3 end{0, 0, 0};
  double start_radius = 0;
  double end_radius = 0;
  std::uint32_t level = 0;
};

/// Writes the line `x0,y0,z0,x1,y1,z1,r0,r1,level` and one line per row: numbers have single precision and the fewest
/// digits that read back equal. Errors: StageError, with the row, if a number is not finite.
void write_segments_csv(std::span<const SegmentRow> rows, Sink& sink);

}  // namespace weald::io
