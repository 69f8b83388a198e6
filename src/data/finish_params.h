#pragma once
// FinishParams: the keys of a material that every stage with a material takes, declared once.

#include <optional>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "schema/codec.h"

namespace weald::mesh {

/// What a surface looks like beside its colour; unset: as the stage makes it.
struct FinishParams {
  std::optional<double> metallic{};
  std::optional<Vec3> emission{};  ///< sRGB
  std::optional<double> emission_strength{};
  std::optional<double> opacity{};
  std::optional<Vec2> uv_scale{};
  std::optional<Vec2> uv_offset{};
};

/// Strongest light of its own that a material may have, as a multiple of a white wall in the sun.
inline constexpr double kMaxEmissionStrength = 1e5;

/// Rows of the Schema table for FinishParams; a stage's own rows follow or precede by joined().
inline constexpr auto kFinishFields = schema::Fields{
    schema::Field{&FinishParams::metallic, "metallic",
                  "How much of a metal it is: 0 stone, wood, paint, 1 bare metal, which mirrors in its own colour; "
                  "unset: as before, and of a new "
                  "material 0.",
                  "", schema::Range{0, 1}},
    schema::Field{
        &FinishParams::emission, "emission",
        "Colour of the light that the surface sends out itself, sRGB; unset: as before, and of a new material "
        "black, which is none.",
        "", schema::Range{0, 1}},
    schema::Field{
        &FinishParams::emission_strength, "emission_strength",
        "Factor of that light: 1 is about as bright as a white wall in the sun; unset: as before, and of a new "
        "material 1.",
        "", schema::Range{0, kMaxEmissionStrength}},
    schema::Field{&FinishParams::opacity, "opacity",
                  "Share of what lies behind that the surface hides, as glass does; unset: as before, and of a new "
                  "material 1.",
                  "", schema::Range{0, 1}},
    schema::Field{
        &FinishParams::uv_scale, "uv_scale",
        "Repeats of the textures along u and v for each unit of the texture coordinates; unset: as before, and "
        "of a new material 1 by 1.",
        "", schema::Range{-1e4, 1e4}},
    schema::Field{
        &FinishParams::uv_offset, "uv_offset",
        "Place in the textures, u and v from 0 to 1, where texture coordinates of 0 lie; unset: as before, and "
        "of a new material 0 by 0.",
        "", schema::Range{-1e4, 1e4}}};

/// The row of the Schema table for the roughness, which stages keep themselves, a number or std::optional: most have
/// a default of their own.
template <class Owner, class Value>
constexpr schema::Field<Owner, Value> roughness_field(Value Owner::*member) {
  return {member, "roughness",
          "Roughness: 0 mirror, 1 matt; unset: as before, and of a new material 0.9, of bark 0.95, of leaves 0.7.", "",
          schema::Range{0, 1}};
}

/// The material with what the parameters say.
Material finished(Material material, const FinishParams& params, std::optional<double> roughness);

}  // namespace weald::mesh
