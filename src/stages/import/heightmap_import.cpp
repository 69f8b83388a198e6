#include "stages/import/heightmap_import.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "formats/images/height_reader.h"
#include "formats/images/heightmap_files.h"
#include "methods/raster/fill_voids.h"
#include "stages/import/detail/check_import.h"
#include "stages/import/detail/regrid.h"
#include "stages/import/detail/survey.h"
#include "stages/import/detail/survey_windows.h"

namespace weald::io {

namespace {

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
                                   "smooth' to fill them from those around",
                                   found->count, all, found->x, found->y),
                       "file");
    case VoidFilling::smooth: return raster::fill_smoothly(map.heights, voids, spacing, part);
  }
}

/// A map of 1 where samples have data, and 0 where they have none.
Heightmap mask_of(const GridSpec& grid, const std::optional<raster::VoidMask>& voids) {
  Heightmap mask(grid);
  std::ranges::fill(mask.heights.values(), 1.0f);
  if (voids)
    std::ranges::transform(voids->values(), mask.heights.values().begin(),
                           [](std::uint8_t is_void) { return is_void != 0 ? 0.0f : 1.0f; });
  return mask;
}

}  // namespace

Heightmap resample(const Heightmap& map, int width, int height, Interpolation interpolation) {
  WEALD_CHECK(width >= 2 && height >= 2 && map.width() >= 2 && map.height() >= 2);
  return heights_at(map, centred_grid(map.grid(), width, height), interpolation);
}

ImportedSurvey import_survey(const HeightmapImportParams& params, bool has_mask, const RunContext& context) {
  const Survey survey = read_survey(params, part_of(context, 0, kReadShare));
  const bool floats = std::holds_alternative<Grid<float>>(survey.samples);
  const Placement placement = placement_of(params, survey.facts.sidecar, floats, context);
  const auto [width, height] = size_of(survey.samples);
  if (width < 2 || height < 2) throw StageError("a heightmap needs at least 2 x 2 samples", "file");
  warn_of_guesses(survey.facts, params, context);
  context.progress(kReadShare);
  Heightmap map(GridSpec{width, height, placement.cell_size, placement.origin});
  const std::optional<NewGrid> square = square_cells(map.grid(), survey.facts.spacing, params);
  const std::optional<raster::VoidMask> voids = voids_of(survey, params);
  convert(survey, placement, voids ? voids->values() : std::span<const std::uint8_t>{}, map.heights.values());
  const Vec2 spacing = square ? *survey.facts.spacing : Vec2{map.cell_size, map.cell_size};
  if (voids) fill_voids(map, *voids, spacing, params.fill.value_or(VoidFilling::refuse), context);
  std::optional<Heightmap> mask;
  if (has_mask) mask = mask_of(map.grid(), voids);
  const auto put_on = [&](const NewGrid& grid) {
    context.check_stop();
    map = heights_at(map, grid, params.interpolation);
    // Bicubic interpolation would leave the range of a mask.
    if (mask) mask = heights_at(*mask, grid, Interpolation::bilinear);
  };
  if (square) put_on(*square);
  if (params.size) put_on(centred_grid(map.grid(), (*params.size)[0], (*params.size)[1]));
  return {std::move(map), std::move(mask)};
}

std::vector<std::string> HeightmapImport::files_read(const Params& params) {
  std::vector<std::string> files{params.file.resolved};
  if (is_gdal_raster(params.file.resolved)) {
    for (const std::filesystem::path& beside : raster_sidecars(params.file.resolved)) files.push_back(beside.string());
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
  if (const auto raster = raster_params(params)) {
    const ElevationHeader header = read_raster_header(file, *raster);
    describe(header, sidecar);
    spacing = spacing_of(header);
    size = {header.width, header.height};
  } else {
    size = stored_size(file, {params.raw_size, params.byte_order}, sidecar);
  }
  const double cell_size = params.cell_size.value_or(sidecar.cell_size.value_or(1));
  if (!size || (*size)[0] < 2 || (*size)[1] < 2 || !(cell_size > 0)) return std::nullopt;
  const bool in_windows = is_read_in_windows(params, *size);
  if (!in_windows && std::int64_t{(*size)[0]} * (*size)[1] > kMaxSamples) return std::nullopt;
  const Vec2 origin = params.origin.value_or(sidecar.origin.value_or(Vec2{0, 0}));
  const GridSpec stored{(*size)[0], (*size)[1], cell_size, origin};
  const std::int64_t most = in_windows ? kMaxWindowedSide * kMaxWindowedSide : kMaxSamples;
  const std::optional<NewGrid> square = square_cells(stored, spacing, params, most);
  return square ? square->grid : stored;
}

}  // namespace

