#pragma once
// Which level of detail of a mesh a picture shows. Source: [clark1976].

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "picture/camera/camera.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// A level of detail of a mesh.
struct SurfaceLevel {
  const Surface* surface = nullptr;
  double screen_size = 0;  ///< as scene::LighterLevel::screen_size
};

/// Areas that a surface covers when it is seen from 0, 15, ... 90 degrees above the horizon, in square metres.
inline constexpr std::size_t kCoveredElevations = 7;
using CoveredAreas = std::array<double, kCoveredElevations>;

/// The areas that a surface covers: means of three bearings.
CoveredAreas covered_areas(const Surface& surface, const RunContext& context);

/// A stand-in for a mesh, see stand_in.h.
struct StandInLevel {
  const Surface* surface = nullptr;
  double pixels = 0;       ///< it may be shown where the longest side of the mesh is shorter than this
  CoveredAreas covered{};  ///< covered_areas() of the surface
};

/// Whether stand-ins may be shown.
enum class Exactness { levels_only, stand_ins };

/// The levels of detail of a mesh, with what each of them covers when it is seen from different elevations. Flat cards
/// that stand for a tree from the side cover too little from above.
class SurfaceLevels {
 public:
  /// `levels` are those of one mesh, the finest first; their surfaces must outlive this object.
  SurfaceLevels(std::vector<SurfaceLevel> levels, const RunContext& context);
  /// Sets the stand-ins of the mesh, in descending order of pixels. They may be shown in place of levels with more than
  /// twice as many triangles. Their surfaces must outlive this object.
  void set_stand_ins(std::vector<StandInLevel> stand_ins) { stand_ins_ = std::move(stand_ins); }
  /// The surface of the coarsest level that looks like the finest one where the longest side of the mesh is `pixels`
  /// long. `rise` is the sine of the elevation from which the mesh is seen, above its own horizon or below it.
  const Surface& surface(double pixels, double rise, Exactness exactness) const;
  /// The surface of the coarsest level that looks like the finest one from every elevation between 15 * `first` and
  /// 15 * `last` degrees.
  const Surface& surface_between(double pixels, std::size_t first, std::size_t last, Exactness exactness) const;
  /// What the finest level covers.
  const CoveredAreas& finest_covered() const { return covered_.front(); }
  /// The surface of the finest level.
  const Surface& finest() const { return *levels_.front().surface; }
  /// Longest side of the box around the finest level, in metres.
  double side() const { return side_; }
  /// Centre of that box.
  const Vec3f& centre() const { return centre_; }

 private:
  bool suits(const CoveredAreas& covered, std::size_t elevation) const;
  template <class Suits>
  const Surface& coarsest(double pixels, Exactness exactness, const Suits& suits) const;

  std::vector<SurfaceLevel> levels_;
  std::vector<StandInLevel> stand_ins_;
  std::vector<CoveredAreas> covered_;  ///< of the levels
  double side_ = 0;
  Vec3f centre_{0};
};

/// An item and, if its mesh has coarser levels, those.
struct LevelledItem {
  SurfaceItem finest;
  const SurfaceLevels* levels = nullptr;  ///< null: only the finest
};

/// Number of the triangles of all items.
double triangles_of(std::span<const SurfaceItem> items);

/// The items at the levels that `camera` sees. Items keep their order.
std::vector<SurfaceItem> items_seen_by(const Camera& camera, std::span<const LevelledItem> items, Exactness exactness);

/// A map of what blocks the sun.
struct ShadowMap {
  Vec3 towards_sun{0, 1, 0};  ///< unit length
  double texel = 1;           ///< metres
};

/// The items at levels whose shadows look right in a picture: those that `camera` sees, or coarser ones where the map
/// or the distance hides the difference.
std::vector<SurfaceItem> items_for_shadows(const Camera& camera, const ShadowMap& map,
                                           std::span<const LevelledItem> items, Exactness exactness);

/// Sines of the elevations up to which each list of items_for_sky() is meant: 45 degrees, and all.
inline constexpr std::array kSkyTiers{0.70710678118654746, 2.0};

/// The items at levels that suit maps of what blocks the sky, with texels `texel` metres wide: a list for the lower
/// directions, for which cards may stand for trees, and one for the others.
std::vector<std::vector<SurfaceItem>> items_for_sky(double texel, std::span<const LevelledItem> items,
                                                    Exactness exactness);

}  // namespace weald::render
