#pragma once
// Facts: numbers about a mesh that other programs need, such as its collision bodies or the layout of its pictures.

#include <cstdint>
#include <string>
#include <vector>

namespace weald::mesh {

/// One fact. Files write it as JSON: as a text, a number, a list of numbers or a list of rows.
struct Fact {
  std::string name;            ///< keys of nested objects, with dots between: "impostor.size_m"
  std::vector<double> values;  ///< finite
  std::uint32_t row = 1;       ///< 0: one number; 1: a list of numbers; more: a list of lists of this many numbers
  std::string text{};          ///< instead of values, if not empty
  bool operator==(const Fact&) const = default;
};

}  // namespace weald::mesh
