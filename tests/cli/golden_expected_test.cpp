// What was expected of goldens that keep no references: built again from their pinned recipes.

#include "support/catch.h"

#include <filesystem>
#include <string>

#include "golden_repository.h"

namespace fs = std::filesystem;
using weald::test::adopt;
using weald::test::file_text;
using weald::test::Repository;
using weald::test::Run;
using weald::test::write_text;

namespace {

nlohmann::json report_of(const Repository& repository, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"check", "--report", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  CHECK(repository.run(arguments).exit_code == 1);
  return nlohmann::json::parse(file_text(repository / "out/results.json"));
}

}  // namespace

TEST_CASE("golden: a changed preset is shown beside what was pinned without references", "[golden]") {
  const Repository kept, digests;
  // Pictures of meshes take ten times as long in the sanitizer builds.
  for (const Repository* repository : {&kept, &digests}) {
    if (weald::test::kSanitized) repository->replace("presets/hills.yaml", "  - {from: land, file: hills.obj}\n", "");
  }
  adopt(kept);
  adopt(digests, false);
  for (const Repository* repository : {&kept, &digests}) {
    repository->replace("presets/hills.yaml", "octaves: 3", "octaves: 2");
    repository->replace("presets/it's a line.yaml", "angle: 90", "angle: 60");
  }
  const auto with = report_of(kept), without = report_of(digests);
  CHECK_FALSE(fs::exists(digests / "goldens/references"));
  for (std::size_t g = 0; g < with["goldens"].size(); ++g) {
    const auto &a = with["goldens"][g]["outputs"], &b = without["goldens"][g]["outputs"];
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      CAPTURE(a[i]["file"]);
      CHECK(a[i]["state"] == b[i]["state"]);
      if (a[i]["state"] == "passed") continue;
      CHECK(a[i]["expected_from"] == "reference");
      CHECK(b[i]["expected_from"] == "recipe");
      CHECK(a[i]["pictures"] == b[i]["pictures"]);
      // A reference of heights is a PNG of 16 bits; everything else is what it was, to the last bit.
      CHECK(b[i]["comparison"]["outcome"] == "different");
      if (a[i]["kind"] != "heightmap") CHECK(a[i]["comparison"] == b[i]["comparison"]);
      for (const auto& [what, path] : b[i]["pictures"].items()) {
        CAPTURE(what);
        const std::string picture = file_text(digests / "out" / path.get<std::string>());
        if (a[i]["kind"] != "heightmap") CHECK(picture == file_text(kept / "out" / path.get<std::string>()));
      }
    }
    CHECK(without["goldens"][g]["note"].is_null());
  }
  CHECK(without["goldens"][0]["outputs"][0]["pictures"].size() == 3);
  CHECK_THAT(file_text(digests / "out/index.html"), Catch::Contains("data-mode=\"slider\""));
  // Figures come without a report too; with tier 0 digests are all there is.
  CHECK_THAT(digests.run({"check"}).out, Catch::Contains("max error") && Catch::Contains("first: sample"));
  CHECK_THAT(digests.run({"check", "--tier", "0"}).out, !Catch::Contains("max error"));
}

TEST_CASE("golden: what is built again decides nothing", "[golden]") {
  const Repository repository;
  repository.replace("presets/hills.yaml", "  - {from: land, file: hills.obj}\n", "");
  adopt(repository, false);
  repository.replace("presets/hills.yaml", "amplitude: 60", "amplitude: 60.0001");
  for (const char* tier : {"auto", "0", "1"}) {
    const auto results = report_of(repository, {"--tier", tier});
    const auto& output = results["goldens"][0]["outputs"][0];
    CHECK(output["state"] == "changed");
    CHECK(output["comparison"]["outcome"] == "within tolerance");
    CHECK_THAT(output["note"].get<std::string>(), Catch::Contains("the digests decide"));
  }
}

TEST_CASE("golden: an output that becomes one of another kind is a change, with and without references", "[golden]") {
  for (const bool with_references : {true, false}) {
    const Repository repository;
    repository.replace("presets/hills.yaml", "  - {from: land, file: hills.obj}\n", "");
    adopt(repository, with_references);
    repository.replace("presets/hills.yaml", ", picture: {size: [64, 48]}", "");
    const auto output = report_of(repository)["goldens"][0]["outputs"][1];
    CHECK(output["file"] == "view.png");
    CHECK(output["state"] == "changed");
    CHECK(output["note"] == "It was a picture and is now a heightmap.");
    CHECK(output["comparison"].is_null());
  }
}

