#pragma once
// Arithmetic expressions of L-systems, over parameters and defines, compiled to a stack machine.
//
// Syntax and functions are those of methods/expression, without texts, lists and the functions for presets. rand draws
// numbers in successors and conditions, and inside() needs a pruning volume. A comparison yields 1 or 0; any number
// other than 0 and NaN is true. All operands of &&, || and if() are always evaluated.
// Source: [prusinkiewicz1990] section 1.10, [prusinkiewicz1994].

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "base/rng.h"
#include "methods/expression/operation.h"
#include "methods/expression/syntax.h"
#include "stages/plants/lsystem/detail/text_issues.h"

namespace weald::lsystem {

using expression::apply;
using expression::is_identifier;
using expression::is_true;
using expression::Op;
using expression::operand_count;

/// One step of the stack machine: constants and parameters are pushed; every other operation replaces its operands by
/// its result.
struct Instruction {
  Op op = Op::constant;
  std::uint32_t index = 0;  ///< for a parameter, its number; for a random draw, its address within the production
  double value = 0;         ///< value of a constant
};

/// Cost of running `code`, in arithmetic operations; powers, exponentials and trigonometric functions count as 8.
std::size_t work_of(std::span<const Instruction> code);

/// Largest stack depth of an expression; the parser rejects deeper ones.
inline constexpr std::size_t kMaxStack = 64;

/// Named constants.
using Defines = std::map<std::string, double, std::less<>>;

/// Meaning of the names in an expression.
struct Scope {
  std::span<const std::string> parameters;  ///< formal parameters, numbered in order
  const Defines& defines;
  bool allow_random = false;
  std::uint64_t address = 0;            ///< position of the expression in its production, for addressing rand
  const Defines* predefined = nullptr;  ///< names with a meaning unless a parameter has the same name; may be null
  bool has_volume = false;              ///< whether inside() may be called
};

/// A region of space that a plant may fill.
class Volume {
 public:
  virtual ~Volume() = default;
  /// Whether the point lies in the region. May be called from many threads.
  virtual bool contains(const Vec3& point) const = 0;
};

/// Inputs of expressions besides their parameters.
struct Draws {
  const Rng* rng = nullptr;        ///< source of rand's numbers
  std::uint64_t key = 0;           ///< the rewritten module's path key
  std::uint64_t step = 0;          ///< the derivation step
  const Volume* volume = nullptr;  ///< volume of inside(); null: all of space
};

/// A part of a SourceText, from `position` up to but excluding `end`.
struct Cursor {
  const SourceText& source;
  std::size_t position = 0;
  std::size_t end = 0;

  /// Advances to the next byte that is not white space, or to the end.
  void skip_space();
  bool at_end() const { return position >= end; }
  /// The byte `ahead` of the position, or 0 past the end.
  char peek(std::size_t ahead = 0) const { return position + ahead < end ? source.text[position + ahead] : '\0'; }
};

/// Parses one expression at the cursor, up to a `,` or `)` outside it or the cursor's end, and appends its code to
/// `out`. Reports errors to `issues` and then returns false. Parentheses nest at most 64 deep.
bool parse_expression(Cursor& cursor, const Scope& scope, TextIssues& issues, std::vector<Instruction>& out);

/// True when `code` is a single constant.
inline bool is_constant(std::span<const Instruction> code) { return code.size() == 1 && code[0].op == Op::constant; }

/// End of the code of each of several expressions stored one after another.
std::vector<std::size_t> expression_ends(std::span<const Instruction> code);
/// True when `code` draws random numbers.
bool is_random(std::span<const Instruction> code);

/// Runs `code`, writes its results to `stack` in order, and returns the end of the results.
/// Pre: `stack` has room for the results and kMaxStack further values; parameters[i] exists for every parameter used.
double* run_code(std::span<const Instruction> code, const double* parameters, const Draws& draws, double* stack);

/// Value of a single expression's code.
double evaluate(std::span<const Instruction> code, const double* parameters, const Draws& draws = {});

/// Whether `name` is a function that expressions may call.
bool is_function(std::string_view name);

}  // namespace weald::lsystem
