#include "stages/land/noise/ping_pong.h"

namespace weald::noise {

FractalRule ping_pong_fold(const PingPongParams& params) {
  return {.fractal = Fractal::ping_pong, .gain = static_cast<float>(params.strength)};
}

}  // namespace weald::noise
