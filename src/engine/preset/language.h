#pragma once
// The keys of the language of presets as data, for the JSON Schema and the reference. See docs/language.md.

#include <vector>

#include "schema/decode.h"

namespace weald::preset {

/// The keys of the map under `grid`.
std::vector<schema::FieldInfo> describe_grid();
/// The keys of a parameter's declaration besides `default` and `choices`, which are values of any type.
std::vector<schema::FieldInfo> describe_parameter();

}  // namespace weald::preset
