// What weald refuses before it writes anything: to overwrite what it reads, options that cannot hold, files that cannot
// be read. Every refusal is an exit code, a line that names the files, and nothing changed.

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kRefusing =
    "weald: 1\nseed: 3\nstages:\n"
    "  hills: {kind: fbm, size: [17, 17], cell_size: 8, octaves: 2, amplitude: 60}\n"
    "outputs:\n  - {from: hills, file: hills.png}\n"
    "  - {from: hills, file: map.png, picture: {size: [32, 24], samples: 1}}\n";

constexpr const char* kImport =
    "weald: 1\nstages:\n  own: {kind: heightmap_import, file: in.png}\noutputs:\n  - {from: own, file: in.png}\n";

struct Desk {
  TemporaryFolder folder;
  Desk() {
    write_text(folder / "p.yaml", kRefusing);
    REQUIRE(weald({"build", "p.yaml", "-q"}).exit_code == 0);
    fs::copy_file(folder / "hills.png", folder / "in.png");
    fs::copy_file(folder / "hills.json", folder / "in.json");
    write_text(folder / "i.yaml", kImport);
  }
  Run weald(const std::vector<std::string>& arguments) const { return run_weald(arguments, folder.path()); }
};

/// The bytes of everything in the folder.
std::string snapshot(const Desk& desk) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(desk.folder.path()))
    if (entry.is_regular_file()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::string all;
  for (const fs::path& path : paths) all += path.string() + '\0' + file_text(path);
  return all;
}

void refused(const Desk& desk, const std::vector<std::string>& arguments, const std::string& why, int code = 2) {
  const std::string before = snapshot(desk);
  const Run run = desk.weald(arguments);
  CAPTURE(arguments, run.out, run.err);
  CHECK(run.exit_code == code);
  CHECK_THAT(run.err, Contains(why));
  CHECK(snapshot(desk) == before);
}

}  // namespace

TEST_CASE("no command writes over what it reads, by whatever name", "[cli]") {
  const Desk desk;
  fs::create_directory(desk.folder / "sub");
  fs::create_symlink("../p.yaml", desk.folder / "sub/link.yaml");
  fs::create_hard_link(desk.folder / "p.yaml", desk.folder / "hard.yaml");
  fs::copy_file(desk.folder / "p.yaml", desk.folder / "base.yaml");
  write_text(desk.folder / "child.yaml", "weald: 1\nextends: base.yaml\n");
  refused(desk, {"build", "p.yaml", "--depfile", "p.yaml"},
          "--depfile 'p.yaml' would overwrite 'p.yaml', which is read");
  refused(desk, {"build", "p.yaml", "--depfile", "sub/link.yaml"}, "would overwrite 'p.yaml'");
  refused(desk, {"build", "p.yaml", "--depfile", "hard.yaml"}, "would overwrite 'p.yaml'");
  refused(desk, {"build", "child.yaml", "--depfile", "./base.yaml"}, "would overwrite 'base.yaml'");
  refused(desk, {"build", "i.yaml", "--depfile", "in.json"}, "would overwrite 'in.json'");
  refused(desk, {"build", "i.yaml"}, "the output 'in.png' would overwrite 'in.png', which is read");
  refused(desk, {"build", "i.yaml", "-o", "sub/.."}, "the output 'sub/../in.png' would overwrite 'in.png'");
  refused(desk, {"build", "i.yaml", "--list-outputs"}, "would overwrite");
  CHECK(desk.weald({"build", "i.yaml", "-q", "-o", "elsewhere"}).exit_code == 0);
  refused(desk, {"build", "p.yaml", "--depfile", "map.png"}, "would overwrite 'map.png', which is an output");
  refused(desk, {"build", "p.yaml", "-o", "new", "--depfile", "new/map.png"}, "'new/map.png', which is an output");
  refused(desk, {"preview", "in.png", "-o", "in.png"}, "the picture 'in.png' would overwrite 'in.png', which is read");
  refused(desk, {"preview", "i.yaml", "-o", "./in.png"}, "the picture './in.png' would overwrite 'in.png'");
  refused(desk, {"compare", "in.png", "hills.png", "--diff", "./in.png"},
          "--diff './in.png' would overwrite 'in.png', which is compared");
  const Run report = desk.weald({"build", "p.yaml", "--depfile", "p.yaml", "--json"});
  CHECK_THAT(nlohmann::json::parse(report.out)["diagnostics"][0]["message"].get<std::string>(), Contains("'p.yaml'"));
}

TEST_CASE("the picture of build --preview is none of the other files", "[cli]") {
  const Desk desk;
  refused(desk, {"build", "i.yaml", "-o", "new", "--preview", "in.png"}, "--preview 'in.png' would overwrite 'in.png'");
  refused(desk, {"build", "p.yaml", "--preview", "map.png"}, "--preview 'map.png' would overwrite 'map.png'");
  refused(desk, {"build", "p.yaml", "--depfile", "x.png", "--preview", "x.png"}, "which --preview writes");
}

TEST_CASE("one preset may still write what another one of the same call imports", "[cli]") {
  const Desk desk;
  write_text(
      desk.folder / "next.yaml",
      "weald: 1\nstages:\n  own: {kind: heightmap_import, file: hills.png}\noutputs: [{from: own, file: next.png}]\n");
  CHECK(desk.weald({"build", "p.yaml", "next.yaml", "-q"}).exit_code == 0);
}

