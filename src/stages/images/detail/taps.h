#pragma once
// Taps: the weighted samples of a row that make each sample of a row of another length.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/field.h"

namespace weald::image {

/// How samples are weighted by their distance.
enum class ResizeFilter { box, triangle, mitchell, lanczos };

/// How a picture continues beyond its edges.
enum class Wrap {
  clamp,   ///< the pixels of the edge, again and again
  repeat,  ///< the picture again: for those that tile
};

/// A sample of the old row and its weight.
struct Tap {
  int index = 0;
  double weight = 0;
};

/// The taps of every sample of the new row.
class Taps {
 public:
  /// The taps of sample `i` by their index, which no two share; their weights sum to 1. Pre: it is in the new row.
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

/// The filter's weight at a distance of `x` samples: triangle; mitchell with B = C = 1/3; lanczos with three lobes;
/// box, 1 up to a half. Source: [mitchell1988], [turkowski1990].
double filter_weight(ResizeFilter filter, double x);

/// Taps from a row of `from` samples to one of `to`, both covering the same length. When shrinking, the filter is as
/// wide as the new samples are apart. `box` takes the mean of the area that a new sample covers, including partial
/// samples; the other filters are evaluated at the centres of samples. Pre: both at least 1.
Taps resampling_taps(int from, int to, ResizeFilter filter, Wrap wrap);

}  // namespace weald::image

template <>
struct weald::schema::EnumNames<weald::image::ResizeFilter> {
  using F = weald::image::ResizeFilter;
  static constexpr std::array names{
      std::pair{std::string_view{"box"}, F::box}, std::pair{std::string_view{"triangle"}, F::triangle},
      std::pair{std::string_view{"mitchell"}, F::mitchell}, std::pair{std::string_view{"lanczos"}, F::lanczos}};
};

template <>
struct weald::schema::EnumNames<weald::image::Wrap> {
  using W = weald::image::Wrap;
  static constexpr std::array names{std::pair{std::string_view{"clamp"}, W::clamp},
                                    std::pair{std::string_view{"repeat"}, W::repeat}};
};
