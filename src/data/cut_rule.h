#pragma once
// Whether a stage can work on heightmaps of which only a region is built.

#include <optional>
#include <string_view>

namespace weald {

/// What a stage says of its result for a region of the map.
struct CutRule {
  /// The result for a region follows from the region's heights, and those of `reach` samples around it, alone.
  bool is_allowed = false;
  /// Of a stage that makes a picture with a pixel for each sample: how many samples around a sample its pixel depends
  /// on. Unset for other stages; means nothing where it is not allowed.
  std::optional<int> reach = {};
  /// What to give so that it is allowed: "'range'"; empty where nothing helps.
  std::string_view given_by = {};
};

}  // namespace weald
