#pragma once
// Evidence: pictures, histogram and text of an output, for a human to judge.

#include "base/run_context.h"
#include "front/golden/content.h"
#include "front/golden/result.h"

namespace weald::golden {

/// Pictures of `actual` and, if not null, of `expected`, which is of the same kind. They are at most 1280 pixels wide
/// and high: maps are shaded, meshes drawn by one camera. Texts have no picture.
Evidence make_evidence(const Content* expected, const Content& actual, const RunContext& context);

/// The evidence of an output that is no longer made: its expected result only.
Evidence lost_evidence(const Content& expected, const RunContext& context);

/// Bars of a histogram.
inline constexpr std::size_t kHistogramBars = 64;

/// Distribution of heights, or of the brightness of pixels, over the range of both; unset for meshes and texts.
std::optional<Histogram> histogram_of(const Content* expected, const Content& actual);

/// Gain of the amplified difference.
inline constexpr int kDifferenceGain = 16;

}  // namespace weald::golden
