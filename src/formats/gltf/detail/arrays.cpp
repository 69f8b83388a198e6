#include "formats/gltf/detail/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/math/srgb.h"
#include "base/parallel.h"
#include "data/image.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/meshopt_filters.h"
#include "methods/mesh/tangents.h"
#include "methods/mesh/vertex_order.h"

namespace weald::gltf {

namespace {

using io::put_float;
using io::put_word;

float share(std::uint8_t code) { return static_cast<float>(code) / 255.0f; }

std::uint16_t long_code(std::uint8_t code) { return static_cast<std::uint16_t>(code * 257); }

// Wind packing converts the wind data of plants to the form that an engine reads.

/// Number of sets of texture coordinates that the packing uses besides the first.
int uv_sets_of(WindPacking packing) {
  switch (packing) {
    case WindPacking::unity: return 1;
    case WindPacking::unreal: return 2;
    case WindPacking::attribute:
    case WindPacking::none: break;
  }
  return 0;
}

/// Set `set` (from 1) of a vertex with the wind data `wind` (mesh::VertexAttributes::wind), as stored in the file.
/// - unity, 1: bend and 1 - branch, since importers flip v. Source: [unity-spec], [gltfast-spec].
/// - unreal, 1: bend and phase; 2: flutter and branch. Source: [unreal-spec].
/// Pre: the packing has that set.
Vec2f packed_uv(WindPacking packing, int set, const Rgba8& wind) {
  WEALD_CHECK(set >= 1 && set <= uv_sets_of(packing));
  if (packing == WindPacking::unity) return {share(wind.r), 1.0f - share(wind.a)};
  return set == 1 ? Vec2f{share(wind.r), share(wind.g)} : Vec2f{share(wind.b), share(wind.a)};
}

/// COLOR_0 of a vertex in the packing unity, in units of 1/65535: phase, flutter, 0, and in alpha the shade, which is
/// the luminance of the vertex's own linear colour. Source: [unity-spec].
std::array<std::uint16_t, 4> unity_colour(const Rgba8& wind, const std::array<std::uint16_t, 4>& own) {
  // Weights of the sRGB primaries in the luminance, in thousandths.
  const std::uint32_t luminance = (213u * own[0] + 715u * own[1] + 72u * own[2] + 500) / 1000;
  return {long_code(wind.g), long_code(wind.b), 0, static_cast<std::uint16_t>(luminance)};
}

/// The largest 16-bit index is reserved for the end of a strip.
constexpr std::size_t kMaxShortVertices = 65535;

/// Filtered texture coordinates are exact to a quarter of a texel of 8192.
constexpr int kFinestUv = -15;

/// Linear light of all sRGB codes, in units of 1/65535.
std::array<std::uint16_t, 256> make_linear_codes() {
  std::array<std::uint16_t, 256> codes{};
  for (std::size_t code = 0; code < 256; ++code) {
    codes[code] = static_cast<std::uint16_t>(linear_of_srgb(static_cast<double>(code) / 255) * 65535 + 0.5);
  }
  return codes;
}

char* put_code(char* out, float value) {
  const float code = std::floor(std::clamp(value, -1.0f, 1.0f) * 127.0f + 0.5f);
  *out = static_cast<char>(static_cast<std::int8_t>(code));
  return out + 1;
}

/// A quantized position in units of 1/65535.
std::array<std::uint16_t, 3> codes_of(const Vec3& position, const Quantization& quantization) {
  std::array<std::uint16_t, 3> codes{};
  for (int i = 0; i < 3; ++i) {
    const double share = (position[i] - quantization.offset[i]) / quantization.scale;
    codes[static_cast<std::size_t>(i)] =
        static_cast<std::uint16_t>(std::floor(std::clamp(share, 0.0, 1.0) * 65535 + 0.5));
  }
  return codes;
}

Bounds bounds_of(const mesh::Mesh& mesh, const mesh::CornerList& corners) {
  Bounds bounds;
  for (const std::uint32_t origin : corners.origins) {
    const Vec3f& p = mesh.positions[origin];
    if (!is_finite(p)) throw StageError("a vertex position is not finite");
    bounds.add(Vec3{p});
  }
  // As in the file, where -0 becomes 0.
  bounds.min += 0.0;
  bounds.max += 0.0;
  return bounds;
}

/// Whether any vertex colour is not white; multiplication by white has no effect.
bool has_colours(const mesh::Mesh& mesh, const mesh::CornerList& corners) {
  return !mesh.colours.empty() && std::ranges::any_of(corners.origins, [&](std::uint32_t origin) {
    return mesh.colours[origin] != Rgba8{255, 255, 255, 255};
  });
}

void add_to_measures(const Primitive& primitive, Measures& measures) {
  measures.triangles += primitive.corners.triangle_count();
  measures.vertices += primitive.corners.vertex_count();
  measures.bounds.add(primitive.bounds.min);
  measures.bounds.add(primitive.bounds.max);
}

/// Adds the tangents, and copies of vertices that have several tangents.
void add_tangents(const mesh::Mesh& mesh, Primitive& primitive) {
  mesh::CornerList& corners = primitive.corners;
  mesh::TriangleList list = mesh::gather(mesh, corners);
  mesh::Tangents tangents = mesh::add_tangents(list);
  corners.indices = std::move(list.indices);
  for (std::vector<std::uint32_t>* values : {&corners.origins, &corners.uvs, &corners.normals}) {
    if (values->empty()) continue;
    for (const std::uint32_t copied : tangents.copies) values->push_back((*values)[copied]);
  }
  primitive.tangents = std::move(tangents.values);
}

void put_in_order(Primitive& primitive) {
  mesh::CornerList& corners = primitive.corners;
  const std::vector<std::uint32_t> old_of_new = mesh::order_for_hardware(corners.indices, corners.vertex_count());
  corners.take_vertices(old_of_new);
  if (primitive.tangents.empty()) return;
  std::vector<Vec4f> tangents;
  tangents.reserve(old_of_new.size());
  for (const std::uint32_t old : old_of_new) tangents.push_back(primitive.tangents[old]);
  primitive.tangents = std::move(tangents);
}

bool wants_tangents(const mesh::Mesh& mesh, const GltfParams& params) {
  return params.tangents && !mesh.uvs.empty() && !mesh.normals.empty() &&
         std::ranges::any_of(mesh.materials,
                             [](const mesh::Material& material) { return material.normals.has_value(); });
}

Quantization quantization_of(const std::vector<Primitive>& primitives) {
  Bounds all;
  for (const Primitive& primitive : primitives) {
    all.add(primitive.bounds.min);
    all.add(primitive.bounds.max);
  }
  if (primitives.empty()) return {};
  const Vec3 size = all.max - all.min;
  const double longest = std::max({size.x, size.y, size.z});
  return {all.min, longest > 0 ? longest : 1};
}

/// Makes a Fill that calls `put` for each element, at intervals of `stride` bytes.
template <class Put>
Fill each(std::size_t stride, Put put) {
  return [stride, put](std::size_t begin, std::size_t end, char* out) {
    for (std::size_t i = begin; i < end; ++i, out += stride) put(i, out);
  };
}

Array positions_array(const MeshArrays& arrays, const Primitive& primitive) {
  const mesh::Mesh& mesh = *arrays.mesh;
  const mesh::CornerList& corners = primitive.corners;
  const std::size_t count = corners.vertex_count();
  if (!arrays.is_quantized) {
    return {Use::positions, Component::f32, false, "VEC3", count, 12, each(12, [&](std::size_t i, char* out) {
              const Vec3f p = corners.position(mesh, i);
              put_float(put_float(put_float(out, p.x), p.y), p.z);
            })};
  }
  return {Use::positions, Component::u16, true, "VEC3", count, 8, each(8, [&](std::size_t i, char* out) {
            for (const std::uint16_t code : codes_of(Vec3{corners.position(mesh, i)}, arrays.quantization))
              out = put_word(out, code);
            put_word(out, std::uint16_t{0});
          })};
}

Array normals_array(const MeshArrays& arrays, const Primitive& primitive) {
  const mesh::Mesh& mesh = *arrays.mesh;
  const mesh::CornerList& corners = primitive.corners;
  if (!arrays.is_quantized) {
    return {Use::normals,
            Component::f32,
            false,
            "VEC3",
            corners.vertex_count(),
            12,
            each(12, [&](std::size_t i, char* out) {
              const Vec3f n = corners.normal(mesh, i);
              put_float(put_float(put_float(out, n.x), n.y), n.z);
            })};
  }
  if (arrays.is_filtered) {
    const auto put = [&](std::size_t i, char* out) { io::put_octahedral(corners.normal(mesh, i), 0, out); };
    return {Use::normals, Component::i8, true, "VEC3", corners.vertex_count(), 4, each(4, put), Filter::octahedral};
  }
  return {Use::normals, Component::i8, true, "VEC3", corners.vertex_count(), 4, each(4, [&](std::size_t i, char* out) {
            const Vec3f n = corners.normal(mesh, i);
            *put_code(put_code(put_code(out, n.x), n.y), n.z) = 0;
          })};
}

Array tangents_array(const MeshArrays& arrays, const Primitive& primitive) {
  const std::vector<Vec4f>& tangents = primitive.tangents;
  if (!arrays.is_quantized) {
    return {Use::tangents, Component::f32, false, "VEC4", tangents.size(), 16, each(16, [&](std::size_t i, char* out) {
              const Vec4f& t = tangents[i];
              put_float(put_float(put_float(put_float(out, t.x), t.y), t.z), t.w);
            })};
  }
  if (arrays.is_filtered) {
    const auto put = [&](std::size_t i, char* out) { io::put_octahedral(Vec3f{tangents[i]}, tangents[i].w, out); };
    return {Use::tangents, Component::i8, true, "VEC4", tangents.size(), 4, each(4, put), Filter::octahedral};
  }
  return {Use::tangents, Component::i8, true, "VEC4", tangents.size(), 4, each(4, [&](std::size_t i, char* out) {
            const Vec4f& t = tangents[i];
            put_code(put_code(put_code(put_code(out, t.x), t.y), t.z), t.w);
          })};
}

/// Texture coordinates; `uv_of` gives those of a vertex as written to the file.
template <class UvOf>
Array uvs_array(bool is_filtered, std::size_t count, UvOf uv_of) {
  if (!is_filtered) {
    return {Use::uvs, Component::f32, false, "VEC2", count, 8, each(8, [uv_of](std::size_t i, char* out) {
              const Vec2f uv = uv_of(i);
              put_float(put_float(out, uv.x), uv.y);
            })};
  }
  float largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2f uv = uv_of(i);
    largest = std::max({largest, std::abs(uv.x), std::abs(uv.y)});
  }
  const auto put = [uv_of, exponent = io::exponent_for(largest, kFinestUv)](std::size_t i, char* out) {
    const Vec2f uv = uv_of(i);
    io::put_exponential(uv.x, exponent, out);
    io::put_exponential(uv.y, exponent, out + 4);
  };
  return {Use::uvs, Component::f32, false, "VEC2", count, 8, each(8, put), Filter::exponential};
}

Array first_uvs_array(const MeshArrays& arrays, const mesh::CornerList& corners) {
  return uvs_array(arrays.is_filtered, corners.vertex_count(), [&mesh = *arrays.mesh, &corners](std::size_t i) {
    const Vec2f uv = corners.uv(mesh, i);
    return Vec2f{uv.x, 1.0f - uv.y};  // glTF's v grows downwards
  });
}

Array further_uvs_array(const MeshArrays& arrays, const mesh::CornerList& corners, int set) {
  return uvs_array(arrays.is_filtered, corners.vertex_count(),
                   [&mesh = *arrays.mesh, &corners, packing = arrays.wind, set](std::size_t i) {
                     return packed_uv(packing, set, mesh.wind[corners.origins[i]]);
                   });
}

Array colours_array(const MeshArrays& arrays, const Primitive& primitive) {
  static const std::array<std::uint16_t, 256> codes = make_linear_codes();
  const mesh::Mesh& mesh = *arrays.mesh;
  const mesh::CornerList& corners = primitive.corners;
  const bool is_unity = arrays.wind == WindPacking::unity, has_colours = primitive.has_colours;
  return {Use::colours,
          Component::u16,
          true,
          "VEC4",
          corners.vertex_count(),
          8,
          each(8, [&mesh, &corners, is_unity, has_colours](std::size_t i, char* out) {
            std::array<std::uint16_t, 4> colour{65535, 65535, 65535, 65535};
            const std::uint32_t origin = corners.origins[i];
            if (has_colours) {
              const Rgba8& c = mesh.colours[origin];
              colour = {codes[c.r], codes[c.g], codes[c.b], static_cast<std::uint16_t>(c.a * 257)};
            }
            if (is_unity) colour = unity_colour(mesh.wind[origin], colour);
            for (const std::uint16_t code : colour) out = put_word(out, code);
          })};
}

Array wind_array(const mesh::Mesh& mesh, const mesh::CornerList& corners) {
  return {Use::wind, Component::u8, true, "VEC4", corners.vertex_count(), 4, each(4, [&](std::size_t i, char* out) {
            const Rgba8& w = mesh.wind[corners.origins[i]];
            for (const std::uint8_t channel : {w.r, w.g, w.b, w.a}) *out++ = static_cast<char>(channel);
          })};
}

Array indices_array(const mesh::CornerList& corners) {
  const std::vector<std::uint32_t>& indices = corners.indices;
  if (corners.vertex_count() <= kMaxShortVertices) {
    return {Use::indices16, Component::u16, false, "SCALAR", indices.size(), 2, each(2, [&](std::size_t i, char* out) {
              put_word(out, static_cast<std::uint16_t>(indices[i]));
            })};
  }
  return {Use::indices32, Component::u32, false, "SCALAR", indices.size(), 4, each(4, [&](std::size_t i, char* out) {
            put_word(out, indices[i]);
          })};
}

/// The bounds of the positions as written to the file.
Bounds written_bounds(const MeshArrays& arrays, const Primitive& primitive) {
  if (!arrays.is_quantized) return primitive.bounds;
  Bounds bounds;
  for (const Vec3& corner : {primitive.bounds.min, primitive.bounds.max}) {
    const auto codes = codes_of(corner, arrays.quantization);
    bounds.add({static_cast<double>(codes[0]), static_cast<double>(codes[1]), static_cast<double>(codes[2])});
  }
  return bounds;
}

}  // namespace

