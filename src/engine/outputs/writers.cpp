#include "engine/outputs/writers.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/outputs/detail/geometry_writers.h"
#include "engine/outputs/detail/model_writers.h"
#include "formats/images/heightmap_files.h"
#include "formats/images/image_writer.h"
#include "formats/images/world_file.h"
#include "formats/meshes/obj_writer.h"
#include "picture/picture.h"
#include "schema/wording.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 1> kJson{".json"};
constexpr std::array<std::string_view, 1> kR16Json{".r16.json"};
constexpr std::array<std::string_view, 1> kR32Json{".r32.json"};
constexpr std::array<std::string_view, 1> kExrJson{".exr.json"};
constexpr std::array<std::string_view, 1> kMtl{".mtl"};
constexpr std::array<std::string_view, 1> kBin{".bin"};
constexpr std::array<std::string_view, 2> kGis{".pgw", ".png.aux.xml"};

/// What integer samples stand for. Warns where the output's range does not hold all heights.
io::HeightEncoding encoding_for(const OutputSpec& spec, const Heightmap& map, const RunContext& context) {
  const io::HeightEncoding own = io::encoding_of(map);
  if (!spec.range) return own;
  const io::HeightEncoding given{(*spec.range)[0], (*spec.range)[1]};
  if (own.min < given.min || own.max > given.max) {
    context.warn(fmt::format("the values of '{}' go from {} to {}: what lies outside its range of {} to {} is clipped",
                             spec.file.value, schema::readable_number(own.min), schema::readable_number(own.max),
                             schema::readable_number(given.min), schema::readable_number(given.max)),
                 "range");
  }
  return given;
}

void write_heightmap_png(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                         const RunContext& context, io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = encoding_for(spec, map, context);
  if (spec.depth == Depth::bits8) {
    files.write(path, [&](io::Sink& sink) { io::write_preview_png(map, encoding, sink); });
    return;
  }
  files.write(path, [&](io::Sink& sink) { io::write_heightmap_png(map, encoding, sink, context); });
  files.write(fs::path(path).replace_extension(kJson[0]),
              [&](io::Sink& sink) { io::write_sidecar(map, encoding, "uint16-be", sink); });
  if (!spec.world_file.value_or(false)) return;
  files.write(fs::path(path).replace_extension(kGis[0]), [&](io::Sink& sink) { io::write_world_file(map, sink); });
  files.write(fs::path(path).replace_extension(kGis[1]),
              [&](io::Sink& sink) { io::write_gdal_metadata(encoding, sink); });
}

io::ByteOrder order_of(const OutputSpec& spec) { return spec.byte_order.value_or(io::ByteOrder::little); }

/// "uint16-le" for ("uint16", little).
std::string encoding_name(std::string_view sample, io::ByteOrder order) {
  return fmt::format("{}-{}", sample, order == io::ByteOrder::big ? "be" : "le");
}

void write_r16(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext& context,
               io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = encoding_for(spec, map, context);
  files.write(path, [&](io::Sink& sink) { io::write_r16(map, encoding, order_of(spec), sink); });
  files.write(fs::path(path).replace_extension(kR16Json[0]),
              [&](io::Sink& sink) { io::write_sidecar(map, encoding, encoding_name("uint16", order_of(spec)), sink); });
}

void write_r32(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext&,
               io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = io::encoding_of(map);
  files.write(path, [&](io::Sink& sink) { io::write_r32(map, order_of(spec), sink); });
  files.write(fs::path(path).replace_extension(kR32Json[0]), [&](io::Sink& sink) {
    io::write_sidecar(map, encoding, encoding_name("float32", order_of(spec)), sink);
  });
}

void write_exr(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
               io::FileSet& files) {
  const auto& map = std::get<Heightmap>(artifact);
  const io::HeightEncoding encoding = io::encoding_of(map);
  files.write(path, [&](io::Sink& sink) { io::write_heightmap_exr(map, sink); });
  files.write(fs::path(path).replace_extension(kExrJson[0]),
              [&](io::Sink& sink) { io::write_sidecar(map, encoding, "float32", sink); });
}

