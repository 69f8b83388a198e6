// Files that are shown without a preset.

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/lower_case.h"
#include "formats/gdal/raster_reader.h"
#include "formats/images/height_files.h"
#include "formats/meshes/mesh_file.h"
#include "front/cli/previews/preview.h"
#include "front/compare/content_reader.h"
#include "schema/wording.h"
#include "stages/import/heightmap_import.h"

namespace weald::app {

namespace {

constexpr double kLevelsHeight = 0.15;  // assumed range of a heightmap in raw levels, relative to its longer side

pipeline::SharedArtifact shared(pipeline::Artifact artifact) {
  return std::make_shared<const pipeline::Artifact>(std::move(artifact));
}

/// Elevation grids have cells that are not square, and samples without data, which only the import deals with.
pipeline::SharedArtifact read_elevation_file(const std::string& path, Diagnostics& diagnostics) {
  io::HeightmapImportParams params;
  params.file.text = params.file.resolved = path;
  params.fill = io::VoidFilling::smooth;
  RunContext context;
  context.on_warning = [&](const std::string& message, std::string_view) {
    diagnostics.warning(std::nullopt, message);
  };
  try {
    io::ImportedSurvey survey = io::import_survey(params, true, context);
    if (survey.mask && std::ranges::any_of(survey.mask->heights.values(), [](float data) { return data < 1; }))
      diagnostics.warning(std::nullopt, fmt::format("'{}' has samples without data: they are filled from the land "
                                                    "around",
                                                    path));
    return shared(std::move(survey.heights));
  } catch (const StageError& error) {
    diagnostics.error(std::nullopt, fmt::format("'{}' cannot be shown: {}", path, error.what()));
    return nullptr;
  }
}

}  // namespace

std::string previewed_extensions() { return schema::alternatives_text(io::content_extensions()); }

bool is_previewed_file(const std::string& path) {
  if (io::height_files(path) != nullptr || io::mesh_format(path)) return true;
  return !may_be_preset(path) && io::is_gdal_raster(path);
}

bool may_be_preset(const std::string& path) {
  constexpr std::array<std::string_view, 3> kExtensions{"", ".yaml", ".yml"};
  const std::string extension = lower_case(std::filesystem::path(path).extension().string());
  return std::ranges::find(kExtensions, extension) != kExtensions.end();
}

std::string unknown_file_text(const std::string& path) {
  return fmt::format("'{}' is neither a preset nor a file that can be drawn", path);
}

std::string unknown_file_advice() {
  return fmt::format("a preset (YAML) or a {} file can be drawn; run 'weald check' to find errors in a preset",
                     previewed_extensions());
}

pipeline::SharedArtifact read_previewed_file(const std::string& path, Diagnostics& diagnostics) {
  if (!io::mesh_format(path) && io::is_gdal_raster(path)) return read_elevation_file(path, diagnostics);
  std::vector<std::string> warnings;
  io::Content content = io::read_content(path, warnings);
  for (std::string& warning : warnings) diagnostics.warning(std::nullopt, std::move(warning));
  if (auto* heights = std::get_if<io::HeightContent>(&content)) {
    Heightmap& map = heights->map;
    const auto scale = static_cast<float>(kLevelsHeight * std::max(map.width(), map.height()) / 65535);
    if (!heights->metres)
      for (float& h : map.heights.values()) h *= scale;
    return shared(std::move(map));
  }
  if (auto* image = std::get_if<Image>(&content)) return shared(std::move(*image));
  if (auto* mesh = std::get_if<mesh::Mesh>(&content)) return shared(std::move(*mesh));
  diagnostics.error(std::nullopt, fmt::format("'{}' is a text, not a picture, heights or a mesh", path));
  return nullptr;
}

}  // namespace weald::app
