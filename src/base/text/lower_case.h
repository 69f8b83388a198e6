#pragma once
// Text in lower case, for names that are compared whatever their case.

#include <string>

namespace weald {

/// `text` with the ASCII letters A to Z as a to z; other bytes stay.
inline std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace weald
