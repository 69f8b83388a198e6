// Files as what they hold: by their content, not by their names.

#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "formats/gdal/raster_reader.h"
#include "formats/images/exr.h"
#include "front/compare/content_reader.h"
#include "support/files.h"
#include "support/png.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Contains;

namespace {

const std::string kObj = "# a comment\n\no thing\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

Content read(const TemporaryFolder& folder, const std::string& name, const std::string& bytes,
             Sidecars sidecars = Sidecars::use) {
  write_text(folder / name, bytes);
  std::vector<std::string> warnings;
  return read_content(folder / name, warnings, sidecars);
}

std::string grey16() {
  Grid<std::uint16_t> levels(3, 2);
  for (std::size_t i = 0; i < 6; ++i) levels.values()[i] = static_cast<std::uint16_t>(i * 13107);
  return libpng_encode(levels);
}

}  // namespace

TEST_CASE("content: a grey PNG of 16 bits holds heights, in metres where a sidecar says so") {
  const TemporaryFolder folder;
  const auto levels = std::get<HeightContent>(read(folder, "a.png", grey16()));
  CHECK_FALSE(levels.metres);
  CHECK(levels.map.heights.at(2, 1) == 65535);
  write_text(folder / "b.json", R"({"min_m": -10, "max_m": 90, "cell_size_m": 4, "origin_m": [5, 6]})");
  const auto metres = std::get<HeightContent>(read(folder, "b.png", grey16()));
  CHECK(metres.metres);
  CHECK(metres.map.heights.at(0, 0) == -10);
  CHECK(metres.map.heights.at(2, 1) == 90);
  CHECK(metres.map.cell_size == 4);
  CHECK(metres.map.origin == Vec2{5, 6});
  CHECK_FALSE(std::get<HeightContent>(read(folder, "b.png", grey16(), Sidecars::ignore)).metres);
  write_text(folder / "b.json", R"({"min_m": 0, "max_m": 1, "width": 7, "height": 2})");
  CHECK_THROWS_WITH(read(folder, "b.png", grey16()), Contains("b.json' does not describe"));
}

TEST_CASE("content: other PNG are pictures") {
  const TemporaryFolder folder;
  CHECK(kind_of(read(folder, "a.png", libpng_encode(2, {8}, {{1, 2}}))) == "picture");
  CHECK(kind_of(read(folder, "no_extension", libpng_encode(1, {8, PNG_COLOR_TYPE_RGB}, {{1, 2, 3}}))) == "picture");
}

TEST_CASE("content: raw samples need their size from a sidecar, or are square") {
  const TemporaryFolder folder;
  const std::string six("\1\0\2\0\3\0\4\0\5\0\6\1", 12), four(six.substr(0, 8));
  const auto square = std::get<HeightContent>(read(folder, "a.r16", four));
  CHECK(square.map.width() == 2);
  CHECK(square.map.heights.at(1, 1) == 4);
  CHECK_THROWS_WITH(read(folder, "b.r16", six), Contains("not square"));
  write_text(folder / "b.json", R"({"width": 3, "height": 2, "min_m": 0, "max_m": 65535})");
  CHECK(std::get<HeightContent>(read(folder, "b.R16", six)).map.heights.at(2, 1) == 262);
  CHECK(std::get<HeightContent>(read(folder, "b.r16", six, Sidecars::ignore)).map.width() == 3);
  CHECK_THROWS_WITH(read(folder, "b.r16", four), Contains("differs from the one in its sidecar"));
  CHECK_THROWS_WITH(read(folder, "c.r16", "abc"), Contains("whole 16-bit samples"));
  CHECK_THROWS_WITH(read(folder, "c.r16", ""), Contains("whole 16-bit samples"));
  write_text(folder / "d.r16.json", R"({"encoding": "uint16-be"})");
  CHECK(std::get<HeightContent>(read(folder, "d.r16", four)).map.heights.at(1, 1) == 0x400);
}

