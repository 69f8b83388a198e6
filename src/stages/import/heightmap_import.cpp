#include "stages/import/heightmap_import.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "base/math/clamped.h"
#include "base/parallel.h"
#include "formats/images/height_reader.h"
#include "formats/images/heightmap_files.h"
#include "methods/raster/fill_voids.h"
#include "schema/wording.h"
#include "stages/import/detail/check_import.h"
#include "stages/import/detail/elevation_source.h"

namespace weald::io {

namespace {

constexpr std::size_t kReadRowsAtOnce = 16;
constexpr double kMaxHeight = 1e6;  // metres

/// The samples that contribute to a new sample, with their weights.
struct Taps {
  std::array<int, 4> index{};
  std::array<double, 4> weight{};
};

/// Taps of `count` samples at start, start + step, ... along an axis of `size` samples. Positions outside the axis are
/// clamped to it.
std::vector<Taps> make_taps(int size, double start, double step, int count, Interpolation interpolation) {
  std::vector<Taps> taps(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double place = clamped(start + i * step, 0.0, static_cast<double>(size - 1));
    const int cell = std::min(static_cast<int>(place), size - 2);
    const double t = place - cell;
    Taps& tap = taps[static_cast<std::size_t>(i)];
    for (int k = 0; k < 4; ++k) tap.index[static_cast<std::size_t>(k)] = std::clamp(cell - 1 + k, 0, size - 1);
    if (interpolation == Interpolation::bilinear) {
      tap.weight = {0, 1 - t, t, 0};
    } else {
      tap.weight = {((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2,
                    (t - 1) * t * t / 2};
    }
  }
  return taps;
}

double at(const Heightmap& map, const Taps& column, const Taps& row) {
  double sum = 0;
  for (std::size_t j = 0; j < 4; ++j) {
    const auto heights = map.heights.row(row.index[j]);
    double across = 0;
    for (std::size_t i = 0; i < 4; ++i) across += column.weight[i] * heights[static_cast<std::size_t>(column.index[i])];
    sum += row.weight[j] * across;
  }
  return sum;
}

/// The meaning and placement of the samples, from the parameters, the sidecar and the defaults.
struct Placement {
  HeightEncoding encoding;  // heights of the levels 0 and 65535, or of the floats 0 and 1
  bool scaled = true;       // false: floats are heights in metres
  double cell_size = 1;
  Vec2 origin{0, 0};
};

HeightEncoding encoding_from(const HeightmapImportParams& params, const Sidecar& sidecar, const RunContext& context) {
  const HeightEncoding encoding{params.min.value_or(sidecar.min.value_or(0)),
                                params.max.value_or(sidecar.max.value_or(65535))};
  if ((!params.min && !sidecar.min) || (!params.max && !sidecar.max)) {
    context.warn("no encoding is given for the heights of '" + params.file.text + "': black is taken as " +
                     schema::readable_number(encoding.min) + " m and white as " +
                     schema::readable_number(encoding.max) + " m",
                 "file");
  }
  return encoding;
}

Placement place(const HeightmapImportParams& params, const Sidecar& sidecar, bool floats, const RunContext& context) {
  Placement result;
  result.cell_size = params.cell_size.value_or(sidecar.cell_size.value_or(1));
  result.origin = params.origin.value_or(sidecar.origin.value_or(Vec2{0, 0}));
  if (floats) {
    // The range in a sidecar adds no information to floats.
    if (params.min.has_value() != params.max.has_value())
      throw StageError("floats are in metres: give both 'min' and 'max' to map 0 and 1 to other heights, or neither",
                       params.min ? "min" : "max");
    result.scaled = params.min.has_value();
    if (result.scaled) result.encoding = {*params.min, *params.max};
  } else {
    result.encoding = encoding_from(params, sidecar, context);
  }
  const auto [low, high] = result.encoding;
  if (!(std::abs(low) <= kMaxHeight && std::abs(high) <= kMaxHeight))
    throw StageError("heights must be within 1000000 m", "file");
  if (high < low)
    throw StageError(
        "black (" + schema::readable_number(low) + " m) is higher than white (" + schema::readable_number(high) + " m)",
        "min");
  if (!(result.cell_size >= 1e-4 && result.cell_size <= 1e4))
    throw StageError("the cell size must be within 0.0001 .. 10000 m", "cell_size");
  if (!(std::abs(result.origin.x) <= 1e9 && std::abs(result.origin.y) <= 1e9))
    throw StageError("the origin must be within 1e9 m", "origin");
  return result;
}

/// Converts samples to heights.
void convert(const Grid<std::uint16_t>& samples, const Placement& placement, std::span<const std::uint8_t>,
             std::span<float> heights) {
  const auto levels = samples.values();
  for (std::size_t i = 0; i < heights.size(); ++i)
    heights[i] = static_cast<float>(height_of(levels[i], placement.encoding));
}

void convert(const Grid<float>& samples, const Placement& placement, std::span<const std::uint8_t> voids,
             std::span<float> heights) {
  const auto [low, high] = placement.encoding;
  const auto values = samples.values();
  for (std::size_t i = 0; i < heights.size(); ++i) {
    heights[i] = placement.scaled ? static_cast<float>(low + (high - low) * static_cast<double>(values[i])) : values[i];
    if (voids[i] == 0 && !(std::abs(heights[i]) <= static_cast<float>(kMaxHeight)))
      throw StageError("heights must be within 1000000 m", "file");
  }
}

/// Samples of a new grid: every `step` samples of the map from `first` on.
struct NewSamples {
  Vec2 first{0};
  Vec2 step{1};
  int width = 0, height = 0;
};

/// The heights of `map` there, on a grid with this cell size and origin.
Heightmap heights_at(const Heightmap& map, const NewSamples& samples, const GridSpec& grid,
                     Interpolation interpolation) {
  const auto& [first, step, width, height] = samples;
  const std::vector<Taps> column_taps = make_taps(map.width(), first.x, step.x, width, interpolation);
  const std::vector<Taps> row_taps = make_taps(map.height(), first.y, step.y, height, interpolation);
  Heightmap result(grid);
  parallel_blocks(static_cast<std::size_t>(height), kReadRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      const auto out = result.heights.row(static_cast<int>(y));
      for (std::size_t x = 0; x < out.size(); ++x) out[x] = static_cast<float>(at(map, column_taps[x], row_taps[y]));
    }
  });
  return result;
}

/// Position of a new grid's samples in a map: the largest undistorted rectangle, centred.
struct Resampling {
  double step = 1;  ///< in samples of the map
  Vec2 first{0};
  int width = 0, height = 0;

