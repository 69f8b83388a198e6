#pragma once
// The computed values of a preset, with what they were computed from.

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/preset_text.h"
#include "schema/node.h"

namespace weald::preset {

/// A parameter, a `let` value, or a value in a stage or an output that an expression gave.
struct ComputedValue {
  std::string path;    ///< "parameters.height", "let.girth", "stages.post.size.1", "outputs.0.file"; the stages of a
                       ///< component have the name of its use in front: "stages.post.2/body.size.1"
  schema::Node value;  ///< a plain value
  std::string unit;    ///< "m" or "1/m"; empty: none
  std::string expression;  ///< as written, "= girth / 2"; empty: a plain value of a parameter or a `let` value
  std::string values;      ///< of the names in the expression, "girth = 0.42 (line 7)"; empty if there are none
  SourceLoc where;         ///< where the value was given: in a preset file, by --set, or by the variant
};

/// The parameters and `let` values of the preset and of its components, and all values of stages and outputs that
/// expressions gave, for the preset seed `seed`. Pre: the preset has no errors.
std::vector<ComputedValue> computed_values(const PresetText& text, std::uint64_t seed);

}  // namespace weald::preset
