#pragma once
// Arithmetic expressions of L-systems, over parameters and defines, added to a graph.
//
// Syntax and functions are those of methods/expression, without texts, lists and the functions for presets, and the
// functions that the system defines. rand and nran draw numbers in successors and conditions; inside(), light(),
// distance() and ground() need an environment. A comparison yields 1 or 0; any number other than 0 and NaN is true. All
// operands of &&, ||, ? and if() are always evaluated.
// Source: [prusinkiewicz1990] section 1.10, [prusinkiewicz1994], [mech1998] (nran).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "methods/expression/graph.h"
#include "stages/plants/lsystem/detail/text_issues.h"

namespace weald::lsystem {

using expression::is_identifier;
using expression::is_true;
using expression::Op;

/// Named constants.
using Defines = std::map<std::string, double, std::less<>>;

/// Names with a meaning in all expressions of a system.
struct SystemNames {
  Defines defines;
  Defines predefined;                  ///< unless a parameter has the same name
  expression::OwnFunctions functions;  ///< the system's functions and curves
};

/// Functions that an environment makes available.
struct Answers {
  bool inside = false;
  bool light = false;
  bool distance = false;
  bool ground = false;
};

/// What an expression may use besides its parameters.
struct Scope {
  const SystemNames& system;
  Answers answers{};
  bool allow_random = false;
  bool allow_step = false;    ///< whether `step` is the number of the derivation step
  std::uint64_t address = 0;  ///< position of the expression in its production, for addressing rand
};

/// The expressions of a production as one graph, and the numbers that they name.
struct ExpressionGraph {
  expression::GraphBuilder values{{.speakers = "L-systems"}};
  std::vector<std::string> names;    ///< formal parameters, then locals; the last one of a name counts
  std::vector<std::uint32_t> named;  ///< the values of these names

  /// Adds the next parameter. Pre: there are no locals yet.
  void add_parameter(std::string name) {
    named.push_back(values.leaf(Op::parameter, static_cast<std::uint32_t>(named.size())));
    names.push_back(std::move(name));
  }
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

/// Parses one expression at the cursor, up to a `,` or `)` outside it or the cursor's end, and adds it to `graph`.
/// Unset after an error, which is reported. Parentheses nest at most 64 deep.
std::optional<std::uint32_t> parse_expression(Cursor& cursor, const Scope& scope, TextIssues& issues,
                                              ExpressionGraph& graph);

/// Parses an expression that is all of the cursor's text.
std::optional<std::uint32_t> parse_whole_expression(Cursor cursor, const Scope& scope, TextIssues& issues,
                                                    ExpressionGraph& graph);

/// The body of a function of the system with these parameters, which is all of `source`. Unset after an error, which is
/// reported.
std::optional<expression::Term> parse_body(const SourceText& source, const std::vector<std::string>& parameters,
                                           const Scope& scope, TextIssues& issues);

/// Whether `name` is a function that expressions may call.
bool is_function(std::string_view name);

}  // namespace weald::lsystem
