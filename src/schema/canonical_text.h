#pragma once
// Parses the canonical text of parameters, `{a: 1, b: {c: [2, 3]}}`, as printed by print_fields().

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weald::schema {

/// A key and its value as canonical text; both refer to the parsed text.
struct TextEntry {
  std::string_view key;  ///< a key in quotes keeps them
  std::string_view value;

  /// Whether the value is a non-empty map.
  bool is_map() const { return value.size() > 2 && value.front() == '{' && value.back() == '}'; }
};

/// The entries of the map whose canonical text is `map`, in order; none for any other text. Everything after a syntax
/// error is dropped.
std::vector<TextEntry> entries_of(std::string_view map);

/// The values of a map by their paths: a = 1, b.c = [2, 3]. An empty map is a value.
std::vector<std::pair<std::string, std::string>> flat_values(std::string_view map);

}  // namespace weald::schema
