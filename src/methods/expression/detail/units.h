#pragma once
// The units of the results of operations.

#include <span>
#include <string>

#include "methods/expression/operation.h"
#include "methods/expression/value.h"

namespace weald::expression {

/// The unit of a result, or why the operands' units do not fit each other.
struct UnitResult {
  Unit unit{};
  std::string message{};  ///< empty if the units fit
};

/// The unit of `op` applied to numbers with these units; `second` is the value of the second operand. A product has the
/// product of the units; a sum, a bound or a comparison needs operands with one unit; sine and the like need degrees.
UnitResult unit_of(Op op, std::span<const Unit> operands, double second);

}  // namespace weald::expression