TEST_CASE("a picture is written only into a .png, and no option is passed over", "[cli]") {
  const Desk desk;
  refused(desk, {"build", "p.yaml", "--preview", "x.jpg"}, "--preview: needs a file name that ends in .png");
  refused(desk, {"compare", "hills.png", "in.png", "--diff", "x.jpg"}, "--diff: needs a file name that ends in .png");
  refused(desk, {"preview", "p.yaml", "-o", "x.png", "--terminal", "blocks"}, "use one of them");
  refused(desk, {"preview", "map.png", "-o", "x.png", "--size", "64x64"}, "remove '--size'");
  CHECK(desk.weald({"preview", "hills.png", "-o", "sized.png", "--size", "64x48"}).exit_code == 0);
  CHECK(file_text(desk.folder / "sized.png").substr(16, 8) == std::string("\0\0\0\x40\0\0\0\x30", 8));
  CHECK(desk.weald({"preview", "p.yaml", "-o", "off.png", "--terminal", "off"}).exit_code == 0);
  refused(desk, {"--json", "version"}, "the option '--json' must follow the command: weald version --json");
}

TEST_CASE("a file that cannot be read is exit code 3, whatever names it", "[cli]") {
  const Desk desk;
  write_text(desk.folder / "child.yaml", "weald: 1\nextends: none.yaml\n");
  write_text(
      desk.folder / "import.yaml",
      "weald: 1\nstages:\n  own: {kind: heightmap_import, file: none.png}\noutputs: [{from: own, file: a.png}]\n");
  write_text(desk.folder / "text.png", "no PNG");
  write_text(
      desk.folder / "text.yaml",
      "weald: 1\nstages:\n  own: {kind: heightmap_import, file: text.png}\noutputs: [{from: own, file: a.png}]\n");
  for (const char* command : {"build", "check", "show", "digest"}) {
    refused(desk, {command, "none.yaml"}, "'none.yaml': no such file", 3);
    refused(desk, {command, "child.yaml"}, "child.yaml:2:10: error: cannot read 'none.yaml': no such file", 3);
    refused(desk, {command, "import.yaml"}, "import.yaml:3:39: error: cannot read 'none.png': no such file", 3);
  }
  refused(desk, {"preview", "child.yaml", "-o", "x.png"}, "'none.yaml': no such file", 3);
  refused(desk, {"preview", "import.yaml", "-o", "x.png"}, "cannot read 'none.png'", 3);
  refused(desk, {"build", "text.yaml"}, "text.png", 3);
}

TEST_CASE("heights of a file that are not numbers are no data, and refused at the place that names the file", "[cli]") {
  const Desk desk;
  const float not_a_number = std::numeric_limits<float>::quiet_NaN();
  const float heights[4] = {1, 2, not_a_number, 4};
  write_text(desk.folder / "n.r32", std::string(reinterpret_cast<const char*>(heights), sizeof heights));
  write_text(desk.folder / "n.yaml",
             "weald: 1\nstages:\n  n: {kind: heightmap_import, file: n.r32}\noutputs: [{from: n, file: a.png}]\n");
  refused(
      desk, {"build", "n.yaml"},
      "n.yaml:3:37: error: stage 'n' (heightmap_import): 1 of 4 samples have no data, the first one in column 0, row 1",
      2);
}

TEST_CASE("what is wrong with a file that several presets extend is told once", "[cli]") {
  const Desk desk;
  write_text(desk.folder / "middle.yaml", "weald: 1\nextends: gone.yaml\n");
  write_text(desk.folder / "a.yaml", "weald: 1\nextends: middle.yaml\n");
  write_text(desk.folder / "b.yaml", "weald: 1\nextends: middle.yaml\n");
  const std::string err = desk.weald({"build", "a.yaml", "b.yaml"}).err;
  const std::size_t first = err.find("middle.yaml:2:10: error: cannot read 'gone.yaml'");
  CHECK(first != std::string::npos);
  CHECK(err.find("middle.yaml:2:10", first + 1) == std::string::npos);
}

TEST_CASE("preview: errors are told in the words of the command line", "[cli]") {
  const Desk desk;
  write_text(desk.folder / "koch.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M 0 0\"/></svg>\n");
  refused(desk, {"preview", "koch.svg", "-o", "x.png"}, "'koch.svg' is neither a preset nor a file that can be drawn");
  CHECK_THAT(desk.weald({"preview", "koch.svg", "-o", "x.png"}).err, !Contains("<svg") && Contains(".r16"));
  refused(desk, {"preview", "p.yaml", "-o", "x.png", "--sweep", "sed=1..3"}, "did you mean 'seed'?");
  refused(desk, {"preview", "p.yaml", "-o", "x.png", "--picture", "stile=relief"},
          "--picture #1:1:1: error: unknown key 'stile' in the picture");
  refused(desk, {"preview", "p.yaml", "-o", "x.png", "--sweep", "picture.stile=relief,hillshade"},
          "unknown key 'stile' in the picture");
  refused(desk, {"preview", "p.yaml", "-o", "x.png", "--from", "nope"}, "--from: there is no stage 'nope'");
  write_text(desk.folder / "key.yaml", "weald: 1\nextend: p.yaml\n");
  refused(desk, {"check", "key.yaml"}, "did you mean 'extends'?");
}
