#pragma once
// TurtlePen: what a turtle leaves behind: segments, polygons and organs of a skeleton.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/skeleton.h"
#include "stages/plants/lsystem/detail/smooth_axis.h"
#include "stages/plants/lsystem/detail/symbol_reader.h"
#include "stages/plants/lsystem/detail/turtle_motion.h"

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

  /// The commands { } . @Gs @Gc @Ge and @c.
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
  struct Polygon {
    std::vector<Vec3> corners;
    std::size_t begin = 0;  ///< place of its { in the string
  };
  /// The first place of something that is warned of, and how often it is found.
  struct Found {
    std::size_t times = 0;
    std::size_t first = 0;
    void at(std::size_t place);
  };
  struct Cylinder {
    std::optional<AxisPoint> first, last;  ///< unset until the first point
    bool is_automatic = false;             ///< every F and f is a point of the axis
    bool is_ring = false;                  ///< the axis leads back to its first point
    int strips = 0;                        ///< from each point to the next, unless a command says otherwise
    std::size_t begin = 0;                 ///< place of its first symbol in the string
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
  std::vector<Polygon> polygons_;    ///< open ones
  std::vector<Cylinder> cylinders_;  ///< open ones
  std::uint32_t branches_ = 0;
  Found dropped_polygons_;
  Found unfinished_cylinders_;
  Skeleton skeleton_;
};

}  // namespace weald::lsystem
