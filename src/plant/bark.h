#pragma once
// Bark: rings joined into closed tubes.

#include <cstdint>

#include "core/rng.h"
#include "mesh/soup.h"
#include "plant/crown_light.h"
#include "plant/rings.h"

namespace weald::plant {

/// Elements of a soup: how many, or the number of the next one to write.
struct SoupCount {
  std::uint64_t vertices = 0;
  std::uint64_t uvs = 0;
  std::uint64_t faces = 0;
  std::uint64_t corners = 0;

  SoupCount& operator+=(const SoupCount& more) {
    vertices += more.vertices;
    uvs += more.uvs;
    faces += more.faces;
    corners += more.corners;
    return *this;
  }
};

/// What write_bark will write for a stem: one vertex per side of each ring and one for an apex.
SoupCount count_bark(const Stem& stem, BaseShape base);

/// What the bark of one plant has in common.
struct BarkStyle {
  const BarkParams& bark;
  const FlareParams& flare;
  BaseShape base;
  double thickest;  ///< largest radius of the plant, metres
  double shade;     ///< 0 to 1
  const CrownLight& light;
  Vec3 material_colour{1};  ///< sRGB; what vertex colours are multiplied with
};

/// Writes a stem's vertices and faces into `soup`, whose arrays are large enough, from `at` on. Neighbouring rings with
/// equal sides are joined by quads, others by triangles; nothing is left open but the base when `base` is open.
/// u makes a whole number of turns; v grows along the axis so that a texel keeps its aspect whatever the radius.
/// `number` addresses the stem's random numbers.
void write_bark(const Stem& stem, const BarkStyle& style, const Rng& rng, std::uint64_t number, SoupCount at,
                mesh::Soup& soup);

}  // namespace weald::plant
