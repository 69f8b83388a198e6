#pragma once
// The difference of two heightmaps of floats.

#include <cstdint>
#include <optional>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "front/compare/tolerance.h"

namespace weald::compare {

/// A sample of a heightmap, or a pixel of a picture: column and row, from 0.
struct SamplePosition {
  int x = 0;
  int y = 0;
  bool operator==(const SamplePosition&) const = default;
};

/// Differences, sample by sample, of heightmaps of the same width and height. Samples that are not finite in one of
/// them are counted only in `non_finite`.
struct HeightErrors {
  double max_error = 0;                 ///< metres
  SamplePosition max_error_at;          ///< the first sample with that error
  double rmse = 0;                      ///< metres
  double max_slope = 0;                 ///< degrees
  SamplePosition max_slope_at;          ///< the first sample with that change of slope
  double rms_slope = 0;                 ///< degrees
  double changed = 0;                   ///< share of the samples, 0 to 1, whose error exceeds the threshold
  std::uint64_t unequal = 0;            ///< samples whose bits differ
  std::optional<SamplePosition> first;  ///< the first unequal sample, row by row
  double first_expected = 0;            ///< metres
  double first_actual = 0;              ///< metres
  std::uint64_t non_finite = 0;         ///< samples whose bits differ and of which one is not finite
};

/// The difference of two heightmaps.
struct HeightDifference {
  GridSpec expected, actual;
  HeightRange expected_range, actual_range;  ///< of the finite samples
  double scale = 0;                          ///< metres; height_scale(expected)
  double histogram = 0;                      ///< metres, see histogram_distance()
  std::optional<HeightErrors> errors;        ///< unset if the sizes differ

  bool same_size() const { return expected.width == actual.width && expected.height == actual.height; }
  /// True if grid and samples are bit-identical.
  bool identical() const { return expected == actual && errors && errors->unequal == 0; }
};

/// The length to which shares of the range refer, metres: the range of the finite heights, but at least a hundredth of
/// the largest absolute height and a millimetre, to give a flat map a tolerance too.
double height_scale(const Heightmap& map);

/// Compares two heightmaps sample by sample; the verdict compares cell sizes and origins. Of `tolerance` only
/// `change_threshold` is used. Time is linear in the samples.
HeightDifference compare_heights(const Heightmap& expected, const Heightmap& actual,
                                 const HeightTolerance& tolerance = {}, const RunContext& context = {});

/// The earth mover's distance of two distributions of heights, metres: the area between the cumulative distributions,
/// taken at 4096 levels over both ranges. Sizes may differ. 0 for empty maps. Source: [rubner2000].
double histogram_distance(const Heightmap& a, const Heightmap& b);

}  // namespace weald::compare
