#pragma once
// Names that a system defines: constants, functions, curves; and the locals of its productions.

#include <optional>
#include <string>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/module_parser.h"

namespace weald::lsystem {

/// Compiles the definitions of `params` into `names`, and the curves into `curves`. Reports names that are invalid or
/// repeated, and expressions that have no value.
void compile_definitions(const LSystemParams& params, Names& names, std::vector<ValueCurve>& curves,
                         TextIssues& issues);

/// Value of an expression over constants; unset after an error, which is reported. `step` gives the name `step` this
/// value; without it the name has none.
std::optional<double> constant_value(Cursor cursor, const Names& names, const std::vector<ValueCurve>& curves,
                                     std::optional<int> step, TextIssues& issues);

/// Parses an expression that is all of the cursor's text.
bool parse_whole_expression(Cursor cursor, const Scope& scope, TextIssues& issues, std::vector<Instruction>& code);

/// Parses the blocks of assignments at the cursor, `{y = 2*x; z = y+1;}`, and moves the cursor behind them. Appends the
/// names of the locals to `formals`, and their code to `locals`. Reports anything else in braces, and then returns
/// false. Source: [mech1998].
bool parse_locals(Cursor& cursor, const Names& names, std::vector<std::string>& formals,
                  std::vector<std::vector<Instruction>>& locals, TextIssues& issues);

}  // namespace weald::lsystem
