#pragma once
// Views: the settings of pictures that a preset gives names to, under `views`.

#include <map>
#include <string>

#include "base/diagnostics.h"
#include "engine/preset/detail/expression_scope.h"
#include "schema/node.h"

namespace weald::preset {

/// The views of a preset.
class Views {
 public:
  Views() = default;
  /// Reads and checks `views` of the preset `root`; its expressions get their values from `scope`.
  Views(const schema::Node& root, ExpressionScope& scope, Diagnostics& diagnostics);

  /// Merges `picture` of an output or a stage over the view that its key `view` names, by the rules of `extends`: maps
  /// such as `camera` are merged, and a null leaves out a setting of the view. False, with an error, if there is no
  /// such view, or it has an error.
  bool add_to(schema::Node& map, Diagnostics& diagnostics) const;

 private:
  std::map<std::string, schema::Node> views_;  // those without an error
  std::map<std::string, SourceLoc> declared_;  // all of them
};

}  // namespace weald::preset
