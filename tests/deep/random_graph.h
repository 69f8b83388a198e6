#pragma once
// A random graph of stages, made from their declarations.

#include <string>
#include <vector>

#include "deep/dice.h"
#include "deep/small_presets.h"

namespace weald::deep {

/// A preset of three to eight stages, and of those that make what they need: random kinds whose inputs are earlier
/// stages and parts of theirs, random parameters. What makes a preset invalid is mostly taken back, and left now and
/// then.
Node random_preset(const SmallPresets& presets, Dice& dice);

}  // namespace weald::deep
