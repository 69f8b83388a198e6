#pragma once
// Edge values of parameters, made from their declared types alone: a new parameter has them by existing.

#include <string>
#include <vector>

#include "deep/small_presets.h"

namespace weald::deep {

/// A value of a parameter at or beyond an edge of what it takes.
struct Edge {
  std::string path;  ///< of the value: "leaves.curl", "size[0]"
  std::string key;   ///< of the parameter: "leaves"
  Node value;        ///< of the whole parameter
};

/// Edge values of all `fields`: limits, what lies just inside and beyond them, 0, -0, denormals, 1e308, NaN and
/// infinity as texts, every choice, other artifacts, files that are none, values of wrong types, deep and long lists,
/// huge texts; inside lists and maps with the remaining values plain. `example` gives what declarations cannot say.
std::vector<Edge> edges_of(const std::vector<FieldInfo>& fields, const Node* example);

}  // namespace weald::deep
