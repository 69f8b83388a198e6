#pragma once
// rebuild: the expected results of a golden without references, rebuilt from its pinned recipe.

#include <functional>
#include <set>
#include <string>

#include "front/golden/check.h"

namespace weald::golden {

/// Receives an output with the artifact that has the pinned digest.
using ExpectedSink = std::function<void(const pipeline::OutputSpec&, const pipeline::Artifact&)>;

/// Evaluates the part of the pinned recipe that the outputs `files` need, and passes to `sink` each output with the
/// pinned digest, which is therefore bit-identical to the pinned result. Nothing is evaluated if the recipe is
/// unchanged, since it gives the golden's own results. Returns one sentence on why some outputs could not be rebuilt,
/// which includes errors of stages and files; empty if all were. Errors: Interrupted. Pre: the golden is pinned.
std::string rebuild_pinned(const GoldenState& state, const std::set<std::string>& files, const RunOptions& options,
                           const ExpectedSink& sink);

}  // namespace weald::golden
