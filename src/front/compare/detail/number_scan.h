#pragma once
// Numbers inside the lines of a text.

#include <cstddef>
#include <string_view>

namespace weald::compare {

/// A number in a line, or none.
struct ScannedNumber {
  double value = 0;
  bool whole = true;       ///< no point and no exponent
  int last_place = 0;      ///< power of ten of the last digit: -2 in 1.25
  int digits = 0;          ///< number of digits, starting with the first that is not 0
  std::size_t length = 0;  ///< bytes, with its sign; 0: there is no number here
};

/// The number that begins at byte `at`. Digits after '#' or after two letters are part of a colour or a name (#1e5000,
/// path12), not a number. Pre: at < line.size().
ScannedNumber number_at(std::string_view line, std::size_t at);

/// The value of one unit in the last digit.
double unit_of(const ScannedNumber& number);

}  // namespace weald::compare
