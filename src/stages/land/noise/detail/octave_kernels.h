#pragma once
// Inner loops of OctaveField, compiled once per SIMD target.

#include <cstddef>
#include <cstdint>

#include "stages/land/noise/detail/fractal_combine.h"

namespace weald::noise::detail {

/// Samples per tile: the coefficients of eight octaves leave half of a 32 KB L1 cache free.
inline constexpr int kTile = 128;
/// Lanes of the widest supported vector. Arrays that are read at arbitrary offsets have this many spare elements.
inline constexpr int kMaxLanes = 64;

/// Arrays of one octave in one tile, kTile elements each: the coefficients of the current pair of lattice rows. K0 and
/// K1 are the functions along the upper row. Aligned to cache lines.
struct alignas(64) LayerArrays {
  float base[kTile];  ///< running sum of K0 over the octaves up to this one, in order; unused for the last octave
  float k2[kTile];
  float k3[kTile];
  float line_t[2][kTile];  ///< along the upper row and the lower one, in the order that `upper` says
  float line_g[2][kTile];
  int upper = 0;
  const float* k0() const { return line_t[upper]; }
  const float* k1() const { return line_g[upper]; }
};

/// Lattice points of one lattice row within reach of a tile; spare elements hold finite values.
struct alignas(64) LinePoints {
  float height[2 * kTile + kMaxLanes];
  float slope_x[2 * kTile + kMaxLanes];
  float slope_y[2 * kTile + kMaxLanes];
};

/// Hashed lattice points: the columns with the given keys in the row with key (row_a, row_b). The values equal those of
/// hashed_point() in methods/raster/lattice.h.
struct HashJob {
  const std::uint32_t* column_a = nullptr;  ///< up to kMaxLanes elements past the end may be read
  const std::uint32_t* column_b = nullptr;
  std::uint32_t row_a = 0;
  std::uint32_t row_b = 0;
  float gradient_scale = 1;
  float height_scale = 0;
  bool heights = true;  ///< false: no heights are written
  int count = 0;        ///< points
  LinePoints* points = nullptr;
};
/// Runs the job.
void hash_points(const HashJob& job);

/// Advances the arrays of an octave by one lattice row, whose points are `points`. Afterwards, the points are replaced
/// by those of `next`.
struct LineJob {
  const std::uint32_t* cell = nullptr;  ///< per sample: index of its left lattice point in the octave's list
  const float* fraction = nullptr;      ///< per sample: offset from that point, in cells
  const float* weight = nullptr;        ///< per sample: faded offset
  const LinePoints* points = nullptr;   ///< element 0 corresponds to cell[0]
  bool dense = true;                    ///< cell increases by at most 1 from sample to sample
  bool heights = true;                  ///< false: the heights of the points are 0, and no sample lies on a point
  int count = 0;                        ///< samples, at most kTile
  LayerArrays* layer = nullptr;
  HashJob next{};
};
/// Advances octaves by one lattice row each.
struct AdvanceJob {
  const LineJob* lines = nullptr;  ///< per octave
  std::uint32_t entered = 0;       ///< the octaves to advance: bit o for octave o
  int octaves = 0;
  LayerArrays* sums = nullptr;  ///< if not null, the octaves' arrays, whose running sums of K0 are updated
};
/// Runs the job.
void advance_lines(const AdvanceJob& job);

/// Row constants of one octave: fraction u in y, its fade v, and u * v.
struct RowTerms {
  float u;
  float v;
  float uv;
};

/// Sums all octaves for `rows` (1 to 4) sample rows between the same lattice rows of every octave.
struct SumJob {
  const LayerArrays* layers = nullptr;
  int octaves = 0;
  const RowTerms* terms = nullptr;  ///< `octaves` entries per row
  int rows = 1;
  int ahead = 0;  ///< rows [ahead, ahead_end) are prefetched
  int ahead_end = 0;
  int count = 0;
  float* out = nullptr;
  std::ptrdiff_t stride = 0;
};
/// Runs the job.
void sum_rows(const SumJob& job);

/// One sample row of a fractal other than a plain sum.
struct CombineJob {
  const LayerArrays* layers = nullptr;
  int octaves = 0;
  const RowTerms* terms = nullptr;
  const float* amplitudes = nullptr;  ///< per octave
  const float* shares = nullptr;      ///< per octave
  FractalRule rule;
  int count = 0;
  float* out = nullptr;
};
/// Fills the row with the values of the fractal.
void combine_row(const CombineJob& job);

}  // namespace weald::noise::detail
