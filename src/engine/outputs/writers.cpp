#include "engine/outputs/writers.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text/lower_case.h"
#include "data/masked_rows.h"
#include "engine/outputs/detail/geometry_writers.h"
#include "engine/outputs/detail/model_writers.h"
#include "engine/outputs/detail/output_place.h"
#include "formats/gdal/geotiff_writer.h"
#include "formats/images/heightmap_files.h"
#include "formats/images/image_writer.h"
#include "picture/render/picture.h"
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

/// Writes 16 bits per sample with a sidecar, a preview of 8 bits, or colours.
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

constexpr double kUsualNoData = -9999;

std::string extension_of(const OutputSpec& spec) { return fs::path(spec.file.value).extension().string(); }

const Writer& writer_of(std::string_view artifact, const OutputSpec& spec) {
  const Writer* writer = find_writer(artifact, extension_of(spec));
  WEALD_CHECK(writer != nullptr);
  return *writer;
}

/// Writes the rows of a heightmap, without those samples that its mask leaves out.
void write_rows(const OutputSpec& spec, HeightRows& rows, const fs::path& path, const RunContext& context,
                io::FileSet& files) {
  const Writer& writer = writer_of(schema::ArtifactName<Heightmap>::value, spec);
  if (spec.mask_rows == nullptr) return writer.write_rows(spec, rows, path, context, files);
  MaskedRows masked(rows, *spec.mask_rows, no_data_of(spec));
  writer.write_rows(spec, masked, path, context, files);
}

/// Whether a file of heights has one sample of at least 16 bits for each, and a sidecar that says what they mean.
bool has_samples(const OutputSpec& spec) { return spec.depth != Depth::bits8; }

}  // namespace

float no_data_of(const OutputSpec& spec) { return static_cast<float>(spec.no_data.value_or(kUsualNoData)); }

bool is_written_from_rows(const OutputSpec& spec) {
  const Writer* writer = find_writer(schema::ArtifactName<Heightmap>::value, extension_of(spec));
  return writer != nullptr && writer->write_rows != nullptr && !spec.picture && has_samples(spec);
}

namespace {

/// Work for each sample or pixel and for each byte of a file that is not compressed: what the formats take, measured.
Amount writing_seconds(const OutputCost& cost, const Estimate& from) {
  constexpr double kItem = 2.5e-8, kByte = 2e-9;
  const Amount items = from.pixels.most ? from.pixels : Amount::exactly(0);
  return items.roughly_times(kItem) + cost.all().roughly_times(kByte);
}

}  // namespace

OutputCost cost_of(const OutputSpec& spec, std::string_view artifact, const Estimate& from) {
  if (spec.picture && artifact != schema::ArtifactName<Image>::value) return picture_output_cost(spec, from);
  const Writer* writer = find_writer(artifact, extension_of(spec));
  if (writer == nullptr) return {};
  OutputCost cost = writer->cost(spec, from);
  if (!cost.seconds.most) cost.seconds = writing_seconds(cost, from);
  cost.beside = bytes_beside(spec, artifact, from);
  return cost;
}

std::vector<std::string> texture_names(const OutputSpec& spec) {
  std::vector<std::string> names;
  const std::string stem = fs::path(spec.file.value).stem().string();
  for (int i = 1; spec.textures && i <= spec.textures->count; ++i) names.push_back(fmt::format("{}_{}.png", stem, i));
  return names;
}

std::string name_beside(const OutputSpec& spec, const std::string& texture) {
  const fs::path folder = fs::path(spec.file.value).lexically_normal().parent_path();
  const fs::path file = fs::path(texture).lexically_normal();
  return (folder.empty() ? file : file.lexically_relative(folder)).generic_string();
}

std::vector<std::string> files_of(const OutputSpec& spec, std::string_view artifact) {
  const fs::path file = fs::path(spec.file.value).lexically_normal();
  std::vector<std::string> files{file.generic_string()};
  const Writer* writer = spec.picture || !has_samples(spec) ? nullptr : find_writer(artifact, extension_of(spec));
  if (writer != nullptr) {
    for (const std::string_view sidecar : writer->sidecars)
      files.push_back(fs::path(file).replace_extension(sidecar).generic_string());
    if (spec.reload.value_or(false)) files.push_back(reload_script_of(file).generic_string());
    for (const std::string& name : texture_names(spec)) files.push_back((file.parent_path() / name).generic_string());
  }
  return files;
}

