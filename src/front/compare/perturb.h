#pragma once
// Small deliberate changes, which prove that goldens can fail: a tolerance must accept one kind and reject the other.

#include <cstdint>
#include <string>
#include <string_view>

#include "data/heightmap.h"
#include "data/image.h"
#include "data/mesh.h"

namespace weald::compare {

enum class Perturbation {
  one_step,  ///< a rounding step: the smallest change of a few values
  visible,   ///< a visible regression
};

/// one_step: up to 16 samples moved to the next float. visible: a smooth bump over 2 % of the longer side (at least one
/// sample) with 5 % of height_scale(). Positions depend on `seed`. An empty map is returned unchanged, as in the
/// functions below.
Heightmap perturb(const Heightmap& map, Perturbation perturbation, std::uint64_t seed);

/// one_step: one channel of up to 16 pixels changed by one level. visible: a patch of a sixteenth of each side (at
/// least one pixel) with colour channels swapped and brightened or darkened by a fifth.
Image perturb(const Image& image, Perturbation perturbation, std::uint64_t seed);

/// one_step: up to 16 coordinates moved to the next float. visible: the vertices within 10 % of the bounds' diagonal of
/// one vertex moved by 2 % of the diagonal.
mesh::Mesh perturb(const mesh::Mesh& mesh, Perturbation perturbation, std::uint64_t seed);

/// one_step: the last digit of up to 16 numbers with at least seven digits changed by one; unchanged if there is none.
/// visible: a number changed by 5 % (or 1), or a character if there is none.
std::string perturb(std::string_view text, Perturbation perturbation, std::uint64_t seed);

}  // namespace weald::compare
