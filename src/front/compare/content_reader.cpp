#include "front/compare/content_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/lower_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/raster_reader.h"
#include "formats/images/exr.h"
#include "formats/images/height_files.h"
#include "formats/images/height_reader.h"
#include "formats/images/heightmap_files.h"
#include "formats/images/png_reader.h"
#include "formats/meshes/mesh_file.h"
#include "methods/mesh/build.h"
#include "schema/wording.h"

namespace weald::io {

namespace {

constexpr std::size_t kLookedAt = std::size_t{1} << 16;  // bytes of a text that are examined to recognise an OBJ

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason) {
  throw IoError("cannot read '" + path.string() + "': " + reason);
}

/// True if the first statement is an OBJ statement and a vertex follows.
bool looks_like_obj(std::string_view text) {
  constexpr std::array<std::string_view, 5> kStatements{"v ", "mtllib ", "o ", "g ", "usemtl "};
  text = text.substr(0, kLookedAt);
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#' || line == "\r") continue;
    if (line.starts_with("v ")) return true;
    if (first && std::none_of(kStatements.begin(), kStatements.end(),
                              [&](std::string_view statement) { return line.starts_with(statement); }))
      return false;
    first = false;
  }
  return false;
}

bool looks_like_ply(std::string_view bytes) { return bytes.starts_with("ply\n") || bytes.starts_with("ply\r"); }

HeightContent heights_of(const HeightSamples& samples, const Sidecar& sidecar) {
  const auto* levels = std::get_if<Grid<std::uint16_t>>(&samples);
  HeightContent content;
  content.metres = levels == nullptr || (sidecar.min && sidecar.max);
  const auto [width, height] = size_of(samples);
  content.map = Heightmap(GridSpec{width, height, content.metres ? sidecar.cell_size.value_or(1) : 1,
                                   content.metres ? sidecar.origin.value_or(Vec2{0, 0}) : Vec2{0, 0}});
  if (levels == nullptr) {
    content.map.heights = std::get<Grid<float>>(samples);
    return content;
  }
  const HeightEncoding encoding =
      content.metres ? HeightEncoding{*sidecar.min, *sidecar.max} : HeightEncoding{0, 65535};
  const auto heights = content.map.heights.values();
  for (std::size_t i = 0; i < heights.size(); ++i)
    heights[i] = static_cast<float>(height_of(levels->values()[i], encoding));
  return content;
}

/// Reads the bytes of a raw or EXR file, or of a 16-bit grey PNG.
HeightContent read_height_content(const std::string& bytes, HeightFormat format, const std::filesystem::path& path,
                                  Sidecars sidecars) {
  // For raw samples only the sidecar gives the size, even if it is otherwise ignored.
  const Sidecar known = sidecars == Sidecars::use || format != HeightFormat::png ? sidecar_of(path) : Sidecar{};
  const HeightSamples samples = decode_heights(bytes, format, {}, known, path.string());
  if (const auto* floats = std::get_if<Grid<float>>(&samples)) require_numbers(*floats, path.string());
  return heights_of(samples, sidecars == Sidecars::use ? known : Sidecar{});
}

/// Whether a text begins as an ESRI grid does; others, such as signatures, have the same extension.
bool looks_like_esri_grid(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const std::string key = first != std::string_view::npos ? lower_case(std::string(text.substr(first, 5))) : "";
  return key == "ncols" || key == "nrows";
}

/// Whether the file is read as an elevation grid.
bool holds_elevation(const std::filesystem::path& path) {
  constexpr std::size_t kStart = 64;
  return is_elevation_grid(path) &&
         (lower_case(path.extension().string()) != ".asc" || looks_like_esri_grid(read_start(path, kStart)));
}

/// World x and z of the first sample, metres.
Vec2 origin_of(const ElevationHeader& header, const Sidecar& sidecar) {
  if (sidecar.origin) return *sidecar.origin;
  if (!header.place || header.place->is_geographic || !header.cell_width || !header.cell_height) return {0, 0};
  const GridPlace& place = *header.place;
  return {place.first.x * (*header.cell_width / place.step.x), -place.first.y * (*header.cell_height / place.step.y)};
}

