#include "formats/images/detail/header_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/text/lower_case.h"
#include "base/text/read_number.h"
#include "base/text/shown.h"

namespace weald::io {

namespace {

constexpr std::uint64_t kMaxCount = 1'000'000'000;

}  // namespace

void fail_grid(const std::string& name, const std::string& reason) {
  throw IoError("cannot read '" + name + "': " + reason);
}

void skip_mark(std::string_view& text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
}

std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kSpace = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kSpace));
  text.remove_prefix(word.size());
  return word;
}

namespace {

/// Infinity and what is no number as programs on Windows print them; unset for all other words.
std::optional<double> windows_number(std::string_view word) {
  const std::string text = lower_case(std::string(word));
  const std::string_view magnitude = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (magnitude.starts_with("1.#inf")) return text.starts_with('-') ? -kInfinity : kInfinity;
  for (const std::string_view name : {"1.#qnan", "1.#snan", "1.#ind"}) {
    if (magnitude.starts_with(name)) return std::numeric_limits<double>::quiet_NaN();
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> number_in(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const NumberRead read = read_number(word, value);
  if (read.end != word.data() + word.size() || read.status == std::errc::invalid_argument) return windows_number(word);
  if (read.status == std::errc{}) return value;
  const bool is_small =
      word.find_first_of("123456789") > word.find('.') || word.find("e-") != word.npos || word.find("E-") != word.npos;
  const double most = is_small ? 0 : std::numeric_limits<double>::infinity();
  return word.starts_with('-') ? -most : most;
}

void HeaderKeys::add(std::string_view key, std::string_view value) {
  const auto [entry, is_new] = values_.try_emplace(lower_case(std::string(key)), Entry{value});
  if (!is_new && lower_case(std::string(entry->second.text)) != lower_case(std::string(value)))
    entry->second.is_contradicted = true;
}

void HeaderKeys::add_lines(std::string_view text) {
  skip_mark(text);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view key = next_word(line);
    if (!key.empty()) add(key, next_word(line));
  }
}

std::optional<double> HeaderKeys::any_number(std::string_view key) const {
  const Entry* const entry = find(key);
  if (entry == nullptr) return std::nullopt;
  const auto value = number_in(entry->text);
  if (!value) fail(key, "is not a number: '" + shown(entry->text) + "'");
  return value;
}

std::optional<double> HeaderKeys::number(std::string_view key) const {
  const auto value = any_number(key);
  if (value && !std::isfinite(*value)) fail(key, "is not a finite number");
  return value;
}

std::uint64_t HeaderKeys::whole(std::string_view key, std::uint64_t low, std::uint64_t high,
                                std::optional<std::uint64_t> otherwise) const {
  const auto value = number(key);
  if (!value && !otherwise) fail_grid(name_, "its header has no '" + std::string(key) + "'");
  if (!value) return *otherwise;
  if (!(*value >= static_cast<double>(low) && *value <= static_cast<double>(high)) || *value != std::floor(*value))
    fail(key, "is not a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<std::uint64_t>(*value);
}

int HeaderKeys::count(std::string_view key) const { return static_cast<int>(whole(key, 1, kMaxCount)); }

std::string HeaderKeys::text(std::string_view key) const {
  const Entry* const entry = find(key);
  return entry == nullptr ? std::string{} : lower_case(std::string(entry->text));
}

void HeaderKeys::fail(std::string_view key, const std::string& what) const {
  fail_grid(name_, "'" + std::string(key) + "' in its header " + what);
}

const HeaderKeys::Entry* HeaderKeys::find(std::string_view key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return nullptr;
  if (found->second.is_contradicted)
    fail_grid(name_, "its header has '" + std::string(key) + "' twice, with different values");
  return &found->second;
}

}  // namespace weald::io
