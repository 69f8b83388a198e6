#include "stages/import/detail/survey_windows.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "formats/images/height_windows.h"
#include "stages/import/detail/regrid.h"
#include "stages/import/detail/survey.h"

namespace weald::io {

namespace {

// A file of fewer samples is read once, and its map is kept: 67 MB.
constexpr std::int64_t kMostHeld = std::int64_t{4097} * 4097;
// Coarser cells would need too many samples for a window.
constexpr double kLongestStep = 4;
// Most rasters are packed in tiles or strips of so many rows, or fewer.
constexpr int kRowsOfTiles = 256;

bool has_places(const HeightmapImportParams& params) {
  const std::string& file = params.file.resolved;
  return is_gdal_raster(file) ? !is_text_grid(file) : is_raw(height_format(file));
}

std::unique_ptr<HeightWindows> open_windows(const HeightmapImportParams& params, const Sidecar& sidecar) {
  if (const auto raster = raster_params(params)) return open_raster_windows(params.file.resolved, *raster);
  return open_height_windows(params.file.resolved, {params.raw_size, params.byte_order}, sidecar);
}

/// The file, its meaning, and the grids that it is put on one after the other.
struct WindowedSurvey {
  HeightmapImportParams params;
  SurveyFacts facts;
  Placement placement{};
  std::unique_ptr<HeightWindows> windows{};
  std::vector<Regridding> regriddings{};

  /// Computes the samples of `out` on the grid after the first `count` regriddings.
  void fill(const MutableHeightView& out, std::size_t count) const {
    if (count == 0) return read(out);
    const Regridding& last = regriddings[count - 1];
    const Region needed = last.needs(out.region);
    Grid<float> from(needed.width, needed.height, kUnset);
    fill({needed, from.values().data(), needed.width}, count - 1);
    last.fill({needed, from.values().data(), needed.width}, out);
  }

 private:
  void read(const MutableHeightView& out) const {
    const Region& window = out.region;
    const Survey survey{windows->read(window), facts, window.x, window.y};
    if (const auto voids = voids_of(survey, params)) {
      const auto first = raster::count_voids(*voids);
      throw StageError(fmt::format("the sample in column {}, row {} of '{}' has no data: give 'fill: smooth', "
                                   "with which the whole file is read at once",
                                   window.x + first->x, window.y + first->y, params.file.text),
                       "file");
    }
    std::vector<float> heights(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height));
    convert(survey, placement, {}, heights);
    const float* row = heights.data();
    for (int y = window.y; y < window.y + window.height; ++y, row += window.width)
      std::copy(row, row + window.width, out.row(y) + window.x);
  }
};

/// What is known of a file without reading its samples.
struct StoredFile {
  SurveyFacts facts;
  std::array<int, 2> size{};
};

std::optional<StoredFile> stored_file(const HeightmapImportParams& params) {
  const std::string& file = params.file.resolved;
  Sidecar sidecar = sidecar_of(file);
  if (const auto raster = raster_params(params)) {
    const ElevationHeader header = read_raster_header(file, *raster);
    return StoredFile{facts_of(header, std::move(sidecar)), {header.width, header.height}};
  }
  const auto size = stored_size(file, {params.raw_size, params.byte_order}, sidecar);
  if (!size) return std::nullopt;
  return StoredFile{{std::move(sidecar)}, *size};
}

FieldKernel kernel_of_windows(std::shared_ptr<const WindowedSurvey> survey) {
  FieldKernel kernel;
  kernel.rows_at_once = is_gdal_raster(survey->params.file.resolved) ? kRowsOfTiles : 0;
  kernel.fill = [survey = std::move(survey)](const FieldWindow& window) {
    survey->fill(window.out, survey->regriddings.size());
  };
  return kernel;
}

/// A mask of data everywhere, since a sample that lacks them is an error: that of `heights`.
FieldKernel mask_of(FieldKernel heights) {
  FieldKernel kernel;
  kernel.rows_at_once = heights.rows_at_once;
  kernel.fill = [read = std::move(heights.fill)](const FieldWindow& window) {
    read(window);
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y)
      std::fill_n(window.out.row(y) + region.x, region.width, 1.0f);
  };
  kernel.needs = [](std::string_view, const Region&) { return Region{}; };
  kernel.largest = 1.0f;
  return kernel;
}

}  // namespace

bool is_read_in_windows(const HeightmapImportParams& params, const std::array<int, 2>& size) {
  if (!has_places(params) || params.fill.value_or(VoidFilling::refuse) != VoidFilling::refuse) return false;
  if (size[0] < 2 || size[1] < 2 || std::int64_t{size[0]} * size[1] <= kMostHeld) return false;
  return !params.size ||
         centred_grid({size[0], size[1], 1, {}}, (*params.size)[0], (*params.size)[1]).step.x <= kLongestStep;
}

void require_size(const HeightmapImportParams& params, const std::array<int, 2>& size) {
  if (std::int64_t{size[0]} * size[1] <= kMaxSamples || is_read_in_windows(params, size)) return;
  throw IoError("cannot read '" + params.file.resolved + "': it has more than 16385 x 16385 samples, " +
                (params.fill.value_or(VoidFilling::refuse) != VoidFilling::refuse
                     ? "of which windows can be read only without 'fill'"
                     : "of which windows can be read only without a 'size' that is much smaller"));
}

std::optional<WindowedMap> windowed_import(const HeightmapImportParams& params) {
  try {
    const auto file = stored_file(params);
    if (!file || !is_read_in_windows(params, file->size)) return std::nullopt;
    const Sidecar& sidecar = file->facts.sidecar;
    GridSpec grid{file->size[0], file->size[1], params.cell_size.value_or(sidecar.cell_size.value_or(1)),
                  params.origin.value_or(sidecar.origin.value_or(Vec2{0, 0}))};
    std::vector<Regridding> regriddings;
    const auto put_on = [&](const NewGrid& to) {
      regriddings.emplace_back(grid.width, grid.height, to, params.interpolation);
      grid = to.grid;
    };
    if (const auto square = square_cells(grid, file->facts.spacing, params, kMaxWindowedSide * kMaxWindowedSide))
      put_on(*square);
    if (params.size) put_on(centred_grid(grid, (*params.size)[0], (*params.size)[1]));
    const auto kernel = [params, facts = file->facts, size = file->size, regriddings](const RunContext& context) {
      const bool floats = height_format(params.file.resolved) != HeightFormat::r16;
      auto survey = std::make_shared<WindowedSurvey>(WindowedSurvey{params, facts});
      survey->placement = placement_of(params, facts.sidecar, floats, context);
      warn_of_guesses(facts, params, context);
      survey->windows = open_windows(params, facts.sidecar);
      if (survey->windows->size() != size)
        throw IoError("cannot read '" + params.file.resolved + "': it has changed since its size was read");
      survey->regriddings = regriddings;
      return kernel_of_windows(std::move(survey));
    };
    return WindowedMap{grid, kernel, [kernel](std::string_view) { return mask_of(kernel({})); }};
  } catch (const IoError&) {
    return std::nullopt;  // reported when the stage is run
  } catch (const StageError&) {
    return std::nullopt;
  }
}

}  // namespace weald::io
