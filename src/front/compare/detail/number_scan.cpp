#include "front/compare/detail/number_scan.h"

#include <algorithm>
#include <charconv>

#include "base/math/math.h"
#include "base/text/read_number.h"

namespace weald::compare {

namespace {

constexpr std::size_t kLongestColour = 16;  // bytes looked back at for a '#'

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool in_word(std::string_view line, std::size_t at) {
  const std::size_t limit = at > kLongestColour ? at - kLongestColour : 0;
  std::size_t begin = at;
  while (begin > limit && (is_letter(line[begin - 1]) || is_digit(line[begin - 1]))) --begin;
  if (begin > 0 && line[begin - 1] == '#') return true;
  return at >= 2 && is_letter(line[at - 1]) && is_letter(line[at - 2]);
}

bool starts_number(std::string_view line, std::size_t at) {
  if (line[at] == '-' || line[at] == '+') ++at;
  if (at < line.size() && line[at] == '.') ++at;
  return at < line.size() && is_digit(line[at]);
}

/// Fills in the members that depend on the spelling of the number.
void read_spelling(std::string_view text, ScannedNumber& number) {
  const std::size_t end = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, end);
  const std::size_t point = mantissa.find('.');
  number.whole = end == text.size() && point == std::string_view::npos;
  int exponent = 0;
  if (end < text.size()) {
    const std::size_t sign = text[end + 1] == '+' ? 2 : 1;
    std::from_chars(text.data() + end + sign, text.data() + text.size(), exponent);
  }
  const std::size_t decimals = point == std::string_view::npos ? 0 : mantissa.size() - point - 1;
  number.last_place = exponent - static_cast<int>(decimals);
  const std::size_t first = mantissa.find_first_of("123456789");
  for (std::size_t i = first; i < mantissa.size(); ++i) number.digits += is_digit(mantissa[i]) ? 1 : 0;
}

}  // namespace

ScannedNumber number_at(std::string_view line, std::size_t at) {
  ScannedNumber number;
  if (!starts_number(line, at) || in_word(line, at)) return number;
  const std::size_t begin = line[at] == '+' ? at + 1 : at;  // from_chars rejects a plus sign
  const auto [stop, status] = read_number(line.substr(begin), number.value);
  if (status != std::errc{}) return ScannedNumber{};
  number.length = static_cast<std::size_t>(stop - (line.data() + at));
  read_spelling(line.substr(at, number.length), number);
  return number;
}

double unit_of(const ScannedNumber& number) { return math::pow(10, number.last_place); }

}  // namespace weald::compare
