// The stages heightmap_import and mesh_import.

#include <array>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/gdal/raster_reader.h"
#include "formats/images/height_files.h"
#include "formats/images/heightmap_files.h"
#include "methods/mesh/check.h"
#include "stages/import/heightmap_import.h"
#include "stages/import/mesh_import.h"
#include "support/files.h"
#include "unit/formats/images/grey_maps.h"
#include "unit/stages/import/imports.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

TEST_CASE("heightmap import: its help names the extensions of all files that heights are read from") {
  const std::vector<schema::FieldInfo> fields = schema::describe<HeightmapImportParams>();
  CHECK(height_extensions().size() == 9);
  for (const std::string_view extension : height_extensions()) {
    const std::string named = extension == ".png" ? "PNG" : std::string(extension);
    CHECK_THAT(std::string(fields[0].help), Contains(named));
    CHECK_THAT(std::string(schema::Schema<HeightmapImportParams>::summary), Contains(named == ".exr" ? "EXR" : named));
  }
  for (const char* name : {"a.TIFF", "a.Flt", "a.asc"}) CHECK(is_gdal_raster(name));
  CHECK(height_format("a.EXR") == HeightFormat::exr);
  CHECK(height_files("a.img") == nullptr);
}

TEST_CASE("heightmap import: what was exported comes back to within half a level, in its place") {
  TemporaryFolder folder;
  Heightmap map(GridSpec{31, 17, 2.5, {100, -200}});
  const GreyMap noise = noisy_map(31, 17, 6, 4);
  for (std::size_t i = 0; i < noise.size(); ++i)
    map.heights.values()[i] = static_cast<float>(noise.values()[i] * 0.013 - 300);
  const HeightEncoding encoding = encoding_of(map);
  StringSink sidecar;
  write_sidecar(map.grid(), encoding, "uint16-be", sidecar);
  write_png(folder / "map.png", quantize(map, encoding));
  write_text(folder / "map.json", sidecar.text);

  Heard heard;
  const Heightmap back = import_heightmap({file_at(folder / "map.png")}, heard.context);
  CHECK(heard.warnings.empty());
  CHECK(back.grid() == map.grid());
  double worst = 0;
  for (std::size_t i = 0; i < noise.size(); ++i) {
    worst = std::max(
        worst, std::abs(static_cast<double>(back.heights.values()[i]) - static_cast<double>(map.heights.values()[i])));
  }
  CHECK(worst <= (encoding.max - encoding.min) / 131070 + 1e-4);
}

TEST_CASE("heightmap import: parameters go before the sidecar, the sidecar before the defaults, which are said") {
  TemporaryFolder folder;
  GreyMap map(2, 2);
  map.at(1, 1) = 65535;
  write_png(folder / "map.png", map);
  Heard heard;
  HeightmapImportParams params{file_at(folder / "map.png")};
  Heightmap read = import_heightmap(params, heard.context);
  CHECK(read.heights.at(1, 1) == 65535);
  CHECK(read.cell_size == 1);
  REQUIRE(heard.warnings.size() == 1);
  CHECK_THAT(heard.warnings[0], Contains("65535 m"));

  write_text(folder / "map.json", R"({"min_m": 10, "max_m": 20, "cell_size_m": 30, "source": "survey"})");
  read = import_heightmap(params, heard.context);
  CHECK(heard.warnings.size() == 1);
  CHECK(read.heights.at(0, 0) == 10);
  CHECK(read.heights.at(1, 1) == 20);
  CHECK(read.cell_size == 30);

  params.max = 40;
  params.cell_size = 5;
  read = import_heightmap(params, heard.context);
  CHECK(read.heights.at(1, 1) == 40);
  CHECK(read.cell_size == 5);

  params.max = 5;
  CHECK_THROWS_WITH(import_heightmap(params, heard.context), Contains("10 m") && Contains("5 m"));
}

TEST_CASE("heightmap import: floats come back bit for bit from raw files and EXR, in their place") {
  TemporaryFolder folder;
  Heightmap map(GridSpec{33, 18, 0.5, {-7, 1e6}});
  const GreyMap noise = noisy_map(33, 18, 6, 4);
  for (std::size_t i = 0; i < noise.size(); ++i)
    map.heights.values()[i] = static_cast<float>(noise.values()[i] / 7.0 - 3000);
  for (const char* name : {"a.r32", "b.r32", "c.exr"}) {
    const ByteOrder order = name[0] == 'b' ? ByteOrder::big : ByteOrder::little;
    StringSink file, sidecar;
    StoredRows rows(map);
    if (name[0] == 'c')
      write_heightmap_exr(rows, {}, file);
    else
      write_r32(rows, order, file);
    write_sidecar(map.grid(), encoding_of(map), order == ByteOrder::big ? "float32-be" : "float32-le", sidecar);
    write_text(folder / name, file.text);
    write_text(folder / (std::string(name) + ".json"), sidecar.text);
    Heard heard;
    const Heightmap back = import_heightmap({file_at(folder / name)}, heard.context);
    CHECK(heard.warnings.empty());
    CHECK(back.grid() == map.grid());
    CHECK(back.heights == map.heights);
  }
}

