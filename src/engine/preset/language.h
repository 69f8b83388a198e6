#pragma once
// The language of presets as data: the keys that it consists of, for the JSON Schema, and the parameters of one preset,
// for people who use it. See docs/language.md.

#include <optional>
#include <string>
#include <vector>

#include "engine/preset/preset_text.h"
#include "schema/decode.h"

namespace weald::preset {

/// The keys of the map under `grid`.
std::vector<schema::FieldInfo> describe_grid();
/// The keys of the map under `world`.
std::vector<schema::FieldInfo> describe_world();
/// The keys of a parameter's declaration besides `default` and `choices`, which are values of any type.
std::vector<schema::FieldInfo> describe_parameter();

/// A parameter of a preset.
struct ParameterInfo {
  std::string name;
  std::string type;           ///< "number", "colour", ...
  std::string default_value;  ///< as written, expressions included
  std::optional<schema::Range> range;
  std::vector<std::string> choices;  ///< empty: any
  std::string unit;
  std::string help;
};

/// The parameters that a preset declares, in its order; wrong declarations are left out.
std::vector<ParameterInfo> parameters_of(const PresetText& text);

/// A stage that a use of a preset names.
struct InputInfo {
  std::string name;
  std::string artifact;     ///< that the stage must make, "heightmap"
  bool is_required = true;  ///< false: the preset has a stage of its own for it
};

/// A preset file that a preset uses as the kind of stages.
struct ComponentInfo {
  std::string kind;         ///< as the preset names it, "post.yaml"
  std::string description;  ///< of the component; may be empty
  std::vector<ParameterInfo> parameters;
  std::vector<InputInfo> inputs;
};

/// The components that the stages of a preset name, in the order of their first use; wrong declarations and files that
/// cannot be read are left out.
std::vector<ComponentInfo> components_of(const PresetText& text);

}  // namespace weald::preset