HeightContent read_elevation_content(const std::filesystem::path& path, std::vector<std::string>& warnings,
                                     Sidecars sidecars) {
  const Sidecar sidecar = sidecars == Sidecars::use ? sidecar_of(path) : Sidecar{};
  ElevationGrid grid = read_raster(path, {.no_data = sidecar.no_data});
  for (const std::string& warning : grid.header.warnings) warnings.push_back(path.string() + ": " + warning);
  const double usual = sidecar.cell_size.value_or(1);
  HeightContent content;
  content.metres = true;
  content.map =
      Heightmap(GridSpec{grid.heights.width(), grid.heights.height(),
                         std::min(grid.header.cell_width.value_or(usual), grid.header.cell_height.value_or(usual)),
                         origin_of(grid.header, sidecar)});
  content.map.heights = std::move(grid.heights);
  // Samples without data are equal to each other in all their bits.
  for (float& height : content.map.heights.values())
    if (!std::isfinite(height)) height = std::numeric_limits<float>::quiet_NaN();
  return content;
}

mesh::Mesh mesh_of(const std::string& bytes, MeshFormat format, const std::filesystem::path& path,
                   std::vector<std::string>& warnings) {
  MeshFile file = parse_mesh_file(bytes, format, path);
  if (!file.shares_vertices) weld_equal_positions(file, path.string());
  warnings.insert(warnings.end(), file.warnings.begin(), file.warnings.end());
  mesh::BuildResult built = mesh::build_mesh(std::move(file.soup), mesh::NonManifold::split);
  if (built.report.faces_dropped > 0)
    warnings.push_back(path.string() + ": " + std::to_string(built.report.faces_dropped) + " faces were dropped");
  return std::move(built.mesh);
}

}  // namespace

std::string_view kind_of(const Content& content) {
  constexpr std::array<std::string_view, 4> kNames{"heightmap", "picture", "mesh", "text"};
  return kNames[content.index()];
}

std::vector<std::string_view> content_extensions() {
  std::vector<std::string_view> result = height_extensions();  // that of pictures is among them
  for (const MeshFiles& files : kMeshFiles) result.push_back(files.extension);
  return result;
}

Content read_content(const std::filesystem::path& path, std::vector<std::string>& warnings, Sidecars sidecars) {
  if (holds_elevation(path)) return read_elevation_content(path, warnings, sidecars);
  const HeightFormat format = height_format(path);
  std::optional<MeshFormat> mesh_kind = mesh_format(path);
  std::string bytes = read_file(path, mesh_kind ? kMaxMeshBytes : kMaxHeightFileBytes);
  if (is_raw(format)) return read_height_content(bytes, format, path, sidecars);
  if (is_exr(bytes)) return read_height_content(bytes, HeightFormat::exr, path, sidecars);
  if (is_png(bytes)) {
    const PngHeader header = png_header(bytes, path.string());
    if (!header.grey || header.bits != 16) return decode_png(bytes, path.string());
    return read_height_content(bytes, HeightFormat::png, path, sidecars);
  }
  if (!mesh_kind && looks_like_obj(bytes)) mesh_kind = MeshFormat::obj;
  if (!mesh_kind && looks_like_ply(bytes)) mesh_kind = MeshFormat::ply;
  if (mesh_kind) {
    if (bytes.size() > kMaxMeshBytes) fail(path, "it is larger than 512 MiB");
    return mesh_of(bytes, *mesh_kind, path, warnings);
  }
  if (bytes.find('\0') == std::string::npos) return bytes;
  if (!is_gdal_raster(path))
    fail(path, fmt::format("it is neither a text nor a {} file", schema::alternatives_text(content_extensions())));
  bytes = {};
  return read_elevation_content(path, warnings, sidecars);
}

}  // namespace weald::io
