#include "engine/graph/detail/picture_keys.h"

#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "schema/wording.h"

namespace weald::pipeline {

namespace {

constexpr unsigned kHillshade = static_cast<unsigned>(PictureSubject::hillshade);
constexpr unsigned kRelief = static_cast<unsigned>(PictureSubject::relief);
constexpr unsigned kMesh = static_cast<unsigned>(PictureSubject::mesh);
constexpr unsigned kCurve = static_cast<unsigned>(PictureSubject::curve);
constexpr unsigned kSkeleton = static_cast<unsigned>(PictureSubject::skeleton);
constexpr unsigned kHeights = kHillshade | kRelief, kSolid = kRelief | kMesh, kLines = kCurve | kSkeleton;

constexpr std::array kKeys{
    PictureKey{"style", kHeights},
    PictureKey{"azimuth", kSolid | kLines},
    PictureKey{"elevation", kSolid | kLines},
    PictureKey{"projection", kSolid | kLines},
    PictureKey{"field_of_view", kSolid | kLines},
    PictureKey{"zoom", kSolid | kLines},
    PictureKey{"margin", kSolid | kLines},
    PictureKey{"sun_azimuth", kHeights | kMesh},
    PictureKey{"sun_elevation", kHeights | kMesh},
    PictureKey{"sun_strength", kSolid},
    PictureKey{"sky_strength", kSolid},
    PictureKey{"exposure", kSolid},
    PictureKey{"background_top", kSolid},
    PictureKey{"background_bottom", kSolid},
    PictureKey{"ground", kSolid},
    PictureKey{"fog", kSolid},
    PictureKey{"fog_height", kSolid},
    PictureKey{"fog_colour", kSolid},
    PictureKey{"wireframe", kSolid},
    PictureKey{"wireframe_colour", kSolid},
    PictureKey{"clay", kSolid},
    PictureKey{"exaggeration", kHeights},
    PictureKey{"palette", kHeights},
    PictureKey{"heights", kHeights},
    PictureKey{"contours", kHillshade},
    PictureKey{"water", kHeights | kMesh},
    PictureKey{"sea_level", kHeights | kMesh},
    PictureKey{"water_clarity", kMesh},
    PictureKey{"water_colour", kMesh},
    PictureKey{"ripples", kMesh},
    PictureKey{"line_width", kLines},
    PictureKey{"line_colour", kLines},
    PictureKey{"line_end_colour", kLines},
    PictureKey{"index_colours", kSkeleton},
    PictureKey{"line_opacity", kLines},
    PictureKey{"paper", kHillshade | kLines},
};

std::optional<PictureSubject> subject_of(std::string_view artifact, const render::PictureParams& picture) {
  if (artifact == "heightmap")
    return picture.style == render::HeightStyle::relief ? PictureSubject::relief : PictureSubject::hillshade;
  if (artifact == "mesh" || artifact == "scene") return PictureSubject::mesh;
  if (artifact == "curve") return PictureSubject::curve;
  if (artifact == "skeleton") return PictureSubject::skeleton;
  return std::nullopt;  // no picture, or one that no setting changes, which is said once for all
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
  constexpr std::array kNames{Name{kHeights, "heightmaps"},           Name{kHillshade, "hillshades of heightmaps"},
                              Name{kRelief, "reliefs of heightmaps"}, Name{kMesh, "meshes and scenes"},
                              Name{kLines, "curves and skeletons"},   Name{kSkeleton, "skeletons"}};
  std::string text;
  for (const Name& name : kNames) {
    if ((subjects & name.subjects) != name.subjects) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name.text);
    subjects &= ~name.subjects;
  }
  return text;
}

}  // namespace

std::span<const PictureKey> picture_keys_by_subject() { return kKeys; }

void check_picture_keys(const OutputDecl& output, std::string_view artifact, Diagnostics& diagnostics) {
  if (!output.spec.picture) return;
  const auto subject = subject_of(artifact, *output.spec.picture);
  if (!subject) return;
  for (const auto& [key, place] : output.keys) {
    for (const PictureKey& known : kKeys) {
      const bool is_idle = (known.subjects & static_cast<unsigned>(*subject)) == 0;
      if (is_idle && key == fmt::format("picture.{}", known.key))
        diagnostics.warning(
            place,
            fmt::format("'{}' changes nothing in a picture of {}", known.key, name_of_subject(*subject, artifact)),
            fmt::format("it is for {}", names_of_subjects(known.subjects)));
    }
  }
}

}  // namespace weald::pipeline
