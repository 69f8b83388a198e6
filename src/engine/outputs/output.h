#pragma once
// OutputSpec: one entry of a preset's `outputs`: the artifact, the file that it is written to, and the settings.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/artifact.h"
#include "data/georeference.h"
#include "data/height_rows.h"
#include "engine/outputs/detail/texture_files.h"
#include "formats/files/byte_order.h"
#include "formats/gltf/gltf_params.h"
#include "formats/images/image_writer.h"
#include "picture/camera/picture_params.h"
#include "schema/codec.h"
#include "schema/decode.h"
#include "schema/depth.h"
#include "stages/images/sheet_params.h"

namespace weald::pipeline {

using schema::Depth;

/// Input<every artifact type>: an output may be made from any artifact.
template <class Variant>
struct AnyInput;
template <class... Ts>
struct AnyInput<std::variant<Ts...>> {
  using type = schema::Input<Ts...>;
};

/// The preset that an output belongs to.
struct OutputOrigin {
  std::string preset;      ///< its name; empty: unknown
  std::uint64_t seed = 0;  ///< the seed of the preset, or of one of its siblings
  /// Its parameters with their values and units, as a page shows them.
  std::vector<std::pair<std::string, std::string>> parameters{};
  std::optional<Georeference> georeference{};  ///< that of the survey that it is made from; unset: none
};

/// The parameters of an output.
struct OutputSpec {
  AnyInput<Artifact>::type from;
  schema::Located<std::string> file;  ///< path below the output folder, with forward slashes
  std::optional<render::PictureParams> picture;
  Depth depth = Depth::bits16;
  std::optional<io::ImageChannel> channel{};     ///< of an image, which is written alone; unset: all of them
  std::optional<std::array<double, 2>> range{};  ///< heights of the lowest and the highest sample, metres
  std::optional<io::ByteOrder> byte_order{};     ///< of raw files; unset: little
  std::optional<SheetParams> sheet{};            ///< of presets with several seeds
  /// Of an OBJ or a .gltf. Unset: an OBJ is written without textures, with a warning if it has some; a .gltf holds them
  /// in its .bin.
  std::optional<TextureFiles> textures{};
  std::optional<gltf::GltfParams> gltf{};        ///< of glTF files
  std::optional<std::string> material_prefix{};  ///< of an OBJ or glTF; unset: none
  std::optional<std::string> crs{};              ///< of a GeoTIFF; unset: that of the survey
  schema::Input<Heightmap> mask{};               ///< where a GeoTIFF has data; unset: everywhere
  std::optional<double> no_data{};               ///< with `mask`; unset: -9999
  std::optional<bool> reload{};                  ///< of a page; unset: no
  OutputOrigin origin{};                         ///< not a key: the origin recorded in files
  std::shared_ptr<HeightRows> mask_rows{};       ///< not a key: what the stage of `mask` has made
};

/// Why the name of an output's file, which messages call `what`, is too long for file systems, also for the files
/// beside it; empty if it is not.
std::string length_fault(const std::string& name, const std::string& what);

}  // namespace weald::pipeline

template <>
struct weald::schema::Schema<weald::pipeline::OutputSpec> {
  using P = weald::pipeline::OutputSpec;
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Stage whose result is written.", "", {}, Presence::required},
      Field{&P::file,
            "file",
            "File to write, below the output folder; the writer is chosen by the artifact and the extension. {seed} "
            "in the name is replaced by the preset's seed.",
            "",
            {},
            Presence::required},
      Field{&P::picture, "picture", "Settings of a picture of the artifact (a PNG); unset: the data are written."},
      Field{&P::sheet, "sheet",
            "With 'seeds': one contact sheet with the pictures of all seeds, instead of a file for each."},
      Field{&P::depth, "depth",
            "Bits per sample of a PNG: for a heightmap 16 for data or 8 for a preview; for an image the depth of the "
            "image, or 8."},
      Field{&P::channel, "channel",
            "Channel of an image that is written as a grey PNG, such as the weight of one layer of 'splat'; unset: all "
            "channels, as colours."},
      Field{&P::range, "range",
            "Heights of the lowest and the highest integer sample of a heightmap, such as [0, 1] for a mask or one "
            "common range for all tiles of a map; heights outside are clamped, with a warning; unset: the range of "
            "the heightmap.",
            "m", Range{-1e12, 1e12}},
      Field{&P::byte_order, "byte_order",
            "Byte order of the samples of a raw file (.r16, .r32); unset: little-endian."},
      Field{&P::textures, "textures",
            "Texture files of an OBJ or a .gltf, normal maps included. A number N writes that many different "
            "pictures beside it, NAME_1.png to NAME_N.png. A map such as {oak_bark.png: bark} names a file below the "
            "output folder for the picture of each stage. Other outputs may name the same file: it is written once, "
            "with its opacity beside it (oak_twig_mask.png) if the stage has a part for that. {seed} in a name works "
            "as in 'file'. Unset or 0: no textures are written, with a warning for a mesh that has some if unset; a "
            ".gltf then holds them in its .bin, as a .glb always does.",
            "", Range{0, weald::pipeline::kMaxTextureFiles}},
      Field{&P::gltf, "gltf", "Settings of a glTF file (.glb, .gltf)."},
      Field{&P::material_prefix, "material_prefix",
            "Prefix of the material names in an OBJ or a glTF file, such as oak_: Godot and Unity treat materials of "
            "the same name in several files as one; unset: none.",
            "", Range{1, 200}},
      Field{&P::crs, "crs",
            "Coordinate reference system that a GeoTIFF names, such as EPSG:32633; unset: that of the survey which the "
            "map is made from. A map lies where its survey does; without a survey, east is x and north is -z."},
      Field{&P::mask, "mask",
            "Where the heights of a GeoTIFF are data: a heightmap on the same grid, such as the part 'mask' of an "
            "imported survey. Samples at which it is below 0.5 are written as 'no_data', as the file states; unset: "
            "all are data."},
      Field{&P::no_data, "no_data", "Number that is written for samples without data, with 'mask'; unset: -9999.", "",
            Range{-1e30, 1e30}},
      Field{&P::reload, "reload",
            "Whether a page that is open in a browser reloads itself when it is written again, which it learns from a "
            "script beside it (tree.html.js); unset: no."}};
  /// Refuses absolute paths, `..`, empty names and control characters, also in the files of textures.
  static void check(const P& params, Checker& checker);
};

/// Compiled in output.cpp, for every room.
extern template const weald::schema::FieldTable& weald::schema::table_of<weald::pipeline::OutputSpec>();
