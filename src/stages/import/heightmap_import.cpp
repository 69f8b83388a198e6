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
#include "base/parallel.h"
#include "formats/images/height_reader.h"
#include "formats/images/heightmap_files.h"
#include "methods/raster/fill_voids.h"
#include "methods/raster/sampling.h"
#include "schema/wording.h"
#include "stages/import/detail/check_import.h"
#include "stages/import/detail/elevation_source.h"

namespace weald::io {

namespace {

constexpr std::size_t kReadRowsAtOnce = 16;
constexpr double kMaxHeight = 1e6;  // metres
// Shares of the work, for the progress.
constexpr double kReadShare = 0.3;
constexpr double kFillShare = 0.5;

/// The context of a part of the work, which begins when `before` of it is done and is `share` of it. Pre: `context`
/// outlives the part.
RunContext part_of(const RunContext& context, double before, double share) {
  RunContext part = context;
  part.on_progress = [&context, before, share](double done) { context.progress(before + share * done); };
  return part;
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

/// Converts samples to heights. `voids`: 1 for those without data; empty if all have data.
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
    if (std::abs(heights[i]) <= static_cast<float>(kMaxHeight) || (!voids.empty() && voids[i] != 0)) continue;
    const auto width = static_cast<std::size_t>(samples.width());
    throw StageError(fmt::format("the height in column {}, row {} is not within 1000000 m", i % width, i / width),
                     "file");
  }
}

/// A grid over a map. Its samples are `step` samples of the map apart, from `first` on.
struct NewGrid {
  GridSpec grid;
  Vec2 first{0};
  Vec2 step{1};
};

/// The heights of `map` at the samples of a grid.
Heightmap heights_at(const Heightmap& map, const NewGrid& to, Interpolation interpolation) {
  const auto kernel =
      interpolation == Interpolation::bicubic ? raster::Interpolation::bicubic : raster::Interpolation::bilinear;
  const auto& [grid, first, step] = to;
  const raster::AxisTaps across({0, 1, map.width()}, {first.x, step.x, grid.width}, kernel);
  const raster::AxisTaps down({0, 1, map.height()}, {first.y, step.y, grid.height}, kernel);
  const auto height_at = [&](int x, int y) {
    double sum = 0;
    int row = down.first(y);
    for (const double weight : down.weights(y)) {
      const float* sample = &map.heights.at(across.first(x), row++);
      double of_row = 0;
      for (const double share : across.weights(x)) of_row += share * *sample++;
      sum += weight * of_row;
    }
    return static_cast<float>(sum);
  };
  Heightmap result(grid);
  const auto rows = static_cast<std::size_t>(grid.height);
  parallel_blocks(rows, kReadRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < result.width(); ++x) result.heights.at(x, y) = height_at(x, y);
    }
  });
  return result;
}

/// A grid over the largest undistorted rectangle of a map, centred.
NewGrid centred_grid(const GridSpec& map, int width, int height) {
  const double columns = map.width - 1, rows = map.height - 1;
  const double step = std::min(columns / (width - 1), rows / (height - 1));
  const Vec2 first{(columns - step * (width - 1)) / 2, (rows - step * (height - 1)) / 2};
  return {{width, height, map.cell_size * step, map.origin + first * map.cell_size}, first, Vec2{step, step}};
}

/// Distances of samples along a row and of rows, metres.
using Spacing = std::optional<Vec2>;

/// The content of a file and what is known about it.
struct Survey {
  HeightSamples samples;
  Sidecar sidecar;  // with what the file itself says
  Spacing spacing;
  bool lacks_latitude = false;
  bool guesses_degrees = false;
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
  ElevationGrid grid = source->grid(part_of(context, 0, kReadShare));
  survey.marks_voids = source->marks_voids();
  describe(grid.header, survey.sidecar);
  survey.spacing = spacing_of(grid.header);
  survey.lacks_latitude = grid.header.lacks_latitude;
  survey.guesses_degrees = grid.header.guesses_degrees;
  survey.samples = std::move(grid.heights);
  return survey;
}

void warn_of_distances(const Survey& survey, const HeightmapImportParams& params, const RunContext& context) {
  if (params.cell_size) return;
  if (survey.lacks_latitude) {
    context.warn("'" + params.file.text +
                     "' does not say its latitude, so its samples are taken to be as far apart as at the equator: name "
                     "a tile like N36W085.hgt, or give 'cell_size'",
                 "file");
  }
  if (survey.guesses_degrees) {
    context.warn("'" + params.file.text +
                     "' does not say its unit, but lies within the degrees of the globe: the distances of its samples "
                     "are taken as degrees, which gives cells of " +
                     schema::readable_number(survey.sidecar.cell_size.value_or(1)) +
                     " m; give 'cell_size' if this is wrong",
                 "file");
  }
}

// ---- samples without data ----

/// Where is_void(sample) holds; unset if nowhere.
template <class Sample, class IsVoid>
std::optional<raster::VoidMask> voids_in(const Grid<Sample>& samples, const IsVoid& is_void) {
  if (std::ranges::none_of(samples.values(), is_void)) return std::nullopt;
  raster::VoidMask voids(samples.width(), samples.height(), kUnset);
  std::ranges::transform(samples.values(), voids.values().begin(),
                         [&](Sample sample) { return static_cast<std::uint8_t>(is_void(sample) ? 1 : 0); });
  return voids;
}

