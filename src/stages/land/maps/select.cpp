#include "stages/land/maps/select.h"

#include "methods/raster/derivatives.h"

namespace weald::maps {

FieldKernel Select::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  const bool by_height = !params.slope && !params.curvature;
  return {.radius = by_height ? 0 : kDerivativeRadius,
          .fill =
              [params, by_height](const FieldWindow& window) {
                const HeightView& heights = window.inputs[params.from];
                const Region& region = window.out.region;
                for (int y = region.y; y < region.y + region.height; ++y) {
                  for (int x = region.x; x < region.x + region.width; ++x) {
                    const Ground ground =
                        by_height ? Ground{heights.at(x, y), 0, 0} : ground_at(heights, window.grid, x, y);
                    const double share = ground_share(params, ground);
                    window.out.at(x, y) = static_cast<float>(params.invert ? 1 - share : share);
                  }
                }
              },
          .largest = 1.0f};
}

}  // namespace weald::maps

void weald::schema::Schema<weald::maps::SelectParams>::check(const P& params, Checker& checker) {
  if (!params.height && !params.slope && !params.curvature)
    checker.error("height", "give 'height', 'slope' or 'curvature', or several of them");
}
