// weald golden when something is wrong: what its reports say, what it writes, and what it must leave alone.

#include "support/catch.h"

#include <chrono>
#include <filesystem>
#include <string>

#include "golden_repository.h"

namespace fs = std::filesystem;
using nlohmann::json;
using weald::test::adopt;
using weald::test::file_text;
using weald::test::Repository;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::write_text;

namespace {

std::size_t count_of(const std::string& text, const std::string& words) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++count;
  return count;
}

/// The report that a command prints, with the exit code of the run.
json report_of(const Repository& repository, std::vector<std::string> arguments, int exit_code) {
  arguments.push_back("--json");
  const Run run = repository.run(arguments);
  CAPTURE(arguments, run.err);
  CHECK(run.exit_code == exit_code);
  const json report = json::parse(run.out);
  CHECK(report["report"] == "golden " + arguments.front());
  CHECK(report["exit_code"] == exit_code);
  CHECK(report["ok"] == (exit_code == 0));
  CHECK(report["diagnostics"].is_array());
  return report;
}

void add_golden(const Repository& repository, const std::string& line) {
  repository.replace("goldens/goldens.yaml", "goldens:\n", "goldens:\n  - " + line + "\n");
}

}  // namespace

TEST_CASE("golden prune: a reference and its sidecar stay together while the output is pinned", "[golden]") {
  const Repository repository;
  adopt(repository);
  repository.replace("presets/hills.yaml", "file: hills.png", "file: h2.png");
  const json results = report_of(repository, {"check"}, 1);
  CHECK(results["unreferenced"].empty());
  CHECK(report_of(repository, {"prune"}, 0)["removed"].empty());
  for (const char* file : {"hills.png", "hills.json", "hills.obj", "hills.mtl"})
    CHECK(fs::exists(repository / (std::string("goldens/references/hills/") + file)));
  CHECK(repository.run({"update", "--force"}).exit_code == 0);
  // The material of hills.obj is still of use; both files of hills.png are not.
  CHECK(report_of(repository, {"prune"}, 0)["removed"] ==
        json::array({"references/hills/hills.json", "references/hills/hills.png"}));
}

TEST_CASE("golden check: a reference of heights without its sidecar is said, not measured", "[golden]") {
  const Repository repository;
  adopt(repository);
  fs::remove(repository / "goldens/references/hills/hills.json");
  const json results = report_of(repository, {"check", "--tier", "1", "--report", "out"}, 1);
  const json& output = results["goldens"][0]["outputs"][0];
  CHECK(output["state"] == "changed");
  CHECK(output["comparison"].is_null());
  CHECK_THAT(output["note"].get<std::string>(), Catch::Contains("without the sidecar 'hills.json', which is missing"));
  CHECK(repository.run({"update", "--force"}).exit_code == 0);
  CHECK(repository.run({"check", "--tier", "1"}).exit_code == 0);
}

TEST_CASE("golden check: no report is written over what the goldens are made from", "[golden]") {
  const Repository repository;
  write_text(repository / "presets/more.yaml", "weald: 1\nextends: [hills.yaml]\n");
  adopt(repository);
  add_golden(repository, "{name: presets, preset: ../presets/more.yaml}");
  fs::create_symlink("presets/hills.yaml", repository / "link");
  for (const char* target : {"goldens/goldens.yaml", "presets/more.yaml", "presets/../presets/hills.yaml", "link",
                             "goldens/pinned/hills.txt", "goldens/pinned/presets.txt", "goldens/pinned/hills.recipe",
                             "goldens/references/hills/hills.png"}) {
    CAPTURE(target);
    const std::string before = fs::exists(repository / target) ? file_text(repository / target) : std::string{};
    for (const char* option : {"--junit", "--markdown"}) {
      const json report = report_of(repository, {"check", option, target}, 2);
      REQUIRE(report["diagnostics"].size() == 1);
      CHECK_THAT(report["diagnostics"][0]["message"].get<std::string>(), Catch::Contains("would overwrite"));
    }
    CHECK((fs::exists(repository / target) ? file_text(repository / target) : std::string{}) == before);
  }
  // The pictures of golden 'presets' would be in ./presets, which the next report would remove.
  CHECK(repository.run({"check", "--report", "."}).exit_code == 2);
  CHECK(repository.run({"check", "--report", "goldens/references"}).exit_code == 2);
  CHECK(repository.run({"review", "--report", "goldens/pinned"}).exit_code == 2);
  CHECK(fs::exists(repository / "presets/hills.yaml"));
  CHECK(repository.run({"check", "it_s_a_line", "--report", "goldens/report", "--junit", "goldens/j.xml"}).exit_code ==
        0);
}

