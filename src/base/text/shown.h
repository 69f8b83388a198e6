#pragma once
// Foreign text in messages.

#include <cstddef>
#include <string>
#include <string_view>

namespace weald {

/// `text` in a form for messages: cut to 40 bytes, or up to three fewer where a character of UTF-8 would be divided,
/// with
/// `?` in place of control characters.
inline std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40, kMostFollowing = 3;
  std::size_t end = kMost;
  const auto follows = [&] { return (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80; };
  while (text.size() > kMost && end > kMost - kMostFollowing && follows()) --end;
  std::string result(text.substr(0, end));
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return text.size() > kMost ? result + "..." : result;
}

}  // namespace weald
