#include "engine/graph/detail/picture_keys.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "schema/wording.h"

namespace weald::pipeline {

namespace {

using Settings = schema::Schema<render::PictureParams>;
using render::PictureSubject;

std::optional<PictureSubject> subject_of(std::string_view artifact, const render::PictureParams& picture) {
  if (artifact == "heightmap")
    return picture.style == render::HeightStyle::relief ? PictureSubject::relief : PictureSubject::hillshade;
  if (artifact == "mesh" || artifact == "scene") return PictureSubject::mesh;
  if (artifact == "curve") return PictureSubject::curve;
  if (artifact == "skeleton") return PictureSubject::skeleton;
  return std::nullopt;  // no picture, or a picture that no setting affects, which is reported elsewhere
}

std::string name_of_subject(PictureSubject subject, std::string_view artifact) {
  if (subject == PictureSubject::hillshade) return "a hillshade";
  if (subject == PictureSubject::relief) return "a relief";
  return schema::with_article(artifact);
}

std::string names_of_subjects(unsigned subjects) {
  struct Name {
    unsigned subjects;
    std::string_view text;
  };
  using S = Settings;
  constexpr std::array kNames{
      Name{S::kHeights, "heightmaps"},           Name{S::kHillshade, "hillshades of heightmaps"},
      Name{S::kRelief, "reliefs of heightmaps"}, Name{S::kMesh, "meshes and scenes"},
      Name{S::kLines, "curves and skeletons"},   Name{S::kSkeleton, "skeletons"}};
  std::string text;
  for (const Name& name : kNames) {
    if ((subjects & name.subjects) != name.subjects) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name.text);
    subjects &= ~name.subjects;
  }
  return text;
}

}  // namespace

std::span<const PictureKey> picture_keys_by_subject() {
  static const std::vector<PictureKey> kKeys = [] {
    std::vector<PictureKey> keys;
    schema::for_each_field<render::PictureParams>([&](const auto& field) {
      if (field.subjects != 0) keys.push_back({field.key, field.subjects});
    });
    return keys;
  }();
  return kKeys;
}

void check_picture_keys(const OutputDecl& output, std::string_view artifact, Diagnostics& diagnostics) {
  if (!output.spec.picture) return;
  const auto subject = subject_of(artifact, *output.spec.picture);
  if (!subject) return;
  for (const auto& [key, place] : output.keys) {
    for (const PictureKey& known : picture_keys_by_subject()) {
      const bool is_idle = (known.subjects & static_cast<unsigned>(*subject)) == 0;
      if (is_idle && key == fmt::format("picture.{}", known.key))
        diagnostics.warning(
            place, fmt::format("'{}' has no effect in a picture of {}", known.key, name_of_subject(*subject, artifact)),
            fmt::format("it applies to {}", names_of_subjects(known.subjects)));
    }
  }
}

}  // namespace weald::pipeline
