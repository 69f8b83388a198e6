#include "engine/outputs/detail/heightmap_writers.h"

#include <cmath>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/outputs/detail/output_place.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/elevation_writer.h"
#include "formats/images/esri_projection.h"
#include "formats/images/geotiff_writer.h"
#include "formats/images/heightmap_files.h"
#include "formats/images/world_file.h"
#include "schema/wording.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

io::HeightEncoding range_of(HeightRows& rows) {
  const HeightRange range = rows.range();
  return {range.min, range.max};
}

/// The heights that integer samples represent, if the output says it.
std::optional<io::HeightEncoding> given_encoding(const OutputSpec& spec) {
  return spec.range ? std::optional(io::HeightEncoding{(*spec.range)[0], (*spec.range)[1]}) : std::nullopt;
}

/// The heights that integer samples represent. Rows that are computed while they are read are not read for it if the
/// output has a range.
io::HeightEncoding encoding_for(const OutputSpec& spec, HeightRows& rows) {
  const auto given = given_encoding(spec);
  return given ? *given : range_of(rows);
}

/// Warns if heights lie outside those that the samples of a file represent. The rows have been written, so their range
/// is known.
void warn_of_clamped(const OutputSpec& spec, HeightRows& rows, const io::HeightEncoding& given,
                     const RunContext& context) {
  const io::HeightEncoding own = range_of(rows);
  if (own.min >= given.min && own.max <= given.max) return;
  context.warn(fmt::format("the values of '{}' range from {} to {}: values outside its range of {} to {} are clamped",
                           spec.file.value, schema::readable_number(own.min), schema::readable_number(own.max),
                           schema::readable_number(given.min), schema::readable_number(given.max)),
               "range");
}

/// Likewise for the heights that the output itself states, if it does.
void warn_of_clamped(const OutputSpec& spec, HeightRows& rows, const RunContext& context) {
  if (const auto given = given_encoding(spec)) warn_of_clamped(spec, rows, *given, context);
}

io::ByteOrder order_of(const OutputSpec& spec) { return spec.byte_order.value_or(io::ByteOrder::little); }

/// "uint16-le" for ("uint16", little).
std::string encoding_name(std::string_view sample, io::ByteOrder order) {
  return fmt::format("{}-{}", sample, order == io::ByteOrder::big ? "be" : "le");
}

/// Where a writer may keep what it cannot append yet; empty for files that are not on the disk.
fs::path spool_folder(const fs::path& path, const io::FileSet& files) {
  return files.is_on_disk() ? fs::absolute(path).parent_path() : fs::path{};
}

/// Writes the `.prj`, if the output has one.
void write_projection_file(const OutputSpec& spec, const fs::path& path, io::FileSet& files) {
  const fs::path file = fs::path(path).replace_extension(kProjectionFile);
  const std::string text = text_to_share(spec, schema::ArtifactName<Heightmap>::value, file.string());
  if (!text.empty()) files.write_shared(file, [&](io::Sink& sink) { sink.append(text); });
}

using HeaderWriter = void (*)(const HeightRows& rows, const GridPlace& place, io::Sink& sink);

/// Writes raw floats, their `.hdr`, and the `.aux.xml` if the output asks for it.
template <HeaderWriter write_header>
void write_with_header(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
                       io::FileSet& files) {
  const GridPlace place = place_for(spec, rows.grid());
  files.write(path, [&](io::Sink& sink) { io::write_r32(rows, io::ByteOrder::little, sink, context); });
  files.write(fs::path(path).replace_extension(".hdr"), [&](io::Sink& sink) { write_header(rows, place, sink); });
  write_projection_file(spec, path, files);
  if (!spec.world_file.value_or(false)) return;
  files.write(fs::path(path) += ".aux.xml",
              [&](io::Sink& sink) { io::write_gdal_metadata(place.crs, std::nullopt, sink); });
}

}  // namespace

void write_heightmap_png(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
                         io::FileSet& files) {
  const io::HeightEncoding encoding = encoding_for(spec, rows);
  if (spec.depth == Depth::bits8) {
    files.write(path, [&](io::Sink& sink) { io::write_preview_png(rows, encoding, sink, context); });
    warn_of_clamped(spec, rows, context);
    return;
  }
  files.write(path, [&](io::Sink& sink) { io::write_heightmap_png(rows, encoding, sink, context); });
  warn_of_clamped(spec, rows, context);
  files.write(fs::path(path).replace_extension(".json"),
              [&](io::Sink& sink) { io::write_sidecar(rows.grid(), encoding, "uint16-be", sink); });
  if (!spec.world_file.value_or(false)) return;
  const GridPlace place = place_for(spec, rows.grid());
  files.write(fs::path(path).replace_extension(kWorldFileOfPng),
              [&](io::Sink& sink) { io::write_world_file(place, sink); });
  files.write(fs::path(path).replace_extension(kGdalFileOfPng),
              [&](io::Sink& sink) { io::write_gdal_metadata(place.crs, encoding, sink); });
}

