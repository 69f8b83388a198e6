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
std::optional<double> constant_value(Cursor cursor, const SystemNames& system, const std::vector<ValueCurve>& curves,
                                     std::optional<int> step, TextIssues& issues);

/// Parses the blocks of assignments at the cursor, `{y = 2*x; z = y+1;}`, moves the cursor behind them, and adds the
/// locals to `graph`. Reports anything else in braces, and then returns false. Source: [mech1998].
bool parse_locals(Cursor& cursor, const Names& names, ExpressionGraph& graph, TextIssues& issues);

}  // namespace weald::lsystem
