// weald compare, as scripts use it: exit codes, what is printed, the picture.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;
using Catch::Contains;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

/// Two builds of one preset, one of them with another frequency and radius: a heightmap, a picture, a mesh.
void build_both(const TemporaryFolder& folder) {
  write_text(folder / "p.yaml",
             "weald: 1\nseed: 4\nstages:\n  hills: {kind: fbm, size: [65, 65], cell_size: 8, octaves: 4}\n"
             "  ball: {kind: shapes, shape: icosphere, levels: 2}\noutputs:\n  - {from: hills, file: hills.png}\n"
             "  - {from: hills, file: map.png, picture: {size: [65, 65]}}\n"
             "  - {from: ball, file: ball.obj}\n  - {from: ball, file: ball.ply}\n  - {from: ball, file: ball.stl}\n");
  REQUIRE(run_weald({"build", "p.yaml", "-q", "-o", "a"}, folder.path()).err == "");
  REQUIRE(run_weald({"build", "p.yaml", "-q", "-o", "b", "--set", "hills.frequency=0.01", "--set", "ball.radius=1.5"},
                    folder.path())
              .exit_code == 0);
}

Run compare(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compare");
  return run_weald(arguments, folder.path());
}

}  // namespace

TEST_CASE("compare: the same file is identical, another one different, by exit code", "[cli]") {
  const TemporaryFolder folder;
  build_both(folder);
  for (const char* file : {"hills.png", "map.png", "ball.obj", "hills.json"}) {
    INFO(file);
    const std::string a = std::string("a/") + file, b = std::string("b/") + file;
    const Run same = compare(folder, {a, a});
    CHECK(same.exit_code == 0);
    CHECK_THAT(same.out, Contains("identical\n"));
    const Run other = compare(folder, {a, b});
    CHECK(other.exit_code == 1);
    CHECK_THAT(other.out, Contains("FAIL") && Contains("\ndifferent: "));
    CHECK(other.err.empty());
    const Run quiet = compare(folder, {a, b, "-q"});
    CHECK(quiet.exit_code == 1);
    CHECK(quiet.out.empty());
  }
}

TEST_CASE("compare: heights are in metres with sidecars and in levels without", "[cli]") {
  const TemporaryFolder folder;
  build_both(folder);
  CHECK_THAT(compare(folder, {"a/hills.png", "b/hills.png"}).out, Contains(" m  limit"));
  fs::copy_file(folder / "b/hills.png", folder / "alone.png");
  const Run levels = compare(folder, {"a/hills.png", "alone.png"});
  CHECK_THAT(levels.out, Contains(" levels  limit"));
  CHECK_THAT(levels.err, Contains("raw 16-bit levels"));
}

TEST_CASE("compare: tolerances decide, unknown ones are refused with a suggestion", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "a.svg", "<path d=\"M 1.25 7\"/>\n");
  write_text(folder / "b.svg", "<path d=\"M 1.35 7\"/>\n");
  CHECK(compare(folder, {"a.svg", "b.svg"}).exit_code == 1);
  const Run within = compare(folder, {"a.svg", "b.svg", "--tolerance", "relative=0.1", "--tolerance", "last_digit=0"});
  CHECK(within.exit_code == 0);
  CHECK_THAT(within.out, Contains("within tolerance"));
  CHECK(compare(folder, {"a.svg", "b.svg", "--tolerance", "relative=0.1", "--exact"}).exit_code == 1);
  const Run unknown = compare(folder, {"a.svg", "b.svg", "--tolerance", "relativ=0.1"});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Contains("--tolerance #1:1:1") && Contains("did you mean 'relative'?"));
  CHECK(compare(folder, {"a.svg", "b.svg", "--tolerance", "relative"}).exit_code == 2);
  CHECK(compare(folder, {"a.svg", "b.svg", "--tolerance", "relative=-1"}).exit_code == 2);
}

TEST_CASE("compare: the JSON has its version, the outcome and every gate", "[cli]") {
  const TemporaryFolder folder;
  build_both(folder);
  const Run run = compare(folder, {"a/map.png", "b/map.png", "--json", "--diff", "diff.png"});
  CHECK(run.exit_code == 1);
  const auto json = nlohmann::json::parse(run.out);
  CHECK(json["format"] == 1);
  CHECK(json["kind"] == "picture");
  CHECK(json["expected"] == "a/map.png");
  CHECK(json["outcome"] == "different");
  CHECK(json["passed"] == false);
  CHECK(json["diff"] == "diff.png");
  bool failed = false;
  for (const auto& gate : json["gates"]) {
    CHECK(gate.size() == 6);
    failed = failed || !gate["passed"].get<bool>();
  }
  CHECK(failed);
  const auto same = nlohmann::json::parse(compare(folder, {"a/map.png", "a/map.png", "--json"}).out);
  CHECK(same["outcome"] == "identical");
  CHECK(same["diff"].is_null());
}

