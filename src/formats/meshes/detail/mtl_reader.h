#pragma once
// Reading material files.

#include <string>
#include <string_view>
#include <vector>

#include "base/math/vec.h"

namespace weald::io {

/// A material as a material file defines it. Textures are names relative to the file's folder, empty if it has none.
struct MtlMaterial {
  std::string name;
  Vec3f colour{0, 0, 0};            ///< `Kd`, each 0 to 1; default black, or 0.6 with a texture
  float roughness = 1;              ///< `Pr`, or else converted from the shininess `Ns`; 0 to 1
  std::string colour_texture{};     ///< `map_Kd`
  std::string alpha_texture{};      ///< `map_d`
  std::string normal_texture{};     ///< `norm`
  std::string bump_texture{};       ///< `map_Bump` or `bump`
  float metallic = 0;               ///< `Pm`, 0 to 1
  float opacity = 1;                ///< `d`, or else 1 - `Tr`; 0 to 1
  Vec3f emission{0, 0, 0};          ///< `Ke`, each 0 to 1
  float emission_strength = 1;      ///< factor of the emitted light, if a number of `Ke` is above 1
  std::string roughness_texture{};  ///< `map_Pr`
  std::string metallic_texture{};   ///< `map_Pm`
  std::string emission_texture{};   ///< `map_Ke`
};

/// Parses a material file; `name` is its name in messages. Returns the materials in the order of the file. Numbers are
/// rounded to the nearest float and clamped to their range; options of textures are ignored. An invalid statement is
/// ignored with a warning in `warnings`: "name:line:column: ...". Source: [obj-spec].
std::vector<MtlMaterial> parse_mtl(std::string_view text, const std::string& name, std::vector<std::string>& warnings);

}  // namespace weald::io
