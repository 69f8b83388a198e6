#pragma once
// rebuild: what was expected of a golden without references, built again from its pinned recipe.

#include <functional>
#include <set>
#include <string>

#include "front/golden/check.h"

namespace weald::golden {

/// Takes an output with the artifact that has the pinned digest.
using ExpectedSink = std::function<void(const pipeline::OutputSpec&, const pipeline::Artifact&)>;

/// Evaluates the pinned recipe as far as the outputs `files` need it and hands over each of them whose digest is the
/// pinned one: it is then bit for bit what was pinned. Nothing is evaluated where the recipe is the pinned one, which
/// gives what the golden gives. Returns why not all of them could be shown, one sentence; empty where they could.
/// Errors of stages and files are such a reason. Errors: Interrupted. Pre: the golden is pinned.
std::string rebuild_pinned(const GoldenState& state, const std::set<std::string>& files, const RunOptions& options,
                           const ExpectedSink& sink);

}  // namespace weald::golden
