#include "formats/meshes/detail/mtl_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/srgb.h"
#include "formats/meshes/detail/obj_scanner.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxMtlWarnings = 10;  // for one file; further ones are only counted
constexpr float kDefaultShininess = 1.0f;
constexpr float kTexturedColour = 0.6f;
constexpr double kMaxMtlEmission = 1e5;

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
  // Values that are resolved once the whole material is known.
  struct Given {
    bool has_colour = false;
    std::optional<float> roughness, opacity, transparency;
    float shininess = kDefaultShininess;
  };

  void pass_over(const std::string& reason) {
    if (++passed_over_ <= kMaxMtlWarnings) warnings_.push_back(reason + "; the statement is ignored");
  }

  void read_statement() {
    const ObjWord key = scanner_.word();
    if (key.text == "newmtl") {
      finish();
      materials_.push_back({std::string(scanner_.rest().text)});
      return;
    }
    if (materials_.empty()) return;  // before the first material
    MtlMaterial& material = materials_.back();
    if (key.text == "Kd") return read_colour(key, material);
    if (key.text == "Ke") return read_emission(key, material);
    if (key.text == "Pm") return void(material.metallic = clamp01_of(number_after(key)));
    if (key.text == "d") return void(given_.opacity = clamp01_of(number_after(key)));
    if (key.text == "Tr") return void(given_.transparency = clamp01_of(number_after(key)));
    if (key.text == "map_Pr") return read_texture(material.roughness_texture);
    if (key.text == "map_Pm") return read_texture(material.metallic_texture);
    if (key.text == "map_Ke") return read_texture(material.emission_texture);
    if (key.text == "Pr") return void(given_.roughness = number_after(key));
    if (key.text == "Ns") return void(given_.shininess = number_after(key));
    if (key.text == "map_Kd") return read_texture(material.colour_texture);
    if (key.text == "map_d") return read_texture(material.alpha_texture);
    if (key.text == "norm") return read_texture(material.normal_texture);
    if (key.text == "map_Bump" || key.text == "map_bump" || key.text == "bump")
      return read_texture(material.bump_texture);
  }

  float number_after(const ObjWord& key) {
    const ObjWord word = scanner_.word();
    if (word.empty()) scanner_.fail(key, fmt::format("'{}' needs a number", key.text));
    return scanner_.number(word);
  }

  static float clamp01_of(float value) { return std::clamp(value, 0.0f, 1.0f); }

  /// Reads three numbers, or one for all three.
  std::array<float, 3> colour_after(const ObjWord& key) {
    std::array<float, 3> rgb{};
    std::size_t count = 0;
    for (ObjWord word = scanner_.word(); !word.empty() && count < rgb.size(); word = scanner_.word())
      rgb[count++] = scanner_.number(word);
    if (count == 1) rgb[1] = rgb[2] = rgb[0];
    if (count != 1 && count != rgb.size()) scanner_.fail(key, fmt::format("'{}' takes three numbers", key.text));
    return rgb;
  }

  void read_colour(const ObjWord& key, MtlMaterial& material) {
    const std::array<float, 3> rgb = colour_after(key);
    for (std::size_t i = 0; i < rgb.size(); ++i) material.colour[static_cast<int>(i)] = clamp01_of(rgb[i]);
    given_.has_colour = true;
  }

  /// Splits an emission with a channel above 1 into a strength, the largest channel, and a colour.
  void read_emission(const ObjWord& key, MtlMaterial& material) {
    const std::array<float, 3> rgb = colour_after(key);
    const double most = std::max({rgb[0], rgb[1], rgb[2], 1.0f});
    const double strength = most > 1.0 ? std::min(linear_of_srgb(most), kMaxMtlEmission) : 1.0;
    for (std::size_t i = 0; i < rgb.size(); ++i) {
      const double own = std::max(static_cast<double>(rgb[i]), 0.0);
      material.emission[static_cast<int>(i)] =
          most > 1.0 ? clamp01_of(static_cast<float>(srgb_of_linear(linear_of_srgb(own) / strength)))
                     : static_cast<float>(own);
    }
    material.emission_strength = static_cast<float>(strength);
  }

  void read_texture(std::string& texture) {
    const std::string_view name = texture_name(scanner_.rest().text);
    if (!name.empty()) texture = name;
  }

  /// Completes the current material.
  void finish() {
    if (materials_.empty()) return;
    MtlMaterial& material = materials_.back();
    const float gloss = std::sqrt(std::clamp(given_.shininess / 1000.0f, 0.0f, 1.0f));
    material.roughness = std::clamp(given_.roughness.value_or(1.0f - gloss), 0.0f, 1.0f);
    if (!given_.has_colour && !material.colour_texture.empty()) material.colour = Vec3f(kTexturedColour);
    material.opacity = given_.opacity.value_or(1.0f - given_.transparency.value_or(0.0f));
    given_ = {};
  }

  ObjScanner scanner_;
  const std::string& name_;
  std::vector<std::string>& warnings_;
  std::vector<MtlMaterial> materials_;
  Given given_;
  std::size_t passed_over_ = 0;
};

}  // namespace

std::vector<MtlMaterial> parse_mtl(std::string_view text, const std::string& name, std::vector<std::string>& warnings) {
  return MtlReader(text, name, warnings).run();
}

}  // namespace weald::io
