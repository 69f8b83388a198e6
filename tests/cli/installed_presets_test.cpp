// The presets that come with weald: built by name, listed, copied, completed.

#include <algorithm>
#include <filesystem>
#include <sstream>
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

/// The files that a build of `preset` would write.
std::string outputs_of(const TemporaryFolder& folder, const std::string& preset) {
  const Run run = run_weald({"build", preset, "--list-outputs"}, folder.path());
  CHECK(run.exit_code == 0);
  return run.out;
}

}  // namespace

TEST_CASE("installed presets: a bare name that is no file here is the installed preset", "[cli]") {
  const TemporaryFolder folder;
  const Run run = run_weald({"build", "koch", "-o", "out", "--only", "koch.svg"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK(fs::exists(folder / "out/koch.svg"));
  const Run digest = run_weald({"digest", "koch"}, folder.path());
  const Run by_path = run_weald({"digest", WEALD_SOURCE_DIR "/presets/koch.yaml"}, folder.path());
  CHECK(digest.exit_code == 0);
  CHECK(digest.out == by_path.out);
  CHECK(run_weald({"check", "koch", "oak"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"show", "koch", "--recipe-hash"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"preview", "koch", "--size", "32x32", "-o", "a.png"}, folder.path()).exit_code == 0);
}

TEST_CASE("installed presets: what lies in the current folder comes first", "[cli]") {
  const TemporaryFolder folder;
  const std::string stages = "weald: 1\nstages:\n  hills: {kind: fbm, size: [9, 9]}\n";
  write_text(folder / "oak.yaml", stages + "outputs: [{from: hills, file: beside.r16}]\n");
  CHECK_THAT(outputs_of(folder, "oak"), Contains("beside.r16"));
  write_text(folder / "oak", stages + "outputs: [{from: hills, file: here.r16}]\n");
  CHECK_THAT(outputs_of(folder, "oak"), Contains("here.r16"));
}

TEST_CASE("installed presets: a preset extends one by its name, and build scripts know the file", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "sub/mine.yaml", "extends: koch\nstages: {string: {derivation: 2}}\n");
  const Run run =
      run_weald({"build", "sub/mine.yaml", "--only", "koch.svg", "--depfile", "d", "-o", "out"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK(fs::exists(folder / "out/koch.svg"));
  CHECK_THAT(file_text(folder / "d"), Contains("sub/mine.yaml") && Contains("/presets/koch.yaml"));
  CHECK_THAT(run_weald({"build", "sub/mine.yaml", "--list-inputs"}, folder.path()).out, Contains("/presets/koch.yaml"));
  write_text(folder / "sub/koch.yaml",
             "weald: 1\nstages: {string: {kind: lsystem, axiom: F, productions: [F -> FF]}}\n"
             "outputs: [{from: string, file: s.txt}]\n");
  CHECK_THAT(run_weald({"build", "sub/mine.yaml", "--list-inputs"}, folder.path()).out,
             Contains("sub/koch.yaml\n") && !Contains("/presets/koch.yaml"));  // what lies beside it comes first
}

TEST_CASE("installed presets: a base that is not there gives the nearest one at its place", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "a.yaml", "weald: 1\nextends: [okk]\n");
  const Run bare = run_weald({"check", "a.yaml"}, folder.path());
  CHECK(bare.exit_code == 3);
  CHECK_THAT(bare.err, Contains("a.yaml:2:11: error: cannot read 'okk'") && Contains("did you mean 'oak'?"));
  write_text(folder / "b.yaml", "weald: 1\nextends: hils.yaml\n");
  write_text(folder / "hills.yaml", "weald: 1\n");
  CHECK_THAT(run_weald({"check", "b.yaml"}, folder.path()).err, Contains("did you mean 'hills.yaml'?"));
  write_text(folder / "oak.yaml", "weald: 1\nextends: oak\n");
  const Run itself = run_weald({"check", "oak.yaml"}, folder.path());
  CHECK(itself.exit_code == 2);
  CHECK_THAT(itself.err, Contains("oak.yaml -> oak.yaml") && Contains("rename that file"));
}

TEST_CASE("installed presets: a name that nothing has gives the nearest one", "[cli]") {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"build", "okk"}, {"check", "okk"}, {"preview", "okk", "-o", "a.png"}}) {
    const Run run = run_weald(command, folder.path());
    CHECK(run.exit_code == 3);
    CHECK_THAT(run.err, Contains("cannot read 'okk'") && Contains("did you mean 'oak'?"));
  }
  CHECK_THAT(run_weald({"build", "haigland"}, folder.path()).err, Contains("did you mean 'highlands'?"));
  CHECK_THAT(run_weald({"build", "nothing_of_the_kind"}, folder.path()).err, Contains("'weald list'"));
  const Run with_extension = run_weald({"build", "oak.yaml"}, folder.path());
  CHECK(with_extension.exit_code == 3);
  CHECK_THAT(with_extension.err, !Contains("did you mean"));
  CHECK(run_weald({"build", "./oak"}, folder.path()).exit_code == 3);
}

TEST_CASE("installed presets: a file that is not there gives the nearest preset of its folder", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "hills.yaml", "weald: 1\n");
  write_text(folder / "more/valleys.yaml", "weald: 1\n");
  for (const auto& [wrong, right] :
       {std::pair{"hills.yml", "hills.yaml"}, {"./hill.yaml", "hills.yaml"}, {"more/valeys.yaml", "valleys.yaml"}}) {
    const Run run = run_weald({"check", wrong}, folder.path());
    CHECK(run.exit_code == 3);
    CHECK_THAT(run.err, Catch::Contains(std::string("did you mean '") + right + "'?"));
  }
  for (const char* wrong : {"mountains.yaml", "nowhere/hills.yaml", "hills.yaml/x.yaml"})
    CHECK_THAT(run_weald({"check", wrong}, folder.path()).err, !Catch::Contains("did you mean"));
}

