#include "picture/camera/detail/look.h"

#include "picture/camera/picture_params.h"

namespace weald::render {

namespace {

LookSettings noon() {
  LookSettings look;
  look.sun_elevation = 66;
  look.sun_strength = 1.15;
  look.sky_strength = 0.85;
  look.sun_tint = {1.0f, 1.04f, 1.12f};  // the studio's sun is that of a late afternoon
  look.background_top = {0.38f, 0.58f, 0.82f};
  look.background_bottom = {0.76f, 0.84f, 0.88f};
  look.fog_colour = {0.76f, 0.84f, 0.90f};
  return look;
}

LookSettings dusk() {
  LookSettings look;
  look.sun_elevation = 7;
  look.sun_strength = 1.1;
  look.sky_strength = 0.62;
  look.exposure = 0.2;
  look.sun_tint = {1.0f, 0.60f, 0.30f};
  look.zenith_tint = {0.80f, 0.80f, 1.05f};
  look.horizon_tint = {1.12f, 0.80f, 0.72f};
  look.background_top = {0.33f, 0.38f, 0.55f};
  look.background_bottom = {0.93f, 0.70f, 0.53f};
  look.fog_colour = {0.86f, 0.66f, 0.56f};
  return look;
}

LookSettings overcast() {
  LookSettings look;
  look.sun_strength = 0;
  look.sky_strength = 2.1;
  look.zenith_tint = {1.30f, 1.00f, 0.72f};  // together with the studio's blue sky: grey
  look.horizon_tint = {1.08f, 1.00f, 0.93f};
  look.background_top = {0.68f, 0.71f, 0.74f};
  look.background_bottom = {0.83f, 0.84f, 0.84f};
  look.fog_colour = {0.79f, 0.81f, 0.82f};
  return look;
}

}  // namespace

LookSettings settings_of(Look look) {
  switch (look) {
    case Look::studio: break;
    case Look::noon: return noon();
    case Look::dusk: return dusk();
    case Look::overcast: return overcast();
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