  Resampling(const GridSpec& map, int new_width, int new_height) : width(new_width), height(new_height) {
    const double columns = map.width - 1, rows = map.height - 1;
    step = std::min(columns / (width - 1), rows / (height - 1));
    first = {(columns - step * (width - 1)) / 2, (rows - step * (height - 1)) / 2};
  }
  GridSpec grid(const GridSpec& map) const {
    return {width, height, map.cell_size * step, map.origin + first * map.cell_size};
  }
};

/// Distances of samples along a row and of rows, metres.
using Spacing = std::optional<Vec2>;

/// The content of a file and what is known about it.
struct Survey {
  HeightSamples samples;
  Sidecar sidecar;  // with what the file itself says
  Spacing spacing;
  bool lacks_latitude = false;
  bool marks_voids = false;  // samples that are said to have no data are NaN
};

Spacing spacing_of(const ElevationHeader& header) {
  if (!header.cell_width || !header.cell_height) return std::nullopt;
  return Vec2{*header.cell_width, *header.cell_height};
}

/// Adds what an elevation grid says to its sidecar.
void describe(const ElevationHeader& header, Sidecar& sidecar) {
  if (const Spacing spacing = spacing_of(header)) sidecar.cell_size = std::min(spacing->x, spacing->y);
  if (header.no_data) sidecar.no_data = header.no_data;
}

Survey read_survey(const HeightmapImportParams& params, const RunContext& context) {
  const std::string& file = params.file.resolved;
  Survey survey{{}, sidecar_of(file), {}};
  const auto source = ElevationSource::of(params);
  if (!source) {
    survey.samples = read_heights(file, {params.raw_size, params.byte_order}, survey.sidecar);
    return survey;
  }
  ElevationGrid grid = source->grid(context);
  survey.marks_voids = source->marks_voids();
  describe(grid.header, survey.sidecar);
  survey.spacing = spacing_of(grid.header);
  survey.lacks_latitude = grid.header.is_in_degrees && grid.header.cell_width == grid.header.cell_height;
  survey.samples = std::move(grid.heights);
  return survey;
}

void warn_of_latitude(const Survey& survey, const HeightmapImportParams& params, const RunContext& context) {
  if (!survey.lacks_latitude || params.cell_size) return;
  context.warn("'" + params.file.text +
                   "' does not say its latitude, so its samples are taken to be as far apart as at the equator: name a "
                   "tile like N36W085.hgt, or give 'cell_size'",
               "file");
}

// ---- samples without data ----

/// Whether a float marks a sample without data in files that do not say so.
bool is_usual_no_data(float value) {
  return std::isnan(value) || value == -9999 || value == -32767 || value == -32768 || std::abs(value) >= 1e30f;
}

raster::VoidMask voids_of(const Survey& survey, const HeightmapImportParams& params) {
  const auto [width, height] = size_of(survey.samples);
  raster::VoidMask voids(width, height, 0);
  const std::optional<double> stated = params.no_data && !survey.marks_voids ? params.no_data : survey.sidecar.no_data;
  const auto mark = [&](const auto& samples, const auto& is_void) {
    for (std::size_t i = 0; i < samples.size(); ++i) voids.values()[i] = is_void(samples[i]) ? 1 : 0;
  };
  if (const auto* floats = std::get_if<Grid<float>>(&survey.samples)) {
    mark(floats->values(), [&](float value) {
      return stated ? std::isnan(value) || value == static_cast<float>(*stated) : is_usual_no_data(value);
    });
  } else if (stated) {
    mark(std::get<Grid<std::uint16_t>>(survey.samples).values(),
         [&](std::uint16_t level) { return static_cast<double>(level) == *stated; });
  }
  return voids;
}

void fill_voids(Grid<float>& heights, const raster::VoidMask& voids, VoidFilling filling, const RunContext& context) {
  const auto found = raster::count_voids(voids);
  if (!found) return;
  const auto all = static_cast<std::int64_t>(voids.size());
  if (found->count == all) throw StageError("no sample has data", "file");
  switch (filling) {
    case VoidFilling::refuse:
      throw StageError(fmt::format("{} of {} samples have no data, the first one in column {}, row {}: give 'fill: "
                                   "smooth' or 'fill: idw' to fill them from those around",
                                   found->count, all, found->x, found->y),
                       "file");
    case VoidFilling::idw: return raster::fill_by_distance(heights, voids, context);
    case VoidFilling::smooth: return raster::fill_smoothly(heights, voids, context);
  }
}

/// A grid of square cells over a grid whose samples are not equally far apart along both axes.
struct SquareCells {
  bool differ = false;
  NewSamples samples;
  GridSpec grid;

