#pragma once
// Moss on bark, as a share of its colour.

#include "base/math/vec.h"
#include "base/rng.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// A point of the bark that moss may cover.
struct MossPlace {
  Vec3 position{0};  ///< metres; the ground is at y = 0
  Vec3 normal{0};    ///< unit, outward
  double thick = 1;  ///< radius of the wood there, as a share of the plant's thickest
};

/// Share of moss in the colour of the bark, 0 to 1. It grows on sides that face up, and near the ground all around
/// thick wood, most where it faces north (-z), in patches of about 0.1 m; a larger amount never gives less. `rng` draws
/// the patches.
double moss_share(const MossParams& moss, const MossPlace& place, const Rng& rng);

}  // namespace weald::plant
