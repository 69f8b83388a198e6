#pragma once
// Stages that two presets named by one `extends` define differently: merged, they would be a mixture of both.

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "schema/node.h"

namespace weald::preset {

/// A stage that two presets define, each with a `kind`, and not with the same values.
struct StageClash {
  std::string stage;
  SourceLoc first, second;  ///< of the stage's name in either preset
  SourceLoc extended_at;    ///< of the second preset's name under `extends`
};

/// Adds the stages that `merged`, the presets extended so far, and `next` define differently. `extended_at` is the
/// location of the name of `next`.
void find_clashes(const schema::Node& merged, const schema::Node& next, const SourceLoc& extended_at,
                  std::vector<StageClash>& clashes);

/// Drops the stages that clash from `merged` where `child`, the preset that extends, defines them with a `kind` of its
/// own or removes them. Reports the others, with both places.
void settle_clashes(const std::vector<StageClash>& clashes, schema::Node& merged, const schema::Node& child,
                    const Sources& sources, Diagnostics& diagnostics);

}  // namespace weald::preset
