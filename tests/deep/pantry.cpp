#include "deep/pantry.h"

#include <cstring>
#include <limits>

#include "core/grid.h"
#include "io/exr.h"
#include "io/sink.h"
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
  for (std::string& name : names) name.insert(0, kPantry);
  return names;
}

std::string sound_file(std::string_view extension) {
  std::string name;
  if (extension == ".obj") name = "box.obj";
  if (extension == ".png") name = "grey.png";
  if (extension == ".exr" || extension == ".r32") name = "plain" + std::string(extension);
  return name.empty() ? name : std::string(kPantry) + name;
}

}  // namespace weald::deep
