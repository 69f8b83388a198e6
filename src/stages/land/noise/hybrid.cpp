#include "stages/land/noise/hybrid.h"

namespace weald::noise {

FractalRule hybrid_fold(const HybridParams& params) {
  return {.fractal = Fractal::hybrid, .offset = static_cast<float>(params.altitude_offset)};
}

}  // namespace weald::noise
