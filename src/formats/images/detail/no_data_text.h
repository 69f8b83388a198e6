#pragma once
// How files state the number of samples without data.

#include <optional>
#include <string>

#include "formats/files/number_text.h"

namespace weald::io {

/// The number of samples without data, with the digits that a sample of text has; if all have data, the lowest float:
/// readers take -9999 for none if nothing is stated, but it may be the height of a sample.
inline std::string no_data_text(const std::optional<float>& no_data) {
  if (!no_data) return "-3.4028234663852886e+38";
  char text[kNumberRoom];
  return {text, write_float(text, *no_data)};
}

}  // namespace weald::io
