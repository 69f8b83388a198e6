#include "engine/preset/detail/repetition.h"

#include <utility>

#include <fmt/format.h>

#include "engine/preset/detail/node_values.h"
#include "methods/expression/syntax.h"
#include "schema/codec.h"

namespace weald::preset {

using expression::Value;
using schema::Entry;
using schema::Node;

namespace {

/// The values of one loop variable.
struct LoopRange {
  std::string name;
  std::vector<Value> values;
  bool is_counted = false;  // a range a..b, whose values are in the names of the copies
};

std::optional<LoopRange> too_many(const Node& node, Diagnostics& diagnostics) {
  diagnostics.error(node.where, fmt::format("'for' would make more than {} copies", kMaxCopies));
  return std::nullopt;
}

/// "0..11", both ends included; unset, without an error, for anything else.
std::optional<std::pair<std::int64_t, std::int64_t>> counted_range(const Node& node) {
  const schema::Scalar* scalar = node.scalar();
  const std::size_t dots = scalar != nullptr ? scalar->text.find("..") : std::string::npos;
  if (dots == std::string::npos) return std::nullopt;
  const auto first = schema::parse_integer(std::string_view(scalar->text).substr(0, dots));
  const auto last = schema::parse_integer(std::string_view(scalar->text).substr(dots + 2));
  constexpr std::int64_t kFarthest = 1'000'000'000;
  const bool is_near =
      first && last && *first >= -kFarthest && *first <= kFarthest && *last >= -kFarthest && *last <= kFarthest;
  return is_near ? std::optional(std::pair{*first, *last}) : std::nullopt;
}

std::optional<LoopRange> range_of(const Entry& entry, const std::string& path, ExpressionScope& scope,
                                  Diagnostics& diagnostics) {
  LoopRange range;
  range.name = entry.key;
  if (const auto bounds = counted_range(entry.value)) {
    range.is_counted = true;
    const auto [first, last] = *bounds;
    if (static_cast<std::size_t>(std::abs(last - first)) >= kMaxCopies) return too_many(entry.value, diagnostics);
    for (std::int64_t i = first; first <= last ? i <= last : i >= last; i += first <= last ? 1 : -1)
      range.values.push_back({static_cast<double>(i)});
    return range;
  }
  const auto node = scope.evaluate(entry.value, path);
  if (!node) return std::nullopt;
  const auto value = value_of(*node);
  if (!value || value->list() == nullptr) {
    diagnostics.error(
        entry.value.is_null() ? entry.key_where : entry.value.where,
        fmt::format("'{}' in 'for' needs a range such as 0..11 or a list, not {}", entry.key, entry.value.kind_name()));
    return std::nullopt;
  }
  range.values = *value->list();
  if (range.values.size() > kMaxCopies) return too_many(entry.value, diagnostics);
  return range;
}

/// Appends the variable to each of the copies, once for each of its values.
std::vector<Copy> with_variable(const std::vector<Copy>& copies, const LoopRange& range) {
  std::vector<Copy> result;
  for (const Copy& copy : copies) {
    for (std::size_t i = 0; i < range.values.size(); ++i) {
      Copy& made = result.emplace_back(copy);
      made.suffix += "." + (range.is_counted ? expression::to_text(range.values[i]) : std::to_string(i));
      made.loop.emplace_back(range.name, range.values[i]);
    }
  }
  return result;
}

}  // namespace

std::optional<std::vector<Copy>> copies_of(const Node& map, const std::string& path, ExpressionScope& scope,
                                           Diagnostics& diagnostics) {
  const Entry* loop = map.find("for");
  if (loop == nullptr) return std::vector<Copy>(1);
  if (loop->value.map() == nullptr || loop->value.map()->empty()) {
    diagnostics.error(loop->value.is_null() ? loop->key_where : loop->value.where,
                      fmt::format("'for' needs a map of loop variables, not {}", loop->value.kind_name()),
                      "for example for: {i: 0..11}");
    return std::nullopt;
  }
  std::vector<Copy> copies(1);
  scope.set_loop({});
  for (const Entry& entry : *loop->value.map()) {
    expression::Problem ignored;
    if (!expression::is_identifier(entry.key) || entry.key == "index" || scope.find(entry.key, ignored) != nullptr) {
      diagnostics.error(entry.key_where, fmt::format("'{}' cannot be a loop variable", entry.key.substr(0, 40)),
                        "its name must be new, and consist of letters, digits and '_'");
      return std::nullopt;
    }
    const auto range = range_of(entry, path + ".for." + entry.key, scope, diagnostics);
    if (!range) return std::nullopt;
    if (copies.size() * range->values.size() > kMaxCopies) {
      too_many(loop->value, diagnostics);
      return std::nullopt;
    }
    copies = with_variable(copies, *range);
  }
  for (std::size_t i = 0; i < copies.size(); ++i) copies[i].loop.emplace_back("index", Value{static_cast<double>(i)});
  return copies;
}

std::optional<bool> is_wanted(const Node& map, const std::string& path, ExpressionScope& scope,
                              Diagnostics& diagnostics) {
  const Entry* when = map.find("when");
  if (when == nullptr) return true;
  const auto node = scope.evaluate(when->value, path + ".when");
  if (!node) return std::nullopt;
  const auto value = value_of(*node);
  if (value && value->boolean() != nullptr) return *value->boolean();
  if (value && value->number() != nullptr) return expression::is_true(*value->number());
  diagnostics.error(when->value.is_null() ? when->key_where : when->value.where,
                    fmt::format("'when' needs a condition, not {}", node->kind_name()),
                    "for example when: = season == 'winter'");
  return std::nullopt;
}

}  // namespace weald::preset
