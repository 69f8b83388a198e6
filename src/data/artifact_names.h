#pragma once
// Names of the artifact types Heightmap and Image; other types declare their names in their own headers.

#include "data/heightmap.h"
#include "data/image.h"
#include "schema/input.h"

namespace weald::schema {

template <>
struct ArtifactName<Heightmap> {
  static constexpr std::string_view value = "heightmap";
};
template <>
struct ArtifactName<Image> {
  static constexpr std::string_view value = "image";
};

}  // namespace weald::schema
