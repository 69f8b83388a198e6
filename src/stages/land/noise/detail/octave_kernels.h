#pragma once
// The inner loops of OctaveField, in one version per SIMD target. Internal to noise/.

#include <cstddef>
#include <cstdint>

#include "stages/land/noise/detail/fractal_combine.h"

namespace weald::noise::detail {

/// Samples that are worked on together: the coefficients of eight layers leave half of a level-one cache of 32 KB free.
inline constexpr int kTile = 128;
/// Lanes of the widest vector in use; arrays that are read from any position have this many spare elements.
inline constexpr int kMaxLanes = 64;

/// Arrays of one layer in one tile, kTile elements each: the coefficients of the current pair of lattice rows, and the
/// functions of the lower one.
struct LayerArrays {
  float k0[kTile];
  float base[kTile];  ///< sum of k0 of the layers up to this one, in order
  float k1[kTile];
  float k2[kTile];
  float k3[kTile];
  float line_t[kTile];
  float line_g[kTile];
};

/// Lattice points of one lattice row that a tile touches; spare elements stay finite.
struct LinePoints {
  float height[2 * kTile + kMaxLanes];
  float slope_x[2 * kTile + kMaxLanes];
  float slope_y[2 * kTile + kMaxLanes];
};

/// Moves a layer's arrays on by one lattice row whose points are `points`.
struct LineJob {
  const std::uint32_t* cell = nullptr;  ///< per sample: its left lattice point in the octave's list
  const float* fraction = nullptr;      ///< per sample: offset from that point, in cells
  const float* weight = nullptr;        ///< per sample: fade of the offset
  const LinePoints* points = nullptr;   ///< element 0 belongs to cell[0]
  bool dense = true;                    ///< cell grows by at most 1 from sample to sample
  int count = 0;                        ///< samples, at most kTile
  LayerArrays* layer = nullptr;
};
/// Does the job in the widest vectors that are allowed.
void advance_line(const LineJob& job);

/// Fills `points` from hashed lattice points: of the columns whose keys are given, in the row of key (row_a, row_b).
/// The values of hashed_point() of methods/raster/lattice.h.
struct HashJob {
  const std::uint32_t* column_a = nullptr;  ///< kMaxLanes spare elements may be read
  const std::uint32_t* column_b = nullptr;
  std::uint32_t row_a = 0;
  std::uint32_t row_b = 0;
  const float* directions_x = nullptr;  ///< 256
  const float* directions_y = nullptr;
  float gradient_scale = 1;
  float height_scale = 0;
  int count = 0;
  LinePoints* points = nullptr;
};
/// Does the job.
void hash_points(const HashJob& job);

/// Renews the layers' running sums of k0 from layer `first` on. Pre: those before are up to date.
void sum_bases(LayerArrays* layers, int first, int octaves);

/// Row constants of one layer: fraction u in y, its fade v, and u * v.
struct RowTerms {
  float u;
  float v;
  float uv;
};

/// Adds up `rows` (1 to 4) sample rows between the same lattice rows of every layer.
struct SumJob {
  const LayerArrays* layers = nullptr;
  int octaves = 0;
  const float* base = nullptr;      ///< sum of the layers' k0
  const RowTerms* terms = nullptr;  ///< `octaves` entries per row
  int rows = 1;
  int following = 0;  ///< rows of the window below these that are to be brought near
  int count = 0;
  float* out = nullptr;
  std::ptrdiff_t stride = 0;
};
/// Does the job.
void sum_rows(const SumJob& job);

/// One sample row of a fractal that is not a plain sum.
struct FoldJob {
  const LayerArrays* layers = nullptr;
  int octaves = 0;
  const RowTerms* terms = nullptr;
  const float* amplitudes = nullptr;  ///< per octave
  const float* shares = nullptr;      ///< per octave
  FoldRule rule;
  int count = 0;
  float* out = nullptr;
};
/// Fills the row with the value that the rule describes.
void fold_row(const FoldJob& job);

}  // namespace weald::noise::detail
