#pragma once
// StampPicture: a picture that is sampled at many sizes.

#include <vector>

#include "base/math/vec.h"
#include "data/grid.h"
#include "data/image.h"

namespace weald::image {

/// A point of a stamp, multiplied by its alpha.
struct StampSample {
  Vec4f colour{0};     ///< red, green, blue and alpha
  glm::vec2 slope{0};  ///< of the normal map: height per length to the right and to the top
};

/// A picture and its normals at sizes halved again and again; outside it is transparent. Source: [williams1983].
class StampPicture {
 public:
  /// `normals` may be null, and otherwise has the size of `colours`.
  StampPicture(const Image& colours, const Image* normals);

  int width() const { return levels_[0].width(); }
  int height() const { return levels_[0].height(); }
  /// The level at which a pixel of the tile is about as large as a pixel of the stamp, if it covers `step` of those of
  /// the original.
  int level_for(double step) const;
  /// The sample at a place in pixels of the original, from the upper left corner.
  StampSample at(const Vec2& place, int level) const;

 private:
  std::vector<Grid<StampSample>> levels_;
};

}  // namespace weald::image
