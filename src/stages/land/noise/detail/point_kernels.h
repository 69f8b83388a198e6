#pragma once
// The inner loops of PointField, in one version per SIMD target. Internal to noise/.

#include <cstddef>
#include <cstdint>

#include "stages/land/noise/detail/point_layer.h"

namespace weald::noise::detail {

/// Samples that are worked on together, and the row stride of their arrays: all of them stay in a level-two cache.
inline constexpr int kBlockWidth = 128;
inline constexpr int kBlockHeight = 64;
inline constexpr int kBlockSamples = kBlockWidth * kBlockHeight;
/// Elements beside an array that may be read or written with it.
inline constexpr int kPatchMargin = 64;

/// Lattice points around a block: per lattice row, `stride` heights, x-slopes and y-slopes (for cellular noise: unused,
/// x and y of the point in its cell). kPatchMargin elements before the first row and after the last may be read.
struct Patch {
  float* data = nullptr;
  std::ptrdiff_t stride = 0;
  int columns = 0;
  bool odd_first = false;  ///< the first row is an odd row of the lattice
  float* row(int r) const { return data + 3 * stride * r; }
};

/// Fills row `r` of a patch with the points whose column keys are given; the same values as layer_point. Up to
/// kPatchMargin further elements of every array are read or written.
struct PatchRowJob {
  PointRule rule;
  const std::uint32_t* column_a = nullptr;
  const std::uint32_t* column_b = nullptr;
  AxisKey row;
  const float* directions_x = nullptr;  ///< 256
  const float* directions_y = nullptr;
  int count = 0;
  float* heights = nullptr;
  float* slopes_x = nullptr;
  float* slopes_y = nullptr;
};
/// Does the job.
void fill_patch_row(const PatchRowJob& job);

/// How far the samples of every square of a block reach along an axis: metres from the place where its first sample
/// stands unmoved. Squares count from 0, strip by strip.
struct SquareRanges {
  alignas(64) float min[kBlockSamples / 16] = {};
  alignas(64) float max[kBlockSamples / 16] = {};
};
/// Sets the ranges of `rows` rows of samples in squares, moved by `shift` (aligned to vectors), where the 16 samples of
/// a square stand at `places` unmoved.
void find_square_ranges(const float* shift, const float* places, int rows, SquareRanges& ranges);

/// One layer of noise in a block of samples; cells count from the patch's first column and row. The samples stand row
/// by row, kBlockWidth apart, or in squares: strips of four rows, in these squares of four samples, in these row by
/// row. Columns and rows up to a whole vector or square are worked out and thrown away.
struct BlockJob {
  LayerRule rule;
  bool squares = false;
  int width = 0;
  int height = 0;
  const std::int32_t* column_cell = nullptr;  ///< per column, kBlockWidth entries, aligned to 16 bytes
  const float* column_fraction = nullptr;
  const std::int32_t* row_cell = nullptr;  ///< per row; in squares, every entry four times
  const float* row_fraction = nullptr;
  const float* shift_x = nullptr;  ///< in squares, aligned: metres by which samples are moved
  const float* shift_y = nullptr;
  const SquareRanges* range_x = nullptr;  ///< in squares: with the shifts
  const SquareRanges* range_y = nullptr;
  float frequency_x = 0;  ///< lattice columns per metre
  float frequency_y = 0;  ///< lattice rows per metre
  Patch patch;
  bool heights = true;  ///< blend: some height is not 0
  bool slopes = true;   ///< blend: some slope is not 0
  bool add = false;     ///< to what is in `out`, else in place of it
  float* out = nullptr;
  float* target = nullptr;  ///< where the block goes afterwards, brought near meanwhile; null: not known
  std::ptrdiff_t target_stride = 0;
  float* sum = nullptr;  ///< not null: goes there instead, times the amplitude, added to what is there
  float amplitude = 1;
};
/// Does the job: the same values as layer_value.
void fill_block(const BlockJob& job);
/// fill_block for layers of one kind each: blend, radial and cellular.
void fill_blend(const BlockJob& job);
void fill_radial(const BlockJob& job);
void fill_cellular(const BlockJob& job);

/// Takes one octave of a fractal in, for all samples of a block.
struct FoldBlockJob {
  FoldRule rule;
  const float* noise = nullptr;
  float amplitude = 1;
  float share = 1;
  bool first = false;
  int rows = 0;
  float* value = nullptr;
  float* weight = nullptr;  ///< between octaves, for the fractals that have one
};
/// Does the job: fold_octave for every sample.
void fold_block(const FoldBlockJob& job);

/// shift += noise * strength, for all samples of `rows` rows of a block; `strengths`, where not null, is one per
/// sample. With `first` the shift is 0 before.
void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift);

/// The least and the greatest of the first `rows` rows of a block.
struct BlockRange {
  float min = 0;
  float max = 0;
};
BlockRange block_range(const float* values, int rows);

}  // namespace weald::noise::detail
