#include "stages/land/water/rivers.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/interpolate.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/river_network.h"
#include "stages/land/water/flow.h"

namespace weald::hydrology {

namespace {

constexpr double kSpread = 0.4;  // spread of the routing weights, as in fluvial
constexpr double kDefaultLength = 8;
constexpr double kDefaultSmoothing = 3;
constexpr std::size_t kCellsPerSegment = 4;
constexpr double kSquareKilometre = 1e6;
constexpr std::size_t kMaxChannels = 50'000'000;  // gathered from tiles: 4 GB while rivers are drawn
constexpr double kUsualRiverShare = 1.0 / 200;    // default: drainage area at which rivers begin, as a share of the map

class RiverDrawing {
 public:
  RiverDrawing(const GridSpec& grid, const detail::RiverNetwork& network, const RiversParams& params, int passes)
      : network_(network), params_(params), passes_(passes), is_junction_(network.channels.size(), 0) {
    for (const detail::Channel& channel : network.channels) place_.push_back(grid.position(channel.x, channel.y));
    for (const detail::River& river : network.rivers) is_junction_[river.channels.back()] = 1;
  }

  // Receiving rivers are drawn before their tributaries, so their courses are known.
  curve::Path draw(const detail::River& river) {
    smooth(river.channels);
    std::vector<Vec3> knots;
    curve::Path path;
    std::vector<double> widths;
    for (const std::size_t i : knot_numbers(river.channels)) {
      const detail::ChannelIndex at = river.channels[i];
      const Vec3 knot{place_[at].x, network_.bed[at], place_[at].y};
      if (!knots.empty() && knots.back().x == knot.x && knots.back().z == knot.z) continue;
      knots.push_back(knot);
      // The last channel belongs to the receiving river.
      widths.push_back(width_of(river.channels[std::min(i, river.channels.size() - 2)]));
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
  void smooth(std::span<const detail::ChannelIndex> river) {
    std::vector<Vec2> course;
    for (const detail::ChannelIndex channel : river) course.push_back(place_[channel]);
    std::vector<Vec2> next = course;
    for (int pass = 0; pass < passes_; ++pass) {
      for (std::size_t i = 1; i + 1 < course.size(); ++i)
        next[i] = 0.25 * (course[i - 1] + course[i + 1]) + 0.5 * course[i];
      std::swap(course, next);
    }
    for (std::size_t i = 0; i + 1 < river.size(); ++i) place_[river[i]] = course[i];
  }

  // Indices of the knots: both ends, every junction, and evenly spaced channels in between.
  std::vector<std::size_t> knot_numbers(std::span<const detail::ChannelIndex> river) const {
    std::vector<std::size_t> numbers{0};
    for (std::size_t i = 1; i < river.size(); ++i) {
      if (i + 1 < river.size() && is_junction_[river[i]] == 0) continue;
      const std::size_t from = numbers.back(), pieces = std::max<std::size_t>(1, (i - from + 2) / kCellsPerSegment);
      for (std::size_t k = 1; k <= pieces; ++k) numbers.push_back(from + (i - from) * k / pieces);
    }
    return numbers;
  }

  double width_of(detail::ChannelIndex channel) const {
    return params_.width * math::pow(network_.channels[channel].area / kSquareKilometre, params_.width_exponent);
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

  const detail::RiverNetwork& network_;
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

curve::Curve drawn_rivers(const GridSpec& grid, std::vector<detail::Channel> channels, const RiversParams& params) {
  const int passes = smoothing_passes(params, grid.cell_size);
  const double min_length = params.min_length ? *params.min_length / grid.cell_size : kDefaultLength;
  const detail::RiverNetwork network = detail::river_network(std::move(channels), min_length);
  RiverDrawing drawing(grid, network, params, passes);
  curve::Curve curve;
  curve.plane = curve::Plane::xz;
  for (const detail::River& river : network.rivers) {
    curve::Path path = drawing.draw(river);
    if (!path.segments.empty()) curve.paths.push_back(std::move(path));
  }
  return curve;
}

void warn_if_dry(const curve::Curve& rivers, const GridSpec& grid, const RiversParams& params,
                 const RunContext& context) {
  if (!rivers.paths.empty()) return;
  const double area = grid.cell_size * grid.cell_size * grid.width * grid.height / kSquareKilometre;
  context.warn(fmt::format("there are no rivers: 'min_area' is {:.4g} km2, and the whole map has {:.4g} km2",
                           params.min_area.value_or(kUsualRiverShare * area), area),
               "min_area");
}

// Each sample of the direction map as a Direction.
std::uint8_t direction_of(float bearing, int column, int row) {
  if (bearing == bearing_of(kOutlet)) return kOutlet;
  for (std::uint8_t d = 0; d < kDirections; ++d) {
    if (bearing == bearing_of(d)) return d;
  }
  throw StageError(fmt::format("the bearing {} at column {}, row {} does not lead to one of the eight neighbours: make "
                               "the directions by 'flow' with method d8 or d8_tree",
                               bearing, column, row),
                   "direction");
}

void require_grid(const Heightmap* map, const GridSpec& grid, const char* key) {
  if (map != nullptr && map->grid() != grid)
    throw StageError(fmt::format("'{}' lies on a different grid than 'from'", key), key);
}

// Finds the rivers from maps of the flow, which are read tile by tile: only the channels are kept.
class RiverGatherer : public TileGatherer {
 public:
  explicit RiverGatherer(const RiversParams& params) : params_(params) {}

  void add(const schema::Inputs& tile) override {
    const Heightmap& ground = tile[params_.from];
    const Heightmap& area = tile[params_.area];
    const Heightmap& direction = tile[params_.direction];
    const Heightmap* level = tile.maybe(params_.lakes);
    require_finite(ground, "from");
    require_finite(area, "area");
    if (level != nullptr) require_finite(*level, "lakes");
    require_grid(&area, ground.grid(), "area");
    require_grid(&direction, ground.grid(), "direction");
    require_grid(level, ground.grid(), "lakes");
    grid_ = ground.whole_grid();
    const double side = grid_.cell_size, share = kUsualRiverShare * grid_.width * grid_.height * side * side;
    const double least = params_.min_area ? *params_.min_area * kSquareKilometre : share;
    const int x0 = ground.place ? ground.place->x : 0, y0 = ground.place ? ground.place->y : 0;
    for (int y = 0; y < ground.height(); ++y) {
      for (int x = 0; x < ground.width(); ++x) {
        if (!(area.heights.at(x, y) >= least)) continue;
        const float floor = ground.heights.at(x, y), water = level != nullptr ? level->heights.at(x, y) : floor;
        channels_.push_back({x0 + x, y0 + y, water, water > floor,
                             direction_of(direction.heights.at(x, y), x0 + x, y0 + y), area.heights.at(x, y)});
      }
      if (channels_.size() > kMaxChannels)
        throw StageError(fmt::format("more than {} samples would be part of rivers", kMaxChannels), "min_area");
    }
  }

  curve::Curve draw(const RunContext& context) {
    curve::Curve rivers = drawn_rivers(grid_, std::exchange(channels_, {}), params_);
    warn_if_dry(rivers, grid_, params_, context);
    return rivers;
  }
  pipeline::Artifact result(const RunContext& context) override { return draw(context); }

 private:
  RiversParams params_;
  GridSpec grid_;
  std::vector<detail::Channel> channels_;
};

}  // namespace

curve::Curve find_rivers(const Heightmap& ground, const Heightmap* level, const RiversParams& params,
                         std::uint64_t seed) {
  require_finite(ground, "from");
  const GridSpec grid = ground.grid();
  if (level != nullptr && level->grid() != grid)
    throw StageError("the lakes lie on a different grid than 'from'", "lakes");
  smoothing_passes(params, grid.cell_size);  // before the work
  std::vector<detail::Channel> channels;
  {
    const DrainedSurface surface = drained(ground, params.outlets, kSpread, seed);
    const std::vector<float> heights = in_cells(level != nullptr ? *level : ground, 0);
    std::vector<std::uint8_t> lake(heights.size(), 0);
    if (level != nullptr) {
      const std::vector<float> floor = in_cells(ground, 0);
      for (std::size_t i = 0; i < lake.size(); ++i) lake[i] = heights[i] > floor[i] ? 1 : 0;
    }
    const double least_cells = params.min_area ? *params.min_area * kSquareKilometre / (grid.cell_size * grid.cell_size)
                                               : kUsualRiverShare * grid.width * grid.height;
    channels = detail::channels_of(surface, heights, lake, least_cells);
  }
  return drawn_rivers(grid, std::move(channels), params);
}

GathererMaker Rivers::gatherer(const Params& params) {
  if (!params.area.given()) return {};
  return [params](const schema::Inputs&) { return std::make_unique<RiverGatherer>(params); };
}

void Rivers::require_grid(const Params& params, const GridSpec& grid) {
  static_cast<void>(smoothing_passes(params, grid.cell_size));
}

curve::Curve Rivers::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  context.check_stop();
  if (params.area.given()) {
    RiverGatherer gatherer(params);
    gatherer.add(inputs);
    return gatherer.draw(context);
  }
  const Heightmap& ground = inputs[params.from];
  curve::Curve rivers = find_rivers(ground, inputs.maybe(params.lakes), params, context.seed);
  warn_if_dry(rivers, ground.grid(), params, context);
  return rivers;
}

}  // namespace weald::hydrology

void weald::schema::Schema<weald::hydrology::RiversParams>::check(const P& params, Checker& checker) {
  if (params.area.given() != params.direction.given())
    checker.error(params.area.given() ? "area" : "direction", "'area' and 'direction' are given together, or neither",
                  "both come from one stage of kind flow: its result and its part 'direction'");
  if (params.area.given() && checker.given("outlets"))
    checker.error("outlets", "'outlets' has no effect with 'area' and 'direction': the stage flow has its own");
}
