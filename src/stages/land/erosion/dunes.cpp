#include "stages/land/erosion/dunes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/math/math.h"
#include "base/math/smoothstep.h"
#include "base/rng.h"
#include "stages/land/erosion/detail/sand_sheet.h"

namespace weald::terrain {

namespace {

enum DuneStream : std::uint64_t { kHeaps, kSmallHeaps, kTurns };

// Lengths in hops. They set the size at which dunes form and merge.
constexpr double kReach = 15;     // distance over which the wind averages the upwind ground
constexpr double kHeapSize = 12;  // size of the initial heaps of sand
constexpr double kLeeLanding = 2.0;
constexpr double kClimb = 0.3;  // additional share that lands on a rise of 1 in 1
constexpr double kThin = 0.15;  // depth of sand, in cells, up to which rock shows
constexpr int kEvenings = 6;
constexpr int kLastSweeps = 200;
constexpr std::int32_t kAtRest = 16;  // units
constexpr double kMaxCells = 1 << 18;
constexpr double kLongestHop = 200;  // cells

// Orientation of the sheet on the map: its columns run along the axis nearest to the wind.
struct Bearing {
  bool along_x = false;
  bool backwards = false;  // downwind is towards smaller x or z
  double lean = 0;         // angle from the columns to the wind, in degrees, at most 45

  explicit Bearing(double wind) {
    const double x = -math::sin_deg(wind), z = math::cos_deg(wind);
    along_x = std::abs(x) > std::abs(z);
    const double along = along_x ? x : z, across = along_x ? z : x;
    backwards = along < 0;
    lean = math::degrees(math::atan2(across, std::abs(along)));
  }
  int rows(const GridSpec& grid) const { return along_x ? grid.width : grid.height; }
  int columns(const GridSpec& grid) const { return along_x ? grid.height : grid.width; }
  // Calls visit(x, y, column, row) for every sample.
  template <class Visit>
  void each(const GridSpec& grid, const Visit& visit) const {
    for (int y = 0; y < grid.height; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const int row = along_x ? x : y;
        visit(x, y, along_x ? y : x, backwards ? rows(grid) - 1 - row : row);
      }
    }
  }
};

// Smooth random values between 0 and 1 on a lattice with cells of about `size` samples, fitted to the map a whole
// number of times so that it tiles.
class Heaps {
 public:
  Heaps(const GridSpec& grid, double size, std::uint64_t seed)
      : across_(fitting(grid.width, size)),
        down_(fitting(grid.height, size)),
        scale_x_(static_cast<double>(across_) / grid.width),
        scale_y_(static_cast<double>(down_) / grid.height),
        rng_(seed) {}

  double at(int x, int y) const {
    const double px = x * scale_x_, py = y * scale_y_;
    const int column = static_cast<int>(px), row = static_cast<int>(py);
    const double u = math::smoothstep(px - column), v = math::smoothstep(py - row);
    const auto corner = [&](int i, int j) {
      return rng_.uniform(static_cast<std::uint64_t>((column + i) % across_),
                          static_cast<std::uint64_t>((row + j) % down_));
    };
    return (corner(0, 0) * (1 - u) + corner(1, 0) * u) * (1 - v) + (corner(0, 1) * (1 - u) + corner(1, 1) * u) * v;
  }

 private:
  static int fitting(int cells, double size) { return std::max(1, static_cast<int>(cells / size + 0.5)); }