std::optional<Georeference> HeightmapImport::georeference(const Params& params) {
  const auto raster = raster_params(params);
  if (!raster) return std::nullopt;
  const ElevationHeader header = read_raster_header(params.file.resolved, *raster);
  if (!header.place) return std::nullopt;
  Sidecar sidecar = sidecar_of(params.file.resolved);
  describe(header, sidecar);
  const double cell_size = params.cell_size.value_or(sidecar.cell_size.value_or(1));
  const Spacing spacing = spacing_of(header);
  // Samples that are not resampled have one distance along both axes.
  constexpr std::int64_t kMost = kMaxWindowedSide * kMaxWindowedSide;
  const bool is_resampled =
      square_cells({header.width, header.height, cell_size, {}}, spacing, params, kMost).has_value();
  const Vec2 cell = is_resampled ? *spacing : Vec2{cell_size, cell_size};
  return georeference_of(*header.place, params.origin.value_or(sidecar.origin.value_or(Vec2{0, 0})), cell);
}

double HeightmapImport::seconds_each(const Params& params) {
  const std::string& file = params.file.resolved;
  const double resampling = params.size ? 1.5e-8 : 0;
  if (is_gdal_raster(file)) return (is_text_grid(file) ? 7e-8 : 3e-8) + resampling;
  return (is_raw(height_format(file)) ? 5e-9 : 2.2e-8) + resampling;
}

namespace {

/// Adds what filling voids takes, of which there may be none or nearly as many as `samples`.
void add_filling(VoidFilling filling, double samples, Estimate& of) {
  constexpr double kSmoothSeconds = 1.6e-6;
  if (filling != VoidFilling::smooth) return;
  of.scratch = Amount::up_to(samples * raster::kSmoothBytes);
  of.seconds = of.seconds + Amount::up_to(samples * kSmoothSeconds);
}

}  // namespace

Estimate HeightmapImport::estimate(const Params& params, const schema::Estimates&) {
  try {
    const std::optional<GridSpec> stored = stored_grid(params);
    if (!stored) return {};
    const GridSpec grid = params.size ? centred_grid(*stored, (*params.size)[0], (*params.size)[1]).grid : *stored;
    Estimate result = Estimate::of_heightmap(grid);
    result.parts.emplace_back("mask", Estimate::of_heightmap(grid));
    result.cause = params.size ? "size" : "file";
    result.seconds = result.items().roughly_times(seconds_each(params));
    const double samples = static_cast<double>(stored->width) * stored->height;
    add_filling(params.fill.value_or(VoidFilling::refuse), samples, result);
    return result;
  } catch (const IoError&) {
    return {};  // the error is reported when the stage runs
  } catch (const StageError&) {
    return {};
  }
}

std::optional<WindowedMap> HeightmapImport::windows(const Params& params) { return windowed_import(params); }

schema::WithParts<Heightmap, Heightmap> HeightmapImport::run(const Params& params, const schema::Inputs&,
                                                             const RunContext& context,
                                                             const schema::WantedParts& wanted) {
  ImportedSurvey survey = import_survey(params, wanted.has("mask"), context);
  schema::WithParts<Heightmap, Heightmap> result{std::move(survey.heights), {}};
  if (survey.mask) result.parts.emplace_back("mask", std::move(*survey.mask));
  return result;
}

}  // namespace weald::io

void weald::schema::Schema<weald::io::HeightmapImportParams>::check(const P& params, Checker& checker) {
  check_import(params.file, checker, [&params] {
    const std::string& file = params.file.resolved;
    if (const auto raster = io::raster_params(params)) {
      const io::ElevationHeader header = io::read_raster_header(file, *raster);
      return io::require_size(params, {header.width, header.height});
    }
    const io::Sidecar sidecar = io::sidecar_of(file);
    io::check_heights_start(file, {params.raw_size, params.byte_order}, sidecar);
    const auto size = io::stored_size(file, {params.raw_size, params.byte_order}, sidecar);
    if (size && io::is_raw(io::height_format(file))) io::require_size(params, *size);
  });
  if (params.min && params.max && *params.max < *params.min) checker.error("max", "'max' is below 'min'");
  if (checker.given("band") && !io::is_gdal_raster(params.file.resolved))
    checker.error("band", "'band' is for files that GDAL reads, such as GeoTIFF files");
  const bool is_raw = weald::io::is_raw(weald::io::height_format(params.file.resolved));
  for (const char* key : {"raw_size", "byte_order"}) {
    if (checker.given(key) && !is_raw)
      checker.error(key, std::string("'") + key + "' is for '.r16' and '.r32' files only");
  }
}
