#pragma once
// Measures: metadata of a glTF file in `extras`.

#include <cstddef>

#include "base/math/placement.h"
#include "base/math/vec.h"
#include "formats/gltf/detail/binary.h"
#include "formats/gltf/detail/model.h"

namespace weald::gltf {

/// Number and size of the visible elements.
struct Measures {
  std::size_t triangles = 0;
  std::size_t vertices = 0;
  Bounds bounds;  ///< metres
};

/// Adds a copy of a mesh with these measures. For a rotated copy, adds the bounds of its rotated box.
void add_copy(Measures& total, const Measures& mesh, const Placement& placement);

/// The measures as JSON: `triangles`, `vertices`, `height_m`, and `min_m` and `max_m` of the box, to the micrometre.
/// Without a box only `triangles` and `vertices`.
Json extras_of(const Measures& measures);

/// `preset` and `seed`. Pre: the model has an origin.
Json extras_of(const Origin& origin);

}  // namespace weald::gltf
