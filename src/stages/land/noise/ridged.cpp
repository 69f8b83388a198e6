#include "stages/land/noise/ridged.h"

namespace weald::noise {

FractalRule ridged_fold(const RidgedParams& params) {
  return {Fractal::ridged, static_cast<float>(params.ridge_offset), static_cast<float>(params.gain)};
}

}  // namespace weald::noise
