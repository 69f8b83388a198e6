// Textures of OBJ files: map_Kd and map_d, written and read.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "formats/images/image_writer.h"
#include "formats/meshes/mesh_file.h"
#include "formats/meshes/obj_writer.h"
#include "methods/mesh/build.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

namespace {

Image noisy_image(int width, int height, std::uint64_t seed) {
  Image image{Grid<Rgba8>(width, height)};
  const Rng rng(seed);
  std::uint64_t i = 0;
  for (Rgba8& p : image.pixels.values()) {
    const auto level = [&](std::uint64_t channel) { return static_cast<std::uint8_t>(rng.below(256, i, channel)); };
    p = {level(0), level(1), level(2), level(3)};
    ++i;
  }
  return image;
}

void write_image(const std::filesystem::path& path, const Image& image) {
  StringSink sink;
  write_png8(image, sink);
  write_text(path, sink.text);
}

/// One quad whose material file says `maps`.
MeshFile read_quad(const TemporaryFolder& folder, const std::string& maps) {
  write_text(folder / "m.mtl", "newmtl card\nKd 1 1 1\n" + maps);
  write_text(folder / "m.obj",
             "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl card\n"
             "f 1/1 2/2 3/3 4/4\n");
  return read_mesh_file(folder / "m.obj");
}

}  // namespace

TEST_CASE("textures: what is written comes back, each picture in one file") {
  TemporaryFolder folder;
  const auto leaf = std::make_shared<const Image>(noisy_image(5, 3, 1));
  const auto same_leaf = std::make_shared<const Image>(*leaf);
  const auto bark = std::make_shared<const Image>(noisy_image(4, 4, 2));
  mesh::Soup soup;
  for (int i = 0; i < 12; ++i) soup.positions.emplace_back(i / 3, i % 3 == 1, i % 3 == 2);
  soup.uvs = {{0, 0}, {1, 0}, {0, 1}};
  for (std::uint32_t f = 0; f < 4; ++f) {
    soup.add_face(std::array{3 * f, 3 * f + 1, 3 * f + 2});
    soup.corner_uvs.insert(soup.corner_uvs.end(), {0, 1, 2});
    soup.face_groups.push_back(static_cast<std::uint16_t>(f));
  }
  soup.face_groups = {0, 1, 2, 3};
  soup.groups = {{"a", 0}, {"b", 1}, {"c", 2}, {"d", 3}};
  soup.materials = {{"leaf", Vec3f{1}, 0.5f, false, mesh::Texture{"leaf", leaf, 0.5f}},
                    {"bark", Vec3f{0.5f}, 0.5f, false, mesh::Texture{"bark", bark, 0.0f}},
                    {"old leaf", Vec3f{0.25f}, 0.5f, false, mesh::Texture{"leaf", same_leaf, 0.5f}},
                    {"plain", Vec3f{0.75f}, 0.5f, false}};
  const mesh::Mesh mesh = mesh::build_checked(std::move(soup));
  const ObjPart part{&mesh};

  const auto textures = textures_of({&part, 1});
  REQUIRE(textures.size() == 2);
  const bool has_mask = GENERATE(false, true);
  const std::vector<ObjTextureFile> names{{"t_1.png", has_mask ? "t_1_mask.png" : ""}, {"t_2.png", {}}};
  for (std::size_t i = 0; i < 2; ++i) write_image(folder / names[i].colour, *textures[i].image);
  if (has_mask) write_image(folder / "t_1_mask.png", opacity_of(*textures[0].image));
  StringSink obj, mtl;
  write_obj({&part, 1}, "t.mtl", obj);
  write_mtl({&part, 1}, mtl, names);
  write_text(folder / "t.obj", obj.text);
  write_text(folder / "t.mtl", mtl.text);

  const MeshFile back = read_mesh_file(folder / "t.obj");
  CHECK(back.warnings.empty());
  REQUIRE(back.soup.materials.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto &was = mesh.materials[i].texture, &is = back.soup.materials[i].texture;
    REQUIRE(was.has_value() == is.has_value());
    if (!was) continue;
    CHECK(was->image->pixels == is->image->pixels);
    CHECK(was->cutout == is->cutout);
  }
  CHECK(back.soup.materials[0].texture->image == back.soup.materials[2].texture->image);

  const auto files = files_of_mesh_file(folder / "t.obj");
  REQUIRE(files.size() == (has_mask ? 5 : 4));
  CHECK(files[2] == (folder / "t_1.png").string());
  CHECK(files.back() == (folder / "t_2.png").string());
}