void write_image_png(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& image = std::get<Image>(artifact);
  files.write(path, [&](io::Sink& sink) {
    spec.depth == Depth::bits8 ? io::write_png8(image, sink) : io::write_image_png(image, sink);
  });
}

void write_text(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                io::FileSet& files) {
  files.write(path,
              [&](io::Sink& sink) { sink.append(lsystem::to_text(std::get<lsystem::LString>(artifact)) + "\n"); });
}

constexpr std::array kWriters{
    Writer{"heightmap", ".png",
           "Grey PNG of 16 bits, with the range in metres in a `.json` beside it, and with `world_file` files for GIS "
           "programs; with `depth: 8`, a preview of 8 bits.",
           kJson, write_heightmap_png, heightmap_png_cost},
    Writer{"heightmap", ".r16",
           "Raw 16-bit samples, row 0 (north) first, with the range in metres in a `.r16.json` beside it; "
           "little-endian, or "
           "as `byte_order` says.",
           kR16Json, write_r16, r16_cost},
    Writer{"heightmap", ".r32",
           "Raw 32-bit floats in metres, row 0 (north) first, with their size and range in a `.r32.json` beside it; "
           "little-endian, or as `byte_order` says.",
           kR32Json, write_r32, r32_cost},
    Writer{
        "heightmap", ".exr",
        "OpenEXR picture of 32-bit floats in metres, channel Y, with its place and range in a `.exr.json` beside it.",
        kExrJson, write_exr, exr_cost},
    Writer{"heightmap", ".obj", "Wavefront OBJ of the samples as triangles, with its MTL.", kMtl, write_heightmap_obj,
           heightmap_obj_cost},
    Writer{"heightmap",
           ".glb",
           "Binary glTF 2.0 of the samples as triangles.",
           {},
           write_heightmap_gltf,
           heightmap_glb_cost},
    Writer{"image",
           ".png",
           "PNG of as many bits per channel as the image has, 8 or 16; with `depth: 8`, of 8.",
           {},
           write_image_png,
           image_png_cost},
    Writer{"curve",
           ".svg",
           "SVG of the curve in its plane, exact where a segment is a polynomial of degree 3 or less.",
           {},
           write_curve_svg,
           unknown_cost},
    Writer{"curve", ".obj", "OBJ lines of the flattened curve.", {}, write_curve_obj, unknown_cost},
    Writer{"string",
           ".txt",
           "The derived string without spaces, numbers with six significant digits.",
           {},
           write_text,
           string_txt_cost},
    Writer{"skeleton",
           ".csv",
           "One line per segment: x0,y0,z0,x1,y1,z1,r0,r1,level.",
           {},
           write_skeleton_csv,
           unknown_cost},
    Writer{"skeleton", ".svg", "SVG of the segments seen along z.", {}, write_skeleton_svg, unknown_cost},
    Writer{"skeleton", ".obj", "OBJ lines of the segments.", {}, write_skeleton_obj, unknown_cost},
    Writer{"mesh", ".obj", "Wavefront OBJ with normals, UVs and groups, its MTL and, with `textures`, their PNGs.",
           kMtl, write_surface_obj, surface_obj_cost},
    Writer{"mesh",
           ".glb",
           "Binary glTF 2.0 with its materials and pictures in one file.",
           {},
           write_surface_gltf,
           mesh_glb_cost},
    Writer{"mesh", ".gltf", "glTF 2.0 as JSON with a `.bin` beside it and, with `textures`, its pictures.", kBin,
           write_surface_gltf, mesh_gltf_cost},
    Writer{"scene", ".obj", "Wavefront OBJ with every instance in its place, its MTL and, with `textures`, their PNGs.",
           kMtl, write_surface_obj, surface_obj_cost},
    Writer{"scene",
           ".glb",
           "Binary glTF 2.0 with each mesh once, a node or an instance for every copy, materials and pictures in one "
           "file.",
           {},
           write_surface_gltf,
           scene_glb_cost},
    Writer{"scene", ".gltf", "The same as JSON with a `.bin` beside it and, with `textures`, its pictures.", kBin,
           write_surface_gltf, scene_gltf_cost},
    Writer{"mesh", ".ply", kPlyHelp, {}, write_surface_ply, surface_ply_cost},
    Writer{"mesh", ".stl", kStlHelp, {}, write_surface_stl, surface_stl_cost},
    Writer{"scene", ".ply", kPlyHelp, {}, write_surface_ply, surface_ply_cost},
    Writer{"scene", ".stl", kStlHelp, {}, write_surface_stl, surface_stl_cost},
    Writer{"mesh", ".json", kMeshJsonHelp, {}, write_facts_json, mesh_json_cost},
    Writer{"scene", ".csv", kInstancesCsvHelp, {}, write_scene_csv, scene_csv_cost},
    Writer{"scene", ".json", kInstancesJsonHelp, {}, write_scene_json, scene_json_cost},
};

