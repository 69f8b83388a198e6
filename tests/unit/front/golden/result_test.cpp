// States, the first stage that differs, and every report of them.

#include "support/catch.h"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "front/golden/content.h"
#include "front/golden/detail/evidence.h"
#include "front/golden/report.h"
#include "front/golden/result.h"
#include "front/golden/self_test.h"

using namespace weald;
using namespace weald::golden;

namespace {

const std::string kFirst(32, 'a'), kSecond(32, 'b');

OutputResult output(const std::string& file, State state) {
  OutputResult result;
  result.file = file;
  result.state = state;
  if (state != State::added) result.pinned = kFirst;
  if (state != State::missing) result.actual = state == State::passed ? kFirst : kSecond;
  return result;
}

GoldenResult golden_of(const std::string& name, std::vector<OutputResult> outputs) {
  GoldenResult result;
  result.name = name;
  result.preset = name + ".yaml";
  result.outputs = std::move(outputs);
  result.state = worst_state(result.outputs);
  if (result.state != State::passed) result.accept = "weald golden update " + name;
  return result;
}

/// One golden in each state, one file that nothing names.
SuiteResult every_state() {
  SuiteResult suite;
  suite.weald = "9.9.9";
  suite.directory = "goldens";
  suite.goldens = {golden_of("p", {output("p.png", State::passed)}), golden_of("w", {output("w.png", State::within)}),
                   golden_of("n", {output("n.png", State::added)}), golden_of("m", {output("m.png", State::missing)}),
                   golden_of("c", {output("<c&'\">.png", State::changed), output("ok.png", State::passed)})};
  GoldenResult failed = golden_of("f", {});
  failed.state = State::failed;
  Sources sources;
  Diagnostics diagnostics;
  diagnostics.error(SourceLoc{sources.add("p<1>.yaml", "a: 1\nbb: ```\n"), 2, 5, 3}, "no <such> thing", "try `b`");
  diagnostics.error(std::nullopt, "and another");
  failed.problems = problems_of(diagnostics, sources);
  suite.goldens.push_back(failed);
  suite.unreferenced = {"pinned/old.txt"};
  suite.prune = "weald golden prune";
  return suite;
}

}  // namespace

TEST_CASE("result: a golden is as good as its worst output, and a suite passes without anything bad") {
  CHECK(worst_state({output("a", State::within), output("b", State::passed)}) == State::within);
  CHECK(worst_state({output("a", State::added), output("b", State::changed)}) == State::changed);
  SuiteResult suite;
  suite.goldens = {golden_of("a", {output("a", State::passed)}), golden_of("b", {output("b", State::within)})};
  CHECK(suite.passed());
  for (const State state : {State::added, State::missing, State::changed, State::failed}) {
    SuiteResult bad = suite;
    bad.goldens.push_back(golden_of("c", {output("c", state)}));
    CHECK_FALSE(bad.passed());
  }
  suite.unreferenced = {"pinned/x.txt"};
  CHECK_FALSE(suite.passed());
  CHECK(summary_line(suite) == "2 goldens: 1 passed, 1 within tolerance; 1 unreferenced file");
}

TEST_CASE("result: the first stage that differs is found in the order of evaluation") {
  const std::vector<StageName> order{{"hills", "fbm"}, {"soft", "thermal_erosion"}, {"land", "heightmap_mesh"}};
  const Pinned pinned{"1", kFirst, {}, {{"hills", kFirst}, {"soft", kFirst}, {"land", kFirst}}};
  const std::string recipe = "stage hills\n  kind: fbm\n  octaves: 5\nstage soft\n  kind: thermal_erosion\n";
  CHECK_FALSE(first_stage_change(order, pinned, pinned, recipe, recipe));
  Pinned actual = pinned;
  actual.stages["land"] = actual.stages["soft"] = kSecond;
  auto change = first_stage_change(order, pinned, actual, recipe, recipe);
  REQUIRE(change);
  CHECK(change->stage == "soft");
  CHECK(change->recipe_note == "its parameters are the same");
  actual.stages["hills"] = kSecond;
  const std::string other = "stage hills\n  kind: fbm\n  octaves: 6\nstage soft\n  kind: thermal_erosion\n";
  change = first_stage_change(order, pinned, actual, recipe, other);
  CHECK(change->stage == "hills");
  CHECK(change->recipe_note == "its parameters changed");
  CHECK(first_stage_change(order, pinned, actual, "", other)->recipe_note.empty());
  Pinned without = pinned;
  without.stages.erase("hills");
  CHECK(first_stage_change(order, without, actual, recipe, other)->is_new);
}

