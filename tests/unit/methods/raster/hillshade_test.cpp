#include "support/catch.h"

#include <algorithm>

#include "base/math/bearing.h"
#include "base/math/math.h"
#include "methods/raster/hillshade.h"

using namespace weald;

TEST_CASE("hillshade: a plane has the closed form's brightness") {
  // Horn's formula by angles: cos(zenith) cos(slope) + sin(zenith) sin(slope) cos(azimuth - aspect).
  for (const double azimuth : {0.0, 45.0, 200.0, 315.0}) {
    for (const double aspect : {0.0, 90.0, 123.0, 300.0}) {  // bearing that the slope faces
      for (const double slope : {0.0, 10.0, 35.0, 60.0}) {
        const double elevation = 40.0, steep = math::tan_deg(slope);
        const Vec2 gradient{-steep * math::sin_deg(aspect), steep * math::cos_deg(aspect)};
        const double expected =
            math::cos_deg(90.0 - elevation) * math::cos_deg(slope) +
            math::sin_deg(90.0 - elevation) * math::sin_deg(slope) * math::cos_deg(azimuth - aspect);
        const Vec3 light = direction_of(azimuth, elevation);
        CHECK(raster::hillshade(gradient, light) == Approx(std::max(0.0, expected)).margin(1e-14));
        CHECK(raster::hillshade(Vec2f{gradient}, Vec3f{light}) == Approx(std::max(0.0, expected)).margin(1e-6));
      }
    }
  }
}
