// weald golden, as a repository uses it.

#include "support/catch.h"

#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "golden_repository.h"
#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;
using weald::test::adopt;
using weald::test::file_text;
using weald::test::Repository;
using weald::test::Run;
using weald::test::write_text;

TEST_CASE("golden: a repository adopts it, and a change is found, explained, refused and accepted", "[golden]") {
  const Repository repository;
  adopt(repository);
  for (const char* file : {"goldens.yaml", ".gitattributes", ".gitignore", "README.md", "pinned/hills.txt",
                           "pinned/hills.recipe", "references/hills/hills.png", "references/hills/hills.obj"})
    CHECK(fs::exists(repository / (std::string("goldens/") + file)));
  CHECK(file_text(repository / "goldens/goldens.yaml").find("../presets/hills.yaml") != std::string::npos);
  CHECK(repository.run({"init", "presets/hills.yaml"}).exit_code == 2);
  const Run good = repository.run({"check", "--tier", "1"});
  INFO(good.out);
  CHECK(good.exit_code == 0);

  repository.replace("presets/hills.yaml", "octaves: 3", "octaves: 2");
  const Run bad = repository.run({"check", "--report", "out", "--junit", "o/j.xml", "--markdown", "o/m.md"});
  CHECK(bad.exit_code == 1);
  CHECK_THAT(bad.out, Catch::Contains("first stage that differs: hills (fbm): its parameters changed"));
  CHECK_THAT(bad.out, Catch::Contains("accept: weald golden update --dir=goldens hills"));
  for (const char* picture : {"actual", "expected", "diff"}) {
    for (const char* output : {"hills.png", "view.png", "hills.obj"})
      CHECK(fs::exists(repository / (std::string("out/hills/") + output + "/" + picture + ".png")));
  }
  const std::string page =
      file_text(repository / "out/index.html");  // it turns the meshes of hills.obj, and needs no file
  CHECK_THAT(page, Catch::Contains("data-mode=\"turn\"") && Catch::Contains("function wealdPair") &&
                       Catch::Contains("The MIT License") && !Catch::Contains("src=\"http"));
  for (const char* model : {"expected", "actual"}) {
    const std::string start = fmt::format("data-model=\"{}\">", model);
    const auto at = page.find(start);
    REQUIRE(at != std::string::npos);
    CHECK(page.substr(at + start.size(), 5) == "Z2xUR");  // "glTF" in Base64
  }
  for (const char* file :
       {"out/index.html", "out/results.json", "out/junit.xml", "out/summary.md", "o/j.xml", "o/m.md"}) {
    CAPTURE(file);
    const std::string text = file_text(repository / file);
    CHECK_THAT(text, Catch::Contains("hills.obj"));
    CHECK_THAT(text, !Catch::Contains(repository.folder().path().string()));
  }
  const auto results = nlohmann::json::parse(file_text(repository / "out/results.json"));
  CHECK(results["counts"]["changed"] == 1);
  CHECK(results["counts"]["passed"] == 1);
  CHECK(results["goldens"][0]["first_stage"]["name"] == "hills");
  CHECK(results["goldens"][0]["outputs"][0]["comparison"]["outcome"] == "different");

  CHECK(repository.run({"update", "hills"}, "true").exit_code == 1);
  CHECK(repository.run({"update", "hills"}, "1").exit_code == 1);
  const std::string pinned = file_text(repository / "goldens/pinned/hills.txt");
  write_text(repository / "goldens/pinned/hills.txt", pinned + "# mine\n");
  const Run dirty = repository.run({"update", "hills"});
  CHECK(dirty.exit_code == 1);
  CHECK_THAT(dirty.err, Catch::Contains("pinned/hills.txt' is not committed"));
  CHECK(repository.run({"update", "--only", "hills", "--force"}, "true").exit_code == 0);
  CHECK(file_text(repository / "goldens/pinned/hills.txt") != pinned);
  CHECK(repository.run({"check", "--tier", "1", "--report", "out"}).exit_code == 0);
  CHECK_FALSE(fs::exists(repository / "out/hills"));  // of the report before
}

