#include "picture/camera/detail/look.h"

#include "picture/camera/picture_params.h"

namespace weald::render {

namespace {

// The studio's sun is that of a late afternoon: the tint of noon takes its warmth away.
const LookSettings kNoon{.sun_elevation = 66,
                         .sun_strength = 1.15,
                         .sky_strength = 0.85,
                         .sun_tint = {1.0f, 1.04f, 1.12f},
                         .background_top = {0.38f, 0.58f, 0.82f},
                         .background_bottom = {0.76f, 0.84f, 0.88f},
                         .fog_colour = {0.76f, 0.84f, 0.90f}};

const LookSettings kDusk{.sun_elevation = 7,
                         .sun_strength = 1.1,
                         .sky_strength = 0.62,
                         .exposure = 0.2,
                         .sun_tint = {1.0f, 0.60f, 0.30f},
                         .zenith_tint = {0.80f, 0.80f, 1.05f},
                         .horizon_tint = {1.12f, 0.80f, 0.72f},
                         .background_top = {0.33f, 0.38f, 0.55f},
                         .background_bottom = {0.93f, 0.70f, 0.53f},
                         .fog_colour = {0.86f, 0.66f, 0.56f}};

// Together with the studio's blue sky, the tints give a grey one.
const LookSettings kOvercast{.sun_strength = 0,
                             .sky_strength = 2.1,
                             .zenith_tint = {1.30f, 1.00f, 0.72f},
                             .horizon_tint = {1.08f, 1.00f, 0.93f},
                             .background_top = {0.68f, 0.71f, 0.74f},
                             .background_bottom = {0.83f, 0.84f, 0.84f},
                             .fog_colour = {0.79f, 0.81f, 0.82f}};

}  // namespace

LookSettings settings_of(Look look) {
  switch (look) {
    case Look::studio: break;
    case Look::noon: return kNoon;
    case Look::dusk: return kDusk;
    case Look::overcast: return kOvercast;
  }
  return {};
}

LookSettings look_of(const PictureParams& params) {
  LookSettings look = settings_of(params.look);
  if (params.sun_elevation) look.sun_elevation = params.sun_elevation;
  look.sun_strength = params.sun_strength.value_or(look.sun_strength);
  look.sky_strength = params.sky_strength.value_or(look.sky_strength);
  look.exposure += params.exposure;
  look.background_top = params.background_top.value_or(look.background_top);
  look.background_bottom = params.background_bottom.value_or(look.background_bottom);
  look.fog_colour = params.fog_colour.value_or(look.fog_colour);
  return look;
}

}  // namespace weald::render
