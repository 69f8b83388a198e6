#include "noise/ridged.h"

namespace weald::noise {

FieldSpec ridged_field(const RidgedParams& params, const GridSpec& grid, std::uint64_t seed) {
  FieldSpec field = fractal_field(params, Fractal::ridged, grid, seed);
  field.ridge_offset = static_cast<float>(params.ridge_offset);
  field.gain = static_cast<float>(params.gain);
  return field;
}

}  // namespace weald::noise
