#pragma once
// GroundVariation: the expressions of a scatter, which are those of the stage or of one of its species.
//
// Their random numbers depend on the place of a copy alone, so that no copy affects another.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "base/run_context.h"
#include "stages/scenes/detail/standing.h"
#include "stages/scenes/scatter.h"

namespace weald::scene {

class GroundVariation {
 public:
  /// Both must outlive this. Throws StageError (key "vary") for an expression that was never checked.
  GroundVariation(const ScatterGround& ground, const ScatterParams& params, const RunContext& context);

  /// Whether any copy has expressions.
  bool empty() const;

  // `species` is the number of the species; 0 without species. All throw StageError (key "vary") for an expression
  // without a value, or whose value is not in its range.

  /// Whether the copy at this place is kept.
  bool keeps(std::size_t species, const Vec2& xz) const;
  /// The scale of the copy at this place; unset if it is random.
  std::optional<double> scale(std::size_t species, const Vec2& xz) const;
  /// Changes the turn and tilt of a copy, and its mesh, a number below `meshes`.
  void set_stance(std::size_t species, std::size_t meshes, Standing& standing, std::uint32_t& mesh) const;
  /// What distinguishes the copy at this place besides how it stands.
  CopyValues look(std::size_t species, const Vec2& xz) const;

 private:
  /// The expressions of a species by what they decide; unset where there are none.
  struct Parts {
    std::optional<Variation> keep, scale, stance, look;
  };
  CopyValues values(const std::optional<Variation>& variation, const Vec2& xz) const;

  const ScatterGround& ground_;
  std::vector<Parts> parts_;  ///< per species
  Rng leans_;
};

}  // namespace weald::scene
