#pragma once
// GroundGrid: the unoccluded share of the sky above the ground of a picture.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "picture/camera/camera.h"
#include "picture/light/light.h"
#include "picture/shading/picture_scene.h"

namespace weald::render {

/// Intersection of a ray with the ground; nothing if there is none, or if it is extremely far away.
std::optional<Vec3> ground_point(const Ground& ground, const Ray& ray);

/// Normal of the ground on the side that faces the ray's origin.
inline Vec3f ground_normal(const Ray& ray) { return {0, ray.direction.y < 0.0 ? 1 : -1, 0}; }

/// Computes the visibility of the sky at the corners of squares of pixels and interpolates between them, because it
/// mostly changes slowly along the ground. The result of a lookup does not depend on earlier lookups.
class GroundGrid {
 public:
  /// Marks a corner whose ray misses the ground.
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  /// A lookup between the four corners of a square.
  struct CornerLookup {
    std::array<std::uint32_t, 4> corners{};  ///< upper left, upper right, lower left, lower right
    float across = 0, down = 0;              ///< interpolation weights of the right and of the lower corners
    std::uint32_t point = kNone;             ///< index of its own point, if interpolation is too inaccurate
  };
  /// All arguments must outlive the grid. `reference` is the reference point of the sky's maps.
  GroundGrid(const Ground& ground, const Camera& camera, const Sky& sky, const Vec3& reference)
      : ground_(ground), camera_(camera), sky_(sky), reference_(reference) {}

  /// The lookup at these pixel coordinates.
  CornerLookup place(double x, double y);
  /// Computes the light at the corners of all lookups since the last clear().
  void light();
  /// Gives a lookup its own point if its corners differ strongly, as at the foot of an object. Pre: light() was called
  /// since place(). `point` is relative to the reference; `normal` comes from ground_normal().
  void refine(CornerLookup& place, const Vec3f& point, const Vec3f& normal);
  /// Computes the light of the refined lookups.
  void light_refined();
  /// Cosine-weighted share of the sky that is unoccluded. Pre: light() and light_refined() were called since place().
  float open(const CornerLookup& place) const;
  /// Drops all lookups.
  void clear();

 private:
  static constexpr int kSide = 4;  // pixels along a square
  // A cache of corners, indexed by the low bits of their column and row.
  struct Known {
    bool is_filled = false;
    int column = 0, row = 0;
    std::uint32_t light = 0;
  };
  static constexpr std::size_t kKnownColumns = 16, kKnownRows = 4;
  std::uint32_t corner(int column, int row);
  std::uint32_t add_corner(int column, int row);
  std::uint32_t add(const Vec3f& point, const Vec3f& normal, LightBatch& batch) const;
  float open_at(std::uint32_t number, const LightBatch& batch) const;

  const Ground& ground_;
  const Camera& camera_;
  const Sky& sky_;
  Vec3 reference_{0};
  LightBatch corners_, points_;
  std::array<Known, kKnownColumns * kKnownRows> known_{};
};

}  // namespace weald::render