TEST_CASE("heightmap import: raw files take their layout from parameters, floats a scale from both ends") {
  TemporaryFolder folder;
  const std::string six("\0\1\0\2\0\3\0\4\0\5\0\6", 12);
  write_text(folder / "a.r16", six);
  HeightmapImportParams params{file_at(folder / "a.r16")};
  params.min = 0;
  params.max = 65535;
  CHECK_THROWS_WITH(import_heightmap(params, {}), Contains("not square"));
  params.raw_size = {3, 2};
  params.byte_order = ByteOrder::big;
  const Heightmap big = import_heightmap(params, {});
  CHECK(big.width() == 3);
  CHECK(big.heights.at(2, 1) == 6);
  params.raw_size = {2, 2};
  CHECK_THROWS_WITH(import_heightmap(params, {}), Contains("differs from the given one"));

  write_text(folder / "b.r32", std::string("\0\0\0\0\0\0\0\x3F\0\0\x80\x3F\0\0\0\x40", 16));  // 0, 0.5, 1, 2
  HeightmapImportParams floats{file_at(folder / "b.r32")};
  floats.min = 100;
  CHECK_THROWS_WITH(import_heightmap(floats, {}), Contains("both 'min' and 'max'"));
  floats.max = 300;
  const Heightmap scaled = import_heightmap(floats, {});
  CHECK(scaled.heights.at(1, 0) == 200);
  CHECK(scaled.heights.at(1, 1) == 500);
  CHECK(HeightmapImport::files_read(floats) == std::vector<std::string>{(folder / "b.r32").string(),
                                                                        (folder / "b.r32.json").string(),
                                                                        (folder / "b.json").string()});
}

TEST_CASE("heightmap import: a sidecar of another picture is refused") {
  TemporaryFolder folder;
  write_png(folder / "map.png", GreyMap(4, 3));
  write_text(folder / "map.json", R"({"width": 4, "height": 4, "min_m": 0, "max_m": 1})");
  CHECK_THROWS_WITH(import_heightmap({file_at(folder / "map.png")}, {}), Contains("4 x 4") && Contains("4 x 3"));
}

TEST_CASE("heightmap import: the real elevation model has its known range and size") {
  const std::filesystem::path data = std::string(WEALD_SOURCE_DIR) + "/presets/data/jacksboro_dem.png";
  Heard heard;
  const Heightmap map = import_heightmap({file_at(data)}, heard.context);
  CHECK(heard.warnings.empty());
  CHECK(map.width() == 403);
  CHECK(map.height() == 426);
  CHECK(map.cell_size == 74.485);
  CHECK(height_range(map).min == Approx(241.1938255238295).epsilon(1e-7));
  CHECK(height_range(map).max == Approx(1073.5905396605556).epsilon(1e-7));
}

TEST_CASE("resample: a plane stays the plane, on the grid's own samples nothing changes") {
  Heightmap plane(GridSpec{9, 7, 2, {10, 20}});
  const auto height = [](const Vec2& p) { return 3 * p.x - 2 * p.y + 5; };
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 9; ++x) plane.heights.at(x, y) = static_cast<float>(height(plane.grid().position(x, y)));
  }
  for (const Interpolation interpolation : {Interpolation::bilinear, Interpolation::bicubic}) {
    CHECK(resample(plane, 9, 7, interpolation).heights == plane.heights);
    const Heightmap finer = resample(plane, 33, 25, interpolation);
    CHECK(finer.grid() == GridSpec{33, 25, 0.5, {10, 20}});
    // Catmull-Rom repeats the last sample beyond the border: only inside is it exact on a plane.
    const int border = interpolation == Interpolation::bicubic ? 4 : 0;
    double worst = 0;
    for (int y = border; y < 25 - border; ++y) {
      for (int x = border; x < 33 - border; ++x)
        worst = std::max(worst,
                         std::abs(static_cast<double>(finer.heights.at(x, y)) - height(finer.grid().position(x, y))));
    }
    CHECK(worst < 1e-5);
  }
}

