#pragma once
// Floating-point numbers from text, correctly rounded, with every standard library and in every locale.

#include <string_view>
#include <system_error>

namespace weald {

/// Result of read_number().
struct NumberRead {
  const char* end;   ///< one past the last character of the number; the beginning of the text if there is no number
  std::errc status;  ///< none; invalid_argument if no number begins here; result_out_of_range if the number is too
                     ///< large for the type, or so small that it would become 0

  friend bool operator==(const NumberRead&, const NumberRead&) = default;
};

/// Reads the longest decimal number at the beginning of `text` into `value`, rounded to nearest. A number is an
/// optional '-', digits with an optional decimal point, and an optional exponent; "inf" and "nan" are also read.
/// `value` is unchanged unless the status is none. Accepts no '+' and no space before the number. Behaves like
/// std::from_chars, which not every standard library has for these types. Source: [lemire2021].
NumberRead read_number(std::string_view text, double& value);
/// Like read_number above for a float, rounded once.
NumberRead read_number(std::string_view text, float& value);

}  // namespace weald