TEST_CASE("report: every state is told apart in every format") {
  const SuiteResult suite = every_state();
  const auto json = nlohmann::json::parse(json_report(suite));
  CHECK(json["format"] == kResultsFormat);
  CHECK_FALSE(json["passed"].get<bool>());
  for (const char* state : {"passed", "within", "new", "missing", "changed", "error", "unreferenced"}) {
    CAPTURE(state);
    CHECK(json["counts"][state] == 1);
    CHECK_THAT(html_report(suite), Catch::Contains("<span class=\"state " + std::string(state) + "\">") ||
                                       Catch::Contains("data-state=\"" + std::string(state) + "\""));
    const std::string text = text_report(suite, false);
    CHECK_THAT(text, Catch::Contains(state));
    if (std::string(state) == "passed" || std::string(state) == "within") continue;
    CHECK_THAT(markdown_report(suite), Catch::Contains("**" + std::string(state) + "**"));
    CHECK_THAT(junit_report(suite), Catch::Contains("type=\"" + std::string(state) + "\""));
  }
  CHECK_THAT(junit_report(suite), Catch::Contains("tests=\"8\" failures=\"4\" errors=\"1\""));
  CHECK_THAT(junit_report(suite), Catch::Contains("name=\"&lt;c&amp;&#39;&quot;&gt;.png\""));
  CHECK_THAT(html_report(suite), !Catch::Contains("<c&'"));
  CHECK_THAT(text_report(suite, true), !Catch::Contains("p.png"));
}

TEST_CASE("report: a golden that could not be made has its errors, with place and text, in every format") {
  const SuiteResult suite = every_state();
  const auto golden = nlohmann::json::parse(json_report(suite))["goldens"][5];
  CHECK(golden["error"] == "p<1>.yaml:2:5: no <such> thing (and 1 more error)");
  REQUIRE(golden["diagnostics"].size() == 2);
  const nlohmann::json first{{"severity", "error"},
                             {"file", "p<1>.yaml"},
                             {"line", 2},
                             {"column", 5},
                             {"end", 8},
                             {"message", "no <such> thing"},
                             {"help", "try `b`"},
                             {"rendered", suite.goldens[5].problems[0].rendered}};
  CHECK(golden["diagnostics"][0] == first);
  CHECK_FALSE(golden["diagnostics"][1].contains("file"));
  const std::string rendered = "p<1>.yaml:2:5: error: no <such> thing\n    2 | bb: ```\n";
  CHECK_THAT(suite.goldens[5].problems[0].rendered, Catch::StartsWith(rendered));
  const std::string escaped = "p&lt;1&gt;.yaml:2:5: error: no &lt;such&gt; thing\n    2 | bb: ```\n";
  CHECK_THAT(html_report(suite), Catch::Contains(escaped) && Catch::Contains("and another"));
  CHECK_THAT(junit_report(suite), Catch::Contains(escaped) && Catch::Contains("and another") &&
                                      Catch::Contains("message=\"p&lt;1&gt;.yaml:2:5: no &lt;such&gt; thing"));
  // The fence is longer than the backticks inside.
  CHECK_THAT(markdown_report(suite), Catch::Contains("\n````\n" + rendered) && Catch::Contains("and another\n````\n"));
  CHECK_THAT(text_report(suite, true), Catch::Contains("    p<1>.yaml:2:5: no <such> thing\n    and another\n"));
}

TEST_CASE("report: problems name no absolute path") {
  Sources sources;
  Diagnostics diagnostics;
  const std::string file = (std::filesystem::current_path() / "a/p.yaml").string();
  diagnostics.error(SourceLoc{sources.add(file, "a: 1\n"), 1, 4, 1}, "wrong");
  diagnostics.warning(SourceLoc{0, 0, 0, 1}, "odd");
  const auto problems = problems_of(diagnostics, sources);
  CHECK(problem_line(problems[1]) == "a/p.yaml: warning: odd");
  CHECK(problems[0].file == "a/p.yaml");
  CHECK(problem_line(problems[0]) == "a/p.yaml:1:4: wrong");
  CHECK_THAT(problems[0].rendered, Catch::StartsWith("a/p.yaml:1:4: error: wrong\n"));
}

