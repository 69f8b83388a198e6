#pragma once
// Floating-point numbers from text, correctly rounded, with every standard library and in every locale.

#include <string_view>
#include <system_error>

namespace weald {

/// The result of read_number().
struct NumberRead {
  const char* end;   ///< one past the last character of the number; the beginning if there is none
  std::errc status;  ///< none; invalid_argument: the text begins with no number; result_out_of_range: the number is too
                     ///< large, or so small that it rounds to 0

  friend bool operator==(const NumberRead&, const NumberRead&) = default;
};

/// Reads the longest decimal number at the beginning of `text` into `value`, rounded to nearest: an optional '-',
/// digits with an optional decimal point, an optional exponent; also "inf" and "nan". `value` is unchanged unless the
/// status is none. Accepts no '+' and no space before the number. Behaves like std::from_chars, which not every
/// standard library has for these types. Source: [lemire2021].
NumberRead read_number(std::string_view text, double& value);
/// Like read_number above for a float, rounded once.
NumberRead read_number(std::string_view text, float& value);

}  // namespace weald
