// Wind data in glTF files, in each packing.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "unit/formats/gltf/glb_files.h"

using namespace weald;
using namespace weald::gltf;
using nlohmann::json;
using test::dressed_square, test::glb_of, test::mesh_of, test::model_of, test::parse_glb, test::values_of;
using test::Glb;

namespace {

/// A square with shade, and wind that tells its corners apart.
mesh::Soup windy_square() {
  mesh::Soup soup = dressed_square();
  for (std::uint8_t i = 0; i < 4; ++i)
    soup.wind.push_back({static_cast<std::uint8_t>(51 * i), static_cast<std::uint8_t>(51 + i), 102, 204});
  return soup;
}

/// The attributes of the square by the number of its corner in windy_square(), which the position tells.
std::map<std::string, std::vector<std::vector<double>>> by_corner(const Glb& glb) {
  const json& attributes = glb.document["meshes"][0]["primitives"][0]["attributes"];
  const auto positions = values_of(glb, attributes["POSITION"]);
  REQUIRE(positions.size() == 4);
  const mesh::Soup soup = windy_square();
  std::map<std::string, std::vector<std::vector<double>>> result;
  for (const auto& [name, accessor] : attributes.items()) {
    const auto values = values_of(glb, accessor);
    REQUIRE(values.size() == 4);
    result[name].resize(4);
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3f place{static_cast<float>(positions[i][0]), static_cast<float>(positions[i][1]),
                        static_cast<float>(positions[i][2])};
      const auto corner = std::find(soup.positions.begin(), soup.positions.end(), place);
      REQUIRE(corner != soup.positions.end());
      result[name][static_cast<std::size_t>(corner - soup.positions.begin())] = values[i];
    }
  }
  return result;
}

/// Whether vectors are the same to the last place of single precision.
bool is_near(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return std::abs(x - y) < 1e-5; });
}

}  // namespace

TEST_CASE("Wind stands beside the shade, in an attribute of its own") {
  const mesh::Mesh mesh = mesh_of(windy_square());
  const auto plain = by_corner(parse_glb(glb_of(model_of(mesh_of(dressed_square())))));
  auto found = by_corner(parse_glb(glb_of(model_of(mesh))));
  for (std::size_t i = 0; i < 4; ++i) {
    const double corner = static_cast<double>(i);
    CHECK(is_near(found["_WIND"][i], {0.2 * corner, (51 + corner) / 255, 0.4, 0.8}));
  }
  found.erase("_WIND");
  CHECK(found == plain);
  CHECK(by_corner(parse_glb(glb_of(model_of(mesh), {.wind = WindPacking::none}))) == plain);
}

TEST_CASE("Wind for Unity: phase, flutter and shade as colour, bend and branch as second texture coordinates") {
  const mesh::Mesh mesh = mesh_of(windy_square());
  const auto found = by_corner(parse_glb(glb_of(model_of(mesh), {.wind = WindPacking::unity})));
  CHECK_FALSE(found.contains("_WIND"));
  for (std::size_t i = 0; i < 4; ++i) {
    const double corner = static_cast<double>(i);
    // The luminance of red, and of that of code 128.
    const double shade = (i == 1 ? 0.215861 : 1.0) * 0.213;
    CHECK(is_near(found.at("COLOR_0")[i], {(51 + corner) / 255, 0.4, 0, std::round(shade * 65535) / 65535}));
    // Importers of Unity read v as 1 - v.
    CHECK(is_near(found.at("TEXCOORD_1")[i], {0.2 * corner, 1 - 0.8}));
  }
  CHECK_FALSE(found.contains("TEXCOORD_2"));
  mesh::Soup white = windy_square();
  white.colours.clear();
  const auto unshaded = by_corner(parse_glb(glb_of(model_of(mesh_of(white)), {.wind = WindPacking::unity})));
  CHECK(unshaded.at("COLOR_0")[2][3] == 1);
}

TEST_CASE("Wind for Unreal: two further sets of texture coordinates, the shade stays the colour") {
  const mesh::Mesh mesh = mesh_of(windy_square());
  const auto plain = by_corner(parse_glb(glb_of(model_of(mesh_of(dressed_square())))));
  auto found = by_corner(parse_glb(glb_of(model_of(mesh), {.wind = WindPacking::unreal})));
  for (std::size_t i = 0; i < 4; ++i) {
    const double corner = static_cast<double>(i);
    CHECK(is_near(found.at("TEXCOORD_1")[i], {0.2 * corner, (51 + corner) / 255}));
    CHECK(is_near(found.at("TEXCOORD_2")[i], {0.4, 0.8}));
  }
  found.erase("TEXCOORD_1");
  found.erase("TEXCOORD_2");
  CHECK(found == plain);
}

TEST_CASE("Further texture coordinates never stand without the first") {
  mesh::Soup soup = windy_square();
  soup.uvs.clear();
  const Glb glb = parse_glb(glb_of(model_of(mesh_of(soup)), {.wind = WindPacking::unreal}));
  const json& primitive = glb.document["meshes"][0]["primitives"][0];
  CHECK(primitive["attributes"].contains("TEXCOORD_0"));
  const json& material = glb.document["materials"][primitive["material"].get<std::size_t>()];
  CHECK_FALSE(material["pbrMetallicRoughness"].contains("baseColorTexture"));
}

TEST_CASE("Meshes without wind are the same in every packing") {
  const mesh::Mesh mesh = mesh_of(dressed_square());
  const std::string plain = glb_of(model_of(mesh));
  for (const WindPacking packing : {WindPacking::unity, WindPacking::unreal, WindPacking::none})
    CHECK(glb_of(model_of(mesh), {.wind = packing}) == plain);
}