TEST_CASE("compare: meshes are compared by pictures as well, unless both limits are off", "[cli]") {
  const TemporaryFolder folder;
  build_both(folder);
  const auto gates = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"a/ball.obj", "b/ball.obj", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto result = nlohmann::json::parse(compare(folder, arguments).out);
    std::map<std::string, nlohmann::json> by_name;
    for (const auto& gate : result["gates"]) by_name[gate["name"].get<std::string>()] = gate;
    return by_name;
  };
  const auto with = gates({"--tolerance", "flip_max=0.001"});
  CHECK(with.at("flip max")["limit"] == 0.001);
  CHECK(with.at("flip max")["passed"] == false);
  CHECK(with.count("flip p99") == 1);
  CHECK(gates({"--tolerance", "flip_max=off", "--tolerance", "flip_p99=off"}).count("flip max") == 0);
}

TEST_CASE("compare: files of one mesh in three formats are the same surface", "[cli]") {
  const TemporaryFolder folder;
  build_both(folder);
  const auto without_pictures = [&](const std::string& a, const std::string& b) {
    return compare(folder, {a, b, "--json", "--tolerance", "flip_max=off", "--tolerance", "flip_p99=off"});
  };
  for (const std::string file : {"ball.ply", "ball.stl"}) {
    INFO(file);
    CHECK(without_pictures("a/" + file, "a/" + file).exit_code == 0);
    CHECK(without_pictures("a/" + file, "b/" + file).exit_code == 1);
    const auto json = nlohmann::json::parse(without_pictures("a/ball.obj", "a/" + file).out);
    CHECK(json["kind"] == "mesh");
    for (const auto& gate : json["gates"])
      if (gate["name"] == "hausdorff") CHECK(gate["value"] < 1e-12);
  }
  write_text(folder / "cut.ply", weald::test::file_text(folder / "a/ball.ply").substr(0, 500));
  const Run cut = compare(folder, {"a/ball.ply", "cut.ply"});
  CHECK(cut.exit_code == 3);
  CHECK_THAT(cut.err, Contains("cut.ply:4:9: expected 181 of 'vertex'"));
}

TEST_CASE("compare: --diff writes a picture for all but texts", "[cli]") {
  const TemporaryFolder folder;
  build_both(folder);
  std::vector<std::string> files{"hills.png", "map.png"};
  if (!weald::test::kSanitized) files.emplace_back("ball.obj");  // two pictures of 960 x 640
  for (const std::string& file : files) {
    const std::string diff = file + "-diff.png";
    CHECK(compare(folder, {"a/" + file, "b/" + file, "--diff", diff}).exit_code == 1);
    CHECK(compare(folder, {diff, diff}).exit_code == 0);
  }
  CHECK(compare(folder, {"a/map.png", "b/map.png", "--diff", "./b/map.png"}).exit_code == 2);
  const Run text = compare(folder, {"a/hills.json", "b/hills.json", "--diff", "text.png"});
  CHECK(text.exit_code == 1);
  CHECK_THAT(text.err, Contains("texts have none"));
  CHECK_FALSE(fs::exists(folder / "text.png"));
}

TEST_CASE("compare: two kinds are a usage error, a file that cannot be read is exit code 3", "[cli]") {
  const TemporaryFolder folder;
  build_both(folder);
  write_text(folder / "zero", std::string("a\0b", 3));
  write_text(folder / "short.png", "\x89PNG\r\n\x1A\n");
  const Run kinds = compare(folder, {"a/hills.png", "a/map.png"});
  CHECK(kinds.exit_code == 2);
  CHECK_THAT(kinds.err, Contains("is a heightmap, but 'a/map.png' is a picture"));
  CHECK(compare(folder, {"a/hills.png"}).exit_code == 2);
  for (const char* file : {"missing.png", "a", "zero", "short.png"}) {
    INFO(file);
    const Run run = compare(folder, {"a/map.png", file});
    CHECK(run.exit_code == 3);
    CHECK_THAT(run.err, Contains("weald: error: cannot read"));
    CHECK(run.out.empty());
  }
}
