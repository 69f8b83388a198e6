#include "stages/land/water/rivers.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/interpolate.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/river_network.h"

namespace weald::hydrology {

namespace {

constexpr double kSpread = 0.4;  // spread of the routing weights, as in fluvial
constexpr double kDefaultLength = 8;
constexpr double kDefaultSmoothing = 3;
constexpr std::size_t kCellsPerSegment = 4;
constexpr double kSquareKilometre = 1e6;
constexpr double kUsualRiverShare = 1.0 / 200;  // default: drainage area at which rivers begin, as a share of the map

class RiverDrawing {
 public:
  RiverDrawing(const GridSpec& grid, const detail::RiverNetwork& network, const Drainage& drainage,
               const RiversParams& params, int passes)
      : grid_(grid), cells_(cells_of(grid)), network_(network), drainage_(drainage), params_(params), passes_(passes) {
    place_.resize(cells_.count());
    is_junction_.resize(cells_.count(), 0);
    for (const detail::River& river : network.rivers) {
      for (const Cell cell : river.cells) place_[cell] = grid.position(cells_.column(cell), cells_.row(cell));
      is_junction_[river.cells.back()] = 1;
    }
  }

  // Receiving rivers are drawn before their tributaries, so their courses are known.
  curve::Path draw(const detail::River& river) {
    smooth(river.cells);
    std::vector<Vec3> knots;
    curve::Path path;
    std::vector<double> widths;
    for (const std::size_t i : knot_numbers(river.cells)) {
      const Cell cell = river.cells[i];
      const Vec3 knot{place_[cell].x, network_.bed[cell], place_[cell].y};
      if (!knots.empty() && knots.back().x == knot.x && knots.back().z == knot.z) continue;
      knots.push_back(knot);
      // The last cell belongs to the receiving river.
      widths.push_back(width_of(river.cells[std::min(i, river.cells.size() - 2)]));
    }
    if (knots.size() < 2) return path;
    path = smooth_path(knots);
    path.widths = std::move(widths);
    path.order = river.order;
    return path;
  }

 private:
  // Repeated averaging of neighbours approximates a Gaussian whose variance is half a sample per pass. End points stay
  // fixed.
  void smooth(std::span<const Cell> river) {
    std::vector<Vec2> course;
    for (const Cell cell : river) course.push_back(place_[cell]);
    std::vector<Vec2> next = course;
    for (int pass = 0; pass < passes_; ++pass) {
      for (std::size_t i = 1; i + 1 < course.size(); ++i)
        next[i] = 0.25 * (course[i - 1] + course[i + 1]) + 0.5 * course[i];
      std::swap(course, next);
    }
    for (std::size_t i = 0; i + 1 < river.size(); ++i) place_[river[i]] = course[i];
  }

  // Indices of the knots: both ends, every junction, and evenly spaced cells in between.
  std::vector<std::size_t> knot_numbers(std::span<const Cell> river) const {
    std::vector<std::size_t> numbers{0};
    for (std::size_t i = 1; i < river.size(); ++i) {
      if (i + 1 < river.size() && is_junction_[river[i]] == 0) continue;
      const std::size_t from = numbers.back(), pieces = std::max<std::size_t>(1, (i - from + 2) / kCellsPerSegment);
      for (std::size_t k = 1; k <= pieces; ++k) numbers.push_back(from + (i - from) * k / pieces);
    }
    return numbers;
  }

  double width_of(Cell cell) const {
    const double area = drainage_.areas()[cell] * grid_.cell_size * grid_.cell_size;
    return params_.width * math::pow(area / kSquareKilometre, params_.width_exponent);
  }

  // The path is smooth seen from above. Control point heights descend evenly, so no segment can rise.
  static curve::Path smooth_path(const std::vector<Vec3>& knots) {
    std::vector<Vec3> flat = knots;
    for (Vec3& knot : flat) knot.y = 0;
    curve::Path path = curve::interpolate(flat, false);
    for (std::size_t i = 0; i < path.segments.size(); ++i) {
      const double fall = knots[i].y - knots[i + 1].y;
      auto& points = path.segments[i].points;
      points[0].y = knots[i].y;
      points[1].y = knots[i].y - fall / 3;
      points[2].y = knots[i + 1].y + fall / 3;
      points[3].y = knots[i + 1].y;
    }
    return path;
  }

  GridSpec grid_;
  Cells cells_;
  const detail::RiverNetwork& network_;
  const Drainage& drainage_;
  const RiversParams& params_;
  int passes_;
  std::vector<Vec2> place_;
  std::vector<std::uint8_t> is_junction_;
};

int smoothing_passes(const RiversParams& params, double cell_size) {
  const double cells = params.smoothing ? *params.smoothing / cell_size : kDefaultSmoothing;
  if (cells > kMaxRiverSmoothing) throw StageError("rivers are smoothed over at most 32 samples", "smoothing");
  return static_cast<int>(std::ceil(2 * cells * cells));
}

}  // namespace

curve::Curve find_rivers(const Heightmap& ground, const Heightmap* level, const RiversParams& params,
                         std::uint64_t seed) {
  require_finite(ground, "from");
  const GridSpec grid = ground.grid();
  if (level != nullptr && level->grid() != grid)
    throw StageError("the lakes lie on a different grid than 'from'", "lakes");
  const int passes = smoothing_passes(params, grid.cell_size);
  const DrainedSurface surface = drained(ground, params.outlets, kSpread, seed);
  const std::vector<float> heights = in_cells(level != nullptr ? *level : ground, 0);
  std::vector<std::uint8_t> lake(heights.size(), 0);
  if (level != nullptr) {
    const std::vector<float> floor = in_cells(ground, 0);
    for (std::size_t i = 0; i < lake.size(); ++i) lake[i] = heights[i] > floor[i] ? 1 : 0;
  }
  const double least_cells = params.min_area ? *params.min_area * kSquareKilometre / (grid.cell_size * grid.cell_size)
                                             : kUsualRiverShare * grid.width * grid.height;
  const detail::RiverNetwork network = detail::river_network(
      surface, heights, lake, least_cells, params.min_length ? *params.min_length / grid.cell_size : kDefaultLength);
  RiverDrawing drawing(grid, network, surface.drainage, params, passes);
  curve::Curve curve;
  curve.plane = curve::Plane::xz;
  for (const detail::River& river : network.rivers) {
    curve::Path path = drawing.draw(river);
    if (!path.segments.empty()) curve.paths.push_back(std::move(path));
  }
  return curve;
}

curve::Curve Rivers::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  context.check_stop();
  const Heightmap& ground = inputs[params.from];
  curve::Curve rivers = find_rivers(ground, inputs.maybe(params.lakes), params, context.seed);
  if (rivers.paths.empty()) {
    const double area = ground.cell_size * ground.cell_size * ground.width() * ground.height() / kSquareKilometre;
    context.warn(fmt::format("there are no rivers: 'min_area' is {:.4g} km2, and the whole map has {:.4g} km2",
                             params.min_area.value_or(kUsualRiverShare * area), area),
                 "min_area");
  }
  return rivers;
}

}  // namespace weald::hydrology
