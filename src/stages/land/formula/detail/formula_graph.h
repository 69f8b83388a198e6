#pragma once
// A formula as a graph, and what its values vary with.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "methods/expression/graph.h"

namespace weald::formula {

using expression::Graph;
using expression::GraphValue;
using expression::Op;

/// Parameters that are no field.
inline constexpr std::uint32_t kX = 0xffffffff;  ///< world x, metres
inline constexpr std::uint32_t kZ = 0xfffffffe;  ///< world z, metres

/// The names that a formula may use besides `x`, `z`, `pi`, `true` and `false`.
struct FormulaNames {
  std::vector<std::string_view> fields;                           ///< numbered in order
  std::vector<std::pair<std::string_view, double>> numbers = {};  ///< constants
};

/// Longest formula, bytes. It bounds the number of its values.
inline constexpr std::size_t kLongestFormula = 4096;

/// Why `name` cannot be the name of a field or a number; empty if it can.
std::string fault_of_name(std::string_view name);

/// The graph of `text`, an expression of methods/expression; its last value is the only result. Unset, with the reason
/// in `problem`, if it is longer than kLongestFormula, no valid expression, uses a name or a function that formulas do
/// not have, divides by the constant 0, or has a constant part that is not finite.
std::optional<Graph> compile_formula(std::string_view text, const FormulaNames& names, expression::Problem& problem);

/// What a value varies with: nothing, the row of the sample, its column, or both.
enum class Variation : std::uint8_t { none = 0, row = 1, column = 2, sample = 3 };

/// What each value of the graph varies with.
std::vector<Variation> variations_of(const Graph& graph);

}  // namespace weald::formula
