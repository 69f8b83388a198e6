#pragma once
// Expansion: a preset with a value in place of each expression, repeated stages one by one, and the stages of
// components in place of their uses. What is decoded afterwards holds plain values only.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/computed_values.h"
#include "engine/preset/preset_text.h"
#include "methods/expression/evaluate.h"
#include "schema/node.h"

namespace weald::preset {

/// A name that stands for a stage of another scope.
struct StageAlias {
  std::size_t scope = 0;                                    ///< in which `target` and `parts` are names
  std::string target;                                       ///< "tree", "tree.lod1"
  std::map<std::string, std::string, std::less<>> parts{};  ///< parts with a meaning of their own
  bool operator==(const StageAlias&) const = default;
};

/// The names of all scopes of an expanded preset: scope 0 is the preset itself, and each use of a component has one.
class StageNames {
 public:
  /// Adds a scope whose stages have names that begin with `prefix` in the graph, and returns its number.
  std::size_t add_scope(std::string prefix);
  /// Lets `name` stand for another stage in `scope`.
  void add_alias(std::size_t scope, std::string name, StageAlias alias);
  /// The name in the graph of "STAGE" or "STAGE.PART" in `scope`. An alias that leads to itself keeps its name.
  std::string resolve(std::size_t scope, std::string_view name) const;
  bool operator==(const StageNames&) const = default;

 private:
  struct Scope {
    std::string prefix;
    std::map<std::string, StageAlias, std::less<>> aliases;
    bool operator==(const Scope&) const = default;
  };
  std::vector<Scope> scopes_;
};

/// A stage with plain values.
struct ExpandedStage {
  std::string name;               ///< in the graph: "trunk", "post.3", "grove/wood"
  std::string key;                ///< in its preset: "wood"; its seed depends on it
  schema::Entry entry;            ///< under `key`, without `for` and `when`
  std::uint64_t preset_seed = 0;  ///< of the preset or of the use of the component that it belongs to
  std::size_t scope = 0;          ///< of the names that it reads
  bool is_broken = false;         ///< one of its expressions has no value, which has been reported
};

/// An artifact that a component needs from a stage.
struct ComponentInput {
  std::size_t scope = 0;  ///< in which `stage` is a name
  std::string stage;
  std::string artifact;  ///< "heightmap"
  SourceLoc where;       ///< of the name that was given
  SourceLoc declared;    ///< of the input in the component
  std::string reader;    ///< "'ground' of stage 'road'", for messages
};

/// An expanded preset.
struct Expansion {
  std::vector<ExpandedStage> stages;
  StageNames names;
  schema::Node outputs;               ///< a list, or what stands in its place
  bool has_unmade_outputs = false;    ///< the preset lists some that are left out or have an error
  std::optional<schema::Node> world;  ///< the map under `world`, with plain values; unset without one or after an error
  std::vector<ComponentInput> inputs;
  /// The parameters and `let` values of the preset and of each use of a component.
  std::vector<ComputedValue> named;
  /// Names in the graph that no stage has, each with the reason, as a message.
  std::vector<std::pair<std::string, std::string>> missing;
};

/// Expands `root`, the preset of one sibling with its seed; `text` has the components. `work` counts the work of
/// expressions, of all siblings together. Reports errors; stages that have one are marked.
Expansion expand(const PresetText& text, const schema::Node& root, std::uint64_t seed, expression::Work& work,
                 Diagnostics& diagnostics);

}  // namespace weald::preset