TEST_CASE("content: a reference of an output that is gone is known by its name, with all that belongs to it") {
  for (const char* file : {"a/h.png", "a/h.json", "a/h.png.png"}) CHECK(may_belong_to(file, "a/h.png"));
  for (const char* file : {"h.r16.png", "h.r16.json"}) CHECK(may_belong_to(file, "h.r16"));
  for (const char* file : {"h.obj", "h.mtl", "h_1.png", "h_12.png"}) CHECK(may_belong_to(file, "h.obj"));
  for (const char* file : {"h.png", "h_1.png", "a/h2.json", "a/h.mtl", "a/h.json.json", "b/h.json"})
    CHECK_FALSE(may_belong_to(file, "a/h.png"));
  for (const char* file : {"h.gltf", "h.bin", "h_1.png", "h_12.png"}) CHECK(may_belong_to(file, "h.gltf"));
  for (const char* file : {"h.mtl", "h_x.png", "h.bin.png"}) CHECK_FALSE(may_belong_to(file, "h.gltf"));
  CHECK_FALSE(may_belong_to("h.bin", "h.obj"));
  CHECK_FALSE(may_belong_to("h.bin", "h.glb"));
  for (const char* file : {"h_.png", "h_x.png", "h_1.json", "h2.obj"}) CHECK_FALSE(may_belong_to(file, "h.obj"));
}

TEST_CASE("report: the page loads nothing from elsewhere and shows its pictures") {
  SuiteResult suite = every_state();
  suite.goldens[4].outputs[0].evidence.pictures = {{"actual", "A"}, {"expected", "E"}, {"diff", "D"}};
  const std::string page = html_report(suite);
  CHECK_THAT(page, Catch::Contains("data:image/png;base64,QQ=="));
  for (const char* foreign : {"http://", "https://", "src=\"/", "href=", "@import"})
    CHECK_THAT(page, !Catch::Contains(foreign));
}

TEST_CASE("content: a rounding step passes and a visible change fails, for every kind") {
  Heightmap map(GridSpec{64, 64, 1.0, {0, 0}});
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x) map.heights.at(x, y) = static_cast<float>((x * 7 + y * 13) % 29);
  Image image{Grid<Rgba8>(64, 64, Rgba8{90, 120, 60, 255})};
  for (int i = 0; i < 64; ++i) image.pixels.at(i, i) = {200, 40, 40, 255};
  const std::vector<Content> contents{io::HeightContent{map, true}, image,
                                      std::string("v 0.1234567 1.2345678\nv 1 2\n")};
  for (const Content& content : contents) {
    CAPTURE(io::kind_of(content));
    const Content step = perturbed(content, compare::Perturbation::one_step, 1);
    const Content visible = perturbed(content, compare::Perturbation::visible, 1);
    CHECK_FALSE(same_content(content, visible));
    CHECK(compare_content(content, content, {}, {}).outcome == compare::Outcome::identical);
    CHECK(compare_content(content, step, {}, {}).passed());
    CHECK_FALSE(compare_content(content, visible, {}, {}).passed());
    const Evidence evidence = make_evidence(&content, visible, {});
    if (std::holds_alternative<std::string>(content)) {
      CHECK(evidence.pictures.empty());
      CHECK_FALSE(evidence.text.empty());
    } else {
      CHECK(evidence.pictures.size() == 3);
      REQUIRE(evidence.histogram);
      double sum = 0;
      for (const double share : evidence.histogram->actual) sum += share;
      CHECK(sum == Approx(1));
    }
  }
}

TEST_CASE("self-test: what must not be is told in the table and the JSON") {
  PerturbedOutput good{"a", "a.png", "picture", true, true, true, true, "", ""};
  PerturbedOutput loose = good, strict = good, blind = good;
  loose.visible_fails = false;
  strict.step_passes = false;
  blind.step_seen = false;
  CHECK(good.passed());
  CHECK_FALSE(loose.passed());
  CHECK_FALSE(strict.passed());
  CHECK_FALSE(blind.passed());
  const std::string table = self_test_table({good, loose, strict, blind});
  CHECK_THAT(table, Catch::Contains("PASSES, must fail") && Catch::Contains("FAILS, must pass") &&
                        Catch::Contains("NOT SEEN") && Catch::Contains("1 of 4 outputs"));
  CHECK_FALSE(self_test_json({good, loose})["passed"].get<bool>());
  CHECK(self_test_json({good})["passed"].get<bool>());
}
