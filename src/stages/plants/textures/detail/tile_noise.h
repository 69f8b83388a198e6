#pragma once
// Tileable noise: gradient noise and scattered points on a lattice of few cells, stored in tables. Positions are in
// tiles: (x + 1, y) and (x, y + 1) are equivalent to (x, y). It uses the lattice of methods/raster/lattice.h in single
// precision with precomputed gradients, because textures take millions of samples of few cells.
// Source: [perlin2002], [worley1996].

#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::texture {

/// Gradient noise within +-1 that repeats after one tile of `columns` by `rows` lattice cells.
class TileNoise {
 public:
  /// Pre: both counts at least 1.
  TileNoise(int columns, int rows, std::uint64_t seed);
  /// The noise at (x, y), in tiles. Pre: finite, magnitude below 10^5.
  float at(float x, float y) const;

 private:
  int columns_, rows_;
  std::vector<Vec2f> gradients_;
};

/// Octaves of gradient noise, each with twice the cells and half the amplitude of the previous one; roughly within +-1.
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

/// The scattered points around a position.
struct CellHit {
  float first = 0;   ///< distance to the nearest point, in cells
  float second = 0;  ///< distance to the second nearest point
  Vec2f offset{0};   ///< vector from the nearest point to the position, in cells
  float id = 0;      ///< random number of the nearest point, 0 to 1
  float border = 0;  ///< distance to the border between the cells of the two nearest points, in cells
};

/// One point in each cell of a tileable lattice of `columns` by `rows` cells.
class TileCells {
 public:
  /// `jitter` 0 puts points at the centres of their cells, 1 anywhere within them. Odd rows are offset by half a cell
  /// if `rows` is even. Pre: both counts at least 1.
  TileCells(int columns, int rows, float jitter, std::uint64_t seed);
  /// Finds the points around (x, y), in tiles. Pre: as for TileNoise.
  CellHit at(float x, float y) const;

 private:
  struct Point {
    Vec2f place{0};  // position within its cell
    float id = 0;
  };
  int columns_, rows_;
  int first_column_;  // the first of the four columns around a position that may hold one of the two nearest points
  std::vector<Point> points_;
};

/// Smoothstep: 0 up to `low`, 1 from `high`. Pre: low < high.
inline float ease(float low, float high, float v) {
  const float t = v <= low ? 0.0f : v >= high ? 1.0f : (v - low) / (high - low);
  return t * t * (3.0f - 2.0f * t);
}

/// Linear interpolation from a to b.
template <class T>
T blend(const T& a, const T& b, float t) {
  return a + (b - a) * t;
}

}  // namespace weald::texture
