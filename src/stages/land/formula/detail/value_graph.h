#pragma once
// ValueGraph: a formula as a graph of operations, in which equal operations occur once and constants are folded.
// Source: [aho2006] section 6.1.2 (value numbers).

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "methods/expression/syntax.h"

namespace weald::formula {

using expression::Op;

/// What a value varies with: nothing, the row of the sample, its column, or both.
enum class Variation : std::uint8_t { none = 0, row = 1, column = 2, sample = 3 };

/// The index of a name that is no field.
inline constexpr std::uint32_t kX = 0xffffffff;  ///< world x, metres
inline constexpr std::uint32_t kZ = 0xfffffffe;  ///< world z, metres

/// A value of a formula: an operation on earlier values.
struct GraphValue {
  Op op = Op::constant;
  std::array<std::uint32_t, 3> operands{};  ///< indices of values; as many as the operation has
  double number = 0;                        ///< of a constant
  std::uint32_t index = 0;                  ///< of a parameter: the number of its field, kX or kZ
  Variation variation = Variation::none;
};

/// The names that a formula may use besides `x`, `z`, `pi`, `true` and `false`.
struct FormulaNames {
  std::vector<std::string_view> fields;                           ///< numbered in order
  std::vector<std::pair<std::string_view, double>> numbers = {};  ///< constants
};

/// Longest formula, bytes. It bounds the number of its values.
inline constexpr std::size_t kLongestFormula = 4096;

/// Why `name` cannot be the name of a field or a number; empty if it can.
std::string fault_of_name(std::string_view name);

class ValueGraph {
 public:
  /// The graph of `text`, an expression of methods/expression. Unset, with the reason in `problem`, if it is longer
  /// than kLongestFormula, no valid expression, uses a name or a function that formulas do not have, divides by the
  /// constant 0, or has a constant part that is not finite.
  static std::optional<ValueGraph> compile(std::string_view text, const FormulaNames& names,
                                           expression::Problem& problem);

  /// The values that the result depends on; operands come before the values that use them, and the result is the last.
  std::span<const GraphValue> values() const { return values_; }

 private:
  friend class GraphBuilder;
  std::vector<GraphValue> values_;
};

}  // namespace weald::formula
