#pragma once
// Samples that are not finite: NaN and infinities, which are not allowed in a heightmap.

#include <optional>
#include <span>
#include <string>

#include "data/heightmap.h"

namespace weald {

/// A sample that is NaN or infinite.
struct BadSample {
  int x = 0;  ///< column in the whole grid
  int y = 0;  ///< row in the whole grid
  float value = 0;

  bool operator==(const BadSample&) const = default;
};

/// True if none of `samples` is NaN or infinite.
bool all_finite(std::span<const float> samples);

/// The first sample of `view`, row by row, that is NaN or infinite; unset if all are finite.
std::optional<BadSample> first_not_finite(const HeightView& view);

/// Describes the fault of a sample, with its column and row, for messages: "sample (3, 7) is not a number". `of`
/// follows the position: "", or " of its part 'flow'".
std::string fault_of(const BadSample& sample, const std::string& of = {});

}  // namespace weald
