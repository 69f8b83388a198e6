#pragma once
// TurtlePen: the output of a turtle: segments, polygons and organs of a skeleton.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/skeleton.h"
#include "stages/plants/lsystem/detail/symbol_reader.h"
#include "stages/plants/lsystem/detail/turtle_motion.h"

namespace weald::lsystem {

/// A point that the axis passes through.
struct AxisPoint {
  Vec3 position{0, 0, 0};
  Frame frame;
  double width = 0;  ///< metres
};

/// A piece of the axis: its end points, the frame along its chord, and the widths at both ends.
struct AxisPiece {
  Vec3 start{0};
  Vec3 end{0};
  Frame frame;
  double start_width = 0;
  double end_width = 0;
};

/// The Hermite curve between two points, divided into `strips` pieces at equal parameter steps. Its tangents are the
/// headings, scaled by the distance of the points and by `tangents`. Widths are interpolated linearly, and `up` is
/// carried along the axis by the smallest rotation, starting at the first point. Empty if the points coincide. Pre:
/// strips >= 1. Source: [mech1998].
std::vector<AxisPiece> smooth_axis(const AxisPoint& from, const AxisPoint& to, const std::array<double, 2>& tangents,
                                   int strips);

/// Draws at the position of `turtle`. Throws StageError for anything that cannot be drawn, at the current symbol of
/// `reader`.
class TurtlePen {
 public:
  /// `limit` is the largest total number of segments, corners and organs. All arguments must outlive the pen.
  TurtlePen(TurtleMotion& turtle, const SymbolReader& reader, std::size_t limit)
      : turtle_(turtle), reader_(reader), limit_(limit) {}

  /// Reserves memory.
  void reserve(std::size_t segments, std::size_t organs);

  /// Records that the turtle drew a line from `from` to its position; with `records`, the position is also a polygon
  /// corner.
  void drew(const Vec3& from, bool records);
  /// Records that the turtle moved from `from` without drawing.
  void moved(const Vec3& from, bool records);
  /// Records the end of a branch.
  void returned();

  /// The commands { } . @Gs @Gc @Ge and @c.
  void open_polygon();
  void close_polygon();
  void record();
  void open_cylinder();
  void control_point();
  void close_cylinder();
  void disc();
  /// Places an organ of a kind; its size is the symbol's parameter, or else `size`.
  void organ(std::uint16_t kind, double size);

  /// Returns the skeleton and ends the drawing. Warns about anything unfinished or omitted.
  Skeleton take(std::vector<std::string> organ_names, const RunContext& context);

 private:
  struct Polygon {
    std::vector<Vec3> corners;
    std::size_t begin = 0;  ///< position of its { in the string
  };
  /// Number of occurrences of a warning, and its first place.
  struct Found {
    std::size_t times = 0;
    std::size_t first = 0;
    void at(std::size_t place);
  };
  struct Cylinder {
    std::optional<AxisPoint> first, last;  ///< unset until the first point
    bool is_automatic = false;             ///< every F and f adds a point to the axis
    bool is_ring = false;                  ///< the axis returns to its first point
    int strips = 0;                        ///< strips between two points, unless a command sets another number
    std::size_t begin = 0;                 ///< position of its first symbol in the string
    std::uint16_t level = 0;
    std::optional<std::uint32_t> parent;
    std::optional<std::uint32_t> branch;
  };

  bool in_cylinder() const { return !cylinders_.empty() && cylinders_.back().level == turtle_.level(); }
  void open_stem(double kind);
  Cylinder& begin_cylinder();
  void lead_axis_here(int strips);
  void lead_axis_to(const AxisPoint& point, int strips);
  int strips(unsigned argument, int otherwise) const;
  void leave_chain();
  void add_segment(const AxisPiece& piece);
  void check_size(double size) const;
  void count(std::size_t more);

  TurtleMotion& turtle_;
  const SymbolReader& reader_;
  std::size_t limit_;
  std::size_t drawn_ = 0;
  std::vector<Polygon> polygons_;    ///< currently open
  std::vector<Cylinder> cylinders_;  ///< currently open
  std::uint32_t branches_ = 0;
  Found dropped_polygons_;
  Found unfinished_cylinders_;
  Skeleton skeleton_;
};

}  // namespace weald::lsystem
