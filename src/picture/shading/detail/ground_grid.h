#pragma once
// GroundGrid: how open the sky is above the ground of a picture. Internal to render/.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "picture/camera/camera.h"
#include "picture/light/light.h"
#include "picture/shading/picture_scene.h"

namespace weald::render {

/// Where a ray meets the ground; nothing where it does not, or only beyond all measure.
std::optional<Vec3> ground_point(const Ground& ground, const Ray& ray);

/// The normal of the ground on the side that a ray sees.
inline Vec3f ground_normal(const Ray& ray) { return {0, ray.direction.y < 0.0 ? 1 : -1, 0}; }

/// Finds how open the sky is at the corners of squares of pixels, and in proportion between them: mostly it changes
/// slowly along the ground. What it finds for a place does not depend on the places that were asked for before.
class GroundGrid {
 public:
  /// Of a corner: its ray does not meet the ground.
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  /// A place between four corners.
  struct Place {
    std::array<std::uint32_t, 4> corners{};  ///< upper left, upper right, lower left, lower right
    float across = 0, down = 0;              ///< shares of the right and of the lower ones
    std::uint32_t point = kNone;             ///< of itself, where the corners tell too little
  };
  /// All must outlive it. `reference` is that of the sky's maps.
  GroundGrid(const Ground& ground, const Camera& camera, const Sky& sky, const Vec3& reference)
      : ground_(ground), camera_(camera), sky_(sky), reference_(reference) {}

  /// The place with these pixel coordinates.
  Place place(double x, double y);
  /// Finds the light for the places since the last clear().
  void light();
  /// Looks at a place itself where its corners differ much, as beside the foot of a thing. Pre: light() was called
  /// since. `point`: relative to the reference; `normal`: as of ground_normal().
  void refine(Place& place, const Vec3f& point, const Vec3f& normal);
  /// Finds the light for the places that were refined.
  void light_refined();
  /// Share of the sky that is not blocked, weighted by the cosine. Pre: the light was found since.
  float open(const Place& place) const;
  /// Forgets all places.
  void clear();

 private:
  static constexpr int kSide = 4;  // pixels along a square
  // Corners that were added, by the lower bits of their column and row.
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