TEST_CASE("textures: without names no texture is written, and the materials are as before") {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  mesh::Mesh mesh = mesh::build_checked(std::move(soup));
  const ObjPart part{&mesh};
  StringSink plain, textured;
  write_mtl({&part, 1}, plain);
  mesh.materials[0].texture = mesh::Texture{"t", std::make_shared<const Image>(noisy_image(2, 2, 3)), 0.5f};
  write_mtl({&part, 1}, textured);
  CHECK(plain.text == textured.text);
}

TEST_CASE("textures: opacity from a second picture, from its alpha or from its red") {
  TemporaryFolder folder;
  const Image colour = noisy_image(6, 2, 4);
  Image alpha = noisy_image(6, 2, 5);
  write_image(folder / "c.png", colour);
  for (const bool grey : {false, true}) {
    if (grey) {
      for (Rgba8& p : alpha.pixels.values()) p = {p.r, p.r, p.r, 255};
    }
    write_image(folder / "a.png", alpha);
    const MeshFile file = read_quad(folder, "map_Kd c.png\nmap_d a.png\n");
    CHECK(file.warnings.empty());
    const auto& texture = file.soup.materials[0].texture;
    REQUIRE(texture);
    CHECK(texture->cutout == 0.5f);
    for (std::size_t i = 0; i < colour.pixels.size(); ++i) {
      const Rgba8 &p = texture->image->pixels.values()[i], &c = colour.pixels.values()[i],
                  &a = alpha.pixels.values()[i];
      CHECK(p == Rgba8{c.r, c.g, c.b, grey ? a.r : a.a});
    }
  }
}

TEST_CASE("textures: one that is missing, damaged or of another size is a warning") {
  TemporaryFolder folder;
  write_image(folder / "c.png", noisy_image(6, 2, 4));
  write_image(folder / "wide.png", noisy_image(7, 2, 4));
  write_text(folder / "bad.png", "\x89PNG\r\n\x1a\n and no more");
  const auto read = [&](const std::string& maps) { return read_quad(folder, maps); };

  for (const std::string name : {"none.png", "bad.png", "m.obj", "."}) {
    const MeshFile file = read("map_Kd " + name + "\n");
    CHECK_FALSE(file.soup.materials[0].texture);
    REQUIRE(file.warnings.size() == 1);
    CHECK_THAT(file.warnings[0], Contains("texture"));
  }
  const MeshFile file = read("map_Kd c.png\nmap_d wide.png\n");
  REQUIRE(file.soup.materials[0].texture);
  CHECK(file.soup.materials[0].texture->cutout == 0.0f);
  REQUIRE(file.warnings.size() == 1);
  CHECK_THAT(file.warnings[0], Contains("its size differs"));
}

TEST_CASE("textures: a leaf that light falls through is written as no glass") {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  soup.materials[0].translucency = 0.5f;
  soup.materials[0].two_sided = true;
  const mesh::Mesh mesh = mesh::build_checked(soup);
  const ObjPart part{&mesh};
  StringSink mtl;
  write_mtl({&part, 1}, mtl, {});
  CHECK_THAT(mtl.text, Contains("\nd 1\nillum 2\n") && !Contains("Tf"));
}

