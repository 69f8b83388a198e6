#pragma once
// Graph: expressions of numbers as operations on earlier values, in which equal operations occur once and constant
// parts are numbers. L-systems run it module by module, formulas over blocks of samples.
// Source: [aho2006] section 6.1.2 (value numbers).

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "methods/expression/syntax.h"

namespace weald::expression {

/// A value: an operation on earlier values.
struct GraphValue {
  Op op = Op::constant;
  std::array<std::uint32_t, 3> operands{};  ///< indices of values; as many as the operation has
  double number = 0;                        ///< of a constant
  std::uint32_t index = 0;  ///< of a parameter or a curve: its number; of a question: which one; of a draw: its address
};

/// The values that some results depend on; operands come before the values that use them.
struct Graph {
  std::vector<GraphValue> values;
  std::vector<std::uint32_t> results;  ///< indices of values
};

class GraphBuilder;

/// What the names in an expression mean, and which functions it may call.
class Meanings {
 public:
  virtual ~Meanings() = default;
  /// The value of `name`, which may be added to `graph`. If there is none: unset, with the message and the help of
  /// `problem` set. `is_in_body` is true in the body of a function of the user, for names that are no parameters of it.
  virtual std::optional<std::uint32_t> find(std::string_view name, bool is_in_body, GraphBuilder& graph,
                                            Problem& problem) const = 0;
  /// Whether the function may be called; if not, the message and the help of `problem` are set.
  virtual bool allows(const Function& function, Problem& problem) const = 0;
};

/// Rules for expressions of one kind.
struct GraphRules {
  std::string_view speakers;    ///< what has such expressions, for messages: "formulas"
  bool must_be_finite = false;  ///< constant parts must be finite numbers, and constant divisors must not be 0
};

/// Most numbers and names in the bodies of all functions that an expression calls.
inline constexpr std::size_t kMostInBodies = 4096;

/// Adds expressions to a graph.
class GraphBuilder {
 public:
  explicit GraphBuilder(const GraphRules& rules) : rules_(rules) {}

  /// The value of a term. Its random draws are addressed by `address` and their order in the term. Unset, with the
  /// reason in `problem`, if the term has a text, a list, or a name or function without a meaning, if functions of the
  /// user nest deeper than kMaxOwnCalls or have more than kMostInBodies numbers, or if it breaks the rules.
  std::optional<std::uint32_t> add(const Term& term, const Meanings& meanings, std::uint64_t address, Problem& problem);
  /// A constant.
  std::uint32_t constant(double number) { return number_of({.number = number}); }
  /// An operation without operands: the parameter with this number, or the number of the step.
  std::uint32_t leaf(Op op, std::uint32_t index) { return number_of({.op = op, .index = index}); }

  /// The number that the value is; null if it is no constant.
  const double* number(std::uint32_t value) const;
  /// How many random draws were added.
  std::size_t draws() const { return draws_; }
  /// The graph of some of the values.
  Graph graph_of(std::span<const std::uint32_t> results) const;

 private:
  friend class TermAdder;
  using Key = std::tuple<Op, std::array<std::uint32_t, 3>, std::uint64_t, std::uint32_t>;

  std::uint32_t number_of(const GraphValue& value);
  std::uint32_t cheapest(GraphValue value);

  GraphRules rules_;
  std::vector<GraphValue> values_;
  std::map<Key, std::uint32_t> known_;
  std::size_t draws_ = 0;
};

}  // namespace weald::expression
