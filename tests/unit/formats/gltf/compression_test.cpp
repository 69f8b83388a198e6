// GLB files with EXT_meshopt_compression: what they hold, and that nothing of it changes.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "formats/gltf/gltf_writer.h"
#include "formats/meshes/detail/glb_reader.h"
#include "methods/mesh/build.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::gltf;
using nlohmann::json;

namespace {

constexpr GltfParams kPacked{.compression = Compression::meshopt};
constexpr GltfParams kSmall{.quantize = true}, kSmallest{.quantize = true, .compression = Compression::meshopt};

std::string file_of(const Model& model, const GltfParams& params) {
  io::StringSink sink;
  write_glb(model, params, sink);
  return sink.text;
}

json document_of(const std::string& file) {
  std::uint32_t size = 0;
  std::memcpy(&size, file.data() + 12, 4);
  return json::parse(file.substr(20, size));
}

std::string binary_of(const std::string& file) { return file.substr(file.find(std::string("BIN\0", 4)) + 4); }

/// A torus with everything that a vertex can have. UVs repeat, and some are negative.
mesh::Mesh dressed_torus(int rings) {
  mesh::Soup soup = test::torus(rings, 30);
  for (std::size_t i = 0; i < soup.positions.size(); ++i) {
    const Vec3f p = soup.positions[i];
    const auto shade = static_cast<std::uint8_t>(i % 200);
    soup.normals.push_back(glm::normalize(p + Vec3f{0.1f, 0.2f, 0.3f}));
    soup.uvs.push_back({7 * p.x, 3 * p.z - 20});
    soup.colours.push_back({shade, 100, 20, 255});
    soup.wind.push_back({shade, 9, shade, 1});
  }
  soup.materials[0].normals = mesh::Texture{"bumps", std::make_shared<const Image>(Image{Grid<Rgba8>(4, 4)})};
  return mesh::build_mesh(soup).mesh;
}

Model copies_of(const mesh::Mesh& mesh, const mesh::Mesh& other, int count) {
  Model model{"wood", {{"ring", {{&mesh, 0.2}, {&other, 0}}}, {"other", {{&other, 0}}}}, {{1, Mat4{1.0}}}};
  for (int i = 0; i < count; ++i) {
    const double turn = 0.3 * i, size = 1 + 0.1 * i;
    Mat4 place{1.0};
    place[0] = Vec4{std::cos(turn), 0, std::sin(turn), 0} * size;
    place[1] = Vec4{0, 1, 0, 0} * size;
    place[2] = Vec4{-std::sin(turn), 0, std::cos(turn), 0} * size;
    place[3] = {i * 7.13, 0.4 * i, -3.3 * i, 1};
    model.instances.push_back({0, place});
  }
  return model;
}

/// The corners of all triangles, each triangle with its least corner first: place, normal, UV, colour, wind.
std::vector<std::vector<float>> corners_of(const mesh::Soup& soup) {
  std::vector<std::vector<float>> corners;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    std::array<std::vector<float>, 3> face;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = soup.face(f)[k];
      const Vec3f &p = soup.positions[v], &n = soup.normals[v];
      const Rgba8 &c = soup.colours[v], &w = soup.wind[v];
      face[k] = {p.x, p.y, p.z, n.x, n.y, n.z, soup.uvs[v].x, soup.uvs[v].y};
      for (const std::uint8_t code : {c.r, c.g, c.b, c.a, w.r, w.g, w.b, w.a}) face[k].push_back(code / 255.0f);
    }
    std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
    corners.insert(corners.end(), face.begin(), face.end());
  }
  return corners;
}

}  // namespace

