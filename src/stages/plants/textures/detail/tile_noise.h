#pragma once
// Noise that repeats: gradient noise and scattered points on a lattice of few cells, held in tables. Places are given
// in tiles: (x + 1, y) and (x, y + 1) are (x, y) again. The lattice is that of methods/raster/lattice.h, in single
// precision and with the gradients looked up beforehand: textures take millions of samples of few cells.
// Source: [perlin2002], [worley1996].

#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::texture {

/// Gradient noise, within +-1, that repeats after one tile of `columns` by `rows` lattice cells.
class TileNoise {
 public:
  /// Pre: both counts at least 1.
  TileNoise(int columns, int rows, std::uint64_t seed);
  /// The noise at (x, y), in tiles. Pre: finite, below 10^5 in size.
  float at(float x, float y) const;

 private:
  int columns_, rows_;
  std::vector<Vec2f> gradients_;
};

/// Octaves of gradient noise, each of twice the cells and half the height of the one before; about within +-1.
class TileFractal {
 public:
  /// Pre: all counts at least 1.
  TileFractal(int columns, int rows, int octaves, std::uint64_t seed);
  /// The noise at (x, y), in tiles. Pre: as for TileNoise.
  float at(float x, float y) const;

 private:
  std::vector<TileNoise> octaves_;
  float scale_ = 1;
};

/// The evaluation of scattered points at a position.
struct CellHit {
  float first = 0;   ///< distance to the nearest point, in cells
  float second = 0;  ///< to the second nearest
  Vec2f offset{0};   ///< from the nearest point to the place, in cells
  float id = 0;      ///< random number of the nearest point, 0 to 1
  float border = 0;  ///< distance to the border between the cells of the two nearest points, in cells
};

/// One point in each cell of a lattice of `columns` by `rows` cells, which repeats.
class TileCells {
 public:
  /// `jitter`: 0: points in the middles of their cells, 1: anywhere in them. Odd rows are moved by half a cell where
  /// `rows` is even. Pre: both counts at least 1.
  TileCells(int columns, int rows, float jitter, std::uint64_t seed);
  /// The points around (x, y), in tiles. Pre: as for TileNoise.
  CellHit at(float x, float y) const;

 private:
  struct Point {
    Vec2f place{0};  // in its cell
    float id = 0;
  };
  int columns_, rows_;
  int first_column_;  // of four around a place, the first that may hold one of the two nearest points
  std::vector<Point> points_;
};

/// 0 up to `low`, 1 from `high`, an even ease between. Pre: low < high.
inline float ease(float low, float high, float v) {
  const float t = v <= low ? 0.0f : v >= high ? 1.0f : (v - low) / (high - low);
  return t * t * (3.0f - 2.0f * t);
}

/// From a to b by the share t.
template <class T>
T blend(const T& a, const T& b, float t) {
  return a + (b - a) * t;
}

}  // namespace weald::texture