  int across_, down_;
  double scale_x_, scale_y_;
  Rng rng_;
};

double rock_at(const Heightmap* bedrock, int x, int y) { return bedrock != nullptr ? bedrock->heights.at(x, y) : 0.0; }

double lowest_rock(const Heightmap* bedrock, double unit) {
  if (bedrock == nullptr) return 0;
  for (const float height : bedrock->heights.values()) {
    if (!std::isfinite(height))
      throw StageError("a height of the ground below the sand is not a finite number", "from");
  }
  const HeightRange range = height_range(*bedrock);
  if ((range.max - range.min) / unit > kMaxCells * kSandUnitsPerCell)
    throw StageError("the relief of the ground is more than 262144 times the distance between samples", "from");
  return range.min;
}

detail::SandSheet first_sheet(const DunesParams& params, const GridSpec& grid, const DuneFields& fields,
                              const Bearing& bearing, double hop, std::uint64_t seed) {
  const double unit = grid.cell_size / kSandUnitsPerCell;
  const double lowest = lowest_rock(fields.bedrock, unit);
  const schema::DrivenSamples depth = fields.sand != nullptr ? schema::DrivenSamples(params.sand, view(*fields.sand))
                                                             : schema::DrivenSamples(params.sand);
  const Heaps heaps(grid, kHeapSize * hop, sub_seed(seed, kHeaps));
  const Heaps small(grid, kHeapSize * hop / 2, sub_seed(seed, kSmallHeaps));
  Grid<std::int32_t> ground(bearing.columns(grid), bearing.rows(grid));
  Grid<std::int32_t> sand = ground;
  bearing.each(grid, [&](int x, int y, int column, int row) {
    const double units = depth.at(x, y) * (heaps.at(x, y) + small.at(x, y)) / unit;
    if (!(units <= kMaxCells * kSandUnitsPerCell))
      throw StageError("the sand is more than 262144 times deeper than the distance between samples", "sand");
    sand.at(column, row) = static_cast<std::int32_t>(units);
    ground.at(column, row) =
        static_cast<std::int32_t>((rock_at(fields.bedrock, x, y) - lowest) / unit) + sand.at(column, row);
  });
  return {std::move(ground), std::move(sand)};
}

detail::WindRules wind_rules(const DunesParams& params, double hop, double tangent) {
  // Along a line that leans, one row is longer than a cell.
  const double length = std::sqrt(1 + tangent * tangent);
  const auto share = [length](double per_cell) {
    return static_cast<float>(1 - math::pow(std::max(0.0, 1 - per_cell), length));
  };
  detail::WindRules rules;
  rules.lift = static_cast<float>(params.lift * kSandUnitsPerCell);
  rules.landing_sand = share(1 / hop);
  rules.landing_rock = share(params.hard_ground / hop);
  rules.landing_lee = share(kLeeLanding / hop);
  rules.climb = static_cast<float>(kClimb / (kSandUnitsPerCell * length));
  rules.shadow_drop = static_cast<float>(math::tan_deg(params.shadow) * kSandUnitsPerCell * length);
  rules.speed_up = static_cast<float>(params.speed_up / (kReach * hop * kSandUnitsPerCell));
  rules.reach = share(1 / (kReach * hop));
  rules.thin = static_cast<std::int32_t>(kThin * kSandUnitsPerCell);
  return rules;
}

// Slopes facing the wind are kept gentler than slip faces.
detail::Rises resting_rises(const Bearing& bearing, double repose_angle, double windward_angle) {
  constexpr int kAcross[] = {-1, 0, 1, -1, 1, -1, 0, 1};
  constexpr int kAlong[] = {-1, -1, -1, 0, 0, 1, 1, 1};
  const double repose = math::tan_deg(repose_angle);
  const double windward = std::min(repose, math::tan_deg(windward_angle));
  detail::Rises rises{};
  for (std::size_t i = 0; i < rises.size(); ++i) {
    const double distance = std::sqrt(static_cast<double>(kAcross[i] * kAcross[i] + kAlong[i] * kAlong[i]));
    const double downwind =
        (kAcross[i] * math::sin_deg(bearing.lean) + kAlong[i] * math::cos_deg(bearing.lean)) / distance;
    const double slope = repose + (windward - repose) * std::max(0.0, downwind);
    rises[i] = static_cast<std::int32_t>(slope * distance * kSandUnitsPerCell);
  }
  return rises;
}

// Smooths out features only a few samples wide, then lets the sand come to rest, which restores the edges of slip
// faces.
void settle(detail::SandSheet& sheet, const detail::Rises& rises, const RunContext& context) {
  sheet.calm();
  for (int i = 0; i < kEvenings; ++i) sheet.slide(detail::Slide::even, {}, context);
  sheet.rest(rises, kAtRest, kLastSweeps, context);
}

// Simulates the dunes. Returns sand and ground on the simulation grid.
DuneLand blow_sheet(const DunesParams& params, const GridSpec& grid, const DuneFields& fields,
                    const RunContext& context) {
  const Bearing bearing(params.wind);
  const double hop = params.hop ? *params.hop / grid.cell_size : kUsualHop;
  if (hop < 1 || hop > kLongestHop) throw StageError("a hop must be 1 to 200 samples long", "hop");
  detail::SandSheet sheet = first_sheet(params, grid, fields, bearing, hop, context.seed);
  const detail::Rises rises = resting_rises(bearing, params.repose, params.windward);
  const Rng turns(sub_seed(context.seed, kTurns));
  for (int step = 0; step < params.iterations; ++step) {
    const auto chance = turns.four_uniforms(static_cast<std::uint64_t>(step));
    const double tangent = math::tan_deg(bearing.lean + params.spread * (chance[0] + chance[1] - 1));
    sheet.blow(wind_rules(params, hop, tangent), tangent, chance[2], context);
    sheet.slide(step % 2 == 0 ? detail::Slide::axes : detail::Slide::corners, rises, context);
    context.progress((step + 1.0) / params.iterations);
  }
  settle(sheet, resting_rises(bearing, params.repose, params.repose), context);

  DuneLand land{Heightmap(grid), Heightmap(grid)};
  const double unit = grid.cell_size / kSandUnitsPerCell;
  bearing.each(grid, [&](int x, int y, int column, int row) {
    const double depth = sheet.sand().at(column, row) * unit;
    land.sand.heights.at(x, y) = static_cast<float>(depth);
    land.heights.heights.at(x, y) = static_cast<float>(rock_at(fields.bedrock, x, y) + depth);
  });
  return land;
}

// Number of samples of a coarser grid along one side: the exact quotient if it is whole, so that the result tiles, or
// otherwise enough to cover both ends.
int sheet_samples(int samples, double ratio) {
  const double fitting = samples / ratio, whole = std::floor(fitting + 0.5);
  if (std::abs(fitting - whole) < 1e-6 * fitting) return static_cast<int>(whole);
  return static_cast<int>(std::ceil((samples - 1) / ratio - 1e-6)) + 1;
}

Heightmap on_sheet(const Heightmap& map, const GridSpec& grid) {
  Heightmap result(grid);
  const double ratio = grid.cell_size / map.cell_size;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      result.heights.at(x, y) = static_cast<float>(sample_bilinear(map, x * ratio, y * ratio));
    }
  }
  return result;
}

