#include "terrain/dunes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/math.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "terrain/sand_sheet.h"

namespace weald::terrain {

namespace {

double tune(const char* name, double fallback) { const char* t = getenv(name); return t ? atof(t) : fallback; }
enum DuneStream : std::uint64_t { kFirstSand, kWindTurns };
constexpr double kUnitsPerCell = 2048;

// How the rows of a sheet lie on the map: each runs across the wind.
struct Downwind {
  bool along_x = false;
  bool backwards = false;
  double lean = 0;  // degrees that the wind lies off the sheet's columns
};

Downwind course_of(double wind) {
  const double x = -math::sin_deg(wind), z = math::cos_deg(wind);
  Downwind course;
  course.along_x = std::abs(x) > std::abs(z);
  const double along = course.along_x ? x : z, across = course.along_x ? z : x;
  course.backwards = along < 0;
  course.lean = math::degrees(math::atan2(across, std::abs(along)));
  return course;
}

template <class Visit>
void each_cell(const GridSpec& grid, const Downwind& course, const Visit& visit) {
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      int row = course.along_x ? x : y;
      const int rows = course.along_x ? grid.width : grid.height;
      if (course.backwards) row = rows - 1 - row;
      visit(x, y, course.along_x ? y : x, row);
    }
  }
}

}  // namespace

DuneLand blow_dunes(const DunesParams& params, const GridSpec& grid, const Heightmap* bedrock,
                    const Heightmap* sand_field, const RunContext& context) {
  const double unit = grid.cell_size / kUnitsPerCell;
  const Downwind course = course_of(params.wind);
  const int rows = course.along_x ? grid.width : grid.height, across = course.along_x ? grid.height : grid.width;
  detail::SandSheet sheet{Grid<std::int32_t>(across, rows), Grid<std::int32_t>(across, rows)};
  const schema::DrivenSamples depth =
      sand_field ? schema::DrivenSamples(params.sand, view(*sand_field)) : schema::DrivenSamples(params.sand);
  const Rng first(sub_seed(context.seed, kFirstSand));
  each_cell(grid, course, [&](int x, int y, int column, int row) {
    const double cells = tune("heap", 24);
    const auto noise = [&](double size, unsigned salt) {
      const double px = x / size, py = y / size;
      const auto ix = (std::uint64_t)px, iy = (std::uint64_t)py;
      const auto fade = [](double t) { return t * t * (3 - 2 * t); };
      const double u = fade(px - ix), v = fade(py - iy);
      const auto at = [&](std::uint64_t a, std::uint64_t b) { return first.uniform(a + 1000000 * salt, b); };
      return (at(ix, iy) * (1 - u) + at(ix + 1, iy) * u) * (1 - v) + (at(ix, iy + 1) * (1 - u) + at(ix + 1, iy + 1) * u) * v;
    };
    const double amount = depth.at(x, y) * 2 * (0.5 * noise(cells, 1) + 0.5 * noise(cells / 2, 2));
    const double rock = bedrock ? bedrock->heights.at(x, y) : 0;
    sheet.sand.at(column, row) = static_cast<std::int32_t>(amount / unit);
    sheet.ground.at(column, row) = static_cast<std::int32_t>(std::floor(rock / unit)) + sheet.sand.at(column, row);
  });
  const auto total = [&] {
    return std::accumulate(sheet.sand.values().begin(), sheet.sand.values().end(), std::int64_t{0});
  };
  DuneLand land;
  land.sand_before = total();
  const auto rise = static_cast<std::int32_t>(math::tan_deg(params.repose) * kUnitsPerCell);
  const auto corner_rise = static_cast<std::int32_t>(math::tan_deg(params.repose) * kUnitsPerCell * std::sqrt(2.0));
  Grid<std::int32_t> scratch(across, rows);
  detail::WindState wind(sheet);
  const Rng turns(sub_seed(context.seed, kWindTurns));
  const double hop = params.hop.value_or(5 * grid.cell_size) / grid.cell_size;
  for (int step = 0; step < params.iterations; ++step) {
    const auto u = turns.four_uniforms(static_cast<std::uint64_t>(step));
    const double angle = course.lean + params.spread * (u[0] + u[1] - 1);
    const double tangent = math::tan_deg(angle);
    const double stretch = std::sqrt(1 + tangent * tangent);
    const auto share = [&](double per_cell) { return static_cast<float>(std::min(1.0, per_cell * stretch)); };
    detail::WindRules rules;
    rules.lift = static_cast<float>(params.lift * kUnitsPerCell);
    rules.landing_sand = share(1 / hop);
    rules.landing_rock = share(params.hard_ground / hop);
    rules.landing_lee = share(tune("lee",1.7) / hop);
    rules.shadow_drop = static_cast<float>(math::tan_deg(params.shadow) * kUnitsPerCell * stretch);
    rules.speed_reach = share(1 / (tune("reach",3) * hop));
    rules.speed_up = static_cast<float>(params.speed_up / (tune("reach",3) * hop * kUnitsPerCell));
    rules.thin = static_cast<std::int32_t>(params.lift * kUnitsPerCell * 0.5);
    wind.blow(sheet, rules, tangent, u[2], context);
    slide(sheet, step % 2 ? corner_rise : rise, step % 2 != 0, (int)tune("creep", 3), scratch, context);
    context.progress((step + 1.0) / params.iterations);
  }
  wind.calm(sheet);
  for (int i = 0; i < (int)tune("fin",40); ++i) {
    const bool a = slide(sheet, rise, false, 0, scratch, context);
    const bool b = slide(sheet, corner_rise, true, 0, scratch, context);
    if (!a && !b) break;
  }
  land.sand_after = total();
  land.heights = Heightmap(grid);
  land.sand = Heightmap(grid);
  each_cell(grid, course, [&](int x, int y, int column, int row) {
    const double rock = bedrock ? bedrock->heights.at(x, y) : 0;
    land.sand.heights.at(x, y) = static_cast<float>(sheet.sand.at(column, row) * unit);
    land.heights.heights.at(x, y) = static_cast<float>(rock + sheet.sand.at(column, row) * unit);
  });
  return land;
}

schema::WithParts<Heightmap, Heightmap> Dunes::run(const Params& params, const schema::Inputs& inputs,
                                                   const RunContext& context) {
  const Heightmap* bedrock = inputs.maybe(params.from);
  const Heightmap* sand = inputs.maybe<Heightmap>(params.sand);
  const GridSpec grid = bedrock ? bedrock->grid() : sand ? sand->grid() : noise::grid_spec(params);
  DuneLand land = blow_dunes(params, grid, bedrock, sand, context);
  return {std::move(land.heights), {{"sand", std::move(land.sand)}}};
}

}  // namespace weald::terrain
