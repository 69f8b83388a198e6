#include "terrain/carve.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "curve/bezier.h"
#include "curve/flatten.h"
#include "curve/nearest.h"

namespace weald::terrain {

namespace {

double reach(const CarveParams& params) { return 0.5 * params.width + params.shoulder; }

/// Where the full effect would put ground of this height.
double target(const CarveParams& params, const curve::NearestIndex::Hit& hit, double ground) {
  if (params.mode == CarveMode::lower) return ground - params.depth;
  const double bed = hit.height + params.offset;
  if (!params.batter) return bed;
  const double room = std::max(0.0, hit.distance - 0.5 * params.width) * *params.batter;
  return std::clamp(ground, bed - room, bed + room);
}

void fill(const CarveParams& params, const curve::NearestIndex& index, const FieldWindow& window) {
  const Region& region = window.out.region;
  for (int y = region.y; y < region.y + region.height; ++y) {
    const float* in = window.inputs[0].row(y);
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

// Rivers as lines with two further numbers at each point: the height of the bed and half its width. Both lines have the
// same points seen from above, so both are nearest to a place at the same point.
class RiverBeds {
 public:
  RiverBeds(const curve::Curve& curve, const CarveParams& params, double least_half_width) {
    std::vector<Polyline> beds, half_widths;
    for (const curve::Path& path : curve.paths) {
      Polyline bed, half_width;
      for (std::size_t i = 0; i < path.segments.size(); ++i) {
        for (const double t : curve::flatten_parameters(path.segments[i], params.tolerance)) {
          if (t == 0 && i > 0) continue;
          const Vec3 point = curve::evaluate(path.segments[i], t);
          const double width =
              path.widths.empty() ? params.width : path.widths[i] + (path.widths[i + 1] - path.widths[i]) * t;
          bed.points.push_back({point.x, point.y - params.depth, point.z});
          half_width.points.push_back({point.x, std::max(0.5 * width, least_half_width), point.z});
          reach_ = std::max(reach_, half_width.points.back().y + params.shoulder);
        }
      }
      if (bed.points.empty()) continue;
      beds.push_back(std::move(bed));
      half_widths.push_back(std::move(half_width));
    }
    beds_.emplace(beds, reach_);
    half_widths_.emplace(half_widths, reach_);
  }

  float carved(const CarveParams& params, const Vec2& place, float ground) const {
    const auto bed = beds_->nearest(place);
    if (!bed) return ground;
    const double outside = bed->distance - half_widths_->nearest(place)->height;
    if (outside <= 0) return static_cast<float>(bed->height);
    if (outside >= params.shoulder || ground <= bed->height) return ground;
    const double share = noise::fade_weight(params.profile, 1 - outside / params.shoulder);
    return static_cast<float>(ground + (bed->height - ground) * share);
  }

 private:
  double reach_ = 1e-3;
  std::optional<curve::NearestIndex> beds_;
  std::optional<curve::NearestIndex> half_widths_;
};

FieldKernel river_kernel(const CarveParams& params, const curve::Curve& curve, const GridSpec& grid) {
  const auto beds = std::make_shared<const RiverBeds>(curve, params, 0.5 * kLeastBedSamples * grid.cell_size);
  return {0, [params, beds](const FieldWindow& window) {
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x)
                window.out.at(x, y) = beds->carved(params, window.grid.position(x, y), window.inputs[0].at(x, y));
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
  if (curve.plane == curve::Plane::xy) {
    context.warn("the curve was drawn upright, in the plane xy: draw it with 'plane: xz' to lie on the ground",
                 "curve");
  }
  if (params.mode == CarveMode::river) return river_kernel(params, curve, grid);
  const auto index =
      std::make_shared<const curve::NearestIndex>(curve::flatten(curve, params.tolerance), reach(params));
  return {0, [params, index](const FieldWindow& window) { fill(params, *index, window); }};
}

}  // namespace weald::terrain

namespace weald::schema {

void Schema<terrain::CarveParams>::check(const P& params, Checker& checker) {
  if (params.batter && params.mode != terrain::CarveMode::level)
    checker.error("batter", "'batter' goes with 'mode: level'");
  if (params.width + params.shoulder <= 0) checker.error("width", "'width' and 'shoulder' must not both be 0");
}

}  // namespace weald::schema