TEST_CASE("installed presets: list names them with their descriptions", "[cli]") {
  const TemporaryFolder folder;
  CHECK_THAT(run_weald({"list"}, folder.path()).out,
             Contains("installed presets\n") && Contains("\n  highlands "
                                                         "         Ridged mountains made of noise alone"));
  const auto report = nlohmann::json::parse(run_weald({"list", "--json"}, folder.path()).out);
  std::size_t sources = 0;
  for (const auto& entry : fs::directory_iterator(WEALD_SOURCE_DIR "/presets"))
    sources += entry.path().extension() == ".yaml";
  CHECK(report["installed_presets"].size() == sources);
  for (const auto& preset : report["installed_presets"]) {
    CAPTURE(preset["name"]);
    CHECK(!preset["description"].get<std::string>().empty());
    CHECK(fs::exists(preset["file"].get<std::string>()));
  }
}

TEST_CASE("installed presets: list names the components, which any preset can use", "[cli]") {
  const TemporaryFolder folder;
  CHECK_THAT(run_weald({"list"}, folder.path()).out, Contains("\n  components/house.yaml "));
  const auto report = nlohmann::json::parse(run_weald({"list", "--json"}, folder.path()).out);
  const std::string page = file_text(WEALD_SOURCE_DIR "/docs/components.md");
  REQUIRE(report["installed_components"].size() > 5);
  for (const auto& component : report["installed_components"]) {
    const std::string name = component["name"];
    CAPTURE(name);
    CHECK_THAT(page, Contains("`" + name + "`"));
    write_text(folder / "p.yaml",
               "weald: 1\nstages: {used: {kind: " + name + "}}\noutputs: [{from: used, file: used.obj}]\n");
    const Run run = run_weald({"check", "p.yaml"}, folder.path());
    // Components that work on other stages say what they need.
    CHECK((run.exit_code == 0 || run.err.find("needs '") != std::string::npos));
    CHECK(run_weald({"check", component["file"].get<std::string>()}, folder.path()).exit_code == 0);
  }
}

TEST_CASE("installed presets: init copies one with all that it reads", "[cli]") {
  const TemporaryFolder folder;
  CHECK(run_weald({"init", "--from", "oak", "--schema"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "oak.yaml"), Catch::StartsWith("# yaml-language-server: $schema=weald.schema.json\n"
                                                               "# $schema: weald.schema.json\nweald: 1\n"));
  CHECK(fs::exists(folder / "weald.schema.json"));
  CHECK_THAT(file_text(folder / "bases/tree.yaml"),
             Catch::StartsWith("# yaml-language-server: $schema=../weald.schema.json\n"));
  CHECK(run_weald({"init", "--from", "oak"}, folder.path()).exit_code == 2);
  CHECK(run_weald({"init", "--from", "oak", "--schema", "--force"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"init", "trees/mine", "--from", "birches"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "trees/mine.yaml"), Catch::StartsWith("weald: 1\n"));
  CHECK(fs::exists(folder / "trees/birch.yaml"));
  CHECK(fs::exists(folder / "trees/bases/tree.yaml"));
  CHECK(run_weald({"init", "trees/land", "--from", "jacksboro"}, folder.path()).exit_code == 0);
  CHECK(fs::exists(folder / "trees/data/jacksboro_dem.png"));
  CHECK(run_weald({"init", "trees/maps", "--from", "jacksboro_maps"}, folder.path()).exit_code == 0);
  CHECK(!fs::exists(folder / "trees/weald.schema.json"));
  for (const char* copy : {"oak.yaml", "trees/mine.yaml", "trees/land.yaml"})
    CHECK(run_weald({"check", copy}, folder.path()).exit_code == 0);
}

TEST_CASE("installed presets: init refuses names that are none and files that are in the way", "[cli]") {
  const TemporaryFolder folder;
  const Run unknown = run_weald({"init", "--from", "okk"}, folder.path());
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Contains("no installed preset 'okk'") && Contains("did you mean 'oak'?"));
  CHECK(run_weald({"init", "--from", "../presets/oak"}, folder.path()).exit_code == 2);
  CHECK(run_weald({"init", "--from", "oak", "--kind", "plant"}, folder.path()).exit_code == 2);
  CHECK_THAT(run_weald({"init", "birch", "--from", "birches"}, folder.path()).err, Contains("choose another name"));
  write_text(folder / "birch.yaml", "mine");
  CHECK_THAT(run_weald({"init", "mine", "--from", "birches"}, folder.path()).err, Contains("'birch.yaml' exists"));
  CHECK(file_text(folder / "birch.yaml") == "mine");
  CHECK(!fs::exists(folder / "mine.yaml"));
}

TEST_CASE("installed presets: completion offers them, and knows their stages", "[cli]") {
  const TemporaryFolder folder;
  const auto offered = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"__complete", "fish", "weald"});
    return run_weald(words, folder.path()).out;
  };
  CHECK_THAT(offered({"build", "highl"}), Catch::StartsWith("highlands\tRidged mountains"));
  CHECK_THAT(offered({"init", "--from", "highl"}), Catch::StartsWith("highlands\t"));
  CHECK(offered({"build", "./highl"}).empty());
  CHECK_THAT(offered({"build", "highlands", "--set", "rid"}), Catch::StartsWith("ridges."));
}
