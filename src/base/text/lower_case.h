#pragma once
// Lower-case text, for case-insensitive comparison of names.

#include <string>

namespace weald {

/// `text` with the ASCII letters A to Z in lower case; other bytes are unchanged.
inline std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace weald
