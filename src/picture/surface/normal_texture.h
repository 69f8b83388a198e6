#pragma once
// NormalTexture: a normal map that can be looked up, near and far.

#include <memory>
#include <vector>

#include "base/math/vec.h"
#include "data/grid.h"
#include "data/image.h"

namespace weald::render {

/// A normal map with ever smaller copies of itself, whose normals are means: far away the surface is even.
class NormalTexture {
 public:
  /// Memory beside the picture: 12 bytes for every third pixel. Pre: `image` is not null and not empty.
  explicit NormalTexture(std::shared_ptr<const Image> image);

  /// The normal at texture coordinates `uv` in the frame of u, v and the surface's own normal, averaged over some
  /// 2^detail by 2^detail texels; at most of unit length. Its last part is above 0.
  Vec3f at(const Vec2& uv, float detail) const;

  int width() const { return image_->pixels.width(); }
  int height() const { return image_->pixels.height(); }
  const std::shared_ptr<const Image>& image() const { return image_; }

 private:
  Vec3f texel(int level, int x, int y) const;
  Vec3f between(int level, const Vec2& uv) const;
  Grid<Vec3f> shrunk(int level) const;

  std::shared_ptr<const Image> image_;
  std::vector<Grid<Vec3f>> copies_;
};

/// The surface's normal at a place turned as a normal map says: `map` is what it holds there, `normal` the surface's
/// own, on the side that is seen, `along_u` and `along_v` how the position changes with the texture coordinates (of any
/// length), `behind` whether the back of the surface is seen. As `normal` where u and v have no direction.
Vec3f mapped_normal(const Vec3f& map, const Vec3f& normal, const Vec3f& along_u, const Vec3f& along_v, bool behind);

}  // namespace weald::render
