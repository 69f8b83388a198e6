#pragma once
// The settings of a picture that have an effect, by the subject that it shows.

#include <span>
#include <string_view>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// A setting that does not apply to every subject.
struct PictureKey {
  std::string_view key;
  unsigned subjects = 0;  ///< sum of render::PictureSubject
};

/// The settings that some subject ignores, according to their declaration.
std::span<const PictureKey> picture_keys_by_subject();

/// Warns, at its location, of each setting that `output` gives and that has no effect in a picture of `artifact`.
void check_picture_keys(const OutputDecl& output, std::string_view artifact, Diagnostics& diagnostics);

}  // namespace weald::pipeline
