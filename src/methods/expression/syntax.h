#pragma once
// The syntax of expressions: a text becomes a tree of terms. Presets, L-systems and formulas share it.
//
// Operators, from lowest to highest precedence: condition ? a : b (right-associative; the same as if()), || or |, && or
// &, a single comparison (== or =, != or <>, < <= > >=, and ≠ ≤ ≥, which do not chain), + -, * / %, unary - + !, and ^
// (right-associative; -x^2 is -(x^2)). Terms are decimal numbers, read independently of the locale; texts in single or
// double quotes, in which a doubled quote stands for itself; names; calls of functions; lists in brackets; and
// expressions in parentheses. Source: [prusinkiewicz1990] section 1.10, [prusinkiewicz1994].

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/expression/operation.h"

namespace weald::expression {

/// Functions that are no operation on numbers.
enum class Special : std::uint8_t {
  none,
  uniform,
  normal,
  choose,
  range,
  length,
  at,
  join,
  number,
  text,
  light,  ///< a question to the surroundings of a plant, as are the next two
  distance,
  ground
};

/// Where a function may be called.
enum class Where : std::uint8_t { everywhere, presets, lsystems };

/// A function, its arguments and its documentation. `most` arguments at most; min and max apply the third and later
/// ones one by one.
struct Function {
  std::string_view name;
  Op op = Op::constant;
  Special special = Special::none;
  int least = 1;
  int most = 1;
  Where where = Where::everywhere;
  std::string_view arguments;  ///< in parentheses, as documentation shows them: "(x, low, high)"
  std::string_view help;       ///< one sentence
};

/// All functions, in the order of their documentation.
std::span<const Function> functions();
/// The function with this name; null if there is none.
const Function* find_function(std::string_view name);

enum class Form : std::uint8_t {
  number,
  text,
  name,
  list,   ///< its elements are the arguments
  sign,   ///< a unary operator before its one argument
  chain,  ///< the first argument, combined with each further one from left to right by its link
  call,   ///< a function, with its arguments
};

/// A binary operator between two arguments of a chain, with its bytes in the source.
struct Link {
  Op op = Op::add;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct OwnFunction;

/// A term of an expression with the terms that it consists of. The depth of the tree is bounded by the nesting of the
/// text, not by its length: 1+1+...+1 is one chain.
struct Term {
  Form form = Form::number;
  Op op = Op::constant;                ///< of a sign
  const Function* function = nullptr;  ///< of a call; null if it calls `own`
  const OwnFunction* own = nullptr;    ///< of a call
  double number = 0;
  std::string text;       ///< a text without its quotes, or a name
  std::size_t begin = 0;  ///< bytes of the source from the first one of the term to behind its last one
  std::size_t end = 0;
  std::vector<Term> arguments;
  std::vector<Link> links;  ///< of a chain: one fewer than arguments
};

/// A function that the user defines: an expression of its parameters, or a curve.
struct OwnFunction {
  std::vector<std::string> parameters;
  Term body;
  std::optional<std::uint32_t> curve{};  ///< number of the curve, in place of the body
};
/// The user's functions by name. Terms that call a function point at its entry.
using OwnFunctions = std::map<std::string, OwnFunction, std::less<>>;
/// Deepest nesting of calls of the user's functions in each other's bodies.
inline constexpr int kMaxOwnCalls = 32;

/// The name of a function and of its parameters.
struct Signature {
  std::string_view name;
  std::vector<std::string> parameters;
};
/// Reads the left side of a definition, `name(x, y)`; unset for any other text, for names that occur twice and for
/// names that are functions of weald.
std::optional<Signature> parse_signature(std::string_view text);

/// What is wrong with an expression, and where.
struct Problem {
  std::size_t begin = 0;   ///< byte in the source
  std::size_t length = 1;  ///< bytes, at least 1
  std::string message;     ///< one sentence without a full stop
  std::string help;        ///< advice; may be empty
};

/// Deepest nesting of parentheses, brackets, calls and signs.
inline constexpr int kMaxNesting = 64;
/// Smallest magnitude of a number other than 0.
inline constexpr double kLeastNumber = 1e-30;

/// Parses the expression that begins at `position` of `source`, up to a `,`, `)` or `]` outside it or to `end`, and
/// moves `position` behind it. Unset, with the reason in `problem`, if there is no valid expression. `own` may be null;
/// otherwise it must outlive the term.
std::optional<Term> parse(std::string_view source, std::size_t& position, std::size_t end, Problem& problem,
                          const OwnFunctions* own = nullptr);

/// Parses an expression that is all of `source` from `begin` on; `own` as above.
std::optional<Term> parse_all(std::string_view source, std::size_t begin, Problem& problem,
                              const OwnFunctions* own = nullptr);

/// True for [A-Za-z_][A-Za-z0-9_]*, where Greek letters in UTF-8 count as letters too.
bool is_identifier(std::string_view text);

/// Calls visit(term) for the term and all terms that it consists of, operands first.
template <class Visitor>
void visit_terms(const Term& term, Visitor&& visit) {
  for (const Term& argument : term.arguments) visit_terms(argument, visit);
  visit(term);
}

/// The number of arguments of a function, as messages say it: "2", "0 to 2", "2 or more".
std::string counts_of(const Function& function);

}  // namespace weald::expression