TEST_CASE("A compressed file has the same corners as the other, and is smaller") {
  const mesh::Mesh torus = dressed_torus(60), other = dressed_torus(20);
  for (const Instances instances : {Instances::nodes, Instances::gpu}) {
    const Model model = copies_of(torus, other, 5);
    const std::string whole = file_of(model, {.instances = instances});
    const std::string packed = file_of(model, {.instances = instances, .compression = Compression::meshopt});
    CHECK(packed.size() < whole.size() * 3 / 4);
    CHECK(corners_of(io::parse_glb(packed, "packed").soup) == corners_of(io::parse_glb(whole, "whole").soup));
  }
}

TEST_CASE("A compressed and quantized file is the quantized one to the precision of its filters") {
  const mesh::Mesh torus = dressed_torus(60), other = dressed_torus(20);
  for (const Instances instances : {Instances::nodes, Instances::gpu}) {
    const Model model = copies_of(torus, other, 5);
    GltfParams params = kSmall;
    params.instances = instances;
    const std::string plain = file_of(model, params);
    params.compression = Compression::meshopt;
    const std::string packed = file_of(model, params);
    CHECK(packed.size() < plain.size() * 7 / 10);
    const auto expected = io::parse_glb(plain, "plain").soup, found = io::parse_glb(packed, "packed").soup;
    REQUIRE(found.positions.size() == expected.positions.size());
    for (std::size_t i = 0; i < found.positions.size(); ++i) {
      CHECK(glm::distance(found.positions[i], expected.positions[i]) < 2e-3f);
      CHECK(glm::dot(found.normals[i], expected.normals[i]) > 0.9995f);
      CHECK(glm::distance(found.uvs[i], expected.uvs[i]) < 3e-5f);
      CHECK(found.colours[i] == expected.colours[i]);
      CHECK(found.wind[i] == expected.wind[i]);
    }
  }
}

TEST_CASE("A compressed file says so: streams, their modes and filters, and a buffer that nobody has") {
  const mesh::Mesh torus = dressed_torus(60);
  const Model model = copies_of(torus, torus, 5);
  const std::string file =
      file_of(model, {.instances = Instances::gpu, .quantize = true, .compression = Compression::meshopt});
  const json document = document_of(file);
  CHECK(document["extensionsRequired"] ==
        json{"EXT_mesh_gpu_instancing", "EXT_meshopt_compression", "KHR_mesh_quantization"});
  REQUIRE(document["buffers"].size() == 2);
  CHECK_FALSE(document["buffers"][1].contains("uri"));
  CHECK(document["buffers"][1]["extensions"]["EXT_meshopt_compression"]["fallback"] == true);
  const std::string bytes = binary_of(file);
  std::multiset<std::string> kinds;
  std::size_t end = 0, end_of_whole = 0;
  for (const json& view : document["bufferViews"]) {
    if (!view.contains("extensions")) {
      CHECK(view["buffer"] == 0);
      continue;
    }
    const json& stream = view["extensions"]["EXT_meshopt_compression"];
    kinds.insert(stream["mode"].get<std::string>() + " " + stream.value("filter", "NONE") + " " +
                 std::to_string(stream["byteStride"].get<int>()));
    CHECK(view["buffer"] == 1);
    CHECK(stream["buffer"] == 0);
    CHECK(view["byteLength"] == stream["byteStride"].get<int>() * stream["count"].get<int>());
    CHECK((!view.contains("byteStride") || view["byteStride"] == stream["byteStride"]));
    // The versions of the streams that readers of the extension know.
    CHECK(bytes[stream["byteOffset"].get<std::size_t>()] == (stream["mode"] == "TRIANGLES" ? '\xE1' : '\xA0'));
    CHECK(stream["byteOffset"].get<std::size_t>() >= end);
    CHECK(view["byteOffset"].get<std::size_t>() >= end_of_whole);
    end = stream["byteOffset"].get<std::size_t>() + stream["byteLength"].get<std::size_t>();
    end_of_whole = view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>();
  }
  CHECK(end <= document["buffers"][0]["byteLength"].get<std::size_t>());
  CHECK(end_of_whole <= document["buffers"][1]["byteLength"].get<std::size_t>());
  CHECK(kinds == std::multiset<std::string>{"ATTRIBUTES NONE 8", "ATTRIBUTES OCTAHEDRAL 4", "ATTRIBUTES OCTAHEDRAL 4",
                                            "ATTRIBUTES EXPONENTIAL 8", "ATTRIBUTES NONE 8", "ATTRIBUTES NONE 4",
                                            "ATTRIBUTES EXPONENTIAL 12", "ATTRIBUTES QUATERNION 8",
                                            "ATTRIBUTES EXPONENTIAL 12", "TRIANGLES NONE 2"});
}

