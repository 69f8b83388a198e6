#include "engine/outputs/output_cost.h"

#include <algorithm>
#include <cmath>

#include "picture/camera/picture_cost.h"
#include "stages/land/meshing/heightmap_mesh.h"

namespace weald::pipeline {

namespace {

// Deflate compresses to 1/1030 at most; incompressible data are stored in blocks with a header of five bytes.
constexpr double kSmallestShare = 1.0 / 1030, kStoredShare = 1.01;
constexpr double kHead = 400;  // bytes of a file that do not depend on the samples

Amount compressed(const Amount& raw) {
  return {raw.least * kSmallestShare, raw.most ? std::optional{*raw.most * kStoredShare + kHead} : std::nullopt};
}

/// Each row has a byte for its filter; there are at most as many rows as pixels.
Amount png_bytes(const Amount& pixels, double bytes_per_pixel) {
  Amount raw = pixels * bytes_per_pixel;
  if (raw.most) raw.most = *raw.most + *pixels.most;
  return compressed(raw);
}

// Bytes of the lines of an OBJ: a number takes 1 to 14 ("-1.2345679e-05"), a colour channel up to 6 including its
// space.
constexpr Amount kPositionLine{8, 3 * 15 + 2 + 3 * 6}, kUvLine{7, 2 * 15 + 3}, kNormalLine{9, 3 * 15 + 3};

Amount times(const Amount& count, const Amount& each) {
  return {count.least * each.least, count.most && each.most ? std::optional{*count.most * *each.most} : std::nullopt};
}

double digits_of(double number) {
  double digits = 1;
  for (; number >= 10; number /= 10) ++digits;
  return digits;
}

/// Bytes of the numbers 1 to `count` if all are written `times` times: nine tenths of them have as many digits as the
/// last one.
Amount index_bytes(const Amount& count, const Amount& times) {
  const double fewest = std::max(1.0, digits_of(count.least) - 1);
  return {times.least * fewest,
          count.most && times.most ? std::optional{*times.most * digits_of(*count.most)} : std::nullopt};
}

/// Each corner refers to a vertex and, if `surface` has any, to a UV and a normal.
Amount face_bytes(const SurfaceCounts& surface) {
  Amount bytes = index_bytes(surface.vertices, surface.corners) + surface.corners + surface.faces * 2;
  for (const Amount* attribute : {&surface.uvs, &surface.normals}) {
    Amount indices = index_bytes(*attribute, surface.corners) + surface.corners;
    if (attribute->least == 0) indices.least = 0;
    if (attribute->most && *attribute->most == 0) indices = Amount::exactly(0);
    bytes = bytes + indices;
  }
  return bytes;
}

Amount obj_bytes(const SurfaceCounts& surface) {
  const Amount lines = times(surface.vertices, kPositionLine) + times(surface.uvs, kUvLine) +
                       times(surface.normals, kNormalLine) + face_bytes(surface);
  return {lines.least, lines.most ? std::optional{*lines.most + kHead * 10} : std::nullopt};
}

}  // namespace

Estimate mesh_of_heightmap(const OutputSpec& spec, const Estimate& from) {
  schema::Estimates inputs;
  inputs.add(spec.from.stage, from);
  terrain::HeightmapMeshParams params;
  params.from.stage = spec.from.stage;
  return terrain::HeightmapMesh::estimate(params, inputs);
}

Amount image_file_bytes(const Amount& pixels) { return png_bytes(pixels, 4); }

OutputCost picture_output_cost(const OutputSpec& spec, const Estimate& from) {
  const render::PictureCost cost = render::picture_cost(*spec.picture, from.grid);
  return {png_bytes(cost.pixels, 4), cost.bytes, cost.seconds};
}

OutputCost heightmap_png_cost(const OutputSpec& spec, const Estimate& from) {
  return {png_bytes(from.pixels, spec.depth == Depth::bits8 ? 1 : 2)};
}

OutputCost r16_cost(const OutputSpec&, const Estimate& from) { return {from.pixels * 2}; }

OutputCost r32_cost(const OutputSpec&, const Estimate& from) { return {from.pixels * 4}; }

OutputCost exr_cost(const OutputSpec&, const Estimate& from) {
  Amount raw = from.pixels * 4;
  if (raw.most)
    raw.most = *raw.most + 20 * *from.pixels.most;  // headers of rows; there are at most as many rows as samples
  return {compressed(raw)};
}

OutputCost tif_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kTile = 256.0 * 256 * 4;
  Amount raw = from.pixels * 4;
  if (raw.most) raw.most = *raw.most * 2 + 64 * kTile;
  if (from.grid) {
    // Tiles are whole, and each smaller version has half the samples along each side.
    double tiles = 0, level = 1;
    for (; level * 256 < 2.0 * std::max(from.grid->width, from.grid->height); level *= 2)
      tiles += std::ceil(from.grid->width / level / 256) * std::ceil(from.grid->height / level / 256);
    raw.most = std::max(tiles, 1.0) * kTile;
  }
  return {compressed(raw)};
}

OutputCost heightmap_obj_cost(const OutputSpec& spec, const Estimate& from) {
  const Estimate mesh = mesh_of_heightmap(spec, from);
  return {obj_bytes(mesh.surface), mesh.bytes};
}

OutputCost image_png_cost(const OutputSpec& spec, const Estimate& from) {
  const int channels = spec.channel ? 1 : 4;
  return {png_bytes(from.pixels, (from.image_bits() == 8 || spec.depth == Depth::bits8 ? 1 : 2) * channels)};
}

OutputCost surface_obj_cost(const OutputSpec&, const Estimate& from) { return {obj_bytes(from.surface)}; }

OutputCost string_txt_cost(const OutputSpec&, const Estimate& from) {
  return {from.text + Amount::exactly(1)};  // the end of the line
}

OutputCost unknown_cost(const OutputSpec&, const Estimate&) { return {}; }

}  // namespace weald::pipeline
