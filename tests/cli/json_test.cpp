// docs/json.md tells the truth: its commands print reports of the shape that it shows.

#include "support/catch.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/run_weald.h"

using nlohmann::json;
using weald::test::file_text;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

constexpr const char* kReported =
    "weald: 1\nseed: 1\nstages:\n  hills: {kind: fbm, size: [9, 9]}\n  ball: {kind: shapes, shape: icosphere, levels: "
    "0}\n"
    "outputs: [{from: hills, file: hills.png}, {from: ball, file: ball.obj}]\n";

/// A command of the document and the report shown below it.
struct Example {
  std::vector<std::string> arguments;
  std::string shown;
};

std::vector<std::string> words_of(std::string line) {
  std::vector<std::string> words;
  for (std::size_t end = 0; !line.empty(); line.erase(0, end + 1)) {
    end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
    if (end == line.size()) break;
  }
  return words;
}

std::vector<Example> examples() {
  const std::string text = file_text(WEALD_SOURCE_DIR "/docs/json.md");
  std::vector<Example> result;
  for (std::size_t at = 0; (at = text.find("```sh\nweald ", at)) != std::string::npos;) {
    at += std::string("```sh\nweald ").size();
    const std::string line = text.substr(at, text.find('\n', at) - at);
    const std::size_t begin = text.find("```json\n", at) + 8;
    result.push_back({words_of(line), text.substr(begin, text.find("\n```", begin) - begin)});
  }
  return result;
}

/// Every key with the key of the object or list it stands in, and the type of its value. The keys of a preset and of
/// its origins are the user's; what describes the type of a parameter does so in one way wherever it stands.
void add_shape(const json& value, const std::string& parent, std::set<std::string>& shape) {
  if (value.is_array()) {
    for (const json& element : value) add_shape(element, parent, shape);
  } else if (value.is_object()) {
    const std::string owner = value.contains("type") ? "parameter" : parent;
    for (const auto& [key, child] : value.items()) {
      const std::string shown = parent == "origin" ? "*" : key;
      const bool is_number = child.is_number();
      shape.insert(owner + "." + shown + " is " + (is_number ? "a number" : child.type_name()));
      if (!(key == "preset" && child.is_object())) add_shape(child, shown, shape);
    }
  }
}

std::set<std::string> shape_of(const json& value) {
  std::set<std::string> shape;
  add_shape(value, "", shape);
  return shape;
}

}  // namespace

TEST_CASE("docs/json.md: every report has the keys and types that the document shows", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kReported);
  write_text(folder / "bad.yaml",
             "weald: 1\nstages:\n  hills: {kind: fbm, sise: [9, 9]}\noutputs: [{from: hills, file: a.png}]\n");
  write_text(folder / "post.yaml",
             "weald: 1\nparameters: {height: {default: 1.2, unit: m}}\nstages:\n"
             "  post: {kind: shapes, size: [0.1, = 2 * height, 0.1]}\noutputs: [{from: post, file: post.obj}]\n");
  write_text(folder / "world.yaml",
             "weald: 1\nworld: {tile: 9}\nstages: {land: {kind: fbm, size: [17, 17]}}\n"
             "outputs: [{from: land, file: '{x}_{y}.png', range: [-1, 1]}]\n");
  const auto all = examples();
  CHECK(all.size() >= 19);
  std::set<std::string> parameters_shown;
  for (const Example& example : all) {
    if (example.arguments.back() != "--json") continue;
    for (const std::string& entry : shape_of(json::parse(example.shown))) {
      if (entry.rfind("parameter.", 0) == 0) parameters_shown.insert(entry);
    }
  }
  for (const Example& example : all) {
    CAPTURE(example.arguments);
    // As the document says: a golden is looked at that has changed.
    if (example.arguments[0] == "golden" && example.arguments[1] == "check")
      write_text(folder / "p.yaml",
                 std::string(kReported).replace(std::string(kReported).find("seed: 1"), 7, "seed: 2"));
    const Run run = run_weald(example.arguments, folder.path());
    if (example.arguments.back() != "--json") continue;
    const json printed = json::parse(run.out), shown = json::parse(example.shown);
    CHECK(printed["exit_code"] == run.exit_code);
    CHECK(printed["ok"] == (run.exit_code == 0));
    CHECK(printed["report"] == shown["report"]);
    const auto has = shape_of(printed), promised = shape_of(shown);
    for (const std::string& entry : has) {
      CAPTURE(entry);
      CHECK((promised.count(entry) == 1 || parameters_shown.count(entry) == 1));
    }
    for (const std::string& entry : promised) {
      CAPTURE(entry);
      CHECK(has.count(entry) == 1);
    }
  }
}

