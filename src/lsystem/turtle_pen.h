#pragma once
// TurtlePen: what a turtle leaves behind: segments, polygons and organs of a skeleton.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run_context.h"
#include "lsystem/skeleton.h"
#include "lsystem/smooth_axis.h"
#include "lsystem/symbol_reader.h"
#include "lsystem/turtle_motion.h"

namespace weald::lsystem {

/// Draws where `turtle` is. Throws StageError for what cannot be drawn, at the symbol that `reader` has read.
class TurtlePen {
 public:
  /// Segments, corners and organs together are at most `limit`. All must outlive the pen.
  TurtlePen(TurtleMotion& turtle, const SymbolReader& reader, std::size_t limit)
      : turtle_(turtle), reader_(reader), limit_(limit) {}

  /// Takes memory for so much.
  void reserve(std::size_t segments, std::size_t organs);

  /// The turtle has come from a place and drew on the way; `records` where the end is a corner too.
  void drew(const Vec3& from, bool records);
  /// The turtle has come from a place without drawing.
  void moved(const Vec3& from, bool records);
  /// A branch has ended.
  void returned();

  /// What { } . @Gs @Gc @Ge and @c do.
  void open_polygon();
  void close_polygon();
  void record();
  void open_cylinder();
  void control_point();
  void close_cylinder();
  void disc();
  /// Places an organ of a kind; its size is the symbol's parameter, or `size`.
  void organ(std::uint16_t kind, double size);

  /// The skeleton; ends the drawing. Warns of what was begun and never finished, or left out.
  Skeleton take(std::vector<std::string> organ_names, const RunContext& context);

 private:
  struct Cylinder {
    std::optional<AxisPoint> last;  ///< unset until the first point
    bool is_automatic = false;      ///< every F and f is a point of the axis
    std::uint16_t level = 0;
    std::optional<std::uint32_t> parent;
    std::optional<std::uint32_t> branch;
  };

  bool in_cylinder() const { return !cylinders_.empty() && cylinders_.back().level == turtle_.level(); }
  void open_cylinder(bool is_automatic);
  void lead_axis_here(int strips);
  int strips() const;
  void leave_chain();
  void add_segment(const AxisPiece& piece);
  void count(std::size_t more);

  TurtleMotion& turtle_;
  const SymbolReader& reader_;
  std::size_t limit_;
  std::size_t drawn_ = 0;
  std::vector<std::vector<Vec3>> polygons_;  ///< open ones
  std::vector<Cylinder> cylinders_;          ///< open ones
  std::uint32_t branches_ = 0;
  std::size_t dropped_polygons_ = 0;
  std::size_t unfinished_cylinders_ = 0;
  Skeleton skeleton_;
};

}  // namespace weald::lsystem
