#pragma once
// Materials that let light through.

#include "data/mesh.h"

namespace weald::mesh {

/// Whether a material transmits some light, as leaves do.
inline bool lets_light_through(const Material& material) {
  return material.two_sided || material.translucency.value_or(0.0f) > 0.0f;
}

}  // namespace weald::mesh
