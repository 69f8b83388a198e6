#include "stages/land/masks/distance.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "methods/curve/ground_edges.h"
#include "methods/curve/winding.h"
#include "methods/raster/distance_transform.h"
#include "stages/land/masks/detail/drawing.h"

namespace weald::masks {

namespace {

constexpr std::size_t kColumnsPerBlock = 256;

/// Largest distance of which the result depends, metres; infinity if there is none.
double reach_of(const DistanceParams& params) { return params.falloff.value_or(params.max.value_or(INFINITY)); }

std::vector<Polyline> closed_lines(std::vector<Polyline> lines) {
  std::erase_if(lines, [](const Polyline& line) { return !line.closed; });
  return lines;
}

/// The nearest members in the columns of a window of the map.
struct ColumnScan {
  Region region;
  Grid<std::int32_t> to_mask, to_rest;  // the latter only for signed distances

  ColumnScan(const DistanceParams& params, const HeightView& map, const Region& window)
      : region(window), to_mask(window.width, window.height, kUnset) {
    if (params.is_signed) to_rest = Grid<std::int32_t>(window.width, window.height, kUnset);
    const double threshold = params.threshold;
    parallel_blocks(static_cast<std::size_t>(window.width), kColumnsPerBlock, [&](std::size_t begin, std::size_t end) {
      for (int y = 0; y < window.height; ++y) {
        const float* in = map.row(window.y + y) + window.x;
        const auto mask = to_mask.row(y);
        for (std::size_t x = begin; x < end; ++x) mask[x] = in[x] >= threshold ? 0 : raster::kNoRow;
        if (!params.is_signed) continue;
        const auto rest = to_rest.row(y);
        for (std::size_t x = begin; x < end; ++x) rest[x] = in[x] >= threshold ? raster::kNoRow : 0;
      }
      raster::nearest_in_columns(to_mask, static_cast<int>(begin), static_cast<int>(end));
      if (params.is_signed) raster::nearest_in_columns(to_rest, static_cast<int>(begin), static_cast<int>(end));
    });
  }

  static bool is_empty(const Grid<std::int32_t>& rows) {
    return rows.empty() ||
           std::all_of(rows.row(0).begin(), rows.row(0).end(), [](std::int32_t row) { return row >= raster::kNoRow; });
  }
};

void fill_from_scan(const DistanceParams& params, const ColumnScan& scan, double cell_size,
                    const MutableHeightView& out) {
  const Region& region = out.region;
  std::vector<double> squares(static_cast<std::size_t>(region.width)), inside(squares.size());
  const auto metres = [&](double square) { return square < 0 ? INFINITY : std::sqrt(square) * cell_size; };
  for (int y = region.y; y < region.y + region.height; ++y) {
    const int row = y - scan.region.y, begin = region.x - scan.region.x;
    raster::nearest_in_row(scan.to_mask.row(row), begin, squares);
    if (params.is_signed) raster::nearest_in_row(scan.to_rest.row(row), begin, inside);
    float* line = out.row(y) + region.x;
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const bool is_in = params.is_signed && squares[i] == 0;
      line[i] = static_cast<float>(distance_value(params, is_in ? -metres(inside[i]) : metres(squares[i])));
    }
  }
}

/// Samples around a window, `reach` metres along both axes, clipped to the map.
Region surroundings(const Region& window, double reach, const GridSpec& grid) {
  const double most = std::max(grid.width, grid.height);
  const int by = static_cast<int>(std::min(std::ceil(reach / grid.cell_size), most));
  const int x = std::max(0, window.x - by), y = std::max(0, window.y - by);
  return {x, y, std::min(grid.width, window.x + window.width + by) - x,
          std::min(grid.height, window.y + window.height + by) - y};
}

FieldKernel mask_kernel(const DistanceParams& params, const Heightmap* whole, const GridSpec& grid) {
  FieldKernel kernel;
  std::shared_ptr<const ColumnScan> scan;
  if (whole != nullptr) {
    scan = std::make_shared<const ColumnScan>(params, view(*whole), Region{0, 0, grid.width, grid.height});
    const bool is_bounded = std::isfinite(reach_of(params));
    if (!is_bounded && ColumnScan::is_empty(scan->to_mask))
      throw StageError("no sample is as high as the threshold, so there is nothing to be near to", "threshold");
    if (!is_bounded && params.is_signed && ColumnScan::is_empty(scan->to_rest))
      throw StageError("every sample is as high as the threshold, so there is no outside", "threshold");
  }
  kernel.needs = [params, grid](std::string_view, const Region& out) {
    return surroundings(out, reach_of(params), grid);
  };
  kernel.fill = [params, scan](const FieldWindow& window) {
    if (scan != nullptr) return fill_from_scan(params, *scan, window.grid.cell_size, window.out);
    const Region around = surroundings(window.out.region, reach_of(params), window.grid);
    fill_from_scan(params, ColumnScan(params, window.inputs[params.from], around), window.grid.cell_size, window.out);
  };
  return kernel;
}

FieldKernel curve_kernel(const DistanceParams& params, const curve::Curve& curve, const RunContext& context) {
  const std::vector<Polyline> lines = lines_on_ground(curve, params.tolerance, "curve", context);
  const auto edges = std::make_shared<const curve::EdgeDistances>(curve::ground_edges(lines));
  if (edges->empty() && !std::isfinite(reach_of(params)))
    throw StageError("the curve has no points, so there is nothing to be near to", "curve");
  std::shared_ptr<const std::vector<curve::GroundEdge>> closed;
  if (params.is_signed)
    closed = std::make_shared<const std::vector<curve::GroundEdge>>(curve::ground_edges(closed_lines(lines)));
  FieldKernel kernel;
  kernel.needs = [](std::string_view, const Region&) { return Region{}; };  // of 'like', only the grid
  kernel.fill = [params, edges, closed](const FieldWindow& window) {
    const Region& region = window.out.region;
    const auto count = static_cast<std::size_t>(region.width) * static_cast<std::size_t>(region.height);
    std::vector<double> squares(count, INFINITY);
    if (!edges->empty()) edges->fill(window.grid, region, reach_of(params), squares);
    std::vector<std::int32_t> windings(closed != nullptr ? count : 0);
    if (closed != nullptr) curve::fill_winding_numbers(*closed, window.grid, region, windings);
    std::size_t i = 0;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x, ++i) {
        const double distance = std::sqrt(squares[i]);
        const bool is_in = closed != nullptr && curve::is_inside(curve::FillRule::nonzero, windings[i]);
        window.out.at(x, y) = static_cast<float>(distance_value(params, is_in ? -distance : distance));
      }
    }
  };
  return kernel;
}

}  // namespace

