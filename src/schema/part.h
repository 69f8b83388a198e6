#pragma once
// Parts: additional artifacts that a stage makes besides its main one; other stages read them as `from: STAGE.PART`.

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "schema/input.h"

namespace weald::schema {

/// Declares a part of a stage.
struct PartInfo {
  std::string_view name;
  std::string_view artifact;  ///< artifact name
  std::string_view unit;      ///< unit of its values; empty: none
  std::string_view help;      ///< one sentence
  bool is_worn = true;        ///< of a picture made with a mesh: whether the mesh's materials use it
};

/// A reference "STAGE.PART" as the names of the stage and of the part, which is empty if only a stage is named. A
/// part's name begins with a letter; the names of repeated stages have numbers after dots: "post.3.lod1" is part "lod1"
/// of stage "post.3".
constexpr std::pair<std::string_view, std::string_view> split_part(std::string_view name) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
    const char next = dot + 1 < name.size() ? name[dot + 1] : '\0';
    if (next < '0' || next > '9') return {name.substr(0, dot), name.substr(dot + 1)};
  }
  return {name, {}};
}

/// Name of the part that holds the opacity of a stage's image, in all channels. For an image that is itself a part,
/// this name is appended to the part's name with an underscore: "atlas_mask".
inline constexpr std::string_view kMaskPart = "mask";

/// Whether a part of this name holds opacity.
constexpr bool is_mask(std::string_view part) { return part == kMaskPart || part.ends_with("_mask"); }

/// The declaration of a part of type T.
template <class T>
constexpr PartInfo part(std::string_view name, std::string_view unit, std::string_view help) {
  return {name, ArtifactName<T>::value, unit, help};
}

/// The declaration of a part that is a picture not used by any material of the stage's mesh.
constexpr PartInfo unworn(PartInfo info) {
  info.is_worn = false;
  return info;
}

/// The result of a stage with parts: the main artifact, and each declared part once; unwanted parts may be left out.
template <class Main, class... Parts>
struct WithParts {
  using MainArtifact = Main;
  Main main;
  std::vector<std::pair<std::string_view, std::variant<Parts...>>> parts;
};

/// The parts of a stage that are used. By default this is unknown, and all are wanted.
struct WantedParts {
  std::optional<std::vector<std::string_view>> names{};

  bool has(std::string_view name) const {
    return !names || std::find(names->begin(), names->end(), name) != names->end();
  }
};

}  // namespace weald::schema
