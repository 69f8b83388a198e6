#include "base/text/read_number.h"

#include <fast_float/fast_float.h>
#include <cmath>

namespace weald {

namespace {

bool has_digits_other_than_0(std::string_view mantissa) { return mantissa.find_first_of("123456789") != mantissa.npos; }

template <class T>
NumberRead read(std::string_view text, T& value) {
  const char* const begin = text.data();
  T read{};
  const auto [end, status] = fast_float::from_chars(begin, begin + text.size(), read);
  if (status != std::errc{}) return {begin, std::errc::invalid_argument};
  const auto number = text.substr(0, static_cast<std::size_t>(end - begin));
  // The library gives infinity and 0 for numbers that are too large and too small.
  const bool digits = number.find_first_of("0123456789") != number.npos;
  if (std::isinf(read) && digits) return {end, std::errc::result_out_of_range};
  if (read == 0 && has_digits_other_than_0(number.substr(0, number.find_first_of("eE")))) {
    return {end, std::errc::result_out_of_range};
  }
  value = read;
  return {end, std::errc{}};
}

}  // namespace

NumberRead read_number(std::string_view text, double& value) { return read(text, value); }
NumberRead read_number(std::string_view text, float& value) { return read(text, value); }

}  // namespace weald
