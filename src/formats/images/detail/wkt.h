#pragma once
// Well-known text (WKT): definitions of coordinate reference systems as trees.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weald::io {

/// A keyword with its values, such as UNIT["Meter",1.0].
struct WktNode {
  std::string keyword;  ///< in upper case; empty: a value
  std::string text;     ///< of a value: its text, or its number as written
  std::vector<WktNode> parts{};

  /// The first part with this keyword; null if there is none.
  const WktNode* part(std::string_view name) const;
  /// The text of value `index` among the parts; empty if there is none.
  std::string_view value(std::size_t index) const;
  /// The number of value `index` among the parts; unset if there is none.
  std::optional<double> number(std::size_t index) const;
};

/// The tree of a text, which must be one node and nothing else. Unset if it is no WKT, is nested more than 16 deep, or
/// has control characters in its names. Source: [wkt-spec].
std::optional<WktNode> parse_wkt(std::string_view text);

}  // namespace weald::io