TEST_CASE("golden: new, changed, missing and unreferenced are four states", "[golden]") {
  const Repository repository;
  adopt(repository);
  repository.replace("goldens/goldens.yaml", "goldens:\n",
                     "goldens:\n  - {name: again, preset: ../presets/hills.yaml, seed: 8}\n");
  repository.replace("presets/hills.yaml", "octaves: 3", "octaves: 2");
  repository.replace("presets/it's a line.yaml", "  - {from: walk, file: line.svg}\n", "");
  write_text(repository / "goldens/pinned/old.txt", "x");
  write_text(repository / "goldens/references/gone/a/b.png", "x");
  const auto results = repository.results();
  CHECK(results["counts"]["new"] == 1);
  CHECK(results["counts"]["changed"] == 1);
  CHECK(results["counts"]["missing"] == 1);
  CHECK(results["counts"]["unreferenced"] == 2);
  CHECK(repository.run({"check", "again"}).exit_code == 1);
  CHECK(repository.run({"prune", "-n"}).exit_code == 0);
  CHECK(fs::exists(repository / "goldens/pinned/old.txt"));
  CHECK(repository.run({"prune"}).exit_code == 0);
  CHECK_FALSE(fs::exists(repository / "goldens/pinned/old.txt"));
  CHECK_FALSE(fs::exists(repository / "goldens/references/gone"));
  CHECK(repository.run({"update"}).exit_code == 0);
  // What was missing is accepted as gone; its reference is then named by nothing.
  CHECK(repository.results()["unreferenced"] == nlohmann::json::array({"references/it_s_a_line/line.svg"}));
  CHECK(repository.run({"prune"}).exit_code == 0);
  CHECK(repository.run({"check"}).exit_code == 0);
}

TEST_CASE("golden: nothing that a golden names is left over, however the folder of the suite is written", "[golden]") {
  const Repository repository;
  adopt(repository);
  for (const std::string& folder : {std::string("goldens"), std::string("./goldens"), std::string("goldens/."),
                                    std::string("presets/../goldens"), (repository / "goldens").string()}) {
    CAPTURE(folder);
    const Run check = repository.run({"check", "--dir=" + folder});
    INFO(check.out);
    CHECK(check.exit_code == 0);
    CHECK_THAT(check.out, !Catch::Contains("unreferenced"));
    CHECK(repository.run({"prune", "--dir=" + folder}).exit_code == 0);
  }
  CHECK(fs::exists(repository / "goldens/pinned/hills.txt"));
}

TEST_CASE("golden: tolerances let a small change pass where references are kept, and only there", "[golden]") {
  const Repository repository;
  adopt(repository);
  repository.replace("presets/hills.yaml", "amplitude: 60", "amplitude: 60.0001");
  CHECK(repository.results()["counts"]["within"] == 1);
  CHECK(repository.run({"check"}).exit_code == 0);
  CHECK(repository.run({"check", "--tier", "0"}).exit_code == 1);
  fs::remove_all(repository / "goldens/references");
  const Run without = repository.run({"check"});
  CHECK(without.exit_code == 1);
  CHECK_THAT(without.out, Catch::Contains("without references the digests decide"));
}

