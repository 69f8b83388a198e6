#include "stages/land/noise/heterogeneous.h"

namespace weald::noise {

FractalRule heterogeneous_fold(const HeterogeneousParams& params) {
  return {.fractal = Fractal::heterogeneous, .offset = static_cast<float>(params.altitude_offset)};
}

}  // namespace weald::noise
