// Textures of outputs: the files are known before anything runs, and are those that are written.

#include <array>
#include <limits>

#include "support/catch.h"

#include "base/error.h"
#include "data/artifact_bytes.h"
#include "engine/outputs/digest.h"
#include "engine/outputs/writers.h"
#include "formats/images/image_writer.h"
#include "methods/mesh/build.h"
#include "stages/import/mesh_import.h"
#include "support/files.h"
#include "support/materials.h"

using namespace weald;
using namespace weald::pipeline;
using Catch::Contains;

namespace {

mesh::Mesh card(const std::optional<mesh::Texture>& texture) {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  soup.uvs = {{0, 0}, {1, 0}, {0, 1}};
  soup.corner_uvs = {0, 1, 2};
  soup.materials[0].texture = texture;
  return mesh::build_checked(std::move(soup));
}

mesh::Texture dots(std::uint8_t alpha) {
  return {"dots", std::make_shared<const Image>(Image{Grid<Rgba8>(2, 2, {9, 8, 7, alpha})}), 0.5f};
}

OutputSpec spec_of(const std::string& file, std::optional<int> textures) {
  OutputSpec spec;
  spec.file.value = file;
  if (textures) spec.textures = TextureFiles{*textures, {}};
  return spec;
}

std::string messages(const OutputSpec& spec, std::string_view artifact) {
  Diagnostics diagnostics;
  check_writer(spec, artifact, diagnostics);
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.message;
  return text;
}

NamedTexture named(const std::string& file, const std::string& stage) {
  NamedTexture texture;
  texture.file.value = file;
  texture.from.stage = texture.name = stage;
  return texture;
}

OutputSpec spec_of(const std::string& file, std::vector<NamedTexture> textures) {
  OutputSpec spec;
  spec.file.value = file;
  spec.textures = TextureFiles{0, std::move(textures)};
  return spec;
}

void write_picture(const std::filesystem::path& path, const Image& image) {
  io::StringSink sink;
  io::write_image_png(image, sink);
  test::write_text(path, sink.text);
}

/// A mesh with two materials, read from an OBJ whose MTL names pictures in another folder.
mesh::Mesh read_with_pictures(const std::filesystem::path& folder) {
  write_picture(folder / "maps/bark colour.png", Image{Grid<Rgba8>(4, 4, {90, 60, 30, 255})});
  write_picture(folder / "maps/bumps.png", Image{Grid<Rgba8>(4, 4, {120, 130, 250, 255})});
  write_picture(folder / "maps/leaf.png", Image{Grid<Rgba8>(4, 4, {20, 200, 40, 255})});
  Image holes{Grid<Rgba8>(4, 4, {255, 255, 255, 255})};
  holes.pixels.values()[5] = {0, 0, 0, 255};
  write_picture(folder / "maps/holes.png", holes);
  write_picture(folder / "maps/gloss.png", Image{Grid<Rgba8>(4, 4, {0, 128, 64, 255})});
  write_picture(folder / "maps/glow.png", Image{Grid<Rgba8>(4, 4, {9, 9, 0, 255})});
  test::write_text(
      folder / "tree.mtl",
      "newmtl bark\nKd 1 1 1\nmap_Kd -clamp on maps/bark colour.png\nmap_Bump -bm 1 maps/bumps.png\n"
      "map_Pr -imfchan g maps/gloss.png\nmap_Pm -imfchan b maps/gloss.png\n"
      "newmtl leaf\nKd 1 1 1\nmap_Kd maps/leaf.png\nmap_d maps/holes.png\nKe 1 1 1\nmap_Ke maps/glow.png\n");
  test::write_text(folder / "tree.obj",
                   "mtllib tree.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                   "usemtl bark\nf 1/1 2/2 3/3\nusemtl leaf\nf 1/1 3/3 4/4\n");
  io::MeshImportParams params;
  params.file.resolved = (folder / "tree.obj").string();
  return io::import_mesh(params, {});
}

}  // namespace

TEST_CASE("output: a mesh from an OBJ keeps its textures in an OBJ, beside it and without the places they were in") {
  const test::TemporaryFolder folder;
  const mesh::Mesh mesh = read_with_pictures(folder / "in");
  io::MemoryFileSet files;
  std::string heard;
  RunContext context;
  context.on_warning = [&](const std::string& message, std::string_view) { heard += message; };
  write_output(spec_of("none.obj", std::nullopt), Artifact(mesh), "", context, files);
  CHECK_THAT(heard, Contains("its 5 textures") && Contains("'textures: 5'"));

  heard.clear();
  const OutputSpec spec = spec_of("out/wood.obj", 5);
  write_output(spec, Artifact(mesh), "", context, files);
  CHECK(heard.empty());
  const std::string mtl = *files.find("out/wood.mtl");
  CHECK_THAT(mtl, Contains("map_Kd wood_1.png\nnorm wood_2.png\nmap_bump wood_2.png\n"
                           "map_Pr -imfchan g wood_3.png\nmap_Pm -imfchan b wood_3.png\n"));
  CHECK_THAT(mtl, Contains("map_Kd wood_4.png\nmap_d wood_4.png\nmap_Ke wood_5.png\n"));
  CHECK_THAT(mtl, !Contains("maps") && !Contains(folder.path().string()));

  for (const std::string& file : files_of(spec, "mesh")) test::write_text(folder / file, *files.find(file));
  io::MeshImportParams params;
  params.file.resolved = (folder / "out/wood.obj").string();
  const mesh::Mesh back = io::import_mesh(params, {});
  REQUIRE(back.materials.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto was = mesh::textures_of(mesh.materials[i]), is = mesh::textures_of(back.materials[i]);
    REQUIRE(is.size() == was.size());
    for (std::size_t k = 0; k < is.size(); ++k) CHECK(is[k]->image->pixels == was[k]->image->pixels);
  }
  CHECK(back.materials[1].texture->cutout == 0.5f);
}

TEST_CASE("output: textures with names of their own are files of other outputs, and the MTL finds them") {
  mesh::Mesh mesh = card(dots(200));
  mesh.materials[0].normals = mesh::Texture{"leaf.normals", dots(3).image, 0.0f};
  const Artifact artifact = mesh;
  const std::string bumps = "bumps.png";
  const auto mtl_of = [&](const std::string& obj, const std::string& dots_file) {
    const OutputSpec spec = spec_of(obj, {named("a/" + bumps, "leaf.normals"), named(dots_file, "dots")});
    CHECK(messages(spec, "mesh").empty());
    CHECK(files_of(spec, "mesh").size() == 2);
    io::MemoryFileSet files;
    write_output(spec, artifact, "", {}, files);
    CHECK(files.find("a/" + bumps) == nullptr);
    CHECK(files.find(dots_file) == nullptr);
    return *files.find(files_of(spec, "mesh")[1]);
  };
  CHECK_THAT(mtl_of("card.obj", "dots.png"), Contains("map_Kd dots.png\nmap_d dots.png\nnorm a/bumps.png\n"));
  CHECK_THAT(mtl_of("a/card.obj", "./a//dots.png"), Contains("map_Kd dots.png\nmap_d dots.png\nnorm bumps.png\n"));
  CHECK_THAT(mtl_of("b/c/card.obj", "dots.png"), Contains("map_Kd ../../dots.png\n") && Contains("norm ../../a/bumps"));

  // Alone, such an output can be read back with its pictures.
  const OutputSpec spec = spec_of("b/card.obj", {named("a/bumps.png", "leaf.normals"), named("dots.png", "dots")});
  io::MemoryFileSet alone, counted;
  write_named_textures(spec, artifact, "", alone);
  write_output(spec_of("card.obj", 2), artifact, "", {}, counted);
  REQUIRE(alone.find("dots.png") != nullptr);
  CHECK(*alone.find("dots.png") == *counted.find("card_1.png"));
  CHECK(*alone.find("a/bumps.png") == *counted.find("card_2.png"));
}

TEST_CASE("output: a texture without a name among those given, or two of one name, is an error") {
  mesh::Mesh mesh = card(dots(200));
  io::MemoryFileSet files;
  CHECK_THROWS_WITH(write_output(spec_of("a.obj", {named("x.png", "bark")}), Artifact(mesh), "", {}, files),
                    Contains("'textures' names no file for 'dots'"));
  mesh.materials[0].normals = mesh::Texture{"dots", dots(3).image, 0.0f};
  CHECK_THROWS_WITH(write_output(spec_of("a.obj", {named("x.png", "dots")}), Artifact(mesh), "", {}, files),
                    Contains("two different textures called 'dots'"));
  CHECK(files.find("a.obj") == nullptr);
  CHECK_THAT(messages(spec_of("a.obj", {named("b/two words.png", "dots")}), "mesh"), Contains("cannot name a texture"));
}

TEST_CASE("output: a texture that is named but not worn is no error") {
  io::MemoryFileSet files;
  write_output(spec_of("a.obj", {named("x.png", "dots"), named("y.png", "bark")}), Artifact(card(dots(1))), "", {},
               files);
  CHECK_THAT(*files.find("a.mtl"), Contains("x.png") && !Contains("y.png"));
}

TEST_CASE("output: an OBJ's textures are among its files, and just these are written") {
  const Artifact artifact = card(dots(200));
  const OutputSpec spec = spec_of("sub/card.obj", 1);
  const std::vector<std::string> wanted{"sub/card.obj", "sub/card.mtl", "sub/card_1.png"};
  CHECK(files_of(spec, "mesh") == wanted);
  CHECK(messages(spec, "mesh").empty());
  io::MemoryFileSet files;
  write_output(spec, artifact, "", {}, files);
  for (const std::string& file : wanted) CHECK(files.find(file) != nullptr);
  CHECK_THAT(*files.find("sub/card.mtl"), Contains("map_Kd card_1.png\nmap_d card_1.png\n"));
}

TEST_CASE("output: a number of textures that is not the mesh's is an error, none at all a warning") {
  const Artifact artifact = card(dots(200));
  io::MemoryFileSet files;
  CHECK_THROWS_WITH(write_output(spec_of("a.obj", 2), artifact, "", {}, files),
                    Contains("1 texture (dots), but 'textures' is 2"));
  std::string heard;
  RunContext context;
  context.on_warning = [&](const std::string& message, std::string_view) { heard += message; };
  write_output(spec_of("b.obj", std::nullopt), artifact, "", context, files);
  CHECK_THAT(heard, Contains("'textures: 1'"));
  heard.clear();
  write_output(spec_of("c.obj", 0), artifact, "", context, files);
  CHECK(heard.empty());
  CHECK_THAT(messages(spec_of("h.obj", 1), "heightmap"), Contains("textures"));
  CHECK_THAT(messages(spec_of("i.png", 1), "image"), Contains("textures"));
}

TEST_CASE("digest: every pixel of a texture counts, and a mesh without one is as ever") {
  const std::string plain = content_digest(card(std::nullopt)), a = content_digest(card(dots(1)));
  CHECK(plain != a);
  CHECK(a != content_digest(card(dots(2))));
  CHECK(a == content_digest(*from_bytes(to_bytes(card(dots(1))))));
}

TEST_CASE("bytes: a texture without pixels is no artifact") {
  mesh::Texture none{"none", std::make_shared<const Image>(), 0.5f};
  CHECK_FALSE(from_bytes(to_bytes(card(none))));
  mesh::Texture odd = dots(1);
  odd.cutout = 1.5f;
  CHECK_FALSE(from_bytes(to_bytes(card(odd))));
}

TEST_CASE("output, digest and bytes: normal maps and translucency count as textures do") {
  mesh::Mesh mapped = card(dots(200));
  mapped.materials[0].normals = mesh::Texture{"bumps", dots(3).image, 0.0f};
  io::MemoryFileSet files;
  write_output(spec_of("card.obj", 2), Artifact(mapped), "", {}, files);
  CHECK_THAT(*files.find("card.mtl"), Contains("norm card_2.png\nmap_bump card_2.png\n"));
  CHECK(files.find("card_2.png") != nullptr);
  const std::string digest = content_digest(mapped);
  CHECK(digest != content_digest(card(dots(200))));
  CHECK(digest == content_digest(*from_bytes(to_bytes(mapped))));
  mapped.materials[0].normals->image = dots(4).image;
  CHECK(digest != content_digest(mapped));
  mapped.materials[0].translucency = 0.5f;
  const auto back = from_bytes(to_bytes(mapped));
  REQUIRE(back);
  CHECK(std::get<mesh::Mesh>(*back).materials == mapped.materials);
  CHECK(content_digest(*back) == content_digest(mapped));
  mapped.materials[0].translucency = 1.5f;
  CHECK_FALSE(from_bytes(to_bytes(mapped)));
}

TEST_CASE("digest, bytes and comparison: every key of a material counts") {
  const mesh::Mesh before = test::square_with({.name = "plain"});
  const std::string digest = content_digest(before);
  const mesh::Material full = test::full_material();
  const auto check = [&](auto member) {
    mesh::Mesh mesh = before;
    mesh.materials[0].*member = full.*member;
    CHECK(content_digest(mesh) != digest);
    const auto back = from_bytes(to_bytes(mesh));
    REQUIRE(back);
    CHECK(std::get<mesh::Mesh>(*back).materials == mesh.materials);
    CHECK_FALSE(mesh.materials == before.materials);
  };
  check(&mesh::Material::metallic);
  check(&mesh::Material::emission);
  check(&mesh::Material::emission_strength);
  check(&mesh::Material::opacity);
  check(&mesh::Material::occlusion);
  check(&mesh::Material::metallic_roughness);
  check(&mesh::Material::emission_texture);
  check(&mesh::Material::uv_scale);
  check(&mesh::Material::uv_offset);
}

TEST_CASE("bytes: a material with a number out of its range is no artifact") {
  const auto is_refused = [](auto&& change) {
    mesh::Mesh mesh = test::square_with({.name = "plain"});
    change(mesh.materials[0]);
    return !from_bytes(to_bytes(mesh));
  };
  CHECK(is_refused([](mesh::Material& m) { m.metallic = 1.5f; }));
  CHECK(is_refused([](mesh::Material& m) { m.opacity = -1.0f; }));
  CHECK(is_refused([](mesh::Material& m) { m.emission_strength = -1.0f; }));
  CHECK(is_refused([](mesh::Material& m) { m.uv_scale.x = std::numeric_limits<float>::infinity(); }));
}

TEST_CASE("output: 'material_prefix' is for files with materials, and stands in an OBJ and its MTL") {
  OutputSpec spec = spec_of("card.obj", 0);
  spec.material_prefix = "oak_";
  CHECK(messages(spec, "mesh").empty());
  io::MemoryFileSet files;
  write_output(spec, Artifact(test::square_with({.name = "bark"})), "", {}, files);
  CHECK_THAT(*files.find("card.obj"), Contains("usemtl oak_bark\n"));
  CHECK_THAT(*files.find("card.mtl"), Contains("newmtl oak_bark\n"));
  spec.file.value = "card.ply";
  CHECK_THAT(messages(spec, "mesh"), Contains("'material_prefix'"));
}
