#pragma once
// LeafPainter: what the eye sees at a place of a picture of leaves.

#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "stages/plants/textures/detail/leaf_arrangement.h"
#include "stages/plants/textures/detail/leaf_blade.h"
#include "stages/plants/textures/detail/tile_noise.h"
#include "stages/plants/textures/leaf_texture.h"

namespace weald::texture {

/// The uppermost thing at a position.
struct LeafSample {
  bool hit = false;
  Vec3f colour{0};      ///< sRGB
  Vec2f lean{0};        ///< slope of the surface to the right and upwards
  float clearance = 0;  ///< distance to the nearest edge that was met, in lengths of a blade
};

/// Leaves ready to be painted, in lengths of the longest blade. Immutable; may be asked from several threads.
class LeafPainter {
 public:
  /// `texels`: pixels along the longest blade.
  LeafPainter(const LeafTextureParams& params, const SpeciesForm& form, LeafArrangement arrangement, int texels,
              std::uint64_t seed);
  /// The numbers of the leaves and parts of twigs that reach into a box, from the lowest up.
  std::vector<std::uint32_t> things_in(const Vec2f& low, const Vec2f& high) const;
  /// The visible thing at `p` among the listed ones.
  LeafSample at(const Vec2f& p, const std::vector<std::uint32_t>& things) const;
  /// The rectangle around everything.
  Vec2f low() const { return low_; }
  Vec2f high() const { return high_; }

 private:
  // A leaf or a part of a twig, and the box that it lies in with its shadow.
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
  std::vector<Thing> things_;  // from the lowest up
  TileFractal uneven_, turning_;
  TileCells network_;
  float aspect_;
  Vec2f low_{0}, high_{0};
};

}  // namespace weald::texture
