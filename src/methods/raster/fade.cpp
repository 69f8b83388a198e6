#include "methods/raster/fade.h"

#include "base/math/math.h"
#include "base/math/smoothstep.h"

namespace weald::noise {

double fade_weight(Fade fade, double t) {
  switch (fade) {
    case Fade::linear: return t;
    case Fade::cosine: return (1.0 - math::cos_deg(180.0 * t)) * 0.5;
    case Fade::cubic: return math::smoothstep(t);
    case Fade::quintic: return quintic_fade(t);
  }
  return t;
}

}  // namespace weald::noise
