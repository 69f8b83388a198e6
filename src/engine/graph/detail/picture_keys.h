#pragma once
// Which settings of a picture change anything, by what it shows.

#include <span>
#include <string_view>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// A setting that is not for every subject.
struct PictureKey {
  std::string_view key;
  unsigned subjects = 0;  ///< sum of render::PictureSubject
};

/// The settings that some subject passes over, as their declaration says.
std::span<const PictureKey> picture_keys_by_subject();

/// Warns, at its place, of each setting that `output` gives and that changes nothing in a picture of `artifact`.
void check_picture_keys(const OutputDecl& output, std::string_view artifact, Diagnostics& diagnostics);

}  // namespace weald::pipeline
