#pragma once
// Components: presets that are used as the kind of a stage.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/detail/expression_scope.h"
#include "engine/preset/preset_text.h"
#include "schema/node.h"

namespace weald::preset {

/// An input of a component, and the stage that it stands for.
struct UsedInput {
  std::string name;
  std::string artifact;   ///< that the component needs, "heightmap"
  std::string stage;      ///< as written in the use, or the component's default
  SourceLoc where;        ///< of `stage`
  SourceLoc declared;     ///< of the input in the component
  bool is_given = false;  ///< by the use; false: the default
};

/// What a stage gives to the component that is its kind, and what it gets.
struct ComponentUse {
  Arguments arguments;
  std::vector<UsedInput> inputs;
  std::string result;                                       ///< the component's stage that stands for the use
  std::map<std::string, std::string, std::less<>> parts{};  ///< further results by name
  bool is_sound = true;                                     ///< no error was reported
};

/// Reads the keys of a stage with plain values, whose kind is `component`. Reports unknown and missing keys, and a
/// component without a result. `where` is the location of the stage's name, `owner` the stage in messages.
ComponentUse read_use(const Component& component, const schema::Node& map, const SourceLoc& where,
                      const std::string& owner, Diagnostics& diagnostics);

/// The inputs of a preset that is built itself, with their defaults. Reports inputs without one.
std::vector<UsedInput> own_inputs(const schema::Node& root, Diagnostics& diagnostics);

}  // namespace weald::preset