std::string extension_of(const OutputSpec& spec) { return fs::path(spec.file.value).extension().string(); }

const Writer* find_writer(std::string_view artifact, std::string_view extension) {
  const auto found = std::find_if(kWriters.begin(), kWriters.end(),
                                  [&](const Writer& w) { return w.artifact == artifact && w.extension == extension; });
  return found == kWriters.end() ? nullptr : &*found;
}

/// Blanks and the like end a name in the lines of an OBJ and its MTL.
void check_obj_names(const OutputSpec& spec, Diagnostics& diagnostics) {
  const auto check = [&](const std::string& name, const SourceLoc& where, std::string_view what) {
    const std::string sound = io::sanitized_name(name);
    if (sound != name)
      diagnostics.error(where, fmt::format("'{}' cannot name {}", name, what),
                        "blanks, '#' and '\\' have a meaning in the line that names them; use '" + sound + "'");
  };
  check(fs::path(spec.file.value).filename().string(), spec.file.where,
        "an OBJ file: readers would not find its materials");
  if (!spec.textures) return;
  for (const NamedTexture& texture : spec.textures->named)
    check(name_beside(spec, texture.file.value), texture.file.where, "a texture: readers of the MTL would not find it");
}

}  // namespace

std::span<const Writer> all_writers() { return kWriters; }

OutputCost cost_of(const OutputSpec& spec, std::string_view artifact, const Estimate& from) {
  if (spec.picture && artifact != schema::ArtifactName<Image>::value) return picture_output_cost(spec, from);
  const Writer* writer = find_writer(artifact, extension_of(spec));
  return writer != nullptr ? writer->cost(spec, from) : OutputCost{};
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
  const Writer* writer =
      spec.picture || spec.depth == Depth::bits8 ? nullptr : find_writer(artifact, extension_of(spec));
  if (writer != nullptr) {
    for (const std::string_view sidecar : writer->sidecars)
      files.push_back(fs::path(file).replace_extension(sidecar).generic_string());
    if (spec.world_file.value_or(false)) {
      for (const std::string_view sidecar : kGis)
        files.push_back(fs::path(file).replace_extension(sidecar).generic_string());
    }
    for (const std::string& name : texture_names(spec)) files.push_back((file.parent_path() / name).generic_string());
  }
  return files;
}

