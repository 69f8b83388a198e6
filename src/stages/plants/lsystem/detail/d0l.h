#pragma once
// Derivation of deterministic, context-free L-systems without parameters (D0L systems), by copying precomputed
// expansions.

#include "base/run_context.h"
#include "stages/plants/lsystem/detail/grammar.h"

namespace weald::lsystem {

/// The string after `steps` steps. Takes as long as copying the result once; no intermediate strings are built.
/// Pre: is_plain(), has_exact_growth(), no parameters, and find_excess() found nothing for a limit of at most 1e9.
LString derive_d0l(const Grammar& grammar, int steps, const RunContext& context);

}  // namespace weald::lsystem