// Weights and indices of the four samples of a periodic cubic B-spline.
struct PeriodicCubic {
  std::array<int, 4> at{};
  std::array<double, 4> weight{};

  PeriodicCubic(double place, int period) {
    const double whole = std::floor(place), t = place - whole;
    const double u = 1 - t;
    weight = {u * u * u / 6, (4 + t * t * (3 * t - 6)) / 6, (4 + u * u * (3 * u - 6)) / 6, t * t * t / 6};
    for (int i = 0; i < 4; ++i) at[static_cast<std::size_t>(i)] = (static_cast<int>(whole) - 1 + i + period) % period;
  }
};

// Resamples the depth of the sand to a finer grid with the same origin. The B-spline does not overshoot: it adds no
// depth or slope beyond that of the samples.
Heightmap from_sheet(const Heightmap& sand, const GridSpec& grid) {
  Heightmap result(grid);
  const double scale = grid.cell_size / sand.cell_size;
  std::vector<PeriodicCubic> across;
  for (int x = 0; x < grid.width; ++x) across.emplace_back(x * scale, sand.width());
  for (int y = 0; y < grid.height; ++y) {
    const PeriodicCubic down(y * scale, sand.height());
    for (int x = 0; x < grid.width; ++x) {
      const PeriodicCubic& along = across[static_cast<std::size_t>(x)];
      double depth = 0;
      for (std::size_t j = 0; j < 4; ++j) {
        double row = 0;
        for (std::size_t i = 0; i < 4; ++i) row += along.weight[i] * sand.heights.at(along.at[i], down.at[j]);
        depth += down.weight[j] * row;
      }
      result.heights.at(x, y) = static_cast<float>(depth);
    }
  }
  return result;
}

}  // namespace

DuneLand blow_dunes(const DunesParams& params, const GridSpec& grid, const DuneFields& fields,
                    const RunContext& context) {
  const double ratio = params.sheet.value_or(grid.cell_size) / grid.cell_size;
  if (ratio < 1.001) return blow_sheet(params, grid, fields, context);
  const GridSpec sheet{sheet_samples(grid.width, ratio), sheet_samples(grid.height, ratio), *params.sheet, grid.origin};
  if (sheet.width < 3 || sheet.height < 3)
    throw StageError("the map has fewer than 3 x 3 cells of the sand grid", "sheet");
  Heightmap bedrock, sand;
  DuneFields coarse;
  if (fields.bedrock != nullptr) coarse.bedrock = &(bedrock = on_sheet(*fields.bedrock, sheet));
  if (fields.sand != nullptr) coarse.sand = &(sand = on_sheet(*fields.sand, sheet));
  DuneLand land;
  land.sand = from_sheet(blow_sheet(params, sheet, coarse, context).sand, grid);
  land.heights = land.sand;
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      land.heights.heights.at(x, y) =
          static_cast<float>(rock_at(fields.bedrock, x, y) + double{land.sand.heights.at(x, y)});
    }
  }
  return land;
}

namespace {

// The common grid of the given inputs; throws if they disagree.
GridSpec sheet_grid(const DunesParams& params, const DuneFields& fields) {
  if (fields.bedrock != nullptr && fields.sand != nullptr)
    require_same_grid(fields.bedrock->grid(), fields.sand->grid(), "sand");
  const GridSpec grid = fields.bedrock != nullptr ? fields.bedrock->grid()
                        : fields.sand != nullptr  ? fields.sand->grid()
                                                  : noise::grid_spec(params);
  if (grid.width < 3 || grid.height < 3) throw StageError("dunes need at least 3 x 3 samples", "size");
  if (std::int64_t{grid.width} * grid.height > kMaxSamples)
    throw StageError("dunes need the whole map at once: at most 16385 x 16385 samples", "size");
  return grid;
}

}  // namespace

schema::WithParts<Heightmap, Heightmap> Dunes::run(const Params& params, const schema::Inputs& inputs,
                                                   const RunContext& context) {
  const DuneFields fields{inputs.maybe(params.from), inputs.maybe<Heightmap>(params.sand)};
  DuneLand land = blow_dunes(params, sheet_grid(params, fields), fields, context);
  return {std::move(land.heights), {{"sand", std::move(land.sand)}}};
}

}  // namespace weald::terrain