  SquareCells(const GridSpec& stored, const Spacing& spacing, const HeightmapImportParams& params) : grid(stored) {
    // Distances that differ less than this shift the far corner of the largest map by less than a sample.
    if (!spacing || params.cell_size || std::abs(spacing->x / spacing->y - 1) < 1.0 / 20000) return;
    differ = true;
    grid.cell_size = std::min(spacing->x, spacing->y);
    samples.step = {grid.cell_size / spacing->x, grid.cell_size / spacing->y};
    grid.width = samples.width = static_cast<int>((stored.width - 1) / samples.step.x + 1e-9) + 1;
    grid.height = samples.height = static_cast<int>((stored.height - 1) / samples.step.y + 1e-9) + 1;
    if (std::int64_t{grid.width} * grid.height > kMaxSamples)
      throw StageError("with square cells the map has more than 16385 x 16385 samples: give a 'cell_size'", "file");
  }
};

}  // namespace

Heightmap resample(const Heightmap& map, int width, int height, Interpolation interpolation) {
  WEALD_CHECK(width >= 2 && height >= 2 && map.width() >= 2 && map.height() >= 2);
  const Resampling sampling(map.grid(), width, height);
  const auto& [step, first, columns, rows] = sampling;
  return heights_at(map, {first, Vec2{step, step}, columns, rows}, sampling.grid(map.grid()), interpolation);
}

Heightmap import_heightmap(const HeightmapImportParams& params, const RunContext& context) {
  const Survey survey = read_survey(params, context);
  const bool floats = std::holds_alternative<Grid<float>>(survey.samples);
  const Placement placement = place(params, survey.sidecar, floats, context);
  const auto [width, height] = size_of(survey.samples);
  if (width < 2 || height < 2) throw StageError("a heightmap needs at least 2 x 2 samples", "file");
  warn_of_latitude(survey, params, context);
  context.progress(0.3);
  const raster::VoidMask voids = voids_of(survey, params);
  Heightmap map(GridSpec{width, height, placement.cell_size, placement.origin});
  std::visit([&](const auto& grid) { convert(grid, placement, voids.values(), map.heights.values()); }, survey.samples);
  fill_voids(map.heights, voids, params.fill.value_or(VoidFilling::refuse), context);
  context.check_stop();
  if (const SquareCells cells(map.grid(), survey.spacing, params); cells.differ)
    map = heights_at(map, cells.samples, cells.grid, params.interpolation);
  if (!params.size) return map;
  context.check_stop();
  return resample(map, (*params.size)[0], (*params.size)[1], params.interpolation);
}

std::vector<std::string> HeightmapImport::files_read(const Params& params) {
  std::vector<std::string> files{params.file.resolved};
  if (const auto source = ElevationSource::of(params)) {
    for (std::string& beside : source->files_beside()) files.push_back(std::move(beside));
  }
  for (const std::filesystem::path& place : sidecar_places(params.file.resolved)) files.push_back(place.string());
  return files;
}

namespace {

/// The grid of the imported map before it is resampled to a size; unset if the first bytes do not show it.
std::optional<GridSpec> stored_grid(const HeightmapImportParams& params) {
  const std::string& file = params.file.resolved;
  Sidecar sidecar = sidecar_of(file);
  Spacing spacing;
  std::optional<std::array<int, 2>> size;
  if (const auto source = ElevationSource::of(params)) {
    const ElevationHeader header = source->header();
    describe(header, sidecar);
    spacing = spacing_of(header);
    size = {header.width, header.height};
  } else {
    size = stored_size(file, {params.raw_size, params.byte_order}, sidecar);
  }
  const double cell_size = params.cell_size.value_or(sidecar.cell_size.value_or(1));
  if (!size || (*size)[0] < 2 || (*size)[1] < 2 || !(cell_size > 0)) return std::nullopt;
  if (std::int64_t{(*size)[0]} * (*size)[1] > kMaxSamples) return std::nullopt;
  const Vec2 origin = params.origin.value_or(sidecar.origin.value_or(Vec2{0, 0}));
  return SquareCells({(*size)[0], (*size)[1], cell_size, origin}, spacing, params).grid;
}

}  // namespace

std::optional<Georeference> HeightmapImport::georeference(const Params& params) {
  const auto source = ElevationSource::of(params);
  if (!source) return std::nullopt;
  const ElevationHeader header = source->header();
  if (!header.place) return std::nullopt;
  Sidecar sidecar = sidecar_of(params.file.resolved);
  describe(header, sidecar);
  const double cell_size = params.cell_size.value_or(sidecar.cell_size.value_or(1));
  const Spacing spacing = spacing_of(header);
  // Samples that are not resampled have one distance along both axes.
  const bool is_resampled = SquareCells({header.width, header.height, cell_size, {}}, spacing, params).differ;
  const Vec2 cell = is_resampled ? *spacing : Vec2{cell_size, cell_size};
  return georeference_of(*header.place, params.origin.value_or(sidecar.origin.value_or(Vec2{0, 0})), cell);
}

Estimate HeightmapImport::estimate(const Params& params, const schema::Estimates&) {
  try {
    const std::optional<GridSpec> stored = stored_grid(params);
    if (!stored) return {};
    Estimate result = Estimate::of_heightmap(
        params.size ? Resampling(*stored, (*params.size)[0], (*params.size)[1]).grid(*stored) : *stored);
    result.cause = params.size ? "size" : "file";
    return result;
  } catch (const IoError&) {
    return {};  // the error is reported when the stage runs
  } catch (const StageError&) {
    return {};
  }
}

Heightmap HeightmapImport::run(const Params& params, const schema::Inputs&, const RunContext& context) {
  return import_heightmap(params, context);
}

}  // namespace weald::io

void weald::schema::Schema<weald::io::HeightmapImportParams>::check(const P& params, Checker& checker) {
  check_import(params.file, checker, [&params] {
    const std::string& file = params.file.resolved;
    if (const auto source = io::ElevationSource::of(params)) {
      static_cast<void>(source->header());
      return;
    }
    io::check_heights_start(file, {params.raw_size, params.byte_order}, io::sidecar_of(file));
  });
  if (params.min && params.max && *params.max < *params.min) checker.error("max", "'max' is below 'min'");
  if (checker.given("band") && !io::is_geotiff(params.file.resolved))
    checker.error("band", "'band' is for GeoTIFF files only");
  const bool is_raw = weald::io::is_raw(weald::io::height_format(params.file.resolved));
  for (const char* key : {"raw_size", "byte_order"}) {
    if (checker.given(key) && !is_raw)
      checker.error(key, std::string("'") + key + "' is for '.r16' and '.r32' files only");
  }
}
