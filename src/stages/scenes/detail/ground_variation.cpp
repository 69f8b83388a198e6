#include "stages/scenes/detail/ground_variation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace weald::scene {

namespace {

/// Purposes of random numbers, apart from those of a scatter and of its species.
enum class VaryDraw : std::uint64_t { vary = 32, lean };

std::uint64_t seed_for(const RunContext& context, VaryDraw draw) {
  return sub_seed(context.seed, static_cast<std::uint64_t>(draw));
}

using VaryText = std::optional<schema::SourceText> VaryParams::*;

/// The expressions for some of the keys; unset if there are none.
std::optional<Variation> part_of(const VaryParams& all, std::initializer_list<VaryText> keys,
                                 const std::vector<NamedField>& fields, std::uint64_t seed) {
  VaryParams part;
  bool is_any = false;
  for (const VaryText key : keys) {
    part.*key = all.*key;
    is_any = is_any || (all.*key).has_value();
  }
  return is_any ? std::optional<Variation>(std::in_place, part, fields, seed) : std::nullopt;
}

}  // namespace

GroundVariation::GroundVariation(const ScatterGround& ground, const ScatterParams& params, const RunContext& context)
    : ground_(ground), leans_(seed_for(context, VaryDraw::lean)) {
  const std::uint64_t seed = seed_for(context, VaryDraw::vary);
  for (std::size_t k = 0; k < std::max<std::size_t>(1, params.species.size()); ++k) {
    Parts& parts = parts_.emplace_back();
    const bool has_own = k < params.species.size() && params.species[k].vary;
    const std::optional<VaryParams>& vary = has_own ? params.species[k].vary : params.vary;
    if (!vary) continue;
    using V = VaryParams;
    parts.keep = part_of(*vary, {&V::keep}, ground.fields, seed);
    parts.scale = part_of(*vary, {&V::scale}, ground.fields, seed);
    parts.stance = part_of(*vary, {&V::mesh, &V::turn, &V::tilt}, ground.fields, seed);
    parts.look = part_of(*vary, {&V::tint, &V::level, &V::data}, ground.fields, seed);
  }
}

bool GroundVariation::empty() const {
  return std::ranges::none_of(
      parts_, [](const Parts& parts) { return parts.keep || parts.scale || parts.stance || parts.look; });
}

CopyValues GroundVariation::values(const std::optional<Variation>& variation, const Vec2& xz) const {
  return variation ? variation->values({{xz.x, height_at(ground_.ground, xz), xz.y}}) : CopyValues{};
}

bool GroundVariation::keeps(std::size_t species, const Vec2& xz) const { return values(parts_[species].keep, xz).keep; }

std::optional<double> GroundVariation::scale(std::size_t species, const Vec2& xz) const {
  return values(parts_[species].scale, xz).scale;
}

void GroundVariation::set_stance(std::size_t species, std::size_t meshes, Standing& standing,
                                 std::uint32_t& mesh) const {
  if (!parts_[species].stance) return;
  const CopyValues varied = values(parts_[species].stance, standing.xz);
  mesh = varied.mesh_of(meshes).value_or(mesh);
  standing.turn += varied.turn.value_or(0);
  standing.tilt = varied.tilt.value_or(0);
  standing.lean =
      360 * leans_.uniform(std::bit_cast<std::uint64_t>(standing.xz.x), std::bit_cast<std::uint64_t>(standing.xz.y));
}

CopyValues GroundVariation::look(std::size_t species, const Vec2& xz) const { return values(parts_[species].look, xz); }

}  // namespace weald::scene
