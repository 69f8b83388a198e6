#include "engine/outputs/detail/heightmap_writers.h"

#include <fmt/format.h>

#include "formats/images/heightmap_files.h"
#include "formats/images/image_writer.h"
#include "formats/images/world_file.h"
#include "schema/wording.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

/// The heights that integer samples represent. Warns if the output's range does not contain all heights.
io::HeightEncoding encoding_for(const OutputSpec& spec, const Heightmap& map, const RunContext& context) {
  const io::HeightEncoding own = io::encoding_of(map);
  if (!spec.range) return own;
  const io::HeightEncoding given{(*spec.range)[0], (*spec.range)[1]};
  if (own.min < given.min || own.max > given.max) {
    context.warn(fmt::format("the values of '{}' range from {} to {}: values outside its range of {} to {} are "
                             "clamped",
                             spec.file.value, schema::readable_number(own.min), schema::readable_number(own.max),
                             schema::readable_number(given.min), schema::readable_number(given.max)),
                 "range");
  }
  return given;
}

io::ByteOrder order_of(const OutputSpec& spec) { return spec.byte_order.value_or(io::ByteOrder::little); }

/// "uint16-le" for ("uint16", little).
std::string encoding_name(std::string_view sample, io::ByteOrder order) {
  return fmt::format("{}-{}", sample, order == io::ByteOrder::big ? "be" : "le");
}

}  // namespace

void write_heightmap_png(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                         const RunContext& context, io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = encoding_for(spec, map, context);
  if (spec.depth == Depth::bits8) {
    files.write(path, [&](io::Sink& sink) { io::write_preview_png(map, encoding, sink); });
    return;
  }
  files.write(path, [&](io::Sink& sink) { io::write_heightmap_png(map, encoding, sink, context); });
  files.write(fs::path(path).replace_extension(".json"),
              [&](io::Sink& sink) { io::write_sidecar(map, encoding, "uint16-be", sink); });
  if (!spec.world_file.value_or(false)) return;
  files.write(fs::path(path).replace_extension(kWorldFiles[0]),
              [&](io::Sink& sink) { io::write_world_file(map, sink); });
  files.write(fs::path(path).replace_extension(kWorldFiles[1]),
              [&](io::Sink& sink) { io::write_gdal_metadata(encoding, sink); });
}

void write_r16(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = encoding_for(spec, map, context);
  files.write(path, [&](io::Sink& sink) { io::write_r16(map, encoding, order_of(spec), sink); });
  files.write(fs::path(path).replace_extension(".r16.json"),
              [&](io::Sink& sink) { io::write_sidecar(map, encoding, encoding_name("uint16", order_of(spec)), sink); });
}

void write_r32(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext&,
               io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = io::encoding_of(map);
  files.write(path, [&](io::Sink& sink) { io::write_r32(map, order_of(spec), sink); });
  files.write(fs::path(path).replace_extension(".r32.json"), [&](io::Sink& sink) {
    io::write_sidecar(map, encoding, encoding_name("float32", order_of(spec)), sink);
  });
}

void write_exr(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
               io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = io::encoding_of(map);
  files.write(path, [&](io::Sink& sink) { io::write_heightmap_exr(map, sink); });
  files.write(fs::path(path).replace_extension(".exr.json"),
              [&](io::Sink& sink) { io::write_sidecar(map, encoding, "float32", sink); });
}

}  // namespace weald::pipeline
