#include "engine/outputs/detail/heightmap_writers.h"

#include <optional>

#include <fmt/format.h>

#include "engine/outputs/detail/output_place.h"
#include "formats/gdal/geotiff_writer.h"
#include "formats/images/heightmap_files.h"
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

/// Warns if heights lie outside those that the output says its samples represent. The rows have been written, so their
/// range is known.
void warn_of_clamped(const OutputSpec& spec, HeightRows& rows, const RunContext& context) {
  const auto given = given_encoding(spec);
  if (!given) return;
  const io::HeightEncoding own = range_of(rows);
  if (own.min >= given->min && own.max <= given->max) return;
  context.warn(fmt::format("the values of '{}' range from {} to {}: values outside its range of {} to {} are clamped",
                           spec.file.value, schema::readable_number(own.min), schema::readable_number(own.max),
                           schema::readable_number(given->min), schema::readable_number(given->max)),
               "range");
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
  const io::GeoTiffTarget target{path, spool_folder(path, files)};
  files.write(path, [&](io::Sink& sink) { io::write_geotiff(rows, place, target, sink, context); });
}

}  // namespace weald::pipeline
