#pragma once
// What becomes of the samples of an elevation grid as they are stored.

#include <limits>
#include <optional>

#include "formats/images/elevation_grid.h"
#include "formats/images/height_reader.h"

namespace weald::io {

/// Turns stored samples into heights.
class SampleHeights {
 public:
  SampleHeights() = default;
  /// `no_data`: the value of samples without data that the grid states.
  SampleHeights(const std::optional<double>& no_data, const SampleMeaning& meaning)
      : no_data_(no_data),
        also_no_data_(meaning.also_no_data),
        scale_(meaning.scale),
        offset_(meaning.offset),
        is_converted_(!meaning.is_metres()) {}

  /// The height, metres; NaN if the sample has no data.
  float operator()(double stored) const {
    if (marks_no_data(stored, no_data_) || (also_no_data_ && marks_no_data(stored, also_no_data_)) ||
        (is_converted_ && !no_data_ && !also_no_data_ && is_usual_no_data(stored)))
      return std::numeric_limits<float>::quiet_NaN();
    return static_cast<float>(is_converted_ ? stored * scale_ + offset_ : stored);
  }

 private:
  std::optional<double> no_data_, also_no_data_;
  double scale_ = 1, offset_ = 0;
  bool is_converted_ = false;  // otherwise -0 would become 0
};

/// Adds what is known of the samples of a grid to its header, and says what becomes of them.
inline SampleHeights take_meaning(ElevationHeader& header, const SampleMeaning& meaning) {
  if (!header.no_data) header.no_data = meaning.no_data;
  header.unknown_unit = meaning.unknown_unit;
  const SampleHeights heights(header.no_data, meaning);
  const bool are_marked = !meaning.is_metres() || (meaning.also_no_data && !header.no_data);
  if (are_marked) header.no_data = std::numeric_limits<double>::quiet_NaN();
  return heights;
}

}  // namespace weald::io
