#pragma once
// LeafPainter: what the eye sees at a place of a picture of leaves.

#include <optional>
#include <vector>

#include "core/vec.h"
#include "texture/leaf_blade.h"
#include "texture/leaf_texture.h"
#include "texture/spray.h"
#include "texture/tile_noise.h"

namespace weald::texture {

/// What lies uppermost at a place.
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
  LeafPainter(const LeafTextureParams& params, const SpeciesForm& form, Spray spray, int texels, std::uint64_t seed);
  /// The numbers of the leaves that reach into a box, from the lowest up.
  std::vector<std::uint32_t> leaves_in(const Vec2f& low, const Vec2f& high) const;
  /// What is seen at `p` of the listed leaves and the twig.
  LeafSample at(const Vec2f& p, const std::vector<std::uint32_t>& leaves) const;
  /// The rectangle around everything.
  Vec2f low() const { return low_; }
  Vec2f high() const { return high_; }

 private:
  struct Box {
    Vec2f low{0}, high{0};
  };
  Box box_of(const PlacedLeaf& leaf) const;
  bool leaf_at(const Vec2f& p, std::uint32_t number, LeafSample& sample, float& shadow) const;
  bool twig_at(const Vec2f& p, LeafSample& sample, float& shadow) const;
  Vec3f blade_colour(const PlacedLeaf& leaf, std::uint32_t number, const Vec2f& local, const BladePoint& point) const;

  LeafColours colours_;
  float patches_, autumn_;
  Spray spray_;
  std::vector<LeafBlade> blades_;
  std::vector<Box> boxes_;
  TileFractal uneven_, turning_;
  TileCells network_;
  float aspect_;
  Vec2f low_{0}, high_{0};
};

}  // namespace weald::texture