TEST_CASE("golden: textures that outputs share are pinned, kept as references and compared", "[golden]") {
  const Repository repository;
  write_text(repository / "presets/balls.yaml",
             "weald: 1\nstages:\n  bark: {kind: bark_texture, size: [16, 16], seed: 0}\n  ball: {kind: shapes, shape: "
             "icosphere, levels: 1}\n  barked: {kind: material, from: ball, texture: bark}\n  small: {kind: transform, "
             "from: barked, scale: [0.5, 0.5, 0.5]}\noutputs:\n"
             "  - {from: barked, file: a/ball.obj, textures: {t/bark.png: bark}}\n"
             "  - {from: small, file: small.obj, textures: {t/bark.png: bark}}\n");
  REQUIRE(repository.run({"init", "presets/balls.yaml"}).exit_code == 0);
  repository.replace("goldens/goldens.yaml", "keep: digests}", "keep: references}");
  repository.commit();
  REQUIRE(repository.run({"update"}).exit_code == 0);
  CHECK_THAT(file_text(repository / "goldens/pinned/balls.txt"), Catch::Contains("t/bark.png"));
  for (const char* file : {"a/ball.obj", "a/ball.mtl", "t/bark.png", "small.obj", "small.mtl"})
    CHECK(fs::exists(repository / (std::string("goldens/references/balls/") + file)));
  const Run same = repository.run({"check", "--tier", "1"});
  INFO(same.out);
  CHECK(same.exit_code == 0);
  CHECK(repository.results()["unreferenced"] == nlohmann::json::array());
  repository.replace("presets/balls.yaml", "seed: 0", "seed: 9");
  const auto changed = repository.results();
  CHECK(changed["goldens"][0]["first_stage"]["name"] == "bark");
  CHECK(changed["goldens"][0]["outputs"].size() == 3);
  CHECK(repository.run({"check"}).exit_code == 1);
  fs::remove_all(repository / "goldens/references");
  // What was expected is built from the recipe: with the picture, and where only the meshes changed.
  for (const bool is_bark : {true, false}) {
    if (!is_bark) repository.replace("presets/balls.yaml", "seed: 9", "seed: 0");
    if (!is_bark) repository.replace("presets/balls.yaml", "levels: 1", "levels: 2");
    const Run rebuilt = repository.run({"check"});
    INFO(rebuilt.out);
    CHECK(rebuilt.exit_code == 1);
    CHECK_THAT(rebuilt.out, !Catch::Contains("cannot be rebuilt") && !Catch::Contains("no longer gives"));
  }
}

TEST_CASE("golden: review takes decisions from the command line", "[golden]") {
  const Repository repository;
  adopt(repository);
  repository.replace("presets/hills.yaml", "octaves: 3", "octaves: 2");
  CHECK(repository.run({"review"}).exit_code == 1);
  CHECK(repository.run({"review", "--reject", "hills"}).exit_code == 1);
  CHECK(repository.run({"check"}).exit_code == 1);
  CHECK(repository.run({"review", "--accept", "hills"}).exit_code == 0);
  CHECK(repository.run({"check"}).exit_code == 0);
}

TEST_CASE("golden: the self-test passes, and fails where tolerances are too wide or too narrow", "[golden]") {
  const Repository repository;
  adopt(repository);
  CHECK(repository.run({"self-test"}).exit_code == 0);
  const std::string suite = file_text(repository / "goldens/goldens.yaml");
  const std::string wide =
      "tolerance: {heights: {max_error: ~, rmse: ~, max_slope: ~, rms_slope: ~, changed: ~, histogram: ~}}}";
  repository.replace("goldens/goldens.yaml", "keep: references}", "keep: references, " + wide);
  const Run loose = repository.run({"self-test"});
  CHECK(loose.exit_code == 1);
  CHECK_THAT(loose.out, Catch::Contains("PASSES, must fail"));
  write_text(repository / "goldens/goldens.yaml", suite);
  repository.replace("goldens/goldens.yaml", "keep: references}",
                     "keep: references, tolerance: {images: {max_channel: 0}}}");
  const Run strict = repository.run({"self-test"});
  CHECK(strict.exit_code == 1);
  CHECK_THAT(strict.out, Catch::Contains("FAILS, must pass"));
}