namespace {

/// Says that no writer writes the artifact as the extension of the output's file asks for.
void refuse_format(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics) {
  std::vector<std::string_view> known;
  for (const Writer& writer : kWriters) {
    if (writer.artifact == artifact) known.push_back(writer.extension);
  }
  const std::string extension = extension_of(spec), noun = schema::with_article(artifact);
  const std::string help =
      fmt::format("{} can be written as {}, or as '.png' with 'picture'", noun, fmt::join(known, ", "));
  if (extension.empty())
    diagnostics.error(spec.file.where, fmt::format("'{}' has no extension to choose a writer by", spec.file.value),
                      help);
  else
    diagnostics.error(spec.file.where, fmt::format("{} cannot be written as '{}'", noun, extension), help);
}

}  // namespace

void check_writer(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics) {
  const std::string extension = extension_of(spec);
  const SourceLoc& where = spec.file.where;
  const Writer* writer = spec.picture ? nullptr : find_writer(artifact, extension);
  // What else the output has may suit the format that is meant.
  if (!spec.picture && writer == nullptr) return refuse_format(spec, artifact, diagnostics);
  const bool is_surface = !spec.picture && (artifact == "mesh" || artifact == "scene");
  if (spec.textures && is_surface && extension == ".glb")
    diagnostics.error(where, "'textures' is for files beside an OBJ or a .gltf: a .glb holds its pictures itself");
  else if (spec.textures && !(is_surface && (extension == ".obj" || extension == ".gltf")))
    diagnostics.error(where, "'textures' is for OBJ and .gltf files of meshes and scenes only");
  if (spec.gltf && (spec.picture || (extension != ".glb" && extension != ".gltf")))
    diagnostics.error(where, "'gltf' is for glTF files ('.glb', '.gltf') only");
  if (spec.material_prefix && !(is_surface && (extension == ".obj" || extension == ".glb" || extension == ".gltf")))
    diagnostics.error(where, "'material_prefix' is for OBJ and glTF files of meshes and scenes only");
  const bool has_levels =
      artifact == "heightmap" && extension == ".png" && !spec.picture && spec.depth == Depth::bits16;
  if (spec.world_file.value_or(false) && !has_levels)
    diagnostics.error(where, "'world_file' is for PNGs of heightmaps with 16 bits only");
  if (spec.range && spec.picture)
    diagnostics.error(where, "'range' is for data, and 'picture' makes a picture", "a picture has 'heights'");
  if (spec.picture) {
    if (artifact == schema::ArtifactName<lsystem::LString>::value)
      diagnostics.error(where, "a derived string has no picture", "draw it with a turtle stage first");
    else if (extension != ".png")
      diagnostics.error(where, fmt::format("a picture is a '.png', not '{}'", extension));
    else if (artifact == schema::ArtifactName<Image>::value)
      diagnostics.warning(where, "an image is written as it is: the settings of 'picture' change nothing",
                          "leave it out");
    return;
  }
  if (spec.byte_order && extension != ".r16" && extension != ".r32")
    diagnostics.error(where, "'byte_order' is for raw files ('.r16', '.r32') only");
  if (spec.range && !(artifact == "heightmap" && (extension == ".png" || extension == ".r16")))
    diagnostics.error(where, "'range' is for heightmaps with integer samples ('.png', '.r16') only");
  if (spec.depth == Depth::bits8 && extension != ".png")
    diagnostics.error(where, "'depth' is for PNGs of heightmaps and images only");
  if (std::ranges::equal(writer->sidecars, kMtl)) check_obj_names(spec, diagnostics);
}

void write_output(const OutputSpec& spec, const ArtifactRef& artifact, const fs::path& directory,
                  const RunContext& context, io::FileSet& files) {
  const fs::path path = directory / fs::path(spec.file.value).lexically_normal();
  if (spec.picture) {
    const std::string file = picture_file(artifact, *spec.picture, context);
    files.write(path, [&](io::Sink& sink) { sink.append(file); });
    return;
  }
  const Writer* writer = find_writer(name_of(artifact.get()), extension_of(spec));
  WEALD_CHECK(writer != nullptr);
  writer->write(spec, artifact, path, context, files);
}

}  // namespace weald::pipeline