TEST_CASE("A compressed file has the same bytes for any number of threads") {
  const mesh::Mesh torus = dressed_torus(700), other = dressed_torus(40);
  const Model model = copies_of(torus, other, 3);
  for (const GltfParams& params : {kPacked, kSmallest}) {
    std::set<std::string> files;
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      files.insert(file_of(model, params));
    }
    CHECK(files.size() == 1);
  }
}

TEST_CASE("The text form of a compressed file keeps its streams in the binary one") {
  const mesh::Mesh torus = dressed_torus(20);
  const Model model = copies_of(torus, torus, 1);
  io::StringSink text, binary;
  write_gltf(
      model, kPacked, {"ring.bin", {"bumps.png"}}, [&](const auto& fill) { fill(text); },
      [&](const auto& fill) { fill(binary); });
  const json document = json::parse(text.text);
  REQUIRE(document["buffers"].size() == 2);
  CHECK(document["buffers"][0]["uri"] == "ring.bin");
  CHECK(document["buffers"][0]["byteLength"] == binary.text.size());
  CHECK_FALSE(document["buffers"][1].contains("uri"));
}

TEST_CASE("A model without triangles needs no decoder") {
  const mesh::Mesh nothing;
  const Model model{"empty", {{"empty", {{&nothing, 0}}}}, {{0, Mat4{1.0}}}};
  CHECK(file_of(model, kPacked) == file_of(model, {}));
}

TEST_CASE("Compressed views that lie are refused, however much they promise") {
  const mesh::Mesh torus = dressed_torus(20);
  const std::string file = file_of(copies_of(torus, torus, 1), kPacked);
  const json document = document_of(file);
  const std::string binary = binary_of(file);
  const auto with = [&](const char* path, const json& value) {
    json changed = document;
    changed[json::json_pointer(std::string("/bufferViews/0") + path)] = value;
    std::string text = changed.dump();
    text.append((4 - text.size() % 4) % 4, ' ');
    std::string result = file.substr(0, 12);
    const auto add = [&](std::uint32_t word) { result.append(reinterpret_cast<const char*>(&word), 4); };
    add(static_cast<std::uint32_t>(text.size()));
    result += "JSON" + text;
    add(static_cast<std::uint32_t>(binary.size()));
    return result + std::string("BIN\0", 4) + binary;
  };
  CHECK_NOTHROW(io::parse_glb(with("/name", "as it is"), "file"));
  const std::string stream = "/extensions/EXT_meshopt_compression";
  for (const auto& [path, value] : {std::pair{stream + "/count", json(1u << 30)},
                                    {stream + "/count", json(-1)},
                                    {stream + "/byteLength", json(7)},
                                    {stream + "/byteOffset", json(1u << 30)},
                                    {stream + "/byteStride", json(0)},
                                    {stream + "/byteStride", json(24)},
                                    {stream + "/mode", json("TRIANGLES")},
                                    {stream + "/mode", json(3)},
                                    {stream + "/filter", json("COLOR")},
                                    {stream + "/buffer", json(1)},
                                    {std::string("/byteLength"), json(std::uint64_t{1} << 60)},
                                    {stream, json(json::array())}}) {
    INFO(path << ": " << value);
    CHECK_THROWS_AS(io::parse_glb(with(path.c_str(), value), "file"), IoError);
  }
}