TEST_CASE("docs/json.md: the lines on stderr have the keys that the document shows", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kReported);
  write_text(folder / "bad.yaml",
             "weald: 1\nstages:\n  hills: {kind: fbm, sise: [9, 9]}\noutputs: [{from: hills, file: a.png}]\n");
  std::size_t compared = 0;
  for (const Example& example : examples()) {
    if (example.arguments.back() == "--json") continue;
    CAPTURE(example.arguments);
    std::map<std::string, std::set<std::string>> promised;
    std::string text = example.shown + "\n";
    const auto for_lines = [](std::string lines, const auto& visit) {
      for (std::size_t end = 0; (end = lines.find('\n')) != std::string::npos; lines.erase(0, end + 1))
        visit(json::parse(lines.substr(0, end)));
    };
    for_lines(text, [&](const json& line) { promised[line["type"]] = shape_of(line); });
    for_lines(run_weald(example.arguments, folder.path(), {.environment = {{"WEALD_CACHE", "off"}}}).err,
              [&](const json& line) {
                CHECK(promised[line["type"]] == shape_of(line));
                ++compared;
              });
  }
  CHECK(compared > 4);
}

TEST_CASE("--json: a report is printed also when presets are wrong, cannot be read, or files cannot be written",
          "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kReported);
  const auto report = [&](const std::vector<std::string>& arguments) {
    const Run run = run_weald(arguments, folder.path());
    const json printed = json::parse(run.out);
    CHECK(printed["exit_code"] == run.exit_code);
    REQUIRE(printed["diagnostics"].size() == 1);
    CHECK(printed["diagnostics"][0]["severity"] == "error");
    CHECK_FALSE(run.err.empty());
    return printed;
  };
  CHECK(report({"build", "p.yaml", "--set", "hills.octaves=99", "--json"})["diagnostics"][0]["file"] == "--set #1");
  CHECK(report({"build", "none.yaml", "--json"})["exit_code"] == 3);
  CHECK(report({"build", "p.yaml", "-o", "p.yaml/out", "--json"})["exit_code"] == 3);
  const Run lines = run_weald({"build", "p.yaml", "-o", "p.yaml/out", "--diagnostics=json"}, folder.path());
  CHECK(json::parse(lines.err)["severity"] == "error");
  CHECK(report({"digest", "none.yaml", "--json"})["exit_code"] == 3);
  CHECK(report({"explain", "fbn", "--json"})["exit_code"] == 2);
}

TEST_CASE("--json: an invalid value of an option gives no report, whether it is found before or while presets are read",
          "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kReported);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"build", "p.yaml", "--json", "--cache-size=5x"},
           {"preview", "p.yaml", "-o", "p.png", "--cache-size=5x"},
           {"digest", "p.yaml", "--json", "--cache=c", "--cache-size=5x"},
           {"build", "p.yaml", "--json", "--region=1,2"},
           {"golden", "check", "--json", "--shard=3/2"},
       }) {
    const Run run = run_weald(arguments, folder.path());
    INFO(arguments[0] << ": " << run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, !Catch::Contains("bug"));
  }
}
