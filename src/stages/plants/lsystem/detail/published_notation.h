#pragma once
// Forms of published systems that mean more than they say letter by letter. Internal to the grammar.

#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/module_parser.h"

namespace weald::lsystem {

/// Lets productions of L(t) rewrite ~L(t), as in books, where ~ is a sign before the module: only where L(t) does not
/// occur by itself, ~L(t) has no productions of its own, and all successors are empty or begin with L. Contexts that
/// name such an L mean ~L. Pre: the alphabet of `grammar` is not set yet; `alphabet` has its symbols.
void join_surfaces(Grammar& grammar, AlphabetBuilder& alphabet);

/// Lets productions of the interpretation stand for their own letter: a module that is made of its own letter, without
/// a condition on the way or with the same parameters, is not interpreted again by them, where it would be for ever
/// (F(x) -> !(x/10)F(x)). Such modules become twins: symbols with the same name, beyond the alphabet that results have.
/// Pre: rule sets are made. Leaves alone what would take too many symbols.
void settle_interpretation(Grammar& grammar, ProductionOrder order);

}  // namespace weald::lsystem
