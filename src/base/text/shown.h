#pragma once
// Foreign text in messages.

#include <cstddef>
#include <string>
#include <string_view>

namespace weald {

/// `text` in a form for messages: cut to 40 bytes, with `?` in place of control characters.
inline std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result(text.substr(0, kMost));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return text.size() > kMost ? result + "..." : result;
}

}  // namespace weald
