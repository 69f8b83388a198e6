// What a shell, a man page and a program learn of weald's commands: those of `golden` and `cache` as well.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

/// What fish is offered for a command line, less the help.
Words offered(const TemporaryFolder& folder, Words words) {
  words.insert(words.begin(), {"__complete", "fish", "weald"});
  std::istringstream lines(run_weald(words, folder.path()).out);
  Words result;
  for (std::string line; std::getline(lines, line);) result.push_back(line.substr(0, line.find('\t')));
  return result;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("completion: commands of commands, their options, goldens and folders", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "g/goldens.yaml",
             "weald: 1\ngoldens:\n  - {name: oak, preset: a.yaml}\n  - {name: oat, preset: b.yaml}\n");
  CHECK(offered(folder, {"golden", ""}) == Words{"check", "update", "review", "list", "prune", "self-test", "init"});
  CHECK(offered(folder, {"golden", "re"}) == Words{"review"});
  CHECK(offered(folder, {"cache", ""}) == Words{"stats", "clear", "prune"});
  CHECK(offered(folder, {"golden", "check", "--dir", "g"}) == Words{"g/"});
  CHECK(offered(folder, {"golden", "check", "--dir=g"}) == Words{"--dir=g/"});
  const Words options = offered(folder, {"golden", "check", "--"});
  CHECK(has(options, "--junit"));
  CHECK(has(options, "--color"));
  CHECK(offered(folder, {"golden", "check", "--ti"}) == Words{"--tier"});
  CHECK(offered(folder, {"golden", "check", "--tier", ""}) == Words{"auto", "0", "1"});
  CHECK(offered(folder, {"golden", "check", "--dir", "g", "o"}) == Words{"oak", "oat"});
  CHECK(offered(folder, {"golden", "review", "--dir=g", "--accept", "oat"}) == Words{"oat"});
  CHECK(offered(folder, {"golden", "review", "--accept", ""}).empty());
  CHECK(offered(folder, {"cache", "clear", "--cache", "of"}) == Words{"off"});
  CHECK(offered(folder, {"gol"}) == Words{"golden"});
}

TEST_CASE("completion: every shell is offered the goldens that golden check would take, each once") {
  const TemporaryFolder folder;
  write_text(folder / "goldens/goldens.yaml",
             "weald: 1\ngoldens:\n  - {name: oak, preset: a.yaml}\n  - {name: oat, preset: b.yaml}\n");
  CHECK(offered(folder, {"golden", "check", ""}) == Words{"oak", "oat"});
  CHECK(offered(folder, {"golden", "check", "oak", ""}) == Words{"oat"});
  CHECK(offered(folder, {"golden", "check", "oak", "--fail-fast", "oa"}) == Words{"oat"});
  CHECK(run_weald({"__complete", "bash", " \t\n=:", "weald golden check "}, folder.path()).out == "oak \noat \n");
  CHECK(run_weald({"__complete", "zsh", "weald", "golden", "check", ""}, folder.path()).out ==
        "whole\toak\nwhole\toat\n");
  CHECK(run_weald({"__complete", "bash", "", "weald golden check "}, (folder / "goldens")).out == "oak \noat \n");
}

TEST_CASE("completion: --tolerance has the keys of what is compared", "[cli]") {
  const TemporaryFolder folder;
  CHECK(offered(folder, {"compare", "a.png", "b.png", "--tolerance", "flip"}) == Words{"flip_max=", "flip_p99="});
  CHECK(offered(folder, {"compare", "a.obj", "b.obj", "--tolerance", "haus"}) == Words{"hausdorff="});
  CHECK(offered(folder, {"compare", "a.obj", "b.obj", "--tolerance", "max_e"}).empty());
  CHECK(offered(folder, {"compare", "a.ply", "b.stl", "--tolerance", "haus"}) == Words{"hausdorff="});
  CHECK(has(offered(folder, {"compare", "--tolerance", ""}), "max_error="));
  CHECK(offered(folder, {"compare", "a.png", "b.png", "--tolerance", "flip_max="}) == Words{"flip_max=0.1"});
  CHECK(offered(folder, {"preview", "p.yaml", "--picture", "sty"}) == Words{"style="});
}

TEST_CASE("man: the pages of golden and cache have every command and its options", "[cli]") {
  const std::string golden = run_weald({"man", "weald-golden.1"}).out, cache = run_weald({"man", "weald-cache.1"}).out;
  for (const char* text : {".SS check", ".SS self\\-test", "\\fB\\-\\-junit\\fR \\fIFILE\\fR", "\\fB\\-\\-accept\\fR",
                           "\\fBweald golden check\\fR [\\fIOPTIONS\\fR] [\\fINAME\\fR...]"})
    CHECK_THAT(golden, Contains(text));
  for (const char* text : {".SS stats", ".SS clear", ".SS prune", "\\fB\\-\\-cache\\-size\\fR"})
    CHECK_THAT(cache, Contains(text));
}

TEST_CASE("describe: of a preset has its parameters, as explain has them", "[cli]") {
  const TemporaryFolder folder;
  write_text(
      folder / "a.yaml",
      "weald: 1\ndescription: A post.\nparameters: {tall: {default: 2, range: [1, 9], unit: m, help: How tall.}}\n"
      "stages: {post: {kind: shapes, size: [1, = tall, 1]}}\noutputs: [{from: post, file: a.obj}]\n");
  const json described = json::parse(run_weald({"describe", "a.yaml", "--json"}, folder.path()).out);
  const json explained = json::parse(run_weald({"explain", "a.yaml", "--json"}, folder.path()).out);
  CHECK(described["report"].get<std::string>() == "describe");
  CHECK(described["description"].get<std::string>() == "A post.");
  CHECK(described["parameters"].dump() == explained["parameters"].dump());
  CHECK(described["parameters"][0]["range"].dump() == "[1.0,9.0]");
  write_text(folder / "b.yaml", "weald: 1\nstages: {a: {kind: fb}}\noutputs: [{from: a, file: a.png}]\n");
  CHECK(json::parse(run_weald({"describe", "b.yaml", "--json"}, folder.path()).out)["diagnostics"].size() == 1);
  CHECK(run_weald({"describe", "none.yaml", "--json"}, folder.path()).exit_code == 3);
}

TEST_CASE("describe: commands of commands, and the exit code of a closed pipe", "[cli]") {
  const json report = json::parse(run_weald({"describe", "--json"}).out);
  CHECK(report["exit_codes"]["closed_pipe"] == 141);
  for (const json& command : report["commands"]) {
    Words inner;
    for (const json& one : command["commands"]) inner.push_back(one["name"]);
    if (command["name"] == "cache") CHECK(inner == Words{"stats", "clear", "prune"});
    if (command["name"] == "golden") {
      CHECK(has(inner, "check"));
      CHECK(command["commands"][0]["options"].dump().find("--junit") != std::string::npos);
    }
    if (command["name"] == "build") CHECK(inner.empty());
  }
}