MeshArrays arrays_of(const mesh::Mesh& mesh, const GltfParams& params) {
  MeshArrays result;
  result.mesh = &mesh;
  result.is_quantized = params.quantize;
  result.is_filtered = params.quantize && params.compression == Compression::meshopt;
  if (!mesh.wind.empty()) result.wind = params.wind;
  const bool has_tangents = wants_tangents(mesh, params);
  // Attributes with their own indices may repeat values, and tangents need the whole surface.
  const bool welds = has_tangents || !mesh.uvs.index.empty() || !mesh.normals.index.empty();
  for (mesh::CornerList& corners : mesh::corner_lists(mesh, welds ? mesh::WeldVertices::yes : mesh::WeldVertices::no)) {
    Primitive& primitive = result.primitives.emplace_back();
    primitive.corners = std::move(corners);
    if (has_tangents && mesh.materials[primitive.corners.material].normals) add_tangents(mesh, primitive);
    put_in_order(primitive);
    primitive.bounds = bounds_of(mesh, primitive.corners);
    primitive.has_colours = has_colours(mesh, primitive.corners);
    add_to_measures(primitive, result.measures);
  }
  result.quantization = params.quantize ? quantization_of(result.primitives) : Quantization{};
  return result;
}

Json add_primitive(const MeshArrays& arrays, const Primitive& primitive, Binary& binary) {
  const mesh::Mesh& mesh = *arrays.mesh;
  const mesh::CornerList& corners = primitive.corners;
  const Bounds bounds = written_bounds(arrays, primitive);
  const std::array<double, 3> least{bounds.min.x, bounds.min.y, bounds.min.z};
  const std::array<double, 3> most{bounds.max.x, bounds.max.y, bounds.max.z};
  Json attributes = Json::object();
  attributes["POSITION"] = binary.add(positions_array(arrays, primitive), least, most);
  if (!mesh.normals.empty()) attributes["NORMAL"] = binary.add(normals_array(arrays, primitive));
  if (!primitive.tangents.empty()) attributes["TANGENT"] = binary.add(tangents_array(arrays, primitive));
  const int further_uvs = uv_sets_of(arrays.wind);
  if (!mesh.uvs.empty())
    attributes["TEXCOORD_0"] = binary.add(first_uvs_array(arrays, corners));
  else if (further_uvs > 0)  // glTF requires the first set if there are others
    attributes["TEXCOORD_0"] = binary.add(further_uvs_array(arrays, corners, 1));
  for (int set = 1; set <= further_uvs; ++set)
    attributes["TEXCOORD_" + std::to_string(set)] = binary.add(further_uvs_array(arrays, corners, set));
  if (primitive.has_colours || arrays.wind == WindPacking::unity)
    attributes["COLOR_0"] = binary.add(colours_array(arrays, primitive));
  if (arrays.wind == WindPacking::attribute) attributes["_WIND"] = binary.add(wind_array(mesh, corners));
  return {{"attributes", std::move(attributes)}, {"indices", binary.add(indices_array(corners))}};
}

