#pragma once
// YAML text -> located node tree, safe on hostile input. The only user of yaml-cpp.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "schema/node.h"

namespace weald::preset {

/// Limits of one YAML text; a text that exceeds one of them is rejected with an error at the location.
struct YamlLimits {
  std::size_t bytes = 1u << 20;           ///< size of the text
  std::size_t depth = 64;                 ///< nesting of lists and maps
  std::size_t nodes = 100'000;            ///< values, counted after aliases are expanded
  std::size_t expanded_bytes = 8u << 20;  ///< bytes of all scalars, counted after aliases are expanded
};

/// Reads the text of `source`, at most one document. Reports, each at its location: syntax errors, invalid UTF-8,
/// duplicate keys, keys that are not scalars, tags, an alias inside its own anchor, a second document, anything beyond
/// `limits`. Unset if there was an error.
std::optional<schema::Node> read_yaml(std::uint32_t source, std::string_view text, Diagnostics& diagnostics,
                                      const YamlLimits& limits = {});

/// Position of the first byte that is not part of valid UTF-8, or unset.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

}  // namespace weald::preset
