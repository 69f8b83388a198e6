#pragma once
// Arithmetic expressions of L-systems, over parameters and defines, compiled to a stack machine.
//
// Syntax and functions are those of methods/expression, without texts, lists and the functions for presets, and the
// functions that the system defines. rand and nran draw numbers in successors and conditions; inside(), light(),
// distance() and ground() need an environment. A comparison yields 1 or 0; any number other than 0 and NaN is true. All
// operands of &&, ||, ? and if() are always evaluated.
// Source: [prusinkiewicz1990] section 1.10, [prusinkiewicz1994], [mech1998] (nran).

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
#include "stages/plants/lsystem/detail/value_curve.h"

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
  /// for a parameter or curve, its number; for a random draw, its address within the production; for a pick, how far
  /// below the top of the stack; for a question, which one
  std::uint32_t index = 0;
  double value = 0;  ///< value of a constant
};

/// Cost of running `code`, in arithmetic operations; powers, exponentials and trigonometric functions count as 8.
std::size_t work_of(std::span<const Instruction> code);

/// Largest stack depth of an expression; the parser rejects deeper ones.
inline constexpr std::size_t kMaxStack = 64;

/// Named constants.
using Defines = std::map<std::string, double, std::less<>>;

/// Most numbers that the bodies of all functions in an expression may push.
inline constexpr std::size_t kMaxCode = 4096;

/// Functions that an environment makes available.
struct Answers {
  bool inside = false;
  bool light = false;
  bool distance = false;
  bool ground = false;
};

/// Meaning of the names in an expression.
struct Scope {
  /// formal parameters and locals, numbered in order; the last one of a name counts
  std::span<const std::string> parameters;
  const Defines& defines;
  bool allow_random = false;
  std::uint64_t address = 0;            ///< position of the expression in its production, for addressing rand
  const Defines* predefined = nullptr;  ///< names with a meaning unless a parameter has the same name; may be null
  Answers answers{};
  const expression::OwnFunctions* functions = nullptr;  ///< the system's functions and curves; may be null
  bool allow_step = false;                              ///< whether `step` is the number of the derivation step
};

/// A region of space that a plant may fill.
class Volume {
 public:
  virtual ~Volume() = default;
  /// Whether the point lies in the region. May be called from many threads.
  virtual bool contains(const Vec3& point) const = 0;
};

/// What a plant can ask about the space around it.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  /// The answer to the question light, distance or ground at a point; ground() is asked with y = 0.
  virtual double answer(expression::Special question, const Vec3& point) const = 0;
};

/// Inputs of expressions besides their parameters.
struct Draws {
  const Rng* rng = nullptr;                         ///< source of rand's numbers
  std::uint64_t key = 0;                            ///< the rewritten module's path key
  std::uint64_t step = 0;                           ///< the derivation step
  const Volume* volume = nullptr;                   ///< volume of inside(); null: all of space
  double step_number = 0;                           ///< number of derivation steps begun
  const Surroundings* surroundings = nullptr;       ///< null: light() is 1, distance() and ground() are 0
  const std::vector<ValueCurve>* curves = nullptr;  ///< the system's curves
};

/// The number that a random operation draws.
double draw_number(Op op, double a, double b, std::uint32_t address, const Draws& draws);
/// The answer to a question of the surroundings.
double ask(expression::Special question, const Vec3& point, const Draws& draws);

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

/// Checks the body of a function of the system, as if it were called with unknown numbers. Reports errors and then
/// returns false. `scope` has the function's parameters.
bool check_body(const expression::Term& body, const SourceText& source, const Scope& scope, TextIssues& issues);

/// Whether `name` is a function that expressions may call.
bool is_function(std::string_view name);

}  // namespace weald::lsystem
