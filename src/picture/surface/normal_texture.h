#pragma once
// NormalTexture: a normal map with mip levels.

#include <memory>
#include <vector>

#include "base/math/vec.h"
#include "data/grid.h"
#include "data/image.h"

namespace weald::render {

/// A normal map with a mip chain of averaged normals, so that distant surfaces look smooth.
class NormalTexture {
 public:
  /// Memory in addition to the picture: 12 bytes for every third pixel. Pre: `image` is not null and not empty.
  explicit NormalTexture(std::shared_ptr<const Image> image);

  /// The normal at texture coordinates `uv` in the tangent frame of u, v and the surface normal, averaged over about
  /// 2^detail by 2^detail texels. Its length is at most 1 and its z component is above 0.
  Vec3f at(const Vec2& uv, float detail) const;

  /// Size of the map in texels.
  int width() const { return image_->pixels.width(); }
  int height() const { return image_->pixels.height(); }
  /// The picture that holds the map.
  const std::shared_ptr<const Image>& image() const { return image_; }

 private:
  Vec3f texel(int level, int x, int y) const;
  Vec3f between(int level, const Vec2& uv) const;
  Grid<Vec3f> shrunk(int level) const;

  std::shared_ptr<const Image> image_;
  std::vector<Grid<Vec3f>> copies_;
};

/// Perturbs a surface normal by a normal map. `map` is the sample of the map, and `normal` the surface's own normal on
/// the visible side. `along_u` and `along_v`, of any length, are the derivatives of the position with respect to the
/// texture coordinates. `behind` is true if the back of the surface is visible. Returns `normal` if u and v have no
/// direction.
Vec3f mapped_normal(const Vec3f& map, const Vec3f& normal, const Vec3f& along_u, const Vec3f& along_v, bool behind);

}  // namespace weald::render