TEST_CASE("content: floats are metres, with or without a sidecar") {
  const TemporaryFolder folder;
  const std::string four("\0\0\x80\x3F\0\0\0\x40\0\0\x80\xBF\0\0\0\0", 16);  // 1, 2, -1, 0
  const auto square = std::get<HeightContent>(read(folder, "a.r32", four));
  CHECK(square.metres);
  CHECK(square.map.heights.at(1, 0) == 2);
  CHECK(square.map.heights.at(0, 1) == -1);
  write_text(folder / "b.r32.json", R"({"width": 4, "height": 1, "cell_size_m": 3, "min_m": 70, "max_m": 80})");
  const auto row = std::get<HeightContent>(read(folder, "b.r32", four));
  CHECK(row.map.grid() == GridSpec{4, 1, 3, {0, 0}});
  CHECK(row.map.heights.at(1, 0) == 2);  // the range of a sidecar does not scale floats
  CHECK_THROWS_WITH(read(folder, "c.r32", std::string("\0\0\x80\x7F", 4)), Contains("sample (0, 0) is not a finite"));
  CHECK_THROWS_WITH(read(folder, "c.r32", "abcde"), Contains("whole 32-bit samples"));
  StringSink sink;
  write_exr(row.map.heights, sink);
  const auto exr = std::get<HeightContent>(read(folder, "d.whatever", sink.text));
  CHECK(exr.metres);
  CHECK(exr.map.heights == row.map.heights);
}

TEST_CASE("content: elevation grids are heights in metres, in their place") {
  if (!has_gdal()) return;
  const TemporaryFolder folder;
  const std::string grid = "ncols 2\nnrows 2\nxllcorner 995\nyllcorner 3985\ncellsize 10\nNODATA_value -9999\n";
  const Content content = read(folder, "a.ASC", grid + "1 2\n3 4.5\n");
  const auto& heights = std::get<HeightContent>(content);
  CHECK(heights.metres);
  CHECK(heights.map.heights.at(1, 1) == 4.5f);
  CHECK(heights.map.grid() == GridSpec{2, 2, 10, {1000, -4000}});
  const Content voids = read(folder, "b.asc", grid + "1 2\n-9999 4.5\n");
  CHECK(std::isnan(std::get<HeightContent>(voids).map.heights.at(0, 1)));
  CHECK_THROWS_AS(read(folder, "c.asc", grid + "1 2\n"), IoError);
  CHECK(kind_of(read(folder, "d.asc", "-----BEGIN PGP SIGNATURE-----\n")) == "text");
  CHECK_THROWS_AS(read(folder, "e.tif", "II*"), IoError);
}

TEST_CASE("content: an OBJ is a mesh by its name or by its lines, other texts are texts") {
  const TemporaryFolder folder;
  CHECK(std::get<mesh::Mesh>(read(folder, "a.obj", kObj)).face_count() == 1);
  CHECK(kind_of(read(folder, "a.txt", kObj)) == "mesh");
  CHECK(kind_of(read(folder, "b.txt", "o thing\nno vertices\n")) == "text");
  CHECK(kind_of(read(folder, "b.svg", "<svg>\nv 1 2 3\n")) == "text");
  CHECK(std::get<std::string>(read(folder, "b.csv", "1,2\n")) == "1,2\n");
  CHECK(kind_of(read(folder, "empty.txt", "")) == "text");
}

TEST_CASE("content: PLY and STL are meshes; a PLY also by how it begins") {
  const TemporaryFolder folder;
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  CHECK(std::get<mesh::Mesh>(read(folder, "a.PLY", ply)).face_count() == 1);
  CHECK(kind_of(read(folder, "a.dat", ply)) == "mesh");
  CHECK(kind_of(read(folder, "a.txt", "plywood\n")) == "text");
  const std::string stl =
      "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nendsolid\n";
  CHECK(std::get<mesh::Mesh>(read(folder, "a.stl", stl)).face_count() == 1);
  CHECK_THROWS_WITH(read(folder, "b.stl", "v 0 0 0\n"), Contains("this is not an STL file"));
}

TEST_CASE("content: what is none of these is refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(read(folder, "a.bin", std::string("a\0b", 3)), IoError);
  std::vector<std::string> warnings;
  CHECK_THROWS_AS(read_content(folder / "missing", warnings), IoError);
  CHECK_THROWS_AS(read_content(folder.path(), warnings), IoError);
}