TEST_CASE("resample: another aspect crops the middle without distortion") {
  const Heightmap map(GridSpec{101, 51, 1, {0, 0}});
  const Heightmap square = resample(map, 26, 26, Interpolation::bilinear);
  CHECK(square.grid() == GridSpec{26, 26, 2, {25, 0}});
}

TEST_CASE("import stages: a file that cannot be read is reported at its place, before anything runs") {
  TemporaryFolder folder;
  CHECK(check_messages<HeightmapImportParams>(folder / "no.png") == "3:11: cannot read 'no.png': no such file\n");
  CHECK(check_messages<MeshImportParams>(folder / "no.obj") == "3:11: cannot read 'no.obj': no such file\n");
  std::filesystem::create_directory(folder / "dir.png");
  CHECK_THAT(check_messages<HeightmapImportParams>(folder / "dir.png"), Contains("it is a folder"));
  write_text(folder / "yes.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  CHECK(check_messages<MeshImportParams>(folder / "yes.obj").empty());
}

TEST_CASE("mesh import: scale and the up axis place the mesh; missing normals are made") {
  TemporaryFolder folder;
  write_text(folder / "t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  MeshImportParams params{file_at(folder / "t.obj")};
  params.scale = 10;
  params.up = UpAxis::z;
  const mesh::Mesh mesh = import_mesh(params, {});
  CHECK(mesh::check(mesh).ok());
  CHECK(mesh.positions[3] == Vec3f(0, 20, 0));
  CHECK(mesh.positions[2] == Vec3f(0, 0, -10));
  CHECK(mesh.normals.values.size() == 4);
  params.normals = ImportedNormals::flat;
  const mesh::Mesh flat = import_mesh(params, {});
  const mesh::HalfedgeId h = flat.topology.halfedge(mesh::FaceId{0});
  CHECK(flat.normals.values[flat.normals.index_of(h, flat.topology.origin(h))] == Vec3f(0, -1, 0));
  params.scale = 1e6;
  write_text(folder / "t.obj", "v 1e38 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  CHECK_THROWS_AS(import_mesh(params, {}), StageError);
}

TEST_CASE("mesh import: what is no surface is split with a warning or refused, with line numbers") {
  TemporaryFolder folder;
  write_text(folder / "fan.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 -1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n");
  MeshImportParams params{file_at(folder / "fan.obj")};
  Heard heard;
  const mesh::Mesh mesh = import_mesh(params, heard.context);
  CHECK(mesh.face_count() == 3);
  CHECK(mesh::check(mesh).ok());
  REQUIRE(heard.warnings.size() == 1);
  CHECK_THAT(heard.warnings[0], Contains("fan.obj") && Contains("non-manifold edge (line "));
  params.non_manifold = mesh::NonManifold::refuse;
  CHECK_THROWS_WITH(import_mesh(params, heard.context), Contains("fan.obj") && Contains("(line "));
}

TEST_CASE(
    "mesh import: PLY and STL are read by their extension; STL is welded, other files where they are asked to be") {
  TemporaryFolder folder;
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
      "0 0 0\n1 0 0\n0 1 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 3 4 5\n";
  const std::string facet = "facet normal 0 0 0\nouter loop\n";
  const std::string stl = "solid two\n" + facet + "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n" +
                          facet + "vertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
  write_text(folder / "a.ply", ply);
  write_text(folder / "a.STL", stl);
  const auto vertices = [&](const char* file, ImportedWeld weld) {
    MeshImportParams params{file_at(folder / file)};
    params.weld = weld;
    const mesh::Mesh mesh = import_mesh(params, {});
    CHECK(mesh.face_count() == 2);
    CHECK(mesh::check(mesh).ok());
    return mesh.vertex_count();
  };
  CHECK(vertices("a.ply", ImportedWeld::automatic) == 6);
  CHECK(vertices("a.ply", ImportedWeld::always) == 4);
  CHECK(vertices("a.STL", ImportedWeld::automatic) == 4);
  CHECK(vertices("a.STL", ImportedWeld::never) == 6);
  CHECK(import_mesh({file_at(folder / "a.STL")}, {}).groups.at(0).name == "two");
  CHECK(MeshImport::files_read({file_at(folder / "a.ply")}) == std::vector<std::string>{(folder / "a.ply").string()});
}

TEST_CASE("mesh import: faults of a PLY are told by line, of a binary STL by face") {
  TemporaryFolder folder;
  write_text(folder / "fin.ply",
             "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
             "element face 3\nproperty list uchar int vertex_indices\nproperty uchar flag\nend_header\n"
             "0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 -1\n3 0 1 2 0\n3 0 1 3 0\n3 0 1 4 0\n");
  Heard heard;
  CHECK(import_mesh({file_at(folder / "fin.ply")}, heard.context).face_count() == 3);
  REQUIRE(heard.warnings.size() == 2);
  CHECK_THAT(heard.warnings[0], Contains("property 'flag' of 'face' is ignored"));
  CHECK_THAT(heard.warnings[1], Contains("fin.ply") && Contains("non-manifold edge (line 17)"));
  std::string stl(80, ' ');
  stl += '\3' + std::string(3, '\0');
  const std::array<std::array<float, 3>, 5> at{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}}};
  for (const std::size_t third : {2u, 3u, 4u}) {
    stl += std::string(12, '\0');
    for (const std::size_t v : {std::size_t{0}, std::size_t{1}, third}) {
      std::array<char, 4> bytes{};
      for (const float x : at[v]) stl.append(bytes.data(), put_float(bytes.data(), x));
    }
    stl += std::string(2, '\0');
  }
  write_text(folder / "fin.stl", stl);
  MeshImportParams params{file_at(folder / "fin.stl")};
  params.non_manifold = mesh::NonManifold::refuse;
  CHECK_THROWS_WITH(import_mesh(params, {}), Contains("fin.stl") && Contains("non-manifold edge (face 1)"));
}

TEST_CASE("mesh import: groups, materials and attributes reach the mesh") {
  TemporaryFolder folder;
  write_text(folder / "m.mtl", "newmtl red\nKd 1 0 0\n");
  write_text(folder / "m.obj",
             "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 1 0\ng "
             "lawn\nusemtl red\nf 1/1/1 2/2/1 3/3/1 4/4/1\n");
  const mesh::Mesh mesh = import_mesh({file_at(folder / "m.obj")}, {});
  CHECK(mesh.groups.at(0).name == "lawn");
  CHECK(mesh.materials.at(mesh.groups[0].material).colour == Vec3f(1, 0, 0));
  CHECK(mesh.uvs.values.size() == 4);
  CHECK(mesh.normals.values == std::vector<Vec3f>{{0, 1, 0}});
}

TEST_CASE("mesh import: the files it reads are the OBJ, its material files and their textures, also missing ones") {
  TemporaryFolder folder;
  write_text(folder / "a b.obj",
             "\xEF\xBB\xBF mtllib one.mtl \r\n# not mtllib four.mtl\nmtllibs five.mtl\nv 0 0 0\r mtllib sub/two "
             "2.mtl\nmtllib gone.mtl\nmtllib one.mtl\n");
  write_text(folder / "one.mtl", "newmtl x\nmap_Kd -s 2 2 2 leaf.png\nmap_d cut.png\nnewmtl y\nmap_Kd leaf.png\n");
  write_text(folder / "sub/two 2.mtl", "newmtl z\nmap_Kd stem.png\n");
  const auto path = [&](const char* name) { return (folder / name).string(); };
  CHECK(MeshImport::files_read({file_at(folder / "a b.obj")}) ==
        std::vector<std::string>{path("a b.obj"), path("one.mtl"), path("leaf.png"), path("cut.png"),
                                 path("sub/two 2.mtl"), path("sub/stem.png"), path("gone.mtl")});
  CHECK(MeshImport::files_read({file_at(folder / "none.obj")}) == std::vector<std::string>{path("none.obj")});
}

TEST_CASE("heightmap import: the files it reads are the picture and its sidecar") {
  const HeightmapImportParams params{file_at("/maps/hill.png")};
  CHECK(HeightmapImport::files_read(params) == std::vector<std::string>{"/maps/hill.png", "/maps/hill.json"});
}

TEST_CASE("heightmap import: how long a sample takes follows from the format of its file, and from resampling") {
  const auto seconds = [](const char* file, bool is_resampled = false) {
    HeightmapImportParams params{file_at(file)};
    if (is_resampled) params.size = {64, 64};
    return HeightmapImport::seconds_each(params);
  };
  CHECK(seconds("a.r32") > 0);
  CHECK(seconds("a.r32") == seconds("a.R16"));
  CHECK(seconds("a.flt") > seconds("a.r32"));  // its samples are checked and placed
  CHECK(seconds("a.png") > seconds("a.r32"));  // it is inflated
  CHECK(seconds("a.asc") > 2 * seconds("a.png"));
  CHECK(seconds("a.tiff") == seconds("a.tif"));
  CHECK(seconds("a.tif", true) > seconds("a.tif"));
}
