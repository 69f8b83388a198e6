#pragma once
// What stands in a page that shows a model.

#include <string>
#include <string_view>

namespace weald::test {

/// The text in the script element `id` of a page.
inline std::string script_of(const std::string& page, const std::string& id) {
  const std::size_t at = page.find('>', page.find("id=\"" + id + "\"")) + 1;
  return page.substr(at, page.find("</script>", at) - at);
}

/// The bytes that a Base64 text stands for.
inline std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(kDigits.find(c));
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  return bytes;
}

}  // namespace weald::test
