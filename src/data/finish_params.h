#pragma once
// FinishParams: the material keys of every stage with a material.

#include <optional>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "schema/codec.h"

namespace weald::mesh {

/// Appearance of a surface besides its colour; unset: the stage's own value.
struct FinishParams {
  std::optional<double> metallic{};
  std::optional<Vec3> emission{};  ///< sRGB
  std::optional<double> emission_strength{};
  std::optional<double> opacity{};
  std::optional<Vec2> uv_scale{};
  std::optional<Vec2> uv_offset{};
};

/// Strongest emission of a material, as a multiple of a white wall in sunlight.
inline constexpr double kMaxEmissionStrength = 1e5;

/// Rows of the Schema table for FinishParams; a stage joins them with its own rows by joined().
inline constexpr auto kFinishFields = schema::Fields{
    schema::Field{&FinishParams::metallic, "metallic",
                  "How metallic the surface is: 0 for stone, wood or paint, 1 for bare metal, which tints its "
                  "reflections with its own colour; unset: unchanged, and 0 for a new material.",
                  "", schema::Range{0, 1}},
    schema::Field{
        &FinishParams::emission, "emission",
        "Colour of the light that the surface emits, sRGB; unset: unchanged, and black (no emission) for a new "
        "material.",
        "", schema::Range{0, 1}},
    schema::Field{
        &FinishParams::emission_strength, "emission_strength",
        "Factor applied to the emitted light: 1 is about as bright as a white wall in sunlight; unset: unchanged, "
        "and 1 for a new material.",
        "", schema::Range{0, kMaxEmissionStrength}},
    schema::Field{
        &FinishParams::opacity, "opacity",
        "Share of the light from behind that the surface hides, less than 1 for glass; unset: unchanged, and 1 "
        "for a new material.",
        "", schema::Range{0, 1}},
    schema::Field{
        &FinishParams::uv_scale, "uv_scale",
        "Repeats of the textures along u and v per unit of the texture coordinates; unset: unchanged, and 1 by 1 for "
        "a new material.",
        "", schema::Range{-1e4, 1e4}},
    schema::Field{
        &FinishParams::uv_offset, "uv_offset",
        "Position in the textures, u and v from 0 to 1, of texture coordinates (0, 0); unset: unchanged, and (0, 0) "
        "for a new material.",
        "", schema::Range{-1e4, 1e4}}};

/// The row of the Schema table for the roughness. Stages store it themselves, as a number or std::optional, since most
/// have a default of their own.
template <class Owner, class Value>
constexpr schema::Field<Owner, Value> roughness_field(Value Owner::*member) {
  return {member, "roughness",
          "Roughness: 0 is a mirror, 1 is matt; unset: unchanged, and for new materials 0.9, for bark 0.95, for "
          "leaves 0.7.",
          "", schema::Range{0, 1}};
}

/// The material with the given parameters applied.
Material finished(Material material, const FinishParams& params, std::optional<double> roughness);

}  // namespace weald::mesh