/// The samples without data; unset if there are none.
std::optional<raster::VoidMask> voids_of(const Survey& survey, const HeightmapImportParams& params) {
  const std::optional<double> stated = params.no_data && !survey.marks_voids ? params.no_data : survey.sidecar.no_data;
  if (const auto* floats = std::get_if<Grid<float>>(&survey.samples)) {
    return voids_in(*floats,
                    [&](float value) { return stated ? marks_no_data(value, stated) : is_usual_no_data(value); });
  }
  if (!stated) return std::nullopt;
  return voids_in(std::get<Grid<std::uint16_t>>(survey.samples),
                  [&](std::uint16_t level) { return static_cast<double>(level) == *stated; });
}

void fill_voids(Heightmap& map, const raster::VoidMask& voids, const Vec2& spacing, VoidFilling filling,
                const RunContext& context) {
  const auto found = raster::count_voids(voids);
  if (!found) return;
  const auto all = static_cast<std::int64_t>(voids.size());
  if (found->count == all) throw StageError("no sample has data", "file");
  const RunContext part = part_of(context, kReadShare, kFillShare);
  switch (filling) {
    case VoidFilling::refuse:
      throw StageError(fmt::format("{} of {} samples have no data, the first one in column {}, row {}: give 'fill: "
                                   "smooth' or 'fill: idw' to fill them from those around",
                                   found->count, all, found->x, found->y),
                       "file");
    case VoidFilling::idw: return raster::fill_by_distance(map.heights, voids, spacing, part);
    case VoidFilling::smooth: return raster::fill_smoothly(map.heights, voids, spacing, part);
  }
}

/// A grid of square cells over a grid whose samples are not equally far apart along both axes; unset if they are, or if
/// the parameters give their distance.
std::optional<NewGrid> square_cells(const GridSpec& stored, const Spacing& spacing,
                                    const HeightmapImportParams& params) {
  // Distances that differ less than this shift the far corner of the largest map by less than a sample.
  if (!spacing || params.cell_size || std::abs(spacing->x / spacing->y - 1) < 1.0 / 20000) return std::nullopt;
  const double cell = std::min(spacing->x, spacing->y);
  const Vec2 step{cell / spacing->x, cell / spacing->y};
  const double columns = std::floor((stored.width - 1) / step.x + 1e-9) + 1;
  const double rows = std::floor((stored.height - 1) / step.y + 1e-9) + 1;
  if (!(columns * rows <= static_cast<double>(kMaxSamples)))  // they may be beyond any integer
    throw StageError("with square cells the map has more than 16385 x 16385 samples: give a 'cell_size'", "file");
  return NewGrid{{static_cast<int>(columns), static_cast<int>(rows), cell, stored.origin}, Vec2{0, 0}, step};
}

}  // namespace

Heightmap resample(const Heightmap& map, int width, int height, Interpolation interpolation) {
  WEALD_CHECK(width >= 2 && height >= 2 && map.width() >= 2 && map.height() >= 2);
  return heights_at(map, centred_grid(map.grid(), width, height), interpolation);
}

Heightmap import_heightmap(const HeightmapImportParams& params, const RunContext& context) {
  const Survey survey = read_survey(params, context);
  const bool floats = std::holds_alternative<Grid<float>>(survey.samples);
  const Placement placement = place(params, survey.sidecar, floats, context);
  const auto [width, height] = size_of(survey.samples);
  if (width < 2 || height < 2) throw StageError("a heightmap needs at least 2 x 2 samples", "file");
  warn_of_distances(survey, params, context);
  context.progress(kReadShare);
  Heightmap map(GridSpec{width, height, placement.cell_size, placement.origin});
  const std::optional<NewGrid> square = square_cells(map.grid(), survey.spacing, params);
  const std::optional<raster::VoidMask> voids = voids_of(survey, params);
  const auto mask = voids ? voids->values() : std::span<const std::uint8_t>{};
  std::visit([&](const auto& grid) { convert(grid, placement, mask, map.heights.values()); }, survey.samples);
  const Vec2 spacing = square ? *survey.spacing : Vec2{map.cell_size, map.cell_size};
  if (voids) fill_voids(map, *voids, spacing, params.fill.value_or(VoidFilling::refuse), context);
  context.check_stop();
  if (square) map = heights_at(map, *square, params.interpolation);
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
  const GridSpec stored{(*size)[0], (*size)[1], cell_size, origin};
  const std::optional<NewGrid> square = square_cells(stored, spacing, params);
  return square ? square->grid : stored;
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
  const bool is_resampled = square_cells({header.width, header.height, cell_size, {}}, spacing, params).has_value();
  const Vec2 cell = is_resampled ? *spacing : Vec2{cell_size, cell_size};
  return georeference_of(*header.place, params.origin.value_or(sidecar.origin.value_or(Vec2{0, 0})), cell);
}

double HeightmapImport::seconds_each(const Params& params) {
  const std::string& file = params.file.resolved;
  const double resampling = params.size ? 1.5e-8 : 0;
  if (is_geotiff(file)) return 3e-8 + resampling;
  if (const auto format = elevation_format(file)) return (*format == ElevationFormat::asc ? 7e-8 : 1e-8) + resampling;
  return (is_raw(height_format(file)) ? 5e-9 : 2.2e-8) + resampling;
}

Estimate HeightmapImport::estimate(const Params& params, const schema::Estimates&) {
  try {
    const std::optional<GridSpec> stored = stored_grid(params);
    if (!stored) return {};
    Estimate result = Estimate::of_heightmap(
        params.size ? centred_grid(*stored, (*params.size)[0], (*params.size)[1]).grid : *stored);
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
