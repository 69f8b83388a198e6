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
  Vec3f colour{0, 0, 0};            ///< `Kd`, each 0 to 1; where it is not given, black, or 0.6 under a texture
  float roughness = 1;              ///< `Pr`, or else from the shininess `Ns` as modellers convert it; 0 to 1
  std::string colour_texture{};     ///< `map_Kd`
  std::string alpha_texture{};      ///< `map_d`
  std::string normal_texture{};     ///< `norm`
  std::string bump_texture{};       ///< `map_Bump` or `bump`
  float metallic = 0;               ///< `Pm`, 0 to 1
  float opacity = 1;                ///< `d`, or else 1 less `Tr`; 0 to 1
  Vec3f emission{0, 0, 0};          ///< `Ke`, each 0 to 1
  float emission_strength = 1;      ///< factor of the emission's light where a number of `Ke` is above 1
  std::string roughness_texture{};  ///< `map_Pr`
  std::string metallic_texture{};   ///< `map_Pm`
  std::string emission_texture{};   ///< `map_Ke`
};

/// The materials in the text of a material file, in its order; `name` stands for the file in messages. Numbers are read
/// exactly (the nearest float) and limited to their range; options of textures are passed over. A statement that cannot
/// be understood is passed over as well, which is appended to `warnings`: "name:line:column: ...". Time and memory are
/// linear in the text. Source: [obj-spec].
std::vector<MtlMaterial> parse_mtl(std::string_view text, const std::string& name, std::vector<std::string>& warnings);

}  // namespace weald::io
