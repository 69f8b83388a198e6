#include "stages/land/resampling/move.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/math/clamped.h"
#include "base/math/math.h"

namespace weald::resampling {

namespace {

/// The move in fractional sample coordinates.
struct PlanMap {
  GridSpec from, to;
  Unmove unmove;
  raster::Interpolation interpolation;
  std::optional<double> outside;
  int points = 1;  // along a side of a cell whose mean is taken
};

/// The mean of the surface over the cell around the world position `p`.
double area_at(const PlanMap& map, const HeightView& samples, const Vec2& p) {
  double sum = 0;
  for (int j = 0; j < map.points; ++j) {
    for (int i = 0; i < map.points; ++i) {
      const Vec2 off = (Vec2{i + 0.5, j + 0.5} / static_cast<double>(map.points) - 0.5) * map.to.cell_size;
      sum += raster::sample_at(samples, map.from.width, map.from.height, place_in(map.from, map.unmove(p + off)),
                               raster::Interpolation::bilinear);
    }
  }
  return sum / (map.points * map.points);
}

void fill_moved(const PlanMap& map, const FieldWindow& window, const HeightView& samples) {
  const Region& region = window.out.region;
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      const Vec2 p = map.to.position(x, y), place = place_in(map.from, map.unmove(p));
      double height = 0;
      if (map.outside && is_outside(map.from, place))
        height = *map.outside;
      else if (map.points > 1)
        height = area_at(map, samples, p);
      else
        height = raster::sample_at(samples, map.from.width, map.from.height, place, map.interpolation);
      window.out.at(x, y) = static_cast<float>(height);
    }
  }
}

/// Points along a side of a new cell, at least two per cell of the input.
int area_points(const MoveParams& params, const Unmove& unmove, double ratio) {
  const double step = ratio * std::max(glm::length(unmove.x), glm::length(unmove.z));
  if (params.interpolation != raster::Interpolation::area || step <= 1) return 1;
  return static_cast<int>(clamped(std::ceil(2 * step), 2.0, static_cast<double>(kMaxAreaPoints)));
}

}  // namespace

Unmove unmove(const MoveParams& params, const GridSpec& from) {
  const double sine = math::sin_deg(params.rotate), cosine = math::cos_deg(params.rotate);
  const Vec2 scale{params.mirror == Mirror::x || params.mirror == Mirror::both ? -params.scale.x : params.scale.x,
                   params.mirror == Mirror::z || params.mirror == Mirror::both ? -params.scale.y : params.scale.y};
  Unmove result;
  result.centre = params.centre.value_or(from.position(0.5 * (from.width - 1), 0.5 * (from.height - 1)));
  result.moved_centre = result.centre + params.translate;
  // East turns to south when a map is turned clockwise; z points south.
  result.x = Vec2{cosine, -sine} / scale;
  result.z = Vec2{sine, cosine} / scale;
  return result;
}

GridSpec Move::grid(const Params& params, const InputGrids& inputs) {
  return changes_grid(params) ? target_grid(params, inputs[params.from], inputs) : inputs[params.from];
}

FieldKernel Move::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid, const RunContext&,
                         const InputGrids& grids) {
  PlanMap map{grids[params.from], grid, unmove(params, grids[params.from]), params.interpolation, params.outside};
  map.points = area_points(params, map.unmove, grid.cell_size / map.from.cell_size);
  FieldKernel kernel;
  kernel.needs = [map, from = params.from.stage](std::string_view stage, const Region& out) {
    if (stage != from || out.width == 0 || out.height == 0) return Region{};
    Vec2 low{INFINITY}, high{-INFINITY};
    for (const double x : {out.x - 0.5, out.x + out.width - 0.5}) {
      for (const double y : {out.y - 0.5, out.y + out.height - 0.5}) {
        const Vec2 place = place_in(map.from, map.unmove(map.to.position(x, y)));
        low = glm::min(low, place);
        high = glm::max(high, place);
      }
    }
    return region_around(low, high, map.from);
  };
  kernel.fill = [map, input = params.from](const FieldWindow& window) {
    fill_moved(map, window, window.inputs[input]);
  };
  return kernel;
}

}  // namespace weald::resampling

void weald::schema::Schema<weald::resampling::MoveParams>::check(const P& params, Checker& checker) {
  resampling::check_target_grid(params, checker);
}
