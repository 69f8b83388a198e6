#pragma once
// Notations of published systems whose meaning goes beyond their letters.

#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/module_parser.h"

namespace weald::lsystem {

/// Makes productions of L(t) rewrite ~L(t), as in books, where ~ is a prefix of the module. Applies only if L(t) does
/// not occur by itself, ~L(t) has no productions of its own, and all successors are empty or begin with L. Contexts
/// that name such an L mean ~L. Pre: the alphabet of `grammar` is not set yet; `alphabet` has its symbols.
void join_surfaces(Grammar& grammar, AlphabetBuilder& alphabet);

/// Permits productions of the interpretation to produce their own letter. A module derived from its own letter, without
/// a condition on the way or with unchanged parameters, is not interpreted again; otherwise the interpretation would
/// never end (F(x) -> !(x/10)F(x)). Such modules become twins: symbols of the same name beyond the alphabet of results.
/// Leaves a grammar unchanged if it would need too many symbols. Pre: the rule sets are complete.
void settle_interpretation(Grammar& grammar, ProductionOrder order);

}  // namespace weald::lsystem
