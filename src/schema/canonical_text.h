#pragma once
// Canonical text of values: one line of YAML in flow style, the same for equal values.

#include <string>
#include <utility>
#include <vector>

#include "schema/node.h"

namespace weald::schema {

/// A value as text that reads back as an equal value, `{a: 1, b: {c: [2, 3]}}`; empty for null. Locations are ignored.
std::string canonical_text(const Node& node);

/// The values of a map by their paths, as canonical text: a = 1, b.c = [2, 3]. An empty map counts as a value. Empty
/// for a node that is not a map.
std::vector<std::pair<std::string, std::string>> flat_values(const Node& map);

}  // namespace weald::schema