void write_r16(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  const io::HeightEncoding encoding = encoding_for(spec, rows);
  files.write(path, [&](io::Sink& sink) { io::write_r16(rows, encoding, order_of(spec), sink, context); });
  warn_of_clamped(spec, rows, context);
  files.write(fs::path(path).replace_extension(".r16.json"), [&](io::Sink& sink) {
    io::write_sidecar(rows.grid(), encoding, encoding_name("uint16", order_of(spec)), sink);
  });
}

void write_r32(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  files.write(path, [&](io::Sink& sink) { io::write_r32(rows, order_of(spec), sink, context); });
  files.write(fs::path(path).replace_extension(".r32.json"), [&](io::Sink& sink) {
    io::write_sidecar(rows.grid(), range_of(rows), encoding_name("float32", order_of(spec)), sink);
  });
}

void write_exr(const OutputSpec&, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  const fs::path folder = spool_folder(path, files);
  files.write(path, [&](io::Sink& sink) { io::write_heightmap_exr(rows, folder, sink, context); });
  files.write(fs::path(path).replace_extension(".exr.json"),
              [&](io::Sink& sink) { io::write_sidecar(rows.grid(), range_of(rows), "float32", sink); });
}

void write_tif(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  const GridPlace place = place_for(spec, rows.grid());
  const fs::path folder = spool_folder(path, files);
  files.write(path, [&](io::Sink& sink) { io::write_geotiff(rows, place, folder, sink, context); });
}

void write_asc(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  const GridPlace place = place_for(spec, rows.grid());
  files.write(path, [&](io::Sink& sink) { io::write_esri_ascii(rows, place, sink, context); });
  write_projection_file(spec, path, files);
}

void write_flt(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  write_with_header<io::write_flt_header>(spec, rows, path, context, files);
}

void write_bil(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  write_with_header<io::write_bil_header>(spec, rows, path, context, files);
}

void require_tile(const OutputSpec& spec, const GridSpec& grid) {
  const bool was_of_degrees = spec.origin.georeference && spec.origin.georeference->is_geographic;
  if (grid.width == grid.height || !was_of_degrees) return io::require_srtm_tile(grid);
  throw StageError(fmt::format("an SRTM tile is square, but the map has {} x {} samples: if it was made from a tile, "
                               "'cell_size: {}' of its import keeps the samples of the file, instead of square cells",
                               grid.width, grid.height, schema::readable_number(std::floor(grid.cell_size + 0.5))),
                   "file");
}

namespace {

/// Whether the map lies where a tile of this name does, as far as both are known.
bool lies_where_named(const OutputSpec& spec, const GridSpec& grid) {
  if (grid.width < 2) return true;
  const std::uint64_t bytes = std::uint64_t{2} * static_cast<unsigned>(grid.width) * static_cast<unsigned>(grid.width);
  const auto named = io::elevation_header({}, bytes, io::ElevationFormat::hgt, {}, spec.file.value).place;
  if (!named || !spec.origin.georeference) return true;
  const GridPlace own = place_of(*spec.origin.georeference, grid);
  const auto is_close = [&](double a, double b) { return std::abs(a - b) < named->step.x / 2; };
  const double cells = grid.width - 1;
  return own.is_geographic && is_close(own.first.x, named->first.x) && is_close(own.first.y, named->first.y) &&
         is_close(own.step.x * cells, named->step.x * cells) && is_close(own.step.y * cells, named->step.y * cells);
}

/// Warns of a tile that GIS programs do not open, or put at another place.
void warn_of_tile(const OutputSpec& spec, const GridSpec& grid, const RunContext& context) {
  if (grid.width != 1201 && grid.width != 3601)
    context.warn(fmt::format("'{}' has {} x {} samples, but GDAL opens SRTM tiles of 1201 x 1201 or 3601 x 3601 only",
                             spec.file.value, grid.width, grid.height),
                 "file");
  if (!lies_where_named(spec, grid))
    context.warn(fmt::format("the name of '{}' is that of a square of one degree, but the map is not this square: GIS "
                             "programs would show it at the wrong place",
                             spec.file.value),
                 "file");
}

}  // namespace

void write_hgt(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  require_tile(spec, rows.grid());
  files.write(path, [&](io::Sink& sink) { io::write_hgt(rows, sink, context); });
  warn_of_clamped(spec, rows, {io::kHgtRange.min, io::kHgtRange.max}, context);
  warn_of_tile(spec, rows.grid(), context);
}

}  // namespace weald::pipeline
