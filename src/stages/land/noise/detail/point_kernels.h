#pragma once
// Inner loops of PointField, compiled once per SIMD target.

#include <cstddef>
#include <cstdint>

#include "stages/land/noise/detail/point_layer.h"

namespace weald::noise::detail {

/// Samples per block, and the row stride of its arrays: all arrays of a block fit in an L2 cache.
inline constexpr int kBlockWidth = 128;
inline constexpr int kBlockHeight = 64;
inline constexpr int kBlockSamples = kBlockWidth * kBlockHeight;
/// Number of elements beyond the ends of an array that may be read or written along with it.
inline constexpr int kPatchMargin = 64;

/// Lattice points around a block. Each lattice row stores `stride` heights, x-slopes and y-slopes (for cellular noise:
/// unused, then x and y of the point in its cell). Blended layers whose heights are all 0 store the difference of the
/// y-slope of the next column and of this one instead. Up to kPatchMargin elements before the first row and after the
/// last one may be read.
struct Patch {
  float* data = nullptr;
  std::ptrdiff_t stride = 0;
  int columns = 0;
  bool odd_first = false;  ///< the first row of the patch is an odd lattice row
  float* row(int r) const { return data + 3 * stride * r; }
};

/// Fills the rows of a patch with points; the values equal those of layer_point. Up to kPatchMargin further elements of
/// every array are read or written.
struct PatchJob {
  PointRule rule;
  const std::uint32_t* column_a[2] = {};  ///< keys of the columns in the patch's rows 0, 2, 4 ... and in its other rows
  const std::uint32_t* column_b[2] = {};
  const AxisKey* row_keys = nullptr;  ///< one per row
  int rows = 0;
  /// What is written before the slopes: the heights, the differences of y-slopes (see Patch), or nothing.
  enum class First { heights, differences, nothing };
  First first = First::heights;
  Patch patch;
};
/// Runs the job.
void fill_patch(const PatchJob& job);

/// Extent of the displaced samples of each 4 x 4 square along one axis, in metres from the undisplaced position of its
/// first sample. Squares are numbered from 0, strip by strip.
struct SquareRanges {
  alignas(64) float min[kBlockSamples / 16] = {};
  alignas(64) float max[kBlockSamples / 16] = {};
  float least = 0;     ///< of all squares
  float greatest = 0;  ///< of all squares
};
/// Computes the ranges of `rows` rows (a multiple of 4) of samples in squares, displaced by `shift` (aligned to
/// vectors). Neighbours in a square, undisplaced, are `step_x` metres apart along x and `step_y` along y: one of them
/// the cell size, the other 0.
void find_square_ranges(const float* shift, float step_x, float step_y, int rows, SquareRanges& ranges);

/// One layer of noise in a block of samples; cells are numbered from the patch's first column and row. Samples are
/// stored row by row, kBlockWidth apart, or in squares: strips of four rows are divided into squares of four by four
/// samples, each stored row by row. Columns and rows up to a whole vector or square are computed and discarded. Radial
/// and cellular layers of undisplaced samples less than a cell apart can be filled row by row, all others in squares.
struct BlockJob {
  LayerRule rule;
  bool squares = false;
  int width = 0;
  int rows = 0;
  const std::int32_t* column_cell = nullptr;  ///< per column, kBlockWidth elements, aligned to 16 bytes
  const float* column_fraction = nullptr;
  const std::int32_t* row_cell = nullptr;  ///< per row; each element is repeated four times for squares
  const float* row_fraction = nullptr;
  const float* shift_x = nullptr;  ///< for squares, aligned: displacement in metres
  const float* shift_y = nullptr;
  const SquareRanges* range_x = nullptr;  ///< for squares: ranges of the displaced samples
  const SquareRanges* range_y = nullptr;
  float frequency_x = 0;  ///< lattice columns per metre
  float frequency_y = 0;  ///< lattice rows per metre
  Patch patch;
  bool heights = true;      ///< blend: at least one height is nonzero
  bool slopes = true;       ///< blend: at least one slope is nonzero
  bool add = false;         ///< rows: add to the values in `out` instead of replacing them
  float* out = nullptr;     ///< rows
  float* target = nullptr;  ///< later destination of the block, whose row is to be prefetched; null: unknown
  std::ptrdiff_t target_stride = 0;
  float* sum = nullptr;     ///< the noise times the amplitude is added here; rows: null if it is written to `out`
  bool begins_sum = false;  ///< the sum is 0 so far, and is not read
  bool ends_sum = false;    ///< rows: the sum of a whole block is written to the target instead
  float amplitude = 1;
};
/// Runs the job; the values equal those of layer_value.
void fill_block(const BlockJob& job);
/// Versions of fill_block for one kind of layer each: blend, radial and cellular.
void fill_blend(const BlockJob& job);
void fill_radial(const BlockJob& job);
void fill_cellular(const BlockJob& job);

/// Combines one octave of a fractal into all samples of a block.
struct CombineBlockJob {
  FractalRule rule;
  const float* noise = nullptr;
  float amplitude = 1;
  float share = 1;
  bool first = false;
  int rows = 0;
  float* value = nullptr;
  float* weight = nullptr;  ///< weight carried between octaves, for the fractals that use one
};
/// Runs the job: add_octave for every sample.
void combine_block(const CombineBlockJob& job);

/// Computes shift += noise * strength for all samples in `rows` rows of a block. If not null, `strengths` holds one
/// strength per sample. If `first` is true, the previous shift counts as 0.
void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift);

/// Displaces the samples of a block by noise that is given row by row: writes shift = noise * strength in squares, for
/// `rows` rows (a multiple of 4).
struct ShiftJob {
  const float* noise = nullptr;      ///< kBlockWidth apart
  const float* strengths = nullptr;  ///< if not null: factors of the strength, in squares
  float strength = 0;
  int rows = 0;
  float* shift = nullptr;
};
/// Runs the job.
void shift_squares(const ShiftJob& job);

}  // namespace weald::noise::detail
