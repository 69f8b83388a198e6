#include "stages/land/erosion/detail/dune_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/math/math.h"
#include "base/math/smoothstep.h"
#include "base/rng.h"
#include "stages/land/erosion/detail/sand_sheet.h"

namespace weald::terrain::detail {

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

SandSheet first_sheet(const DunesParams& params, const GridSpec& grid, const DuneFields& fields, const Bearing& bearing,
                      double hop, std::uint64_t seed) {
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

WindRules wind_rules(const DunesParams& params, double hop, double tangent) {
  // Along a line that leans, one row is longer than a cell.
  const double length = std::sqrt(1 + tangent * tangent);
  const auto share = [length](double per_cell) {
    return static_cast<float>(1 - math::pow(std::max(0.0, 1 - per_cell), length));
  };
  WindRules rules;
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
Rises resting_rises(const Bearing& bearing, double repose_angle, double windward_angle) {
  constexpr int kAcross[] = {-1, 0, 1, -1, 1, -1, 0, 1};
  constexpr int kAlong[] = {-1, -1, -1, 0, 0, 1, 1, 1};
  const double repose = math::tan_deg(repose_angle);
  const double windward = std::min(repose, math::tan_deg(windward_angle));
  Rises rises{};
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
void settle(SandSheet& sheet, const Rises& rises, const RunContext& context) {
  sheet.calm();
  for (int i = 0; i < kEvenings; ++i) sheet.slide(Slide::even, {}, context);
  sheet.rest(rises, kAtRest, kLastSweeps, context);
}

// Weights of four samples of a cubic B-spline, and the first of them.
struct CubicTaps {
  int first = 0;
  std::array<double, 4> weight{};

  explicit CubicTaps(double place) {
    const double whole = std::floor(place), t = place - whole;
    const double u = 1 - t;
    weight = {u * u * u / 6, (4 + t * t * (3 * t - 6)) / 6, (4 + u * u * (3 * u - 6)) / 6, t * t * t / 6};
    first = static_cast<int>(whole) - 1;
  }
};

// Taps of a sample of the map.
CubicTaps taps_at(const SheetGrid& sheet, int sample) {
  return CubicTaps(sample * (sheet.map_cell / sheet.grid.cell_size));
}

int periodic(int at, int period) {
  const int rest = at % period;
  return rest < 0 ? rest + period : rest;
}

// Number of samples of a coarser grid along one side: the exact quotient if it is whole, so that the result tiles, or
// otherwise enough to cover both ends.
int sheet_samples(int samples, double ratio) {
  const double fitting = samples / ratio, whole = std::floor(fitting + 0.5);
  if (std::abs(fitting - whole) < 1e-6 * fitting) return static_cast<int>(whole);
  return static_cast<int>(std::ceil((samples - 1) / ratio - 1e-6)) + 1;
}

}  // namespace

SheetGrid sheet_grid(const DunesParams& params, const GridSpec& map) {
  SheetGrid sheet{map, map.cell_size};
  const double ratio = params.sheet.value_or(map.cell_size) / map.cell_size;
  sheet.is_coarser = !(ratio < 1.001);
  if (!sheet.is_coarser) return sheet;
  sheet.grid = {sheet_samples(map.width, ratio), sheet_samples(map.height, ratio), *params.sheet, map.origin};
  if (sheet.grid.width < 3 || sheet.grid.height < 3)
    throw StageError("the map has fewer than 3 x 3 cells of the sand grid", "sheet");
  return sheet;
}

float height_below(const SheetGrid& sheet, const Heightmap& map, int column, int row) {
  const int x = map.place ? map.place->x : 0, y = map.place ? map.place->y : 0;
  if (!sheet.is_coarser) return map.heights.at(column - x, row - y);
  return static_cast<float>(sample_bilinear(map, column * sheet.ratio() - x, row * sheet.ratio() - y));
}

double cells_of_hop(const DunesParams& params, const GridSpec& sheet) {
  const double hop = params.hop ? *params.hop / sheet.cell_size : kUsualHop;
  if (hop < 1 || hop > kLongestHop) throw StageError("a hop must be 1 to 200 samples long", "hop");
  return hop;
}

SheetSand blow_sheet(const DunesParams& params, const GridSpec& grid, const DuneFields& fields,
                     const RunContext& context) {
  const Bearing bearing(params.wind);
  const double hop = cells_of_hop(params, grid);
  SandSheet sheet = first_sheet(params, grid, fields, bearing, hop, context.seed);
  const Rises rises = resting_rises(bearing, params.repose, params.windward);
  const Rng turns(sub_seed(context.seed, kTurns));
  for (int step = 0; step < params.iterations; ++step) {
    const auto chance = turns.four_uniforms(static_cast<std::uint64_t>(step));
    const double tangent = math::tan_deg(bearing.lean + params.spread * (chance[0] + chance[1] - 1));
    sheet.blow(wind_rules(params, hop, tangent), tangent, chance[2], context);
    sheet.slide(step % 2 == 0 ? Slide::axes : Slide::corners, rises, context);
    context.progress((step + 1.0) / params.iterations);
  }
  settle(sheet, resting_rises(bearing, params.repose, params.repose), context);

  SheetSand result{Grid<std::int32_t>(grid.width, grid.height), grid.cell_size / kSandUnitsPerCell};
  bearing.each(grid, [&](int x, int y, int column, int row) { result.units.at(x, y) = sheet.sand().at(column, row); });
  return result;
}

namespace {

// The samples of the sheet on which the sand in `region` of the map depends.
Region samples_for(const SheetGrid& sheet, const Region& region) {
  if (!sheet.is_coarser) return region;
  const int x = taps_at(sheet, region.x).first, y = taps_at(sheet, region.y).first;
  return {x, y, taps_at(sheet, region.x + region.width - 1).first + 4 - x,
          taps_at(sheet, region.y + region.height - 1).first + 4 - y};
}

}  // namespace

SheetSand part_for(const SheetSand& sand, const SheetGrid& sheet, const Region& region) {
  const Region samples = samples_for(sheet, region);
  SheetSand part{Grid<std::int32_t>(samples.width, samples.height), sand.unit, samples.x, samples.y};
  for (int j = 0; j < samples.height; ++j) {
    const int row = periodic(samples.y + j, sheet.grid.height);
    for (int i = 0; i < samples.width; ++i)
      part.units.at(i, j) = sand.units.at(periodic(samples.x + i, sheet.grid.width), row);
  }
  return part;
}

namespace {

// The depth of the sand at the samples of a region of the map. The B-spline does not overshoot: it adds no depth or
// slope beyond that of the sheet's samples.
Heightmap interpolated(const SheetSand& sand, const SheetGrid& sheet, const GridSpec& map, const Region& region) {
  Grid<float> depths(sand.units.width(), sand.units.height());
  for (int y = 0; y < depths.height(); ++y) {
    for (int x = 0; x < depths.width(); ++x) depths.at(x, y) = static_cast<float>(sand.depth(x, y));
  }
  std::vector<CubicTaps> across;
  for (int x = 0; x < region.width; ++x) across.push_back(taps_at(sheet, region.x + x));
  Heightmap result(GridSpec{region.width, region.height, map.cell_size, map.position(region.x, region.y)});
  for (int y = 0; y < region.height; ++y) {
    const CubicTaps down = taps_at(sheet, region.y + y);
    for (int x = 0; x < region.width; ++x) {
      const CubicTaps& along = across[static_cast<std::size_t>(x)];
      double depth = 0;
      for (int j = 0; j < 4; ++j) {
        const float* samples = &depths.at(along.first - sand.first_x, down.first + j - sand.first_y);
        double row = 0;
        for (std::size_t i = 0; i < 4; ++i) row += along.weight[i] * samples[i];
        depth += down.weight[static_cast<std::size_t>(j)] * row;
      }
      result.heights.at(x, y) = static_cast<float>(depth);
    }
  }
  return result;
}

}  // namespace

DuneLand lay_sand(const SheetSand& sand, const SheetGrid& sheet, const GridSpec& map, const Region& region,
                  const Heightmap* bedrock) {
  const Region held{sand.first_x, sand.first_y, sand.units.width(), sand.units.height()};
  WEALD_CHECK(held == samples_for(sheet, region));
  DuneLand land;
  if (sheet.is_coarser) {
    land.sand = interpolated(sand, sheet, map, region);
    land.heights = land.sand;
    for (int y = 0; y < region.height; ++y) {
      for (int x = 0; x < region.width; ++x) {
        land.heights.heights.at(x, y) = static_cast<float>(rock_at(bedrock, x, y) + double{land.sand.heights.at(x, y)});
      }
    }
    return land;
  }
  land.sand = Heightmap(GridSpec{region.width, region.height, map.cell_size, map.position(region.x, region.y)});
  land.heights = land.sand;
  for (int y = 0; y < region.height; ++y) {
    for (int x = 0; x < region.width; ++x) {
      const double depth = sand.depth(x, y);
      land.sand.heights.at(x, y) = static_cast<float>(depth);
      land.heights.heights.at(x, y) = static_cast<float>(rock_at(bedrock, x, y) + depth);
    }
  }
  return land;
}

}  // namespace weald::terrain::detail