TEST_CASE("golden check: what a stage cannot do stands in every report, with its place", "[golden]") {
  const Repository repository;
  adopt(repository, false);
  write_text(repository / "presets/none.yaml",
             "weald: 1\nstages:\n  s: {kind: lsystem, axiom: F, derivation: 40, productions: ['F -> FFFF']}\n"
             "outputs: [{from: s, file: a.txt}]\n");
  add_golden(repository, "{name: none, preset: ../presets/none.yaml}");
  const Run run = repository.run({"check", "--report", "out"});
  CHECK(run.exit_code == 2);
  const json golden = json::parse(file_text(repository / "out/results.json"))["goldens"][0];
  CHECK(golden["state"] == "error");
  REQUIRE(golden["diagnostics"].size() == 1);
  const json& found = golden["diagnostics"][0];
  CHECK(found["file"] == "presets/none.yaml");
  CHECK(found["line"] == 3);
  const auto message = found["message"].get<std::string>();
  CHECK_THAT(run.err, Catch::Contains(message));
  for (const char* file : {"out/index.html", "out/results.json", "out/junit.xml", "out/summary.md"}) {
    CAPTURE(file);
    const std::string text = file_text(repository / file);
    CHECK_THAT(text, Catch::Contains("none.yaml:3:") && Catch::Contains("lsystem, axiom: F") &&
                         Catch::Contains(message.substr(message.rfind('\'') + 1)));
  }
}

TEST_CASE("golden check: a wrong preset is an error of its golden, said once; the others are checked", "[golden]") {
  const Repository repository;
  adopt(repository);
  add_golden(repository, "{name: again, preset: ../presets/hills.yaml, seed: 8}");
  repository.replace("presets/hills.yaml", "octaves: 3", "octavs: 3");
  const Run run = repository.run({"check", "--report", "rr", "--junit", "jj.xml"});
  CHECK(run.exit_code == 2);
  CHECK(count_of(run.err, "unknown key 'octavs'") == 1);
  CHECK_THAT(run.out, Catch::Contains("3 goldens: 1 passed, 2 error"));
  CHECK_THAT(file_text(repository / "jj.xml"), Catch::Contains("errors=\"2\"") && Catch::Contains("octavs"));
  CHECK(fs::exists(repository / "rr/index.html"));
  const json report = report_of(repository, {"check"}, 2);
  CHECK(report["diagnostics"].size() == 1);
  CHECK(report["counts"]["error"] == 2);
  CHECK(report["unreferenced"].empty());  // references of a golden that cannot be read are not given up
  CHECK(report["goldens"][1]["diagnostics"] == report["goldens"][0]["diagnostics"]);
  CHECK(report_of(repository, {"check", "it_s_a_line"}, 0)["diagnostics"].empty());
  CHECK(report_of(repository, {"list"}, 2)["goldens"].size() == 1);
  for (const char* command : {"update", "review", "prune", "self-test"})
    CHECK(report_of(repository, {command}, 2)["diagnostics"].size() == 1);
}

TEST_CASE("golden check: a file that cannot be read is an error of its golden, exit code 3", "[golden]") {
  const Repository repository;
  adopt(repository, false);
  write_text(repository / "presets/x.png", "no picture");
  write_text(repository / "presets/dem.yaml",
             "weald: 1\nstages:\n  dem: {kind: heightmap_import, file: x.png}\noutputs: [{from: dem, file: d.png}]\n");
  add_golden(repository, "{name: dem, preset: ../presets/dem.yaml}");
  const json report = report_of(repository, {"check", "--report", "out"}, 3);
  CHECK(report["counts"]["error"] == 1);
  CHECK(report["counts"]["passed"] == 2);
  CHECK_THAT(file_text(repository / "out/junit.xml"), Catch::Contains("it is not a PNG file"));
  write_text(repository / "presets/y.r32", std::string(16, '\0'));
  write_text(repository / "presets/raw.yaml",
             "weald: 1\nstages:\n  raw: {kind: heightmap_import, file: y.r32}\noutputs: [{from: raw, file: r.r32}]\n");
  add_golden(repository, "{name: raw, preset: ../presets/raw.yaml}");
  CHECK(repository.run({"check", "--markdown", "presets/y.r32"}).exit_code == 2);
}