namespace {

/// Rounded to the micrometre: single precision has no more digits, and people read these numbers.
double short_length(double metres) { return std::round(metres * 1e6) / 1e6 + 0.0; }

Json lengths(const Vec3& v) { return {short_length(v.x), short_length(v.y), short_length(v.z)}; }

}  // namespace

void add_copy(Measures& total, const Measures& mesh, const Placement& placement) {
  total.triangles += mesh.triangles;
  total.vertices += mesh.vertices;
  if (mesh.bounds.empty()) return;
  const Mat4 matrix = matrix_of(placement);
  for (int corner = 0; corner < 8; ++corner) {
    const auto pick = [&](int axis) {
      return (corner >> axis & 1) != 0 ? mesh.bounds.max[axis] : mesh.bounds.min[axis];
    };
    total.bounds.add(Vec3{matrix * Vec4{pick(0), pick(1), pick(2), 1}});
  }
}

Json extras_of(const Measures& measures) {
  Json json{{"triangles", measures.triangles}, {"vertices", measures.vertices}};
  if (measures.bounds.empty()) return json;
  json["height_m"] = short_length(measures.bounds.max.y - measures.bounds.min.y);
  json["min_m"] = lengths(measures.bounds.min);
  json["max_m"] = lengths(measures.bounds.max);
  return json;
}

Json extras_of(const Origin& origin) { return {{"preset", origin.preset}, {"seed", origin.seed}}; }

}  // namespace weald::gltf