TEST_CASE("textures: opacity is named only where the picture has alpha and the material looks at it") {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.uvs = {{0, 0}, {1, 0}, {0, 1}};
  soup.corner_uvs = {0, 1, 2};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  const auto mtl_of = [&](std::uint8_t alpha, float cutout, const std::string& opacity = {}) {
    Image image{Grid<Rgba8>(2, 2, {9, 8, 7, 255})};
    image.pixels.values()[3].a = alpha;
    soup.materials[0].texture = mesh::Texture{"t", std::make_shared<const Image>(std::move(image)), cutout};
    const mesh::Mesh mesh = mesh::build_checked(soup);
    const ObjPart part{&mesh};
    StringSink mtl;
    const ObjTextureFile name{"t.png", opacity};
    write_mtl({&part, 1}, mtl, {&name, 1});
    return mtl.text;
  };
  CHECK_THAT(mtl_of(254, 0.5f), Contains("map_Kd t.png\nmap_d t.png\n"));
  CHECK_THAT(mtl_of(254, 0.5f, "m.png"), Contains("map_Kd t.png\nmap_d m.png\n"));
  CHECK_THAT(mtl_of(255, 0.5f, "m.png"), !Contains("map_d"));
  CHECK_THAT(mtl_of(255, 0.5f), Contains("map_Kd t.png\n") && !Contains("map_d"));
  CHECK_THAT(mtl_of(254, 0), Contains("map_Kd t.png\n") && !Contains("map_d"));
}

TEST_CASE("textures: normal maps come back, under both names") {
  TemporaryFolder folder;
  const auto bark = std::make_shared<const Image>(noisy_image(4, 4, 6));
  const auto bumps = std::make_shared<const Image>(noisy_image(3, 5, 7));
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.uvs = {{0, 0}, {1, 0}, {0, 1}};
  soup.corner_uvs = {0, 1, 2};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  soup.materials[0].texture = mesh::Texture{"bark", bark, 0.0f};
  soup.materials[0].normals = mesh::Texture{"bumps", bumps, 0.0f};
  const mesh::Mesh mesh = mesh::build_checked(std::move(soup));
  const ObjPart part{&mesh};
  const auto textures = textures_of({&part, 1});
  REQUIRE(textures.size() == 2);
  CHECK(textures[1].image == bumps);
  CHECK(textures[1].names == std::vector<std::string>{"bumps"});
  const std::vector<ObjTextureFile> names{{"t_1.png", {}}, {"t_2.png", {}}};
  for (std::size_t i = 0; i < 2; ++i) write_image(folder / names[i].colour, *textures[i].image);
  StringSink obj, mtl;
  write_obj({&part, 1}, "t.mtl", obj);
  write_mtl({&part, 1}, mtl, names);
  CHECK_THAT(mtl.text, Contains("map_Kd t_1.png\nnorm t_2.png\nmap_bump t_2.png\n"));
  write_text(folder / "t.obj", obj.text);
  write_text(folder / "t.mtl", mtl.text);
  const MeshFile back = read_mesh_file(folder / "t.obj");
  CHECK(back.warnings.empty());
  REQUIRE(back.soup.materials[0].normals);
  CHECK(back.soup.materials[0].normals->image->pixels == bumps->pixels);
  CHECK(back.soup.materials[0].texture->image->pixels == bark->pixels);
  CHECK(files_of_mesh_file(folder / "t.obj").size() == 4);
}

TEST_CASE("textures: a bump map is a normal map where it is blue, and left out with a warning where it is grey") {
  TemporaryFolder folder;
  write_image(folder / "n.png", Image{Grid<Rgba8>(2, 2, {120, 140, 250})});
  write_image(folder / "h.png", Image{Grid<Rgba8>(2, 2, {90, 90, 90})});
  const MeshFile blue = read_quad(folder, "map_Bump -bm 1 n.png\n"), grey = read_quad(folder, "bump h.png\n");
  CHECK(blue.warnings.empty());
  CHECK(blue.soup.materials[0].normals);
  CHECK_FALSE(grey.soup.materials[0].normals);
  REQUIRE(grey.warnings.size() == 1);
  CHECK_THAT(grey.warnings[0], Contains("heights"));
}