TEST_CASE("golden: every command has exit code 3 for a pinned file or a preset that cannot be read", "[golden]") {
  const Repository repository;
  adopt(repository);
  const auto file = GENERATE(as<std::string>{}, "goldens/pinned/hills.txt", "presets/hills.yaml");
  fs::remove(repository / file);
  fs::create_directory(repository / file);
  for (const char* command : {"check", "update", "review"}) {
    CAPTURE(file, command);
    CHECK(report_of(repository, {command}, 3)["diagnostics"].size() == 1);
  }
}

TEST_CASE("golden: a wrong goldens.yaml, a golden that is none, and a refusal stand in the report", "[golden]") {
  const Repository repository;
  adopt(repository, false);
  CHECK(report_of(repository, {"check", "hils"}, 2)["diagnostics"][0]["help"] == "did you mean 'hills'?");
  CHECK(report_of(repository, {"init", "presets/hills.yaml"}, 2)["diagnostics"].size() == 1);
  const Run ci = repository.run({"update", "--json"}, "true");
  CHECK(ci.exit_code == 1);
  CHECK_THAT(json::parse(ci.out)["diagnostics"][0]["message"].get<std::string>(), Catch::Contains("CI is set"));
  CHECK(report_of(repository, {"check", "--dir", "nowhere"}, 3)["diagnostics"].size() == 1);
  write_text(repository / "goldens/goldens.yaml", "weald: 1\ngoldnes: []\n");
  const json wrong = report_of(repository, {"check"}, 2);
  CHECK(wrong["diagnostics"][0]["file"] == "goldens/goldens.yaml");
  CHECK(wrong["diagnostics"].back()["line"] == 2);
}

TEST_CASE("golden: an output that goldens.yaml asks for and the preset lacks is an error, and is not updated",
          "[golden]") {
  const Repository repository;
  adopt(repository);
  repository.replace("goldens/goldens.yaml", "hills.yaml\"}", "hills.yaml\", outputs: [view.png]}");
  REQUIRE(repository.run({"update", "--force", "hills"}).exit_code == 0);
  const std::string pinned = file_text(repository / "goldens/pinned/hills.txt");
  repository.replace("presets/hills.yaml", "view.png", "vew.png");
  const Run run = repository.run({"check", "hills"});
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Catch::Contains("goldens/goldens.yaml:") && Catch::Contains("has no output 'view.png'") &&
                          Catch::Contains("did you mean 'vew.png'?"));
  CHECK_THAT(run.out, !Catch::Contains("accept:") && !Catch::Contains("hills.png "));
  CHECK(repository.run({"update", "--force", "hills"}).exit_code == 2);
  CHECK(file_text(repository / "goldens/pinned/hills.txt") == pinned);
}

TEST_CASE("golden update: only files that change are written and listed", "[golden]") {
  const Repository repository;
  adopt(repository);
  const fs::path line = repository / "goldens/references/it_s_a_line/line.svg";
  const fs::path view = repository / "goldens/references/hills/view.png";
  const auto old = fs::last_write_time(line) - std::chrono::hours(1);
  for (const fs::path& file : {line, view}) fs::last_write_time(file, old);
  CHECK_THAT(repository.run({"update", "--force"}).out,
             Catch::Contains("hills: as pinned") && !Catch::Contains("reference "));
  repository.replace("presets/hills.yaml", "size: [64, 48]", "size: [64, 50]");
  const json report = report_of(repository, {"update", "--force"}, 0);
  CHECK(report["pinned"][0]["files"] ==
        json::array({"references/hills/view.png", "pinned/hills.txt", "pinned/hills.recipe"}));
  CHECK(report["pinned"][0]["outputs"].size() == 1);
  CHECK(report["pinned"][1]["files"].empty());
  CHECK(fs::last_write_time(line) == old);
  CHECK(fs::last_write_time(view) != old);
}

