#pragma once
// Floating-point numbers from text, the nearest value to what is written, with every standard library and in every
// locale.

#include <string_view>
#include <system_error>

namespace weald {

/// What read_number found at the beginning of a text.
struct NumberRead {
  const char* end;   ///< behind the last character of the number; the beginning where there is none
  std::errc status;  ///< none, invalid_argument where no number begins, result_out_of_range where no finite value or
                     ///< only 0 is near

  friend bool operator==(const NumberRead&, const NumberRead&) = default;
};

/// Reads the longest decimal number at the beginning of `text` into `value`, rounded to nearest: an optional '-',
/// digits with an optional point, an optional exponent; also "inf" and "nan". `value` is unchanged unless the status is
/// none. Takes no '+' and no blank before it. Follows std::from_chars, which not every standard library has for these
/// types. Source: [lemire2021].
NumberRead read_number(std::string_view text, double& value);
/// Reads a float likewise, rounded once.
NumberRead read_number(std::string_view text, float& value);

}  // namespace weald
