#pragma once
// GLB files taken apart by the numbers of the specification, for the tests of the writer.

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "formats/gltf/gltf_writer.h"
#include "methods/mesh/build.h"

namespace weald::test {

using gltf::GltfParams;
using gltf::Model;
using nlohmann::json;

struct Glb {
  json document;
  std::string binary;
};

inline std::uint32_t word_at(const std::string& bytes, std::size_t place) {
  std::uint32_t word = 0;
  REQUIRE(place + 4 <= bytes.size());
  std::memcpy(&word, bytes.data() + place, 4);
  return word;
}

inline Glb parse_glb(const std::string& file) {
  REQUIRE(file.substr(0, 4) == "glTF");
  CHECK(word_at(file, 4) == 2);
  CHECK(word_at(file, 8) == file.size());
  const std::uint32_t text = word_at(file, 12);
  REQUIRE(file.substr(16, 4) == "JSON");
  CHECK(text % 4 == 0);
  Glb glb{json::parse(file.substr(20, text)), {}};
  if (20 + text == file.size()) return glb;
  const std::uint32_t size = word_at(file, 20 + text);
  REQUIRE(file.substr(24 + text, 4) == std::string("BIN\0", 4));
  glb.binary = file.substr(28 + text);
  CHECK(glb.binary.size() == size);
  return glb;
}

inline std::string glb_of(const Model& model, const GltfParams& params = {}) {
  io::StringSink sink;
  gltf::write_glb(model, params, sink);
  return sink.text;
}

/// The vectors of an accessor, numbers as they are meant.
inline std::vector<std::vector<double>> values_of(const Glb& glb, std::size_t number) {
  const json& accessor = glb.document["accessors"][number];
  const json& view = glb.document["bufferViews"][accessor["bufferView"].get<std::size_t>()];
  const std::map<int, std::size_t> sizes{{5120, 1}, {5121, 1}, {5122, 2}, {5123, 2}, {5125, 4}, {5126, 4}};
  const std::map<std::string, std::size_t> lengths{{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}};
  const int type = accessor["componentType"];
  const std::size_t size = sizes.at(type), length = lengths.at(accessor["type"]);
  const std::size_t stride = view.value("byteStride", size * length);
  const std::size_t begin = view["byteOffset"].get<std::size_t>() + accessor["byteOffset"].get<std::size_t>();
  const bool normalized = accessor.value("normalized", false);
  std::vector<std::vector<double>> values;
  for (std::size_t i = 0; i < accessor["count"].get<std::size_t>(); ++i) {
    std::vector<double>& vector = values.emplace_back();
    for (std::size_t k = 0; k < length; ++k) {
      const char* at = glb.binary.data() + begin + i * stride + k * size;
      REQUIRE(begin + i * stride + (k + 1) * size <= glb.binary.size());
      const auto read = [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return static_cast<double>(value);
      };
      switch (type) {
        case 5120: vector.push_back(read(std::int8_t{}) / (normalized ? 127 : 1)); break;
        case 5121: vector.push_back(read(std::uint8_t{}) / (normalized ? 255 : 1)); break;
        case 5123: vector.push_back(read(std::uint16_t{}) / (normalized ? 65535 : 1)); break;
        case 5125: vector.push_back(read(std::uint32_t{})); break;
        default: vector.push_back(read(float{}));
      }
    }
  }
  return values;
}

inline mesh::Mesh mesh_of(const mesh::Soup& soup) { return mesh::build_mesh(soup).mesh; }

inline Model model_of(const mesh::Mesh& mesh) { return {"thing", {{"thing", {{&mesh, 0}}}}, {{0, Mat4{1.0}}}}; }

/// A square with UVs, normals up and a normal map, colours red and half of that.
inline mesh::Soup dressed_square() {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {0, 0, 2}, {2, 0, 2}, {2, 0, 0}};
  soup.uvs = {{0, 1}, {0, 0}, {1, 0}, {1, 1}};
  soup.normals = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
  soup.colours = {{255, 0, 0, 255}, {128, 0, 0, 255}, {255, 0, 0, 255}, {255, 0, 0, 255}};
  const std::vector<std::uint32_t> face{0, 1, 2, 3};
  soup.add_face(face);
  Image leaf{Grid<Rgba8>(2, 2)};
  leaf.pixels.values()[0] = {10, 20, 30, 0};
  soup.materials[0] = {
      .name = "leaf",
      .colour = {1, 0.5f, 0},
      .roughness = 0.7f,
      .two_sided = true,
      .texture = mesh::Texture{"leaf", std::make_shared<const Image>(leaf), 0.4f},
      .normals = mesh::Texture{"leaf.normals", std::make_shared<const Image>(Image{Grid<Rgba8>(1, 1)})},
      .translucency = 0.3f};
  return soup;
}

}  // namespace weald::test