void write_output(const OutputSpec& spec, const ArtifactRef& artifact, const fs::path& directory,
                  const RunContext& context, io::FileSet& files) {
  const fs::path path = directory / fs::path(spec.file.value).lexically_normal();
  if (spec.picture) {
    const std::string file = picture_file(artifact, *spec.picture, context);
    files.write(path, [&](io::Sink& sink) { sink.append(file); });
    return;
  }
  if (HeightRows* rows = artifact.rows(); rows != nullptr && is_written_from_rows(spec))
    return write_rows(spec, *rows, path, context, files);
  const Writer& writer = writer_of(name_of(artifact.get()), spec);
  if (writer.write_rows == nullptr) return writer.write(spec, artifact, path, context, files);
  StoredRows stored(std::get<Heightmap>(artifact.get()));
  write_rows(spec, stored, path, context, files);
}

namespace {

constexpr std::array<std::string_view, 1> kJson{".json"};
constexpr std::array<std::string_view, 1> kR16Json{".r16.json"};
constexpr std::array<std::string_view, 1> kR32Json{".r32.json"};
constexpr std::array<std::string_view, 1> kExrJson{".exr.json"};
constexpr std::array<std::string_view, 1> kMtl{".mtl"};
constexpr std::array<std::string_view, 1> kBin{".bin"};

void write_image_png(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& image = std::get<Image>(artifact);
  files.write(path, [&](io::Sink& sink) {
    if (spec.channel) return io::write_channel_png(image, *spec.channel, spec.depth == Depth::bits8 ? 8 : 16, sink);
    spec.depth == Depth::bits8 ? io::write_png8(image, sink) : io::write_image_png(image, sink);
  });
}

void write_text(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                io::FileSet& files) {
  files.write(path,
              [&](io::Sink& sink) { sink.append(lsystem::to_text(std::get<lsystem::LString>(artifact)) + "\n"); });
}

constexpr std::array kWriters{
    Writer{"heightmap", ".png", kRange | kDepth,
           "16-bit grey PNG with its range in metres in a `.json` beside it; with `depth: 8`, an 8-bit preview.", kJson,
           nullptr, heightmap_png_cost, write_heightmap_png},
    Writer{"heightmap", ".r16", kByteOrder | kRange,
           "Raw 16-bit samples, row 0 (north) first, with the range in metres in a `.r16.json` beside it; "
           "little-endian unless `byte_order` is set.",
           kR16Json, nullptr, r16_cost, write_r16},
    Writer{"heightmap", ".r32", kByteOrder,
           "Raw 32-bit floats in metres, row 0 (north) first, with their size and range in a `.r32.json` beside it; "
           "little-endian unless `byte_order` is set.",
           kR32Json, nullptr, r32_cost, write_r32},
    Writer{
        "heightmap", ".exr", kNothing,
        "OpenEXR image of 32-bit floats in metres, channel Y, with its position and range in a `.exr.json` beside it.",
        kExrJson, nullptr, exr_cost, write_exr},
    Writer{"heightmap",
           ".tif",
           kCrs | kMask,
           "Cloud Optimized GeoTIFF of 32-bit floats in metres, with its position, its coordinate reference system if "
           "that is known, and smaller versions of itself.",
           {},
           nullptr,
           tif_cost,
           write_tif},
    Writer{"heightmap", ".obj", kNothing, "Wavefront OBJ of the samples as triangles, with its MTL.", kMtl,
           write_heightmap_obj, heightmap_obj_cost},
    Writer{"heightmap",
           ".glb",
           kGltf,
           "Binary glTF 2.0 of the samples as triangles.",
           {},
           write_heightmap_gltf,
           heightmap_glb_cost},
    Writer{
        "image",
        ".png",
        kDepth | kChannel,
        "PNG with the bit depth of the image, 8 or 16 bits per channel; with `depth: 8`, 8 bits; with `channel`, one "
        "channel in grey.",
        {},
        write_image_png,
        image_png_cost},
    Writer{"curve",
           ".svg",
           kNothing,
           "SVG of the curve in its plane, exact where a segment is a polynomial of degree 3 or less.",
           {},
           write_curve_svg,
           unknown_cost},
    Writer{"curve", ".obj", kNothing, "OBJ lines of the flattened curve.", {}, write_curve_obj, unknown_cost},
    Writer{"string",
           ".txt",
           kNothing,
           "The derived string without spaces; numbers have six significant digits.",
           {},
           write_text,
           string_txt_cost},
    Writer{"skeleton",
           ".csv",
           kNothing,
           "One line per segment: x0,y0,z0,x1,y1,z1,r0,r1,level.",
           {},
           write_skeleton_csv,
           unknown_cost},
    Writer{"skeleton", ".svg", kNothing, "SVG of the segments, viewed along z.", {}, write_skeleton_svg, unknown_cost},
    Writer{"skeleton", ".obj", kNothing, "OBJ lines of the segments.", {}, write_skeleton_obj, unknown_cost},
    Writer{"mesh", ".obj", kTextures | kMaterialPrefix,
           "Wavefront OBJ with normals, UVs and groups, its MTL and, with `textures`, the texture PNGs.", kMtl,
           write_surface_obj, surface_obj_cost},
    Writer{"mesh",
           ".glb",
           kGltf | kMaterialPrefix,
           "Binary glTF 2.0 with its materials and textures in one file.",
           {},
           write_surface_gltf,
           mesh_glb_cost},
    Writer{"mesh", ".gltf", kTextures | kGltf | kMaterialPrefix,
           "glTF 2.0 as JSON with a `.bin` beside it and, with `textures`, the texture PNGs.", kBin, write_surface_gltf,
           mesh_gltf_cost},
    Writer{"scene", ".obj", kTextures | kMaterialPrefix,
           "Wavefront OBJ with every instance in its place, its MTL and, with `textures`, the texture PNGs.", kMtl,
           write_surface_obj, surface_obj_cost},
    Writer{"scene",
           ".glb",
           kGltf | kMaterialPrefix,
           "Binary glTF 2.0 that stores each mesh once, with a node or an instance for every copy, and materials and "
           "textures in one file.",
           {},
           write_surface_gltf,
           scene_glb_cost},
    Writer{"scene", ".gltf", kTextures | kGltf | kMaterialPrefix,
           "glTF 2.0 of the scene as JSON with a `.bin` beside it and, with `textures`, the texture PNGs.", kBin,
           write_surface_gltf, scene_gltf_cost},
    Writer{"mesh", ".ply", kNothing, kPlyHelp, {}, write_surface_ply, surface_ply_cost},
    Writer{"mesh", ".stl", kNothing, kStlHelp, {}, write_surface_stl, surface_stl_cost},
    Writer{"scene", ".ply", kNothing, kPlyHelp, {}, write_surface_ply, surface_ply_cost},
    Writer{"scene", ".stl", kNothing, kStlHelp, {}, write_surface_stl, surface_stl_cost},
    Writer{"heightmap", ".html", kReload, kPageHelp, {}, write_heightmap_page, heightmap_page_cost},
    Writer{"mesh", ".html", kReload, kPageHelp, {}, write_surface_page, mesh_page_cost},
    Writer{"scene", ".html", kReload, kPageHelp, {}, write_surface_page, scene_page_cost},
    Writer{"mesh", ".json", kNothing, kMeshJsonHelp, {}, write_facts_json, mesh_json_cost},
    Writer{"scene", ".csv", kNothing, kInstancesCsvHelp, {}, write_scene_csv, scene_csv_cost},
    Writer{"scene", ".json", kNothing, kInstancesJsonHelp, {}, write_scene_json, scene_json_cost},
};

}  // namespace

std::span<const Writer> all_writers() { return kWriters; }

const Writer* find_writer(std::string_view artifact, std::string_view extension) {
  // GIS programs write all of these.
  if (const std::string own = lower_case(std::string(extension)); own == ".tif" || own == ".tiff") extension = ".tif";
  const auto found = std::ranges::find_if(
      kWriters, [&](const Writer& w) { return w.artifact == artifact && w.extension == extension; });
  return found == kWriters.end() ? nullptr : &*found;
}

}  // namespace weald::pipeline