TEST_CASE("golden: outputs that are no longer made are shown as they were", "[golden]") {
  const Repository repository;
  repository.replace("presets/hills.yaml", "  - {from: land, file: hills.obj}\n", "");
  adopt(repository, false);
  repository.replace("presets/hills.yaml", "  - {from: soft, file: view.png, picture: {size: [64, 48]}}\n", "");
  const auto results = report_of(repository);
  const auto& outputs = results["goldens"][0]["outputs"];
  const auto& lost = outputs[outputs.size() - 1];
  CHECK(lost["file"] == "view.png");
  CHECK(lost["state"] == "missing");
  CHECK(lost["pictures"] == nlohmann::json{{"expected", "hills/view.png/expected.png"}});
  CHECK_THAT(file_text(repository / "out/index.html"), Catch::Contains("alt=\"Expected of view.png\""));
}

TEST_CASE("golden: where it was not the preset that changed, that is said with what to do", "[golden]") {
  const Repository repository;
  repository.replace("presets/hills.yaml", "  - {from: land, file: hills.obj}\n", "");
  adopt(repository, false);
  const std::string pinned = file_text(repository / "goldens/pinned/hills.txt");
  const std::string recipe = file_text(repository / "goldens/pinned/hills.recipe");
  const auto note = [&] { return report_of(repository, {"hills"})["goldens"][0]["note"].get<std::string>(); };
  const std::string way =
      "run 'weald golden update --dir=goldens --references hills' with the weald and the files of "
      "the last good commit";
  // As another weald would have pinned it.
  std::string other = pinned;
  const std::size_t digest = other.find("output ") + 7;
  for (std::size_t line = digest - 7; line != std::string::npos; line = other.find("\noutput ", line + 1))
    other[other.find("output ", line) + 7] = other[other.find("output ", line) + 7] == 'a' ? 'b' : 'a';
  write_text(repository / "goldens/pinned/hills.txt", other);
  CHECK_THAT(note(), Catch::Contains("The recipe is as pinned, so weald") && Catch::Contains("itself changed") &&
                         Catch::Contains(way));
  repository.replace("presets/hills.yaml", "octaves: 3", "octaves: 2");
  CHECK_THAT(note(), Catch::Contains("not only the preset changed") && Catch::Contains(way));
  const Run check = repository.run({"check", "hills"});
  CHECK_THAT(check.out, Catch::Contains("not only the preset changed"));
  CHECK_THAT(file_text(repository / "out/index.html") + file_text(repository / "out/junit.xml"),
             Catch::Contains("not only the preset changed"));
  // A recipe that is gone, of another update, or not understood.
  write_text(repository / "goldens/pinned/hills.txt", pinned);
  fs::remove(repository / "goldens/pinned/hills.recipe");
  CHECK_THAT(note(), Catch::Contains("it is not stored"));
  write_text(repository / "goldens/pinned/hills.recipe", recipe + "# merged\n");
  CHECK_THAT(note(), Catch::Contains("to a different update than the digests"));
}

TEST_CASE("golden: files that a preset reads are found from where the preset is", "[golden]") {
  const Repository repository;
  REQUIRE(weald::test::run_weald({"build", "presets/hills.yaml", "-o", "presets/base"}, repository.folder().path())
              .exit_code == 0);
  write_text(repository / "presets/base/dem.yaml",
             "weald: 1\nstages:\n  dem: {kind: heightmap_import, file: hills.png}\n"
             "  soft: {kind: thermal_erosion, from: dem, iterations: 3}\noutputs:\n  - {from: soft, file: dem.png}\n");
  write_text(repository / "presets/dem.yaml", "weald: 1\nextends: [base/dem.yaml]\n");
  REQUIRE(repository.run({"init", "presets/dem.yaml"}).exit_code == 0);
  repository.commit();
  repository.replace("presets/base/dem.yaml", "iterations: 3", "iterations: 4");
  const auto results = report_of(repository);
  CHECK(results["goldens"][0]["outputs"][0]["expected_from"] == "recipe");
  // The file changes as well: then the recipe does not tell what was pinned.
  repository.replace("presets/hills.yaml", "amplitude: 60", "amplitude: 61");
  REQUIRE(weald::test::run_weald({"build", "presets/hills.yaml", "-o", "presets/base"}, repository.folder().path())
              .exit_code == 0);
  CHECK_THAT(report_of(repository)["goldens"][0]["note"].get<std::string>(),
             Catch::Contains("or a file that the preset reads"));
}
