#pragma once
// LeafPainter: the visible surface at each point of a leaf picture.

#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "stages/plants/textures/detail/leaf_arrangement.h"
#include "stages/plants/textures/detail/leaf_blade.h"
#include "stages/plants/textures/detail/tile_noise.h"
#include "stages/plants/textures/leaf_texture.h"

namespace weald::texture {

/// The topmost surface at a point.
struct LeafSample {
  bool hit = false;
  Vec3f colour{0};      ///< sRGB
  Vec2f lean{0};        ///< slope of the surface towards the right and upwards
  float clearance = 0;  ///< distance to the nearest edge encountered, in lengths of a blade
};

/// An arrangement of leaves prepared for painting, in lengths of the longest blade. Immutable; safe to query from
/// several threads.
class LeafPainter {
 public:
  /// `texels` is the number of pixels along the longest blade.
  LeafPainter(const LeafTextureParams& params, const SpeciesForm& form, LeafArrangement arrangement, int texels,
              std::uint64_t seed);
  /// Indices of the leaves and twig pieces that reach into a box, lowest first.
  std::vector<std::uint32_t> things_in(const Vec2f& low, const Vec2f& high) const;
  /// The visible surface at `p` among the listed things.
  LeafSample at(const Vec2f& p, const std::vector<std::uint32_t>& things) const;
  /// Bounding rectangle of the whole arrangement.
  Vec2f low() const { return low_; }
  Vec2f high() const { return high_; }

 private:
  // A leaf or a piece of a twig, and its bounding box including its shadow.
  struct Thing {
    Vec2f low{0}, high{0};
    bool is_twig = false;
    std::uint32_t index = 0;
  };
  Thing thing_of(const PlacedLeaf& leaf, std::uint32_t index) const;
  void add_twig_above(std::size_t leaves, std::size_t& next);
  bool leaf_at(const Vec2f& p, std::uint32_t number, LeafSample& sample, float& shadow) const;
  bool twig_at(const Vec2f& p, const TwigPart& part, LeafSample& sample, float& shadow) const;
  Vec3f blade_colour(const PlacedLeaf& leaf, std::uint32_t number, const Vec2f& local, const BladePoint& point) const;

  LeafColours colours_;
  float patches_, autumn_;
  LeafArrangement arrangement_;
  std::vector<LeafBlade> blades_;
  std::vector<Thing> things_;  // lowest first
  TileFractal uneven_, turning_;
  TileCells network_;
  float aspect_;
  Vec2f low_{0}, high_{0};
};

}  // namespace weald::texture
