#pragma once
// The copies of a stamped tile, and how they are laid on it.

#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/grid.h"
#include "data/image.h"
#include "stages/images/stamp.h"

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

/// One copy. Directions are to the right and to the top.
struct StampCopy {
  std::size_t picture = 0;
  Vec2 middle{0};     ///< pixels of the tile from its upper left corner, in 256ths
  double turn = 0;    ///< degrees anticlockwise
  double length = 0;  ///< metres
  Vec3 tint{1};
  Vec2 tilt{0};  ///< height per length
};

/// The copies of a tile from the lowest to the topmost.
std::vector<StampCopy> stamp_copies(const StampParams& params, std::size_t pictures, const RunContext& context);

/// A tile while copies are laid on it, one after another.
class StampLayers {
 public:
  explicit StampLayers(const StampParams& params);

  /// Lays a copy on those before it; it continues across the edges of the tile.
  void lay(const StampCopy& copy, const StampPicture& picture);

  const Grid<Vec4f>& colours() const { return colours_; }  ///< multiplied by alpha
  const Grid<float>& heights() const { return heights_; }
  const Grid<glm::vec2>& slopes() const { return slopes_; }  ///< of the pictures' normals

 private:
  /// A pixel under a copy.
  struct Touched {
    int x, y;      ///< in the tile
    Vec2 from{0};  ///< metres from the middle of the copy, to the right and to the top
    double out;    ///< distance from the middle, in half lengths of the copy
    StampSample ink;
  };
  struct Plane {
    double height = 0;
    Vec2 slope{0};
  };

  void find_touched(const StampCopy& copy, const StampPicture& picture);
  Plane rest() const;

  const StampParams& params_;
  double cell_;  // metres between pixels
  Grid<Vec4f> colours_;
  Grid<float> heights_;
  Grid<glm::vec2> slopes_;
  std::vector<Touched> touched_;
};

}  // namespace weald::image