double distance_value(const DistanceParams& params, double distance) {
  if (params.falloff) return 1 - noise::fade_weight(params.fade, std::clamp(distance / *params.falloff, 0.0, 1.0));
  return params.max ? std::clamp(distance, -*params.max, *params.max) : distance;
}

GridSpec Distance::grid(const Params& params, const InputGrids& inputs) {
  return params.from.given() ? inputs[params.from] : map_grid(params, inputs);
}

FieldKernel Distance::kernel(const Params& params, const schema::Inputs& inputs, const GridSpec& grid,
                             const RunContext& context) {
  return params.curve.given() ? curve_kernel(params, inputs[params.curve], context)
                              : mask_kernel(params, inputs.available(params.from), grid);
}

Estimate Distance::estimate(const Params& params, const schema::Estimates& inputs) {
  const schema::Input<Heightmap>& source = params.from.given() ? params.from : params.like;
  const std::optional<GridSpec> grid = source.given() ? inputs[source].grid : noise::grid_spec(params);
  if (!grid) return {};
  Estimate result = Estimate::of_heightmap(*grid);
  const double scans = !params.from.given() ? 0 : params.is_signed ? 2 : 1;
  result.scratch = Amount::up_to(scans * sizeof(std::int32_t) * grid->width * grid->height);
  result.cause = source.given() ? "from" : "size";
  return result;
}

}  // namespace weald::masks

void weald::schema::Schema<weald::masks::DistanceParams>::check(const P& params, Checker& checker) {
  if (params.from.given() == params.curve.given())
    checker.error(params.from.given() ? "curve" : "from", "give one of 'from' and 'curve', but not both");
  if (params.from.given()) {
    masks::check_grid_is_free("from", checker);
    if (checker.given("like")) checker.error("like", "'like' is used with 'curve' only: the grid is that of 'from'");
  } else if (params.like.given()) {
    masks::check_grid_is_free("like", checker);
  }
  if (params.curve.given() && checker.given("threshold"))
    checker.error("threshold", "'threshold' is used with 'from' only");
  if (!params.curve.given() && checker.given("tolerance"))
    checker.error("tolerance", "'tolerance' is used with 'curve' only");
  if (params.falloff && params.max) checker.error("max", "'max' is not used with 'falloff', which ends the fall");
  if (params.falloff && params.is_signed)
    checker.error("signed", "'signed' is not used with 'falloff', which is 1 everywhere inside");
  if (!params.falloff && checker.given("fade")) checker.error("fade", "'fade' is used with 'falloff' only");
}
