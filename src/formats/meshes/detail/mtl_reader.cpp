#include "formats/meshes/detail/mtl_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "base/error.h"
#include "base/math/srgb.h"
#include "formats/meshes/detail/obj_scanner.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxMtlWarnings = 10;  // for one file; further ones are only counted
constexpr float kNoRoughness = -1.0f;        // of a material without `Pr`
constexpr double kMaxMtlEmission = 1e5;

constexpr std::array<std::string_view, 5> kNumbers{"Pm", "d", "Tr", "Pr", "Ns"};
constexpr std::array<std::string_view, 9> kTextures{"map_Kd", "map_d",  "norm",   "map_Bump", "map_bump",
                                                    "bump",   "map_Pr", "map_Pm", "map_Ke"};

/// An option before the name of a texture, and the words that may follow it.
struct TextureOption {
  std::string_view name;
  std::size_t words;    ///< largest number of numeric words
  bool takes_any_word;  ///< one word of any kind
};
constexpr std::array<TextureOption, 14> kTextureOptions{{{"-blendu", 0, true},
                                                         {"-blendv", 0, true},
                                                         {"-boost", 1, false},
                                                         {"-bm", 1, false},
                                                         {"-cc", 0, true},
                                                         {"-clamp", 0, true},
                                                         {"-colorspace", 0, true},
                                                         {"-imfchan", 0, true},
                                                         {"-mm", 2, false},
                                                         {"-o", 3, false},
                                                         {"-s", 3, false},
                                                         {"-t", 3, false},
                                                         {"-texres", 0, true},
                                                         {"-type", 0, true}}};

/// Removes the first word of `text`, and the blanks after it.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(text.find_first_not_of(" \t", end), text.size()));
  return word;
}

bool is_number(std::string_view word) { return word.find_first_not_of("+-.0123456789eE") == std::string_view::npos; }

/// The name of a texture, which follows its options: the rest of the line, since names may contain blanks.
std::string_view texture_name(std::string_view text) {
  while (true) {
    std::string_view rest = text;
    const std::string_view word = take_word(rest);
    const auto option = std::find_if(kTextureOptions.begin(), kTextureOptions.end(),
                                     [&](const TextureOption& known) { return known.name == word; });
    if (option == kTextureOptions.end()) return text;
    if (option->takes_any_word) take_word(rest);
    for (std::size_t i = 0; i < option->words; ++i) {
      std::string_view behind = rest;
      const std::string_view argument = take_word(behind);
      if (argument.empty() || !is_number(argument)) break;
      rest = behind;
    }
    text = rest;
  }
}

float clamp01_of(float value) { return std::clamp(value, 0.0f, 1.0f); }

float roughness_of(const tinyobj::material_t& given) {
  const float gloss = std::sqrt(clamp01_of(given.shininess / 1000.0f));
  return clamp01_of(given.roughness == kNoRoughness ? 1.0f - gloss : given.roughness);
}

/// Splits an emission with a channel above 1 into a strength, the largest channel, and a colour.
void add_emission(const tinyobj::material_t& given, MtlMaterial& material) {
  const double most = std::max({given.emission[0], given.emission[1], given.emission[2], 1.0f});
  const double strength = most > 1.0 ? std::min(linear_of_srgb(most), kMaxMtlEmission) : 1.0;
  for (int i = 0; i < 3; ++i) {
    const double own = std::max(static_cast<double>(given.emission[i]), 0.0);
    material.emission[i] = most > 1.0 ? clamp01_of(static_cast<float>(srgb_of_linear(linear_of_srgb(own) / strength)))
                                      : static_cast<float>(own);
  }
  material.emission_strength = static_cast<float>(strength);
}

MtlMaterial mtl_material_of(const tinyobj::material_t& given, const std::string& name) {
  MtlMaterial material{name};
  for (int i = 0; i < 3; ++i) material.colour[i] = clamp01_of(given.diffuse[i]);
  material.roughness = roughness_of(given);
  material.metallic = clamp01_of(given.metallic);
  material.opacity = clamp01_of(given.dissolve);
  add_emission(given, material);
  material.colour_texture = given.diffuse_texname;
  material.alpha_texture = given.alpha_texname;
  material.normal_texture = given.normal_texname;
  material.bump_texture = given.bump_texname;
  material.roughness_texture = given.roughness_texname;
  material.metallic_texture = given.metallic_texname;
  material.emission_texture = given.emissive_texname;
  return material;
}

