#pragma once
// Parameters of presets: what a preset declares under `parameters`, and the check of the values that it is given.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/language.h"
#include "methods/expression/value.h"
#include "schema/decode.h"
#include "schema/node.h"

namespace weald::preset {

enum class ParameterType { number, integer, boolean, text, colour, list };

/// A declared parameter.
struct Parameter {
  std::string name;
  SourceLoc where;  ///< of its name
  ParameterType type = ParameterType::number;
  schema::Node default_value;  ///< may hold expressions
  std::optional<schema::Range> range;
  std::vector<expression::Value> choices;  ///< empty: any
  std::string unit;
  std::string help;
};

/// Most parameters of a preset.
inline constexpr std::size_t kMaxParameters = 256;

/// Reads the map under `parameters`. Reports wrong declarations at their locations, and leaves them out.
std::vector<Parameter> read_parameters(const schema::Node& map, schema::Decoder& decoder);

/// The parameters that the preset with this root declares; wrong declarations are left out.
std::vector<ParameterInfo> declared_parameters(const schema::Node& root);

/// The value as one of `parameter`, with its unit. Reports a value that does not fit at `where`; `owner` is what the
/// value was given to, for messages. Unset if it does not fit.
std::optional<expression::Value> checked_value(const Parameter& parameter, expression::Value value,
                                               const SourceLoc& where, std::string_view owner,
                                               Diagnostics& diagnostics);

}  // namespace weald::preset
