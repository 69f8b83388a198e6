#pragma once
// Variation: expressions that are computed for each copy of a mesh.

#include <cstddef>
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
#include "stages/scenes/detail/copy_params.h"

namespace weald::scene {

/// What the expressions of a copy may use.
struct CopyFacts {
  /// What a copy at a numbered site has besides its place.
  struct Site {
    std::uint64_t index = 0;
    std::uint64_t count = 1;  ///< of the sites
    double along = 0;         ///< metres along the curve from the start of the path
  };
  Vec3 position{0};            ///< metres
  std::optional<Site> site{};  ///< unset for a copy whose number means nothing
};

/// The values that expressions may use.
struct KnownFacts {
  bool has_sites = true;                     ///< whether the copies stand at numbered sites
  std::span<const std::string> fields = {};  ///< names of heightmaps
};

/// The values of a copy; unset where there is no expression.
struct CopyValues {
  bool keep = true;
  std::optional<double> mesh, scale, turn, tilt, tint, level, data;

  /// The only level of detail that the copy has; unset if it has all.
  std::optional<std::uint32_t> only_level() const;
  /// The number of the copy's mesh, below `meshes`; unset if no expression chooses it. Pre: `meshes` is above 0.
  std::optional<std::uint32_t> mesh_of(std::size_t meshes) const;
};

/// A heightmap with its name in the expressions.
using NamedField = std::pair<std::string, const Heightmap*>;

/// The expressions of a stage, parsed once.
class Variation {
 public:
  /// Random numbers of the expressions are addressed by `seed` and the index of the copy; without one, by its x and z.
  /// The heightmaps must outlive this. Throws StageError (key "vary") for an expression that was never checked.
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

/// Reports what is wrong with the expressions, at its character.
void check_variation(const VaryParams& params, const KnownFacts& known, schema::Checker& checker);

/// Reports heightmaps without any expressions and names that no expression could use, and warns of names that none of
/// `all` uses.
void check_field_names(std::span<const VaryParams* const> all, const KnownFacts& known, schema::Checker& checker);

/// The names under `of`.
std::vector<std::string> names_of(const VaryKeys& params);

}  // namespace weald::scene
