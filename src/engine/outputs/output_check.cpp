// Checks whether the settings of an output suit the file that it names.

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/lower_case.h"
#include "engine/outputs/detail/output_place.h"
#include "engine/outputs/writers.h"
#include "formats/gdal/geotiff_writer.h"
#include "formats/meshes/obj_writer.h"
#include "schema/decode.h"
#include "schema/wording.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

/// A key of an output that only some writers support.
struct WriterKey {
  unsigned bit;  ///< of Writer::takes
  std::string_view key;
  bool (*is_given)(const OutputSpec& spec);
  std::string_view writers;  ///< the formats that it applies to
};

constexpr std::array kWriterKeys{
    WriterKey{kTextures, "textures", [](const OutputSpec& s) { return s.textures.has_value(); },
              "OBJ and .gltf files of meshes and scenes"},
    WriterKey{kGltf, "gltf", [](const OutputSpec& s) { return s.gltf.has_value(); }, "glTF files ('.glb', '.gltf')"},
    WriterKey{kMaterialPrefix, "material_prefix", [](const OutputSpec& s) { return s.material_prefix.has_value(); },
              "OBJ and glTF files of meshes and scenes"},
    WriterKey{kCrs, "crs", [](const OutputSpec& s) { return s.crs.has_value(); }, "GeoTIFF files ('.tif')"},
    WriterKey{kByteOrder, "byte_order", [](const OutputSpec& s) { return s.byte_order.has_value(); },
              "raw files ('.r16', '.r32')"},
    WriterKey{kRange, "range", [](const OutputSpec& s) { return s.range.has_value(); },
              "heightmaps with integer samples ('.png', '.r16')"},
    WriterKey{kReload, "reload", [](const OutputSpec& s) { return s.reload.has_value(); }, "pages ('.html')"},
    WriterKey{kChannel, "channel", [](const OutputSpec& s) { return s.channel.has_value(); }, "PNGs of images"},
    WriterKey{kMask, "mask", [](const OutputSpec& s) { return s.mask.given(); }, "GeoTIFF files ('.tif')"},
    WriterKey{kDepth, "depth", [](const OutputSpec& s) { return s.depth == Depth::bits8; },
              "PNGs of heightmaps and images"},
};

/// Reports file names with spaces or similar characters, which end a name in a line of an OBJ or its MTL.
void check_obj_names(const OutputSpec& spec, Diagnostics& diagnostics) {
  const auto check = [&](const std::string& name, const SourceLoc& where, std::string_view what) {
    const std::string sound = io::sanitized_name(name);
    if (sound != name)
      diagnostics.error(
          where, fmt::format("'{}' cannot name {}", name, what),
          "spaces, '#' and '\\' have a special meaning in the line that names the file; use '" + sound + "'");
  };
  check(fs::path(spec.file.value).filename().string(), spec.file.where,
        "an OBJ file: readers would not find its materials");
  if (!spec.textures) return;
  for (const NamedTexture& texture : spec.textures->named)
    check(name_beside(spec, texture.file.value), texture.file.where, "a texture: readers of the MTL would not find it");
}

/// A file of GIS programs that GDAL makes of a GeoTIFF.
struct GisFile {
  std::string_view extension, driver;
};

constexpr std::array kGisFiles{GisFile{".asc", "AAIGrid"}, GisFile{".bil", "EHdr"}, GisFile{".flt", "EHdr"},
                               GisFile{".hgt", "SRTMHGT"}};

/// How GDAL writes a heightmap as a file that weald does not write; empty if it is no file of GIS programs.
std::string help_by_gdal(const OutputSpec& spec, std::string_view artifact) {
  const fs::path file = fs::path(spec.file.value).filename();
  const auto found = std::ranges::find(kGisFiles, lower_case(file.extension().string()), &GisFile::extension);
  if (found == kGisFiles.end() || artifact != schema::ArtifactName<Heightmap>::value) return {};
  return fmt::format("write a '.tif', which GDAL converts: gdal_translate -of {} {} {}", found->driver,
                     fs::path(file).replace_extension(".tif").string(), file.string());
}

/// Reports that no writer supports the artifact with the extension of the output's file.
void refuse_format(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics) {
  std::vector<std::string_view> known;
  for (const Writer& writer : all_writers()) {
    if (writer.artifact == artifact) known.push_back(writer.extension);
  }
  const std::string extension = fs::path(spec.file.value).extension().string(), noun = schema::with_article(artifact);
  std::string help = help_by_gdal(spec, artifact);
  if (help.empty())
    help = fmt::format("{} can be written as {}, or as '.png' with 'picture'", noun, fmt::join(known, ", "));
  if (extension.empty())
    diagnostics.error(spec.file.where,
                      fmt::format("'{}' has no extension, which is needed to choose a writer", spec.file.value), help);
  else
    diagnostics.error(spec.file.where, fmt::format("{} cannot be written as '{}'", noun, extension), help);
}

void check_keys(const OutputSpec& spec, unsigned taken, Diagnostics& diagnostics) {
  for (const WriterKey& key : kWriterKeys) {
    if ((taken & key.bit) != 0 || !key.is_given(spec)) continue;
    const bool holds_pictures = key.bit == kTextures && (taken & kGltf) != 0;
    diagnostics.error(spec.file.where, fmt::format("'{}' applies to {} only{}", key.key, key.writers,
                                                   holds_pictures ? ": a .glb contains its textures" : ""));
  }
}

void check_picture(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics) {
  const SourceLoc& where = spec.file.where;
  const std::string extension = fs::path(spec.file.value).extension().string();
  check_keys(spec, kRange | kDepth, diagnostics);  // a picture has 8 bits
  if (spec.range)
    diagnostics.error(where, "'range' applies to data, but this output is a picture", "use 'heights' of the picture");
  if (artifact == schema::ArtifactName<lsystem::LString>::value)
    diagnostics.error(where, "a derived string has no picture", "draw it with a turtle stage first");
  else if (extension != ".png")
    diagnostics.error(where, fmt::format("a picture needs the extension '.png', not '{}'", extension));
  else if (artifact == schema::ArtifactName<Image>::value && !schema::to_node(*spec.picture, true).map()->empty())
    diagnostics.warning(where, "an image is written unchanged: the settings of 'picture' have no effect",
                        "remove them");
}

}  // namespace

bool tells_place(const OutputSpec& spec, std::string_view artifact) {
  const Writer* writer = spec.picture ? nullptr : find_writer(artifact, fs::path(spec.file.value).extension().string());
  return writer != nullptr && (writer->takes & kCrs) != 0;
}

void check_writer(const OutputSpec& spec, std::string_view artifact, Diagnostics& diagnostics) {
  if (spec.picture) return check_picture(spec, artifact, diagnostics);
  const Writer* writer = find_writer(artifact, fs::path(spec.file.value).extension().string());
  // The other keys of the output may suggest which format is meant.
  if (writer == nullptr) return refuse_format(spec, artifact, diagnostics);
  check_keys(spec, writer->takes, diagnostics);
  if (writer->has_mtl()) check_obj_names(spec, diagnostics);
}

void require_writable(const OutputSpec& spec, std::string_view artifact) {
  if (!tells_place(spec, artifact)) return;
  io::require_geotiff_writer(spec.file.value);
  static_cast<void>(world_of(spec));
}

}  // namespace weald::pipeline