/// Reads a material file with tinyobjloader, material by material, after it has put the statements into a form that the
/// loader cannot misread. By itself it knows no continued lines, drops a material without a name, takes a number as far
/// as it understands it and 0 where it understands nothing, and lets the options of a texture take its name. Numbers
/// are written with nine digits, which any conversion takes for the same float (see obj_geometry.cpp).
class MtlReader {
 public:
  MtlReader(std::string_view text, const std::string& name, std::vector<std::string>& warnings)
      : scanner_(text, name), name_(name), warnings_(warnings) {}

  std::vector<MtlMaterial> run() {
    while (scanner_.next_line()) {
      try {
        read_statement();
      } catch (const IoError& error) {
        pass_over(error.what());
      }
    }
    finish();
    if (passed_over_ > kMaxMtlWarnings) {
      warnings_.push_back(fmt::format("'{}': {} more statements are ignored", name_, passed_over_ - kMaxMtlWarnings));
    }
    return std::move(materials_);
  }

 private:
  void pass_over(const std::string& reason) {
    if (++passed_over_ <= kMaxMtlWarnings) warnings_.push_back(reason + "; the statement is ignored");
  }

  void read_statement() {
    const ObjWord key = scanner_.word();
    if (key.text == "newmtl") return begin_material();
    if (checked_.empty()) return;  // of no material
    if (key.text == "Kd" || key.text == "Ke") return read_colour(key);
    if (std::ranges::find(kNumbers, key.text) != kNumbers.end()) return read_number_of(key);
    if (std::ranges::find(kTextures, key.text) != kTextures.end()) return read_texture(key);
  }

  void begin_material() {
    finish();
    material_name_ = scanner_.rest().text;
    checked_ = fmt::format("newmtl named_later\nPr {}\n", kNoRoughness);
  }

  void put(std::string_view key, std::initializer_list<float> values) {
    checked_ += key;
    for (const float value : values) fmt::format_to(std::back_inserter(checked_), " {:.8e}", value);
    checked_ += '\n';
  }

  void read_number_of(const ObjWord& key) {
    const ObjWord word = scanner_.word();
    if (word.empty()) scanner_.fail(key, fmt::format("'{}' needs a number", key.text));
    put(key.text, {std::max(scanner_.number(word), 0.0f)});
  }

  /// A colour has three numbers, or one for all three.
  void read_colour(const ObjWord& key) {
    std::array<float, 3> rgb{};
    std::size_t count = 0;
    for (ObjWord word = scanner_.word(); !word.empty() && count < rgb.size(); word = scanner_.word())
      rgb[count++] = scanner_.number(word);
    if (count == 1) rgb[1] = rgb[2] = rgb[0];
    if (count != 1 && count != rgb.size()) scanner_.fail(key, fmt::format("'{}' takes three numbers", key.text));
    put(key.text, {rgb[0], rgb[1], rgb[2]});
  }

  void read_texture(const ObjWord& key) {
    const std::string_view name = texture_name(scanner_.rest().text);
    if (!name.empty()) checked_ += fmt::format("{} {}\n", key.text, name);
  }

  /// Completes the current material.
  void finish() {
    if (checked_.empty()) return;
    std::istringstream text(std::exchange(checked_, {}));
    std::vector<tinyobj::material_t> given;
    std::map<std::string, int> numbers;
    std::string doubts, errors;  // that `d` wins against `Tr`, and nothing
    tinyobj::LoadMtl(&numbers, &given, &text, &doubts, &errors);
    for (const tinyobj::material_t& material : given) materials_.push_back(mtl_material_of(material, material_name_));
  }

  ObjScanner scanner_;
  const std::string& name_;
  std::vector<std::string>& warnings_;
  std::string checked_;  // the statements of the current material
  std::string material_name_;
  std::vector<MtlMaterial> materials_;
  std::size_t passed_over_ = 0;
};

}  // namespace

std::vector<MtlMaterial> parse_mtl(std::string_view text, const std::string& name, std::vector<std::string>& warnings) {
  return MtlReader(text, name, warnings).run();
}

}  // namespace weald::io
