#pragma once
// Small deliberate changes that prove that a suite of goldens can fail: rounding steps, which a tolerance must accept,
// and visible changes, which it must reject.

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

/// one_step: the last digit of up to 16 numbers changed by one, among those with a point or an exponent and at least
/// four digits; unchanged if there is none. visible: a number changed by 5 % (or 1), or a character if there is none.
std::string perturb(std::string_view text, Perturbation perturbation, std::uint64_t seed);

}  // namespace weald::compare
