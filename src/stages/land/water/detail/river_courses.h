#pragma once
// RiverCourses: the course, width and water level of river ribbons.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "data/curve.h"
#include "stages/land/water/detail/river_ground.h"
#include "stages/land/water/water_mesh.h"

namespace weald::hydrology::detail {

/// Depth below the surface of a body of water at which another continues under it, metres.
inline constexpr double kUnder = 0.01;
/// Smallest depth of a river above its bed, even if the banks are lower, metres.
inline constexpr double kMinDepth = 0.1;
/// Most points along one river.
inline constexpr std::size_t kMaxCoursePoints = 1'000'000;

/// A point along a river.
struct CoursePoint {
  Vec2 place{0};     ///< world (x, z)
  double curve = 0;  ///< height of the curve, metres
  double water = 0;  ///< height of the water surface, metres
  double left = 0;   ///< metres from the centre line to the edge
  double right = 0;
  double along = 0;  ///< horizontal distance from the start of the river, metres
};
using Course = std::vector<CoursePoint>;

/// Unit direction of flow at point `i`, seen from above (x, z). Pre: at least two points; neighbours differ.
Vec2 flow_direction(const Course& course, std::size_t i);
/// The direction to the right of `direction`, seen from above.
inline Vec2 right_of(const Vec2& direction) { return {-direction.y, direction.x}; }

/// Lays out rivers one after another; each river is laid out after the river it flows into.
class RiverCourses {
 public:
  /// Both outlive it.
  RiverCourses(const RiverGround& ground, const WaterMeshParams& params);

  /// Calls visit(place, metres) for places along `path`, such that the ribbon of the path depends on the heights and
  /// lakes within these distances only. Needs the grid of the ground, but no samples. Throws what lay() throws.
  void for_places_read(const curve::Path& path,
                       const std::function<void(const Vec2& place, double distance)>& visit) const;

  /// Lays out `path`: the water never rises downstream, and neighbouring points differ. Returns an empty course if no
  /// part of it is visible. Throws StageError (key "rivers") for more than kMaxCoursePoints points.
  Course lay(const curve::Path& path);

 private:
  // State of a river at a point where another may join it.
  struct Joint {
    double water;
    double half_width;
  };
  struct Knot {
    Vec2 place{0};
    std::size_t point;
  };
  struct LakeSample {
    Vec2 place{0};
    double level;
  };
  Course points_of(const curve::Path& path, std::vector<Knot>& knots) const;
  void append(Course& course, const Vec3& point, double width) const;
  std::optional<LakeSample> source_lake(const Course& course) const;
  std::optional<double> lake_at(const Vec2& place) const;
  void fill(Course& course, const std::optional<LakeSample>& source, const std::optional<Joint>& mouth) const;
  std::vector<double> highest_water(const Course& course) const;
  double highest_on_way(const Course& course, std::size_t i) const;
  double highest_bank(const CoursePoint& at, const Vec2& side) const;
  void end_in_sea(Course& course) const;
  void find_edges(Course& course, const std::optional<LakeSample>& source) const;
  bool is_wider_than_lake(const Course& course, std::size_t i) const;
  void narrow(Course& course, std::size_t end) const;
  double room_beside(const CoursePoint& at, const Vec2& side, double edge) const;
  double deepest_beside(const CoursePoint& at) const;
  bool hangs_over(const CoursePoint& at, const Vec2& side, double& edge) const;
  void lengthen(Course& course, const std::optional<LakeSample>& source) const;
  bool is_on_border(const Vec2& place) const;
  double ground_at(const Vec2& place) const { return ground_.height_at(place); }

  const RiverGround& ground_;
  const WaterMeshParams& params_;
  double cell_size_;
  double reach_;
  double inexact_ = 0;  // bound on the rounding of coordinates to single precision, metres
  double shortest_;     // least distance between points; their differences remain accurate in single precision
  std::map<std::pair<double, double>, Joint> joints_;
};

}  // namespace weald::hydrology::detail
