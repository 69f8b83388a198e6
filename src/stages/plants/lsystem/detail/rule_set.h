#pragma once
// Putting productions together to rule sets, and looking for mistakes in them. Internal to the grammar.

#include <span>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// The rule set of the productions numbered `numbers`, in the order in which they stand in the preset.
RuleSet make_rules(const Grammar& grammar, std::span<const std::uint16_t> numbers, ProductionOrder order);

/// Warns of productions that can never apply, of letters made with numbers of parameters that nothing rewrites, and of
/// weights that decide nothing. `text_of` gives the place.
using TextOf = std::function<const SourceText&(const Production&)>;
void check_rules(const Grammar& grammar, const TextOf& text_of, TextIssues& issues);

}  // namespace weald::lsystem
