#pragma once
// Shrinks a preset that fails to the least one that fails in the same way.

#include <cstddef>
#include <functional>

#include "deep/preset_tree.h"

namespace weald::deep {

/// True where a preset still fails in the way that is looked for.
using StillFails = std::function<bool(const Node& preset)>;

/// What shrinking gave.
struct Shrunk {
  Node preset;
  std::size_t tries = 0;  ///< presets that were looked at
};

/// Delta debugging: takes outputs and stages away (what names a stage may then name another that is there), keys and
/// elements of lists, halves texts, and moves numbers towards 0, 1 and few digits, as long as `still_fails` holds; ends
/// when nothing can go, or after `most_tries`. Pre: it holds for `preset`.
Shrunk shrink(const Node& preset, const StillFails& still_fails, std::size_t most_tries = 600);

}  // namespace weald::deep
