#pragma once
// Evaluates expressions of presets.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/expression/syntax.h"
#include "methods/expression/value.h"

namespace weald::expression {

/// The meaning of names in an expression.
class Names {
 public:
  virtual ~Names() = default;
  /// The value of `name`. If there is none: null, with the message and the help of `problem` set.
  virtual const Value* find(std::string_view name, Problem& problem) = 0;
};

/// What evaluation may make, and what it has made. Evaluators of one preset share it.
struct Work {
  std::size_t max_steps = 1'000'000;    ///< operations, elements and parts of texts, in all expressions together
  std::size_t max_list_length = 65536;  ///< elements of one list and of the lists in it
  std::size_t max_text_length = 65536;  ///< bytes of the texts of one value
  std::size_t steps = 0;                ///< made so far
};

/// Evaluates expressions. The operands of if(), && and || that are not needed are not evaluated. A number has the unit
/// of what it is made of; units that do not fit are problems, as are results that are not finite. Operators and
/// functions of numbers work on lists element by element; + joins texts with any value.
class Evaluator {
 public:
  /// Both must outlive this.
  Evaluator(Names& names, Work& work) : names_(names), work_(work) {}

  /// The value of a term. Its random numbers are addressed by `seed` and their order in the term. Unset, with the
  /// reason in `problem`, if it has none.
  std::optional<Value> evaluate(const Term& term, std::uint64_t seed, Problem& problem);

 private:
  friend class TermEvaluator;
  Names& names_;
  Work& work_;
};

}  // namespace weald::expression
