#pragma once
// Taps: the source samples, with weights, that make up each sample of a resampled row.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/field.h"

namespace weald::image {

/// Weighting of samples by distance.
enum class ResizeFilter { box, triangle, mitchell, lanczos };

/// Extension of an image beyond its edges.
enum class Wrap {
  clamp,   ///< the edge pixels are repeated
  repeat,  ///< the image is repeated, for images that tile
};

/// A source sample and its weight.
struct Tap {
  int index = 0;
  double weight = 0;
};

/// The taps of every destination sample.
class Taps {
 public:
  /// The taps of destination sample `i`, in ascending order of distinct indices; their weights sum to 1. Pre: i is a
  /// sample of the destination row.
  std::span<const Tap> of(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span(taps_).subspan(first_[at], first_[at + 1] - first_[at]);
  }
  int size() const { return static_cast<int>(first_.size()) - 1; }

 private:
  friend Taps resampling_taps(int, int, ResizeFilter, Wrap);
  std::vector<std::size_t> first_{0};
  std::vector<Tap> taps_;
};

/// Weight of a filter at a distance of `x` samples: triangle; mitchell with B = C = 1/3; lanczos with three lobes; box,
/// which is 1 up to one half. Source: [mitchell1988], [turkowski1990].
double filter_weight(ResizeFilter filter, double x);

/// Taps that resample a row of `from` samples to `to` samples over the same length. For downsampling, filters are
/// widened to the spacing of the destination samples. `box` averages everything that a destination sample covers,
/// including parts of samples; the other filters are evaluated at sample centres. Pre: both at least 1.
Taps resampling_taps(int from, int to, ResizeFilter filter, Wrap wrap);

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::ResizeFilter> {
  static constexpr auto names = names_in_order<weald::image::ResizeFilter>("box", "triangle", "mitchell", "lanczos");
};

template <>
struct weald::schema::EnumNames<weald::image::Wrap> {
  static constexpr auto names = names_in_order<weald::image::Wrap>("clamp", "repeat");
};
