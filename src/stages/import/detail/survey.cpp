#include "stages/import/detail/survey.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/lower_case.h"
#include "base/text/shown.h"
#include "schema/wording.h"

namespace weald::io {

namespace {

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

void convert_levels(const Grid<std::uint16_t>& samples, const Placement& placement, std::span<float> heights) {
  const auto levels = samples.values();
  for (std::size_t i = 0; i < heights.size(); ++i)
    heights[i] = static_cast<float>(height_of(levels[i], placement.encoding));
}

/// Where is_void(sample) holds; unset if nowhere.
template <class Sample, class IsVoid>
std::optional<raster::VoidMask> voids_in(const Grid<Sample>& samples, const IsVoid& is_void) {
  if (std::ranges::none_of(samples.values(), is_void)) return std::nullopt;
  raster::VoidMask voids(samples.width(), samples.height(), kUnset);
  std::ranges::transform(samples.values(), voids.values().begin(),
                         [&](Sample sample) { return static_cast<std::uint8_t>(is_void(sample) ? 1 : 0); });
  return voids;
}

}  // namespace

std::optional<RasterParams> raster_params(const HeightmapImportParams& params) {
  const std::string& file = params.file.resolved;
  if (!is_gdal_raster(file)) return std::nullopt;
  return RasterParams{params.band, params.no_data ? params.no_data : sidecar_of(file).no_data};
}

bool is_text_grid(const std::string& file) {
  return lower_case(std::filesystem::path(file).extension().string()) == ".asc";
}

Spacing spacing_of(const ElevationHeader& header) {
  if (!header.cell_width || !header.cell_height) return std::nullopt;
  return Vec2{*header.cell_width, *header.cell_height};
}

void describe(const ElevationHeader& header, Sidecar& sidecar) {
  if (const Spacing spacing = spacing_of(header)) sidecar.cell_size = std::min(spacing->x, spacing->y);
  if (header.no_data) sidecar.no_data = header.no_data;
}

SurveyFacts facts_of(const ElevationHeader& header, Sidecar sidecar) {
  describe(header, sidecar);
  return {std::move(sidecar), spacing_of(header), header.guesses_degrees, true, header.unknown_unit, header.warnings};
}

Survey read_survey(const HeightmapImportParams& params, const RunContext& context) {
  const std::string& file = params.file.resolved;
  Survey survey{{}, {sidecar_of(file)}};
  const std::optional<RasterParams> raster = raster_params(params);
  if (!raster) {
    survey.samples = read_heights(file, {params.raw_size, params.byte_order}, survey.facts.sidecar);
    return survey;
  }
  ElevationGrid grid = read_raster(file, *raster, context);
  survey.facts = facts_of(grid.header, std::move(survey.facts.sidecar));
  survey.samples = std::move(grid.heights);
  return survey;
}

void warn_of_guesses(const SurveyFacts& facts, const HeightmapImportParams& params, const RunContext& context) {
  if (!facts.unknown_unit.empty()) {
    context.warn("'" + params.file.text + "' has heights in a unit that weald does not know, '" +
                     shown(facts.unknown_unit) +
                     "': they are taken as metres; state another unit with gdal_edit.py -units",
                 "file");
  }
  for (const std::string& warning : facts.warnings) context.warn("'" + params.file.text + "': " + warning, "file");
  if (params.cell_size) return;
  if (facts.guesses_degrees) {
    context.warn("'" + params.file.text +
                     "' does not say its unit, but lies within the degrees of the globe: the distances of its samples "
                     "are taken as degrees, which gives cells of " +
                     schema::readable_number(facts.sidecar.cell_size.value_or(1)) +
                     " m; give 'cell_size' if this is wrong",
                 "file");
  }
}

std::optional<raster::VoidMask> voids_of(const Survey& survey, const HeightmapImportParams& params) {
  const std::optional<double> stated =
      params.no_data && !survey.facts.marks_voids ? params.no_data : survey.facts.sidecar.no_data;
  if (const auto* floats = std::get_if<Grid<float>>(&survey.samples)) {
    return voids_in(*floats,
                    [&](float value) { return stated ? marks_no_data(value, stated) : is_usual_no_data(value); });
  }
  if (!stated) return std::nullopt;
  return voids_in(std::get<Grid<std::uint16_t>>(survey.samples),
                  [&](std::uint16_t level) { return static_cast<double>(level) == *stated; });
}

Placement placement_of(const HeightmapImportParams& params, const Sidecar& sidecar, bool floats,
                       const RunContext& context) {
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

void convert(const Survey& survey, const Placement& placement, std::span<const std::uint8_t> voids,
             std::span<float> heights) {
  if (const auto* levels = std::get_if<Grid<std::uint16_t>>(&survey.samples))
    return convert_levels(*levels, placement, heights);
  const auto& samples = std::get<Grid<float>>(survey.samples);
  const auto [low, high] = placement.encoding;
  const auto values = samples.values();
  for (std::size_t i = 0; i < heights.size(); ++i) {
    heights[i] = placement.scaled ? static_cast<float>(low + (high - low) * static_cast<double>(values[i])) : values[i];
    if (std::abs(heights[i]) <= static_cast<float>(kMaxHeight) || (!voids.empty() && voids[i] != 0)) continue;
    const auto width = static_cast<std::size_t>(samples.width());
    throw StageError(
        fmt::format("the height in column {}, row {} is not within 1000000 m",
                    static_cast<std::size_t>(survey.x) + i % width, static_cast<std::size_t>(survey.y) + i / width),
        "file");
  }
}

}  // namespace weald::io
