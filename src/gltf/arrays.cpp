#include "gltf/arrays.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.h"
#include "core/srgb.h"
#include "gltf/wind_packing.h"
#include "mesh/tangents.h"
#include "mesh/vertex_order.h"

namespace weald::gltf {

namespace {

/// The largest index of 16 bits means the end of a strip.
constexpr std::size_t kMostShortVertices = 65535;

/// Linear light of all sRGB codes, in 65535ths.
std::array<std::uint16_t, 256> make_linear_codes() {
  std::array<std::uint16_t, 256> codes{};
  for (std::size_t code = 0; code < 256; ++code) {
    codes[code] = static_cast<std::uint16_t>(linear_of_srgb(static_cast<double>(code) / 255) * 65535 + 0.5);
  }
  return codes;
}

std::vector<std::array<std::uint16_t, 4>> linear_colours(const std::vector<Rgba8>& colours) {
  // White multiplies nothing.
  if (std::ranges::all_of(colours, [](const Rgba8& c) { return c == Rgba8{255, 255, 255, 255}; })) return {};
  static const std::array<std::uint16_t, 256> codes = make_linear_codes();
  std::vector<std::array<std::uint16_t, 4>> result;
  result.reserve(colours.size());
  for (const Rgba8& c : colours)
    result.push_back({codes[c.r], codes[c.g], codes[c.b], static_cast<std::uint16_t>(c.a * 257)});
  return result;
}

std::int8_t signed_byte(float value) {
  return static_cast<std::int8_t>(std::floor(std::clamp(value, -1.0f, 1.0f) * 127.0f + 0.5f));
}

void bound(PrimitiveArrays& arrays, const std::vector<Vec3f>& positions) {
  Bounds bounds;
  for (const Vec3f& p : positions) {
    if (!is_finite(p)) throw StageError("a vertex is not at a finite place");
    bounds.add(Vec3{p});
  }
  arrays.least = bounds.min;
  arrays.most = bounds.max;
}

/// Puts wind data where the packing has them.
void pack_wind(std::vector<Rgba8>&& wind, WindPacking packing, PrimitiveArrays& arrays) {
  if (wind.empty()) return;
  for (int set = 1; set <= uv_sets_of(packing); ++set) {
    for (const Rgba8& w : wind) (set == 1 ? arrays.uvs1 : arrays.uvs2).push_back(packed_uv(packing, set, w));
  }
  if (packing == WindPacking::unity) {
    if (arrays.colours.empty()) arrays.colours.assign(wind.size(), {65535, 65535, 65535, 65535});
    for (std::size_t i = 0; i < wind.size(); ++i) arrays.colours[i] = unity_colour(wind[i], arrays.colours[i]);
  }
  if (packing == WindPacking::attribute) arrays.wind = std::move(wind);
}

/// Pre: the bounds are metres still.
void add_to_measures(const PrimitiveArrays& arrays, Measures& measures) {
  measures.triangles += (arrays.indices16.size() + arrays.indices32.size()) / 3;
  measures.vertices += arrays.vertex_count;
  measures.bounds.add(arrays.least);
  measures.bounds.add(arrays.most);
}

PrimitiveArrays whole_arrays(mesh::TriangleList&& list, WindPacking packing) {
  PrimitiveArrays arrays;
  arrays.material = list.material;
  arrays.groups = std::move(list.groups);
  arrays.vertex_count = list.vertex_count();
  bound(arrays, list.positions);
  arrays.positions = std::move(list.positions);
  arrays.normals = std::move(list.normals);
  arrays.tangents = std::move(list.tangents);
  arrays.uvs = std::move(list.uvs);
  for (Vec2f& uv : arrays.uvs) uv.y = 1.0f - uv.y;
  arrays.colours = linear_colours(list.colours);
  pack_wind(std::move(list.wind), packing, arrays);
  if (arrays.vertex_count <= kMostShortVertices)
    arrays.indices16.assign(list.indices.begin(), list.indices.end());
  else
    arrays.indices32 = std::move(list.indices);
  return arrays;
}

Quantization quantization_of(const std::vector<PrimitiveArrays>& primitives) {
  Bounds all;
  for (const PrimitiveArrays& arrays : primitives) {
    all.add(arrays.least);
    all.add(arrays.most);
  }
  if (primitives.empty()) return {};
  const Vec3 size = all.max - all.min;
  const double longest = std::max({size.x, size.y, size.z});
  return {all.min, longest > 0 ? longest : 1};
}

void quantize(PrimitiveArrays& arrays, const Quantization& quantization) {
  Vec3 least{65535.0}, most{0.0};
  for (const Vec3f& position : arrays.positions) {
    std::array<std::uint16_t, 4> small{};
    for (int i = 0; i < 3; ++i) {
      const double share = (static_cast<double>(position[i]) - quantization.offset[i]) / quantization.scale;
      const double code = std::floor(std::clamp(share, 0.0, 1.0) * 65535 + 0.5);
      small[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(code);
      least[i] = std::min(least[i], code);
      most[i] = std::max(most[i], code);
    }
    arrays.small_positions.push_back(small);
  }
  arrays.least = least;
  arrays.most = most;
  for (const Vec3f& n : arrays.normals)
    arrays.small_normals.push_back({signed_byte(n.x), signed_byte(n.y), signed_byte(n.z), 0});
  for (const Vec4f& t : arrays.tangents)
    arrays.small_tangents.push_back({signed_byte(t.x), signed_byte(t.y), signed_byte(t.z), signed_byte(t.w)});
  arrays.positions = {};
  arrays.normals = {};
  arrays.tangents = {};
}

template <class T>
Array array_of(Use use, Component component, std::string_view type, const std::vector<T>& values,
               bool normalized = false) {
  return {use, component, normalized, type, values.size(), sizeof(T), std::as_bytes(std::span(values))};
}

}  // namespace

MeshArrays arrays_of(const mesh::Mesh& mesh, const GltfParams& params) {
  MeshArrays result;
  for (mesh::TriangleList& list : mesh::triangle_lists(mesh)) {
    const mesh::Material& material = mesh.materials[list.material];
    if (params.tangents && material.normals && !list.uvs.empty() && !list.normals.empty()) mesh::add_tangents(list);
    mesh::order_for_hardware(list);
    result.primitives.push_back(whole_arrays(std::move(list), params.wind));
    add_to_measures(result.primitives.back(), result.measures);
  }
  if (!params.quantize) return result;
  result.quantization = quantization_of(result.primitives);
  for (PrimitiveArrays& arrays : result.primitives) quantize(arrays, result.quantization);
  return result;
}

Json add_primitive(const PrimitiveArrays& arrays, Binary& binary) {
  Json attributes = Json::object();
  const auto add = [&](const char* name, const Array& array) {
    if (array.count > 0) attributes[name] = binary.add(array);
  };
  const std::array<double, 3> least{arrays.least.x, arrays.least.y, arrays.least.z};
  const std::array<double, 3> most{arrays.most.x, arrays.most.y, arrays.most.z};
  attributes["POSITION"] =
      arrays.small_positions.empty()
          ? binary.add(array_of(Use::positions, Component::f32, "VEC3", arrays.positions), least, most)
          : binary.add(array_of(Use::positions, Component::u16, "VEC3", arrays.small_positions, true), least, most);
  add("NORMAL", array_of(Use::normals, Component::f32, "VEC3", arrays.normals));
  add("NORMAL", array_of(Use::normals, Component::i8, "VEC3", arrays.small_normals, true));
  add("TANGENT", array_of(Use::tangents, Component::f32, "VEC4", arrays.tangents));
  add("TANGENT", array_of(Use::tangents, Component::i8, "VEC4", arrays.small_tangents, true));
  // The first set must be there where there are others.
  const std::vector<Vec2f>& uvs = arrays.uvs.empty() ? arrays.uvs1 : arrays.uvs;
  add("TEXCOORD_0", array_of(Use::uvs, Component::f32, "VEC2", uvs));
  add("TEXCOORD_1", array_of(Use::uvs, Component::f32, "VEC2", arrays.uvs1));
  add("TEXCOORD_2", array_of(Use::uvs, Component::f32, "VEC2", arrays.uvs2));
  add("COLOR_0", array_of(Use::colours, Component::u16, "VEC4", arrays.colours, true));
  add("_WIND", array_of(Use::wind, Component::u8, "VEC4", arrays.wind, true));
  const std::size_t indices = arrays.indices16.empty()
                                  ? binary.add(array_of(Use::indices32, Component::u32, "SCALAR", arrays.indices32))
                                  : binary.add(array_of(Use::indices16, Component::u16, "SCALAR", arrays.indices16));
  return {{"attributes", std::move(attributes)}, {"indices", indices}};
}

}  // namespace weald::gltf
