// Too little memory, at many limits of the address space: a build then says so with a code of its own, or refuses with
// a place what it knows to be too large, and leaves no file.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"
#include "support/sanitized.h"

namespace fs = std::filesystem;
using weald::test::file_text;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

constexpr int kNoMemory = 5;
constexpr std::size_t kMegabyte = 1'000'000;

/// What the presets make, between them: fields, pictures, meshes and their text, plants, curves, parts.
const std::map<std::string, std::string> kPresets{
    {"fields",
     "weald: 1\nstages:\n  hills: {kind: fbm, size: [700, 700]}\n  land: {kind: hydraulic_erosion, from: hills, "
     "droplets: "
     "0.02}\noutputs: [{from: land, file: a.png}, {from: land, file: a.exr}, {from: land.wear, file: b.r32}]\n"},
    {"meshes",
     "weald: 1\nstages:\n  ball: {kind: shapes, shape: icosphere, levels: 6}\n  fine: {kind: subdivide, from: ball, "
     "levels: 1, scheme: loop}\noutputs: [{from: fine, file: a.obj}, {from: ball, file: a.png, picture: {size: [200, "
     "160]}}]\n"},
    {"plants",
     "weald: 1\nstages:\n  growth: {kind: lsystem, axiom: 'F(1)', derivation: 6, productions: ['F(s) -> "
     "F(s)[+F(s*0.6)]F(s)[-F(s*0.6)]']}\n  wood: {kind: turtle, from: growth}\n  tree: {kind: plant_mesh, from: wood}\n"
     "outputs: [{from: growth, file: a.txt}, {from: wood, file: a.csv}, {from: tree, file: a.obj}]\n"},
    {"curves",
     "weald: 1\nstages:\n  way: {kind: bezier, points: [[0, 0, 0], [1, 2, 0], [2, 0, 0], [3, 0, 1]]}\n  pipe: {kind: "
     "sweep, "
     "from: way, twist: 3600}\n  sheet: {kind: contact_sheet, from: [way, pipe]}\noutputs: [{from: way, file: a.svg}, "
     "{from: pipe, file: a.obj}, {from: sheet, file: a.png}]\n"},
};

Run run_within(std::size_t limit, const std::vector<std::string>& arguments, const fs::path& folder) {
  weald::test::RunOptions options;
  options.address_space = limit;
  return run_weald(arguments, folder, options);
}

/// From what the system needs to load the program to more than any of the presets takes, in steps of three tenths.
std::vector<std::size_t> limits(const fs::path& folder) {
  std::vector<std::size_t> result;
  for (double megabytes = 14; megabytes < 420; megabytes *= 1.3) {
    const auto limit = static_cast<std::size_t>(megabytes * kMegabyte);
    // Below, it is not weald that fails: libraries cannot be loaded, or the system ends a program that does not fit.
    const int code = result.empty() ? run_within(limit, {"version"}, folder).exit_code : 0;
    if (code == 0 || code == kNoMemory) result.push_back(limit);
  }
  return result;
}

/// A code that tells of a lack of memory, and a place where what is too large was known before.
void check_refusal(const Run& run, const std::string& preset) {
  INFO(run.err);
  if (run.exit_code == 2)
    CHECK(run.err.find(preset + ":") != std::string::npos);
  else
    CHECK(run.exit_code == kNoMemory);
  CHECK(run.err.find("memory") != std::string::npos);
}

}  // namespace

TEST_CASE("with too little memory a build says so, leaves no file, and is the same as ever where it succeeds",
          "[cli]") {
  if (weald::test::kSanitized) return;  // sanitizers map more than any limit
  const TemporaryFolder folder;
  const std::vector<std::size_t> all_limits = limits(folder.path());
  for (const auto& [name, text] : kPresets) {
    const std::string preset = name + ".yaml";
    write_text(folder / preset, text);
    const Run whole = run_weald({"build", preset, "-o", "whole", "--cache=off"}, folder.path());
    INFO(name << ": " << whole.err);
    REQUIRE(whole.exit_code == 0);
    const auto expected = weald::test::texts_below(folder / "whole");
    fs::remove_all(folder / "whole");
    int refused = 0, built = 0;
    for (const std::size_t limit : all_limits) {
      const Run run = run_within(limit, {"build", preset, "-o", "out", "--cache=off"}, folder.path());
      CAPTURE(name, limit);
      const auto files = weald::test::texts_below(folder / "out");
      fs::remove_all(folder / "out");
      if (run.exit_code == 0) {
        ++built;
        CHECK(files == expected);
      } else {
        ++refused;
        check_refusal(run, preset);
        CHECK(files.empty());
      }
    }
    CHECK(refused > 0);
    CHECK(built > 0);
  }
}

TEST_CASE("commands that build without writing tell of too little memory in the same way", "[cli]") {
  if (weald::test::kSanitized) return;
  const TemporaryFolder folder;
  write_text(folder / "meshes.yaml", kPresets.at("meshes"));
  write_text(folder / "golden/goldens.yaml", "weald: 1\ngoldens:\n  - {name: meshes, preset: ../meshes.yaml}\n");
  REQUIRE(run_weald({"golden", "update", "--dir=golden", "--force"}, folder.path()).exit_code == 0);
  REQUIRE(run_weald({"build", "meshes.yaml", "-o", "whole", "--cache=off"}, folder.path()).exit_code == 0);
  const std::vector<std::vector<std::string>> commands{
      {"digest", "meshes.yaml", "--cache=off"},
      {"preview", "meshes.yaml", "-o", "preview.png", "--cache=off"},
      {"golden", "check", "--dir=golden"},
      {"compare", "whole/a.obj", "whole/a.obj"},
  };
  const std::vector<std::size_t> all_limits = limits(folder.path());
  for (const auto& command : commands) {
    int refused = 0;
    for (const std::size_t limit : all_limits) {
      const Run run = run_within(limit, command, folder.path());
      CAPTURE(command, limit);
      const bool has_picture = fs::remove(folder / "preview.png");
      CHECK(has_picture == (run.exit_code == 0 && command[0] == "preview"));
      if (run.exit_code == 0) continue;
      ++refused;
      check_refusal(run, "meshes.yaml");
    }
    CHECK(refused > 0);
  }
}

TEST_CASE("memory: a large map is written row by row, in a fraction of its size, and is the same map", "[memory]") {
  if (weald::test::kSanitized) return;  // whose own memory is counted, too
  const TemporaryFolder folder;
  const std::string stage = "weald: 1\nstages: {hills: {kind: fbm, size: [6000, 4000], octaves: 1}}\noutputs:\n";
  write_text(folder / "rows.yaml", stage + "  - {from: hills, file: a.r32}\n  - {from: hills, file: a.r16}\n");
  const Run rows = run_weald({"build", "rows.yaml", "--cache=off"}, folder.path());
  REQUIRE(rows.exit_code == 0);
  CHECK(rows.peak_megabytes < 80);  // of 96 for the samples alone
  // The preview needs the whole map, which is then there for the other files, too.
  write_text(folder / "whole.yaml", stage +
                                        "  - {from: hills, file: b.r32}\n  - {from: hills, file: b.r16}\n"
                                        "  - {from: hills, file: b.png, depth: 8}\n");
  const Run whole = run_weald({"build", "whole.yaml", "--cache=off"}, folder.path());
  REQUIRE(whole.exit_code == 0);
  CHECK(whole.peak_megabytes > 96);
  for (const std::string extension : {".r32", ".r32.json", ".r16", ".r16.json"})
    CHECK(file_text(folder / ("a" + extension)) == file_text(folder / ("b" + extension)));
}
