#pragma once
// Variation: expressions that are computed for each copy of a mesh.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "data/heightmap.h"
#include "data/scene.h"
#include "methods/expression/evaluate.h"
#include "schema/decode.h"
#include "stages/scenes/detail/vary_params.h"

namespace weald::scene {

/// What the expressions of a copy may use.
struct CopyFacts {
  std::uint64_t index = 0;  ///< of the site
  std::uint64_t count = 1;  ///< of the sites
  double along = 0;         ///< metres along the curve from the start of the path
  Vec3 position{0};         ///< metres
};

/// The values of a copy; unset where there is no expression.
struct CopyValues {
  bool keep = true;
  std::optional<double> mesh, scale, turn, tilt, tint, data;
};

/// A heightmap with its name in the expressions.
using NamedField = std::pair<std::string, const Heightmap*>;

/// The expressions of a stage, parsed once.
class Variation {
 public:
  /// Random numbers of the expressions are addressed by `seed` and the index of the copy. The heightmaps must outlive
  /// this. Throws StageError (key "vary") for an expression that was never checked.
  Variation(const VaryParams& params, std::vector<NamedField> fields, std::uint64_t seed);

  /// The values of a copy. Beyond the border of a heightmap, the height of its border counts. Throws StageError (key
  /// "vary") for an expression without a value, or whose value is no number in its range.
  CopyValues values(const CopyFacts& facts) const;

 private:
  struct Expression {
    std::string_view key;
    std::optional<double> CopyValues::*value = nullptr;  // null for `keep`
    expression::Term term;
  };

  std::vector<Expression> expressions_;
  std::vector<NamedField> fields_;
  std::uint64_t seed_ = 0;
};

/// The colour at `position` of a row of colours, sRGB, that change gradually: from 0 for the first to 1 for the last;
/// clamped. White if there are none.
Tint tint_at(std::span<const Vec3f> colours, double position);

/// Reports what is wrong with the expressions, at its character; `fields` are the names of heightmaps.
void check_variation(const VaryParams& params, std::span<const std::string> fields, schema::Checker& checker);

}  // namespace weald::scene
