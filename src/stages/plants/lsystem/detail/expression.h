#pragma once
// Arithmetic of L-systems: expressions over parameters and defines, compiled to a stack machine.
//
// From weakest to strongest: || or |, && or &, one comparison (== or =, !=, < <= > >=, which do not chain), + -, * / %,
// unary - and !, and ^ (binds to the right; -x^2 is -(x^2)). Functions: min max (of two or more) abs floor ceil trunc
// round sign sqrt pow mod exp log, sin cos tan asin acos atan atan2 (degrees), rand in successors and conditions,
// inside where there is a pruning volume. a % b and mod(a, b) have the sign of b. A comparison gives 1 or 0; any number
// but 0 (and NaN) is true. Both sides of && and || are always evaluated. Numbers are decimal, read independently of the
// locale. Source: [prusinkiewicz1990] section 1.10, [prusinkiewicz1994].

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "base/rng.h"
#include "stages/plants/lsystem/detail/source_text.h"

namespace weald::lsystem {

/// The effect of an instruction.
enum class Op : std::uint8_t {
  constant,
  parameter,
  negate,
  logical_not,
  absolute,
  floor,
  ceil,
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  exp,
  log,
  trunc,
  round,
  sign,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  power,
  atan2,
  minimum,
  maximum,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  random,
  inside,
};

/// One step of the stack machine: constants and parameters are pushed, the rest replaces its operands by its result.
struct Instruction {
  Op op = Op::constant;
  std::uint32_t index = 0;  ///< parameter: its number; random: its address within the production
  double value = 0;         ///< constant
};

/// How long `code` runs, in operations of arithmetic; powers, exponentials and angles count as 8.
std::size_t work_of(std::span<const Instruction> code);

/// Most values an expression may have on the stack at once; longer ones are refused when they are parsed.
inline constexpr std::size_t kMaxStack = 64;

/// Named constants.
using Defines = std::map<std::string, double, std::less<>>;

/// The meaning of the names in an expression.
struct Scope {
  std::span<const std::string> parameters;  ///< formal parameters, numbered in order
  const Defines& defines;
  bool allow_random = false;
  std::uint64_t address = 0;            ///< where the expression stands in its production, for addressing rand
  const Defines* predefined = nullptr;  ///< names that mean something unless a parameter has them; may be null
  bool has_volume = false;              ///< inside() may be asked
};

/// A part of space that a plant may fill.
class Volume {
 public:
  virtual ~Volume() = default;
  /// True when the point lies in it. May be asked from many threads.
  virtual bool contains(const Vec3& point) const = 0;
};

/// The environment that expressions may query besides their parameters.
struct Draws {
  const Rng* rng = nullptr;        ///< where rand takes its numbers from
  std::uint64_t key = 0;           ///< the rewritten module's path key
  std::uint64_t step = 0;          ///< the derivation step
  const Volume* volume = nullptr;  ///< of inside(); null: all of space
};

/// A part of a SourceText, read from `position` to before `end`.
struct Cursor {
  const SourceText& source;
  std::size_t position = 0;
  std::size_t end = 0;

  /// Moves on to the next byte that is not white space, or to the end.
  void skip_space();
  bool at_end() const { return position >= end; }
  /// The byte `ahead` of the position, or 0 beyond the end.
  char peek(std::size_t ahead = 0) const { return position + ahead < end ? source.text[position + ahead] : '\0'; }
};

/// Parses one expression at the cursor, up to a `,` or `)` that is not inside it or to the cursor's end, and appends
/// its code to `out`. On an error reports it to `issues` and returns false. Parentheses nest at most 64 deep.
bool parse_expression(Cursor& cursor, const Scope& scope, TextIssues& issues, std::vector<Instruction>& out);

/// The truth value in conditions and &&.
inline bool is_true(double value) { return value != 0 && value == value; }

/// True when `code` is a single constant.
inline bool is_constant(std::span<const Instruction> code) { return code.size() == 1 && code[0].op == Op::constant; }

/// Number of operands an operation takes; 0 for constants and parameters.
int operand_count(Op op);
/// Where the code of each of several expressions, one behind the other, ends.
std::vector<std::size_t> expression_ends(std::span<const Instruction> code);
/// True when `code` draws random numbers.
bool is_random(std::span<const Instruction> code);
/// The result of an operation; `b` counts only where it has two operands. Pre: not constant, parameter, random or
/// inside.
double apply(Op op, double a, double b);

/// Runs `code`, writing what it leaves to `stack` in order, and returns the end of what was written.
/// Pre: `stack` has room for the results and kMaxStack values more; parameters[i] exists for every parameter used.
double* run_code(std::span<const Instruction> code, const double* parameters, const Draws& draws, double* stack);

/// The value of the code of one expression.
double evaluate(std::span<const Instruction> code, const double* parameters, const Draws& draws = {});

/// True for [A-Za-z_][A-Za-z0-9_]*, where Greek letters of UTF-8 are letters too.
bool is_identifier(std::string_view text);
/// True for the name of a function of expressions.
bool is_function(std::string_view name);

}  // namespace weald::lsystem