TEST_CASE("golden: wrong descriptions are errors with their place, exit code 2, and missing files have exit code 3",
          "[golden]") {
  const Repository repository;
  adopt(repository);
  CHECK(repository.run({"check", "hils"}).exit_code == 2);
  CHECK_THAT(repository.run({"check", "hils"}).err, Catch::Contains("did you mean 'hills'?"));
  CHECK(repository.run({"check", "--shard", "3/2"}).exit_code == 2);
  const Run nowhere = repository.run({"check", "--dir", "nowhere"});
  CHECK(nowhere.exit_code == 3);
  CHECK_THAT(nowhere.err, Catch::Contains("nowhere/goldens.yaml") && Catch::Contains("weald golden init"));
  const std::string suite = file_text(repository / "goldens/goldens.yaml");
  repository.replace("goldens/goldens.yaml", "hills.yaml\"}",
                     "hills.yaml\", outputs: [hils.png], set: [hills.octavs=2]}");
  const Run wrong = repository.run({"check"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::Contains("goldens/goldens.yaml:") && Catch::Contains("did you mean 'hills.png'?") &&
                            Catch::Contains("'set' of golden 'hills'") && Catch::Contains("did you mean 'octaves'?"));
  write_text(repository / "goldens/goldens.yaml", suite);
  repository.replace("goldens/goldens.yaml", "hills.yaml", "hils.yaml");
  const Run missing = repository.run({"check"});
  CHECK(missing.exit_code == 3);
  CHECK_THAT(missing.err, Catch::Contains("no such file"));
}

TEST_CASE("golden: a folder without goldens says how to go on", "[golden]") {
  const Repository repository;
  CHECK_THAT(repository.run({"check"}).err,
             Catch::Contains("here or in 'goldens'; create one with 'weald golden init PRESET...'"));
  const Run init = repository.run({"init"});
  CHECK(init.exit_code == 0);
  CHECK_THAT(init.out, Catch::Contains("next: add presets to 'goldens/goldens.yaml'"));
  const Run check = repository.run({"check"});
  CHECK(check.exit_code == 0);
  CHECK_THAT(check.err, Catch::Contains("names no presets yet"));
  repository.replace("goldens/goldens.yaml", "goldens: []", "goldens: [{name: hills, preset: ../presets/hills.yaml}]");
  CHECK_THAT(repository.run({"update"}).out, Catch::Contains("hills.png  new "));
  CHECK_THAT(repository.run({"prune"}).out, Catch::Contains("nothing to remove"));
}

TEST_CASE("golden: names may be patterns, and a '!' leaves goldens out", "[golden]") {
  const Repository repository;
  adopt(repository);
  const auto checked = [&](const std::vector<std::string>& names) {
    std::vector<std::string> arguments{"check", "--json"};
    arguments.insert(arguments.end(), names.begin(), names.end());
    const Run run = repository.run(arguments);
    CHECK(run.exit_code == 0);
    std::set<std::string> found;
    const auto report = nlohmann::json::parse(run.out);
    for (const auto& golden : report["goldens"]) found.insert(golden["name"]);
    return found;
  };
  const std::set<std::string> all = checked({});
  REQUIRE(all.count("hills") == 1);
  std::set<std::string> others = all;
  others.erase("hills");
  REQUIRE_FALSE(others.empty());
  CHECK(checked({"h?lls"}) == std::set<std::string>{"hills"});
  CHECK(checked({"!hills"}) == others);
  CHECK(checked({"*", "!h*"}) == others);
  for (const auto& [name, message] : {std::pair{"!*", "the names leave out every golden"},
                                      {"x*", "there is no golden 'x*'"},
                                      {"!x*", "there is no golden 'x*'"}}) {
    const Run run = repository.run({"check", name});
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Catch::Contains(message));
  }
}

TEST_CASE("golden: shards cover the suite, each golden once", "[golden]") {
  const Repository repository;
  adopt(repository);
  std::multiset<std::string> names;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const auto results = repository.results({"--shard", shard});
    for (const auto& golden : results["goldens"]) names.insert(golden["name"].get<std::string>());
  }
  CHECK(names == std::multiset<std::string>{"hills", "it_s_a_line"});
}

TEST_CASE("golden: a pattern takes every preset but those to be ignored", "[golden]") {
  const Repository repository;
  write_text(repository / "goldens/goldens.yaml", "weald: 1\ngoldens:\n  - {presets: ../presets/h*.yaml}\n");
  REQUIRE(repository.run({"update", "--force"}).exit_code == 0);
  CHECK(std::filesystem::exists(repository / "goldens/pinned/hills.txt"));
  const Run check = repository.run({"check"});
  CHECK(check.exit_code == 0);
  CHECK(check.err.empty());
  write_text(repository / "goldens/goldens.yaml",
             "weald: 1\nignore: [../presets/it*]\ngoldens:\n  - {presets: ../presets/*.yaml}\n");
  CHECK(repository.run({"check"}).exit_code == 0);
  write_text(repository / "presets/hills_more.yaml", weald::test::kHills);
  CHECK(repository.run({"check"}).exit_code == 1);  // taken by the pattern, and not pinned
}
