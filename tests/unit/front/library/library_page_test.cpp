// The code of docs/library.md: every block stands here, and runs.

#include <algorithm>
#include <iostream>
#include <sstream>

#include <weald/weald.h>
#include "support/catch.h"

#include "support/files.h"

namespace {

namespace fs = std::filesystem;
using weald::test::file_text;

int marks = 0, shown = 0;
std::size_t drawn = 0;
double bar_at = 0;

void mark(const std::string& file, int line, int column, int length, const std::string& message, const std::string&) {
  marks += file == "hills.yaml" && line == 3 && column > 0 && length > 0 && !message.empty();
}
void show(const std::string&) { ++shown; }
void draw(const std::string&, const std::uint32_t*, std::uint32_t count) { drawn += count; }
void bar(double fraction, std::string_view) { bar_at = fraction; }

const char* const kHills =
    "weald: 1\nstages:\n  hills: {kind: fbm, size: [33, 33], frequency: 0.1, octaves: 2}\n  land: {kind: "
    "heightmap_mesh, from: hills}\n"
    "outputs: [{from: hills, file: hills.png}]\n";

int load_change_build() {
  auto preset = weald::api::Preset::load("hills.yaml");
  if (!preset) {
    std::cerr << preset.error().message;
    return 1;
  }
  if (auto status = preset->set("hills.octaves=3"); !status) show(status.error().message);
  if (auto status = preset->set_seed(7); !status) show(status.error().message);
  auto files = preset->build("assets");
  if (!files) {
    show(files.error().message);
    return static_cast<int>(files.error().code);  // the program's exit code: 2 preset, 3 file, 4 internal, 5 memory
  }
  for (const weald::api::WrittenFile& file : *files) std::cout << file.path << ' ' << file.bytes << '\n';
  return 0;
}

int mistakes() {
  auto preset = weald::api::Preset::load("hills.yaml");
  if (preset) return 1;
  for (const weald::api::Diagnostic& d : preset.error().diagnostics)
    mark(d.file, d.line, d.column, d.length, d.message, d.help);
  return 0;
}

int not_a_file() {
  auto made = weald::api::Preset::parse(
      "weald: 1\n"
      "stages: {hills: {kind: fbm, size: [65, 65]}}\n"
      "outputs: [{from: hills, file: hills.png}]\n",
      "assets/made.yaml");  // names it in messages; `extends` and imports count from assets/
  return made ? 0 : 1;
}

int artifacts() {
  auto preset = weald::api::Preset::load("hills.yaml");
  auto hills = preset->artifact("hills");
  if (!hills) return 1;
  weald::api::Heightmap map = hills->heightmap().value();
  float highest = *std::max_element(map.heights.begin(), map.heights.end());  // metres
  weald::api::Mesh land = preset->artifact("land")->mesh().value();
  weald::api::TriangleMesh triangles = weald::api::triangulate(land).value();
  for (const weald::api::TriangleRange& range : triangles.ranges)
    draw(triangles.materials[range.material].name, &triangles.indices[range.first], range.count);
  auto both = preset->artifacts({"hills", "land"});
  auto image = preset->picture("hills", {"style=relief", "size=[320, 200]"});
  return highest > 0 && both && both->size() == 2 && image && image->width == 320 ? 0 : 1;
}

int threads() {
  auto preset = weald::api::Preset::load("hills.yaml");
  weald::api::Cancel cancel;
  weald::api::RunOptions options;
  options.threads = 2;
  options.cancel = &cancel;
  options.progress = [](const weald::api::Progress& progress) { bar(progress.fraction, progress.stage); };
  auto result = preset->build("assets", options);  // cancel.request() in another thread ends it
  if (!result && result.error().code == weald::api::Code::interrupted) return 0;
  return result ? 0 : 1;
}

/// The lines of a text without what stands before and after them.
std::string trimmed(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find_first_not_of(' ');
    if (first != std::string::npos) result += line.substr(first) + "\n";
  }
  return result;
}

TEST_CASE("the code of docs/library.md stands in this file") {
  const fs::path root = WEALD_SOURCE_DIR;
  const std::string here = trimmed(file_text(root / "tests/unit/front/library/library_page_test.cpp"));
  const std::string page = file_text(root / "docs/library.md");
  int blocks = 0;
  for (std::size_t begin = page.find("```cpp\n"); begin != std::string::npos;
       begin = page.find("```cpp\n", begin + 1)) {
    const std::string block = page.substr(begin + 7, page.find("```", begin + 7) - begin - 7);
    INFO(block);
    CHECK(here.find(trimmed(block)) != std::string::npos);
    ++blocks;
  }
  CHECK(blocks >= 8);
}

TEST_CASE("the code of docs/library.md runs") {
  const weald::test::TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  weald::test::write_text(folder / "hills.yaml", kHills);
  std::ostringstream out;
  std::streambuf* const screen = std::cout.rdbuf(out.rdbuf());
  CHECK(load_change_build() == 0);
  std::cout.rdbuf(screen);
  CHECK(out.str().find("assets/hills.png ") == 0);
  CHECK(not_a_file() == 0);
  CHECK(artifacts() == 0);
  CHECK(drawn == 32 * 32 * 6);
  CHECK(threads() == 0);
  CHECK(bar_at == 1);
  CHECK(shown == 0);
  weald::test::write_text(
      folder / "hills.yaml",
      "weald: 1\nstages:\n  hills: {kind: fbm, octavs: 2}\noutputs: [{from: hills, file: a.png}]\n");
  CHECK(mistakes() == 0);
  CHECK(marks == 1);
  fs::current_path(before);
}

}  // namespace
