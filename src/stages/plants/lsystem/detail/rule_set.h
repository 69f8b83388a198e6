#pragma once
// Assembly of productions into rule sets, and detection of mistakes in them.

#include <span>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// Builds the rule set of the productions `numbers`, in the order of the preset.
RuleSet make_rules(const Grammar& grammar, std::span<const std::uint16_t> numbers, ProductionOrder order);

/// Warns about productions that can never apply, letters with a number of parameters that no production rewrites, and
/// weights without effect. `text_of` returns the text of a production.
using TextOf = std::function<const SourceText&(const Production&)>;
void check_rules(const Grammar& grammar, const TextOf& text_of, TextIssues& issues);

}  // namespace weald::lsystem
