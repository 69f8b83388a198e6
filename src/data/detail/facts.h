#pragma once
// Facts: numbers about a mesh that programs need which use it, such as what collides with it or how its pictures lie.

#include <cstdint>
#include <string>
#include <vector>

namespace weald::mesh {

/// One statement. Files write it as JSON: as a text, as a number, as a list of numbers or as a list of rows.
struct Fact {
  std::string name;            ///< keys of nested objects, with dots between: "impostor.size_m"
  std::vector<double> values;  ///< finite
  std::uint32_t row = 1;       ///< 0: one number; 1: a list of numbers; more: a list of lists of so many numbers
  std::string text{};          ///< instead of values, where it is not empty
  bool operator==(const Fact&) const = default;
};

}  // namespace weald::mesh
