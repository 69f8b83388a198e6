#pragma once
// Which materials light falls through.

#include "data/mesh.h"

namespace weald::mesh {

/// Whether some light falls through, as through leaves.
inline bool lets_light_through(const Material& material) {
  return material.two_sided || material.translucency.value_or(0.0f) > 0.0f;
}

}  // namespace weald::mesh
