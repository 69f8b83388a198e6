#include "deep/pantry.h"

#include <cstring>
#include <limits>

#include "data/grid.h"
#include "formats/files/sink.h"
#include "formats/images/exr.h"
#include "support/files.h"
#include "support/png.h"

namespace weald::deep {

namespace {

namespace fs = std::filesystem;

constexpr int kColumns = 6, kRows = 5;

/// Gentle heights with `strange` in their midst.
Grid<float> heights(float strange) {
  Grid<float> grid(kColumns, kRows);
  for (int y = 0; y < kRows; ++y) {
    for (int x = 0; x < kColumns; ++x) grid.at(x, y) = static_cast<float>(x * y) + 0.25F * static_cast<float>(x);
  }
  grid.at(2, 2) = strange;
  return grid;
}

std::string raw_floats(const Grid<float>& grid) {
  std::string bytes;
  for (int y = 0; y < grid.height(); ++y) {
    const auto row = grid.row(y);
    bytes.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
  }
  return bytes;
}

constexpr const char* kBoxObj =
    "mtllib none.mtl\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
    "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    "f 4/1 3/2 2/3 1/4\nf 5/1 6/2 7/3 8/4\nf 1/1 2/2 6/3 5/4\nf 2/1 3/2 7/3 6/4\nf 3/1 4/2 8/3 7/4\nf 4/1 1/2 5/3 "
    "8/4\n";
constexpr const char* kFlatFaceObj = "v 0 0 0\nv 1 0 0\nv 2 0 0\nvt 0 0\nvt 1 1\nf 1/1 2/2 3/1\n";
constexpr const char* kTwoFansObj =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 0 0\nv -1 -1 0\nv 0 0 1e-9\nf 1 2 3\nf 1 5 6\nf 1 2 4\nf 1 2 7\nf 7 2 "
    "1\n";
constexpr const char* kHugeObj = "v -3e38 0 0\nv 3e38 0 0\nv 0 3e38 1e-40\nv 0 -3e38 5\nf 1 2 3\nf 1 4 2\n";
constexpr const char* kDotObj = "v 1 1 1\nv 1 1 1\nv 1 1 1\nv 1 1 1\nvn 0 0 0\nf 1//1 2//1 3//1\nf 1//1 3//1 4//1\n";

// Of other formats: a square that is a PLY, a colour that is no share, and an STL of a triangle, a needle and a point.
constexpr const char* kSquarePly =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "property float s\nproperty float t\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0 0 0\n1 0 0 1 0\n1 1 0 1 1\n0 1 0 0 1\n4 0 1 2 3\n";
constexpr const char* kRedPly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "property float red\nproperty float green\nproperty float blue\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0 2 0 0\n1 0 0 0 0 0\n0 1 0 0 0 0\n3 0 1 2\n";
constexpr const char* kNeedlesStl =
    "solid a\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"
    "facet normal 0 0 0 outer loop vertex 1 0 0 vertex 0 0 0 vertex 3e38 0 0 endloop endfacet\n"
    "facet normal nan 0 0 outer loop vertex 1 1 1 vertex 1 1 1 vertex 1 1 1 endloop endfacet\nendsolid a\n";

struct Strange {
  const char* name;
  float value;
};
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Strange kStrange[] = {{"plain", 3},
                                {"nan", std::numeric_limits<float>::quiet_NaN()},
                                {"inf", kInfinity},
                                {"minus_inf", -kInfinity},
                                {"huge", std::numeric_limits<float>::max()},
                                {"denormal", std::numeric_limits<float>::denorm_min()}};
struct Obj {
  const char *name, *text;
};
constexpr Obj kObj[] = {
    {"box", kBoxObj}, {"flat_face", kFlatFaceObj}, {"two_fans", kTwoFansObj}, {"huge", kHugeObj}, {"dot", kDotObj}};
constexpr Obj kOtherMeshes[] = {{"square.ply", kSquarePly}, {"red.ply", kRedPly}, {"needles.stl", kNeedlesStl}};

}  // namespace

void fill_pantry(const fs::path& folder) {
  fs::create_directories(folder);
  for (const Strange& strange : kStrange) {
    const Grid<float> grid = heights(strange.value);
    io::StringSink sink;
    io::write_exr(grid, sink);
    test::write_text(folder / (std::string(strange.name) + ".exr"), sink.text);
    test::write_text(folder / (std::string(strange.name) + ".r32"), raw_floats(grid));
    test::write_text(folder / (std::string(strange.name) + ".r32.json"), "{\"width\": 6, \"height\": 5}");
  }
  for (const Obj& obj : kObj) test::write_text(folder / (std::string(obj.name) + ".obj"), obj.text);
  for (const Obj& mesh : kOtherMeshes) test::write_text(folder / mesh.name, mesh.text);
  test::write_text(folder / "grey.png", test::libpng_encode(3, {}, {{0, 90, 180}, {20, 110, 255}, {40, 130, 220}}));
  test::write_text(folder / "cut.png", test::libpng_encode(3, {}, {{0, 90, 180}}).substr(0, 60));
  test::write_text(folder / "empty.png", "");
}

std::vector<std::string> pantry_files() {
  std::vector<std::string> names{"grey.png", "cut.png", "empty.png"};
  for (const Strange& strange : kStrange) {
    names.push_back(std::string(strange.name) + ".exr");
    names.push_back(std::string(strange.name) + ".r32");
  }
  for (const Obj& obj : kObj) names.push_back(std::string(obj.name) + ".obj");
  for (const Obj& mesh : kOtherMeshes) names.emplace_back(mesh.name);
  for (std::string& name : names) name.insert(0, kPantry);
  return names;
}

std::string sound_file(std::string_view extension) {
  std::string name;
  if (extension == ".obj") name = "box.obj";
  if (extension == ".ply") name = "square.ply";
  if (extension == ".stl") name = "needles.stl";
  if (extension == ".png") name = "grey.png";
  if (extension == ".exr" || extension == ".r32") name = "plain" + std::string(extension);
  return name.empty() ? name : std::string(kPantry) + name;
}

}  // namespace weald::deep
