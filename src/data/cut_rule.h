#pragma once
// Whether a stage can process heightmaps of which only a region is built.

#include <optional>
#include <string_view>

namespace weald {

/// Whether and how a stage's result can be restricted to a region of the map.
struct CutRule {
  /// The result for a region depends only on the heights of the region and of `reach` samples around it.
  bool is_allowed = false;
  /// For a stage that makes a picture with one pixel per sample: how many samples around a sample its pixel depends on.
  /// Unset for other stages; meaningless if regions are not allowed.
  std::optional<int> reach = {};
  /// What to set so that regions are allowed: "'range'"; empty if nothing helps.
  std::string_view given_by = {};
};

}  // namespace weald
