// weald show --values: every computed value, from what, and from where.

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
using Json = nlohmann::json;

namespace {

constexpr const char* kPost =
    "weald: 1\n"
    "parameters:\n"
    "  height: {default: 1.2, unit: m}\n"
    "  wood: {default: oak, choices: [oak, larch]}\n"
    "variants:\n  tall: {height: 3}\n"
    "let:\n  girth: = 0.1 * height\n"
    "stages:\n"
    "  post: {kind: shapes, for: {i: 0..1}, shape: box, size: [= girth, = height + i, 0.2]}\n"
    "  row: {kind: merge, parts: [post.*]}\n"
    "outputs:\n  - {from: row, file: 'row_{wood}.obj'}\n";

struct Shown {
  TemporaryFolder folder;
  Shown() { write_text(folder / "post.yaml", kPost); }
  std::string text(std::vector<std::string> more = {}) const {
    return run({"show", "post.yaml", "--values"}, more).out;
  }
  std::map<std::string, Json> values(std::vector<std::string> more = {}) const {
    const Json report = Json::parse(run({"show", "post.yaml", "--values", "--json"}, more).out);
    std::map<std::string, Json> result;
    for (const Json& value : report["values"]) result[value["path"].get<std::string>()] = value;
    return result;
  }
  Run run(std::vector<std::string> arguments, const std::vector<std::string>& more) const {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_weald(arguments, folder.path());
  }
};

}  // namespace

TEST_CASE("show --values: each value has its result, its expression and its place") {
  const std::string text = Shown().text();
  CHECK_THAT(text, Contains("parameters.height: 1.2 m\n    post.yaml:3:"));
  CHECK_THAT(text,
             Contains("let.girth: 0.12 m\n    = 0.1 * height, where height = 1.2 (line 3)\n    post.yaml:8:10\n"));
  CHECK_THAT(text, Contains("stages.post.1.size.1: 2.2 m\n    = height + i, where height = 1.2 (line 3), i = 1\n"));
  CHECK_THAT(text, !Contains("size.2"));
}

TEST_CASE("show --values: a parameter that --set or a variant gives names its origin") {
  const Shown shown;
  CHECK_THAT(shown.text({"--set", "height=2"}),
             Contains("parameters.height: 2 m\n    --set") && Contains("height=2\n"));
  CHECK_THAT(shown.text({"--variant", "tall"}), Contains("parameters.height: 3 m\n"));
  CHECK(shown.values({"--variant", "tall"}).at("let.girth")["value"].get<double>() == Approx(0.3));
}

TEST_CASE("show --values: as JSON, with units and origins") {
  const auto values = Shown().values();
  const Json& size = values.at("stages.post.0.size.0");
  CHECK(size["value"].get<double>() == Approx(0.12));
  CHECK(size["unit"] == "m");
  CHECK(size["expression"] == "= girth");
  CHECK(size["origin"]["line"] == 10);
  CHECK(values.at("parameters.wood")["value"] == "oak");
  CHECK_FALSE(values.at("parameters.wood").contains("expression"));
}

TEST_CASE("show --values: the values of a component have the name of its use in front") {
  const Shown shown;
  write_text(shown.folder / "part.yaml",
             "weald: 1\nparameters:\n  h: {default: 1, unit: m}\nresult: b\nstages:\n"
             "  b: {kind: shapes, size: [1, = 2 * h, 1]}\noutputs:\n  - {from: b, file: b.obj}\n");
  write_text(shown.folder / "post.yaml",
             "weald: 1\nstages:\n  a: {kind: part.yaml, h: 3}\noutputs:\n  - {from: a, file: a.obj}\n");
  const auto values = shown.values();
  CHECK(values.at("stages.a/b.size.1")["value"] == 6);
  CHECK(values.at("a/parameters.h")["value"] == 3);
}

TEST_CASE("show --values: a preset without computed values says so") {
  const Shown shown;
  write_text(shown.folder / "post.yaml",
             "weald: 1\nstages:\n  a: {kind: shapes}\noutputs:\n  - {from: a, file: a.obj}\n");
  CHECK(shown.text() == "the preset computes no values\n");
}
