#include "engine/preset/sweep.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "schema/codec.h"

namespace weald::preset {

namespace {

SourceLoc place(std::uint32_t source, std::size_t at, std::size_t size) {
  return {source, 1, static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(std::max<std::size_t>(1, size))};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Pieces between commas outside of brackets, braces and quotes.
std::vector<std::string_view> split_values(std::string_view text) {
  std::vector<std::string_view> result;
  int depth = 0;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{' || c == '(') {
      ++depth;
    } else if (c == ']' || c == '}' || c == ')') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      result.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  result.push_back(trimmed(text.substr(begin)));
  return result;
}

/// The numbers of `A..B` or `A..B..STEP`; unset if the text has another form.
std::optional<std::vector<std::int64_t>> range_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  while (true) {
    const std::size_t dots = text.find("..");
    const auto number = schema::parse_integer(trimmed(text.substr(0, dots)));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
    if (dots == std::string_view::npos) break;
    text.remove_prefix(dots + 2);
  }
  if (numbers.size() != 2 && numbers.size() != 3) return std::nullopt;
  return numbers;
}

/// Whole numbers from `first` to `last`. Empty when there are more than kMaxVariants.
std::vector<std::string> counted(std::int64_t first, std::int64_t last, std::int64_t step) {
  // As unsigned numbers, whose difference cannot overflow.
  const auto distance = first <= last ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)
                                      : static_cast<std::uint64_t>(first) - static_cast<std::uint64_t>(last);
  const std::uint64_t count = distance / static_cast<std::uint64_t>(step) + 1;
  std::vector<std::string> values;
  if (count > kMaxVariants) return values;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i)
    values.push_back(std::to_string(first <= last ? first + i * step : first - i * step));
  return values;
}

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

std::optional<Sweep> parse_sweep(std::uint32_t source, std::string_view text, Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    diagnostics.error(place(source, 0, text.size()), "--sweep needs KEY=VALUES",
                      "for example --sweep seed=0..15 or --sweep hills.octaves=2,4,8");
    return std::nullopt;
  }
  const std::string_view list = text.substr(equals + 1);
  Sweep sweep{std::string(text.substr(0, equals)), {}, std::string(list)};
  const SourceLoc where = place(source, equals + 1, list.size());
  if (const auto range = range_numbers(list)) {
    const std::int64_t step = range->size() == 3 ? (*range)[2] : 1;
    if (step < 1) {
      diagnostics.error(where, "the step of a sweep must be at least 1");
      return std::nullopt;
    }
    sweep.values = counted((*range)[0], (*range)[1], step);
  } else {
    const auto values = split_values(list);
    if (std::ranges::find(values, std::string_view{}) != values.end()) {
      diagnostics.error(where, "a sweep needs values between its commas", "for example 2,4,8 or 0..15");
      return std::nullopt;
    }
    if (values.size() <= kMaxVariants) sweep.values.assign(values.begin(), values.end());
  }
  if (sweep.values.empty()) {
    diagnostics.error(where, fmt::format("this sweep has more than {} values", kMaxVariants));
    return std::nullopt;
  }
  return sweep;
}

std::size_t variant_count(const std::vector<Sweep>& sweeps) {
  std::size_t count = 1;
  for (const Sweep& sweep : sweeps) {
    if (count > kMaxVariants) return count;  // already too many; a further product could overflow
    count *= sweep.values.size();
  }
  return count;
}

std::vector<std::string> variant_values(const std::vector<Sweep>& sweeps, std::size_t index) {
  std::vector<std::string> values;
  for (const Sweep& sweep : sweeps) {
    values.push_back(sweep.values[index % sweep.values.size()]);
    index /= sweep.values.size();
  }
  return values;
}

std::vector<std::string> caption_keys(const std::vector<Sweep>& sweeps) {
  std::vector<std::string> keys;
  for (const Sweep& sweep : sweeps) {
    const std::string_view name = last_part(sweep.key);
    const auto same = std::ranges::count_if(sweeps, [&](const Sweep& other) { return last_part(other.key) == name; });
    // A number alone, an index into a list, is not informative.
    keys.emplace_back(same > 1 || schema::parse_integer(name) ? std::string_view{sweep.key} : name);
  }
  return keys;
}

}  // namespace weald::preset
