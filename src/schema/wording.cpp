#include "schema/wording.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace weald::schema {

std::string readable_number(double value) {
  constexpr double kSmallest = 1e-4;
  constexpr double kLargest = 1e6;
  if (value == 0) return "0";
  const double size = std::abs(value);
  const bool plain = size >= kSmallest && size <= kLargest;
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value,
                                    plain ? std::chars_format::fixed : std::chars_format::scientific);
  return with_short_exponent({buffer, result.ptr});
}

std::string with_short_exponent(std::string text) {
  const std::size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text;
  return text.substr(0, exponent + 1) + std::to_string(std::stoi(text.substr(exponent + 1)));
}

std::string range_text(const std::optional<Range>& range) {
  if (!range) return {};
  const bool low = std::isfinite(range->min), high = std::isfinite(range->max);
  if (low && high) return fmt::format("{} .. {}", readable_number(range->min), readable_number(range->max));
  if (low) return "at least " + readable_number(range->min);
  return high ? "at most " + readable_number(range->max) : std::string{};
}

std::string readable_bytes(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.0f} kB", bytes / 1e3);
  return bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

std::string readable_time(double seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 1.5) return "1 second";
  if (seconds < 90) return fmt::format("{:.0f} seconds", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} minutes", seconds / 60);
  if (seconds < 36 * 3600) return fmt::format("{:.0f} hours", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86400);
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

std::string alternatives_text(std::span<const std::string_view> nouns) {
  std::string text(nouns.front());
  for (std::size_t i = 1; i < nouns.size(); ++i)
    text += (i + 1 == nouns.size() ? " or " : ", ") + std::string(nouns[i]);
  return text;
}

}  // namespace weald::schema
