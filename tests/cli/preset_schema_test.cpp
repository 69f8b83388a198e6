// weald schema PRESET: the schema of one preset, with its parameters and its components.

#include <string>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
using Json = nlohmann::json;

namespace {

constexpr const char* kPart =
    "weald: 1\ndescription: A post.\nparameters:\n"
    "  height: {default: 1.2, range: [0.5, 3], unit: m, help: Height above the ground.}\n"
    "  wood: {default: oak, choices: [oak, larch]}\n"
    "inputs:\n  ground: heightmap\n  shade: {artifact: image, default: grey}\nresult: post\nstages:\n"
    "  grey: {kind: colour_ramp, from: ground}\n"
    "  post: {kind: shapes, size: [0.1, = height, 0.1]}\noutputs:\n  - {from: post, file: p.obj}\n";

constexpr const char* kWhole =
    "weald: 1\ndescription: A row of posts.\nparameters:\n  count: {default: 4, type: integer, range: [1, 9]}\n"
    "  tint: {default: [1, 0, 0], type: colour}\n  bare: {default: true}\n"
    "stages:\n  land: {kind: constant, size: [9, 9]}\n  post: {kind: part.yaml, ground: land}\n"
    "outputs:\n  - {from: post, file: p.obj}\n";

Json case_of(const Json& schema, const std::string& kind) {
  for (const Json& one : schema["properties"]["stages"]["additionalProperties"]["anyOf"][0]["allOf"]) {
    if (one["if"]["properties"]["kind"]["const"] == kind) return one["then"];
  }
  return {};
}

struct Schemas {
  TemporaryFolder folder;
  Schemas() {
    write_text(folder / "part.yaml", kPart);
    write_text(folder / "whole.yaml", kWhole);
  }
  Json of(const std::string& path) const {
    const Run run = run_weald({"schema", path}, folder.path());
    CAPTURE(run.err);
    REQUIRE(run.exit_code == 0);
    return Json::parse(run.out);
  }
};

}  // namespace

TEST_CASE("schema of a preset: its parameters have type, range, choices and help") {
  const Json schema = Schemas().of("part.yaml");
  CHECK(schema["description"] == "A post.");
  const Json& parameters = schema["definitions"]["parameters"]["properties"];
  const Json& height = parameters["height"]["anyOf"][0];
  CHECK(height["type"] == "number");
  CHECK(height["minimum"].get<double>() == 0.5);
  CHECK(height["maximum"] == 3);
  CHECK(parameters["height"]["description"] == "Height above the ground. [m] Default: 1.2");
  CHECK(parameters["wood"]["anyOf"][0]["enum"] == Json({"oak", "larch"}));
  CHECK(schema["properties"]["variants"]["additionalProperties"]["$ref"] == "#/definitions/parameters");
  CHECK(schema["properties"]["parameters"]["properties"]["height"]["properties"]["default"] == parameters["height"]);
}

TEST_CASE("schema of a preset: every type of parameter has its schema") {
  const Json parameters = Schemas().of("whole.yaml")["definitions"]["parameters"]["properties"];
  CHECK(parameters["count"]["anyOf"][0] == Json({{"type", "integer"}, {"minimum", 1}, {"maximum", 9}}));
  CHECK(parameters["tint"]["anyOf"][0]["minItems"] == 3);
  CHECK(parameters["bare"]["anyOf"][0]["type"] == "boolean");
}

TEST_CASE("schema of a preset: a component is a kind of stage with its parameters and inputs") {
  const Json schema = Schemas().of("whole.yaml");
  const Json use = case_of(schema, "part.yaml");
  CHECK(use["additionalProperties"] == false);
  CHECK(use["properties"]["height"]["anyOf"][0]["maximum"] == 3);
  CHECK(use["properties"]["ground"]["type"] == "string");
  CHECK_THAT(use["properties"]["ground"]["description"].get<std::string>(), Contains("heightmap"));
  CHECK(use["required"] == Json({"ground"}));
  CHECK(use["properties"].contains("for"));
  CHECK(use["description"] == "A post.");
  CHECK(case_of(schema, "fbm").contains("properties"));
}

TEST_CASE("schema of a preset: a component that is missing is an error at its place") {
  const Schemas schemas;
  write_text(schemas.folder / "whole.yaml", "weald: 1\nstages:\n  a: {kind: none.yaml}\noutputs: []\n");
  const Run run = run_weald({"schema", "whole.yaml"}, schemas.folder.path());
  CHECK(run.exit_code == 3);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, Contains("whole.yaml:3:13: error:") && Contains("none.yaml"));
}

TEST_CASE("schema of a preset: a preset that is missing is an error") {
  const Run run = run_weald({"schema", "gone.yaml"}, Schemas().folder.path());
  CHECK(run.exit_code == 3);
  CHECK_THAT(run.err, Contains("gone.yaml"));
}

TEST_CASE("schema: the schema of all presets knows variants") {
  CHECK(Json::parse(run_weald({"schema"}).out)["properties"].contains("variants"));
}

TEST_CASE("schema of all presets: a stage needs its kind, unless the preset extends another") {
  const Run run = run_weald({"schema"});
  REQUIRE(run.exit_code == 0);
  const Json schema = Json::parse(run.out);
  CHECK(schema["if"]["not"]["required"] == Json({"extends"}));
  CHECK(schema["then"]["properties"]["stages"]["additionalProperties"]["anyOf"][1]["required"] == Json({"kind"}));
  const Json& stage = schema["properties"]["stages"]["additionalProperties"]["anyOf"][0];
  CHECK_FALSE(stage.contains("required"));
  // Without a kind, no case may apply: its parameters would be those of another stage.
  for (const Json& one : stage["allOf"]) CHECK(one["if"]["required"] == Json({"kind"}));
}
