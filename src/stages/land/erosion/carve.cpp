#include "stages/land/erosion/carve.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "methods/curve/flatten.h"
#include "methods/curve/nearest.h"
#include "methods/curve/upright.h"
#include "stages/land/erosion/detail/river_beds.h"

namespace weald::terrain {

namespace {

double reach(const CarveParams& params) { return 0.5 * params.width + params.shoulder; }

/// Height of ground of height `ground` after the full effect.
double target(const CarveParams& params, const curve::NearestIndex::Hit& hit, double ground) {
  if (params.mode == CarveMode::lower) return ground - params.depth;
  const double bed = hit.height + params.offset;
  if (!params.batter) return bed;
  const double room = std::max(0.0, hit.distance - 0.5 * params.width) * *params.batter;
  return std::clamp(ground, bed - room, bed + room);
}

void fill(const CarveParams& params, const curve::NearestIndex& index, const FieldWindow& window) {
  const Region& region = window.out.region;
  const HeightView& from = window.inputs[params.from];
  for (int y = region.y; y < region.y + region.height; ++y) {
    const float* in = from.row(y);
    float* out = window.out.row(y);
    for (int x = region.x; x < region.x + region.width; ++x) {
      out[x] = in[x];
      const auto hit = index.nearest(window.grid.position(x, y));
      if (!hit) continue;
      const double share = carve_share(params, hit->distance);
      const double ground = in[x];
      out[x] = static_cast<float>(ground + (target(params, *hit, ground) - ground) * share);
    }
  }
}

FieldKernel river_kernel(const CarveParams& params, const curve::Curve& curve, const GridSpec& grid) {
  const auto beds = std::make_shared<const detail::RiverBeds>(curve,
                                                              detail::RiverBedRules{.width = params.width,
                                                                                    .shoulder = params.shoulder,
                                                                                    .depth = params.depth,
                                                                                    .tolerance = params.tolerance,
                                                                                    .profile = params.profile},
                                                              grid);
  return {0, [beds, ground = params.from](const FieldWindow& window) {
            const Region& region = window.out.region;
            const HeightView& from = window.inputs[ground];
            std::vector<curve::NearestIndex::LineHit> hits;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x)
                window.out.at(x, y) = beds->carved(x, y, from.at(x, y), hits);
            }
          }};
}

}  // namespace

double carve_share(const CarveParams& params, double distance) {
  const double outside = distance - 0.5 * params.width;
  if (outside <= 0) return 1;
  if (outside >= params.shoulder) return 0;
  const double left = 1 - outside / params.shoulder;
  return noise::fade_weight(params.profile, params.batter ? std::min(1.0, 2 * left) : left);
}

FieldKernel Carve::kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                          const RunContext& context) {
  const curve::Curve& curve = inputs[params.curve];
  curve::warn_if_upright(curve, "curve", context);
  if (params.mode == CarveMode::river) return river_kernel(params, curve, grid);
  const auto index =
      std::make_shared<const curve::NearestIndex>(curve::flatten(curve, params.tolerance), reach(params));
  return {0, [params, index](const FieldWindow& window) { fill(params, *index, window); }};
}

}  // namespace weald::terrain

namespace weald::schema {

void Schema<terrain::CarveParams>::check(const P& params, Checker& checker) {
  if (params.batter && params.mode != terrain::CarveMode::level)
    checker.error("batter", "'batter' is used with 'mode: level' only");
  if (params.width + params.shoulder <= 0) checker.error("width", "'width' and 'shoulder' must not both be 0");
}

}  // namespace weald::schema
