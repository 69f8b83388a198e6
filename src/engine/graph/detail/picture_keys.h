#pragma once
// Which settings of a picture change anything, by what it shows.

#include <span>
#include <string_view>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// What a picture shows, as far as settings go: a heightmap in one of its two styles, a mesh or scene, lines.
enum class PictureSubject : unsigned { hillshade = 1, relief = 2, mesh = 4, curve = 8, skeleton = 16 };

/// A setting that is not for every subject.
struct PictureKey {
  std::string_view key;
  unsigned subjects = 0;  ///< sum of PictureSubject
};

/// The settings that some subject passes over. What is not listed is for all; so is `samples`, which asks for smooth
/// edges: lines and hillshades have them anyway.
std::span<const PictureKey> picture_keys_by_subject();

/// Warns, at its place, of each setting that `output` gives and that changes nothing in a picture of `artifact`.
void check_picture_keys(const OutputDecl& output, std::string_view artifact, Diagnostics& diagnostics);

}  // namespace weald::pipeline