TEST_CASE("golden review --json: the decisions and what was pinned, without asking", "[golden]") {
  const Repository repository;
  adopt(repository, false);
  repository.replace("presets/it's a line.yaml", "angle: 90", "angle: 60");
  const json open = report_of(repository, {"review"}, 1);
  CHECK(open["goldens"][0]["decision"].is_null());
  CHECK(open["goldens"][1]["decision"] == "skip");
  const json accepted = report_of(repository, {"review", "--accept", "it_s_a_line"}, 0);
  CHECK(accepted["goldens"][0]["decision"] == "accept");
  CHECK(accepted["pinned"][0]["name"] == "it_s_a_line");
}

TEST_CASE("golden init: files that are there already are left as they are", "[golden]") {
  const Repository repository;
  write_text(repository / "README.md", "mine\n");
  const json report = report_of(repository, {"init", "presets/hills.yaml", "--dir", "."}, 0);
  CHECK(file_text(repository / "README.md") == "mine\n");
  CHECK(report["files"].size() == 3);
  CHECK(report["pinned"][0]["name"] == "hills");
}

TEST_CASE("golden check: a change is an annotation at the line of the preset where it begins", "[golden]") {
  const Repository repository;
  adopt(repository);
  CHECK(repository.run({"check", "--annotations=github"}).out.find("::") == std::string::npos);
  repository.replace("presets/hills.yaml", "amplitude: 60", "amplitude: 61");
  const Run check = repository.run({"check", "--annotations=github"});
  CHECK_THAT(check.out, Catch::Contains("    recipe: hills.amplitude 60 -> 61\n"));
  CHECK_THAT(check.out,
             Catch::Contains("\n::error file=presets/hills.yaml,line=4,title=golden hills::hills.png is changed") &&
                 Catch::Contains("%0Afirst stage that differs: hills (fbm)%0Arecipe: hills.amplitude 60 -> 61%0A"
                                 "accept: weald golden update --dir=goldens hills\n"));
  CHECK(repository.run({"check"}).out.find("::error") == std::string::npos);
  CHECK(repository.run({"check", "--annotations", "sometimes"}).exit_code == 2);
  // On GitHub they come by themselves, and count from the root of the repository; JSON has standard output to itself.
  const auto on_github = [&](std::vector<std::string> arguments, const std::string& root) {
    arguments.insert(arguments.begin(), {"golden", "check"});
    return run_weald(arguments, repository.folder().path(),
                     {.environment = {{"GITHUB_ACTIONS", "true"}, {"GITHUB_WORKSPACE", root}}});
  };
  const std::filesystem::path real = std::filesystem::canonical(repository.folder().path());
  CHECK_THAT(on_github({}, real.parent_path().string()).out,
             Catch::Contains("::error file=" + real.filename().string() + "/presets/hills.yaml,line=4,"));
  const Run report = on_github({"--json"}, real.string());
  CHECK(nlohmann::json::parse(report.out)["goldens"][0]["recipe_changes"][0]["key"] == "amplitude");
  CHECK_THAT(report.err, Catch::Contains("::error file=presets/hills.yaml,line=4,"));
  CHECK(on_github({"--annotations=off"}, "").out.find("::error") == std::string::npos);
  // A picture's setting, a mistake, and a file that nothing names.
  repository.replace("presets/hills.yaml", "amplitude: 61", "amplitude: 60");
  repository.replace("presets/hills.yaml", "size: [64, 48]", "size: [64, 49]");
  CHECK_THAT(repository.run({"check", "--annotations=github"}).out,
             Catch::Contains("::error file=presets/hills.yaml,line=9,") &&
                 Catch::Contains("recipe: view.png: picture.size [64, 48] -> [64, 49]"));
  repository.replace("presets/hills.yaml", "octaves: 3", "octavs: 3");
  write_text(repository / "goldens/pinned/gone.txt", "");
  const std::string out = repository.run({"check", "--annotations=github"}).out;
  CHECK_THAT(out, Catch::Contains("::error file=presets/hills.yaml,line=4,title=golden hills::unknown key 'octavs'"));
  CHECK_THAT(out, Catch::Contains("::error file=goldens/pinned/gone.txt,title=golden::no golden names this file"));
}
