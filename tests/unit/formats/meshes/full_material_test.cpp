// Materials with every key in OBJ, MTL and PLY files.

#include <algorithm>
#include <array>

#include "support/catch.h"

#include "formats/images/image_writer.h"
#include "formats/meshes/detail/ply_reader.h"
#include "formats/meshes/mesh_file.h"
#include "formats/meshes/obj_writer.h"
#include "formats/meshes/ply_writer.h"
#include "methods/mesh/moved_uvs.h"
#include "support/files.h"
#include "support/materials.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;

namespace {

std::string mtl_of(const ObjPart& part, std::span<const ObjTextureFile> files = {}) {
  StringSink sink;
  write_mtl({&part, 1}, sink, files);
  return std::move(sink.text);
}

/// Writes the mesh with its material and pictures, and reads it again.
MeshFile written_and_read(const mesh::Mesh& mesh) {
  const test::TemporaryFolder folder;
  const ObjPart part{&mesh};
  std::vector<ObjTextureFile> files;
  for (const ObjTexture& texture : textures_of({&part, 1})) {
    files.push_back({texture.names.front() + ".png", {}});
    StringSink picture;
    write_png8(*texture.image, picture);
    test::write_text(folder / files.back().colour, picture.text);
  }
  StringSink obj;
  write_obj({&part, 1}, "m.mtl", obj);
  test::write_text(folder / "m.obj", obj.text);
  test::write_text(folder / "m.mtl", mtl_of(part, files));
  return read_mesh_file(folder / "m.obj");
}

}  // namespace

TEST_CASE("mtl: keys that a material leaves as they are do not stand in the file") {
  const mesh::Mesh mesh = test::square_with({.name = "plain"});
  const std::string text = mtl_of({&mesh});
  CHECK_THAT(text, Contains("Ks 0.04 0.04 0.04\n") && Contains("\nd 1\nillum 2\n"));
  for (const char* key : {"Pm", "Ke", "map_"}) CHECK_THAT(text, !Contains(key));
}

TEST_CASE("mtl: metal, light and opacity are stated, and metal mirrors in its own colour") {
  mesh::Material material{
      .name = "m", .colour = {1, 0.5f, 0}, .metallic = 1, .emission = {1, 0.5f, 0}, .opacity = 0.25f};
  const mesh::Mesh mesh = test::square_with(material);
  CHECK_THAT(mtl_of({&mesh}), Contains("Ks 1 0.5 0\n") && Contains("Pm 1\nKe 1 0.5 0\nd 0.25\n"));
}

TEST_CASE("obj: every key of a material comes back, and texture coordinates have its scale and offset") {
  const mesh::Material before = test::full_material();
  const mesh::Mesh mesh = test::square_with(before);
  const MeshFile file = written_and_read(mesh);
  CHECK(file.warnings.empty());
  REQUIRE(file.soup.materials.size() == 1);
  const mesh::Material& after = file.soup.materials[0];
  CHECK(after.metallic == before.metallic);
  CHECK(after.opacity == before.opacity);
  CHECK(after.roughness == before.roughness);
  CHECK(after.emission_strength == Approx(8).epsilon(1e-5));
  for (int i = 0; i < 3; ++i) CHECK(after.emission[i] == Approx(before.emission[i]).margin(1e-5));
  REQUIRE(after.metallic_roughness);
  REQUIRE(after.emission_texture);
  CHECK(mesh::same_picture(after.metallic_roughness->image, before.metallic_roughness->image));
  CHECK(mesh::same_picture(after.emission_texture->image, before.emission_texture->image));
  CHECK_FALSE(mesh::moves_uvs(after));
  std::vector<Vec2f> uvs = file.soup.uvs;
  std::sort(uvs.begin(), uvs.end(),
            [](const Vec2f& a, const Vec2f& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  CHECK(uvs == std::vector<Vec2f>{{0.5f, 0.25f}, {0.5f, 2.25f}, {4.5f, 0.25f}, {4.5f, 2.25f}});
}

TEST_CASE("ply: texture coordinates have the scale and offset of the material") {
  const mesh::Mesh mesh = test::square_with(test::full_material());
  StringSink sink;
  const PlacedMesh placed{&mesh};
  write_ply({&placed, 1}, sink);
  const MeshFile file = parse_ply(sink.text, "t.ply");
  CHECK(std::ranges::count(file.soup.uvs, Vec2f{4.5f, 2.25f}) == 1);
  CHECK(std::ranges::count(file.soup.uvs, Vec2f{1, 1}) == 0);
}

TEST_CASE("moved texture coordinates: corners of two materials part, those of one stay together") {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  soup.corner_uvs = {0, 1, 2, 0, 2, 3};
  soup.add_face(std::array{0u, 1u, 2u});
  soup.add_face(std::array{0u, 2u, 3u});
  soup.face_groups = {0, 1};
  soup.materials = {mesh::Material{.name = "a"}, mesh::Material{.name = "b", .uv_scale = Vec2f{2}}};
  soup.groups = {{"a", 0}, {"b", 1}};
  const mesh::Mesh mesh = mesh::build_checked(std::move(soup));
  REQUIRE(mesh::has_moved_uvs(mesh));
  const mesh::CornerAttribute<Vec2f> moved = mesh::moved_uvs(mesh);
  CHECK(moved.values.size() == 6);
  const mesh::Dcel& dcel = mesh.topology;
  for (std::uint32_t i = 0; i < dcel.halfedge_count(); ++i) {
    const mesh::HalfedgeId h{i};
    if (dcel.is_boundary(h)) continue;
    const float scale = mesh.group_of(dcel.face(h)) == 1 ? 2.0f : 1.0f;
    const Vec2f before = mesh.uvs.values[mesh.uvs.index_of(h, dcel.origin(h))];
    CHECK(moved.values[moved.index_of(h, dcel.origin(h))] == before * scale);
  }
}

TEST_CASE("mtl: a picture of roughness or of metal alone is left out with a warning") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "m.mtl", "newmtl a\nmap_Pr rough.png\n");
  test::write_text(folder / "m.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n");
  const MeshFile file = read_mesh_file(folder / "m.obj");
  REQUIRE(file.warnings.size() == 1);
  CHECK_THAT(file.warnings[0], Contains("rough.png' is ignored") && Contains("the same picture"));
}

TEST_CASE("obj and mtl: a prefix stands before the names of materials in both") {
  const mesh::Mesh mesh = test::square_with({.name = "bark"});
  const ObjPart part{&mesh, Mat4{1.0}, {}, "oak "};
  StringSink obj;
  write_obj({&part, 1}, "m.mtl", obj);
  CHECK_THAT(obj.text, Contains("usemtl oak_bark\n"));
  CHECK_THAT(mtl_of(part), Contains("newmtl oak_bark\n"));
}
