#pragma once
// Look: the light and the colours around the subject of a picture.

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "schema/codec.h"

namespace weald::render {

/// Looks to choose from.
enum class Look { studio, noon, dusk, overcast };

/// What a look consists of. Light is linear, as a factor of the light of the studio; colours are sRGB.
struct LookSettings {
  std::optional<double> sun_elevation;  ///< degrees; unset: chosen to suit the subject
  double sun_strength = 1;
  double sky_strength = 1;
  double exposure = 0;    ///< stops
  Vec3f sun_tint{1};      ///< factor of the sun's light
  Vec3f zenith_tint{1};   ///< factor of the light from high in the sky
  Vec3f horizon_tint{1};  ///< factor of the light from low in the sky, and of light that the ground reflects
  Vec3f background_top{0.729f, 0.769f, 0.812f};
  Vec3f background_bottom{0.843f, 0.839f, 0.827f};
  Vec3f fog_colour{0.80f, 0.83f, 0.86f};
};

/// The settings of a look.
LookSettings settings_of(Look look);

}  // namespace weald::render

namespace weald::schema {

template <>
struct EnumNames<render::Look> {
  static constexpr auto names = names_in_order<render::Look>("studio", "noon", "dusk", "overcast");
};

}  // namespace weald::schema
