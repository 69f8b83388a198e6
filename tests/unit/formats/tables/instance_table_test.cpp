// Tables of instances.

#include <limits>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "base/error.h"
#include "formats/tables/instance_table.h"

using namespace weald;
using namespace weald::io;

namespace {

InstanceTable two_instances() {
  InstanceTable table;
  table.prototypes = {{"oak", {{-1, 0, -2}, {1, 9.5, 2}}, 1}, {"a \"b\", c", {}, 1}};
  table.count = 2;
  table.row = [](std::size_t i) {
    return i == 0 ? TableRow{} : TableRow{1, {0.1, -2.5, 3e9}, {0, 0.6, 0, 0.8}, {-1.5, 1, 0.25}};
  };
  return table;
}

std::string csv_of(const InstanceTable& table) {
  StringSink sink;
  write_instances_csv(table, sink);
  return sink.text;
}

std::string json_of(const InstanceTable& table) {
  StringSink sink;
  write_instances_json(table, sink);
  return sink.text;
}

}  // namespace

TEST_CASE("instance table: a CSV has a line for each instance, and quotes odd names") {
  CHECK(csv_of(two_instances()) ==
        "index,prototype,x,y,z,qx,qy,qz,qw,sx,sy,sz\n"
        "0,oak,0,0,0,0,0,0,1,1,1,1\n"
        "1,\"a \"\"b\"\", c\",0.1,-2.5,3000000000,0,0.6,0,0.8,-1.5,1,0.25\n");
}

TEST_CASE("instance table: tints and data follow where there are varieties") {
  InstanceTable table = two_instances();
  table.has_varieties = true;
  table.row = [](std::size_t) { return TableRow{.tint = {0.5, 0.25, 1}, .data = 7.5}; };
  CHECK_THAT(csv_of(table), Catch::Contains("sz,red,green,blue,data\n0,oak,0,0,0,0,0,0,1,1,1,1,0.5,0.25,1,7.5\n"));
  const auto row = nlohmann::json::parse(json_of(table))["instances"][1];
  CHECK(row["tint"] == nlohmann::json{0.5, 0.25, 1});
  CHECK(row["data"] == 7.5);
}

TEST_CASE("instance table: JSON says units and axes, and has prototypes and instances") {
  const auto json = nlohmann::json::parse(json_of(two_instances()));
  CHECK(json["unit"] == "m");
  CHECK(json["up"] == "y");
  CHECK(json["handedness"] == "right");
  CHECK(json["prototypes"][0] ==
        nlohmann::json::parse(
            R"({"name": "oak", "instances": 1, "bounds_m": {"min": [-1, 0, -2], "max": [1, 9.5, 2]}})"));
  CHECK(json["prototypes"][1]["name"] == "a \"b\", c");
  CHECK(json["prototypes"][1]["bounds_m"].is_null());
  REQUIRE(json["instances"].size() == 2);
  CHECK(json["instances"][1] == nlohmann::json::parse(R"({"prototype": 1, "position_m": [0.1, -2.5, 3000000000],
                                                          "rotation": [0, 0.6, 0, 0.8], "scale": [-1.5, 1, 0.25]})"));
  CHECK(nlohmann::json::parse(json_of({}))["instances"].empty());
}

TEST_CASE("instance table: many rows are written in blocks, numbers that are not finite are refused") {
  InstanceTable table = two_instances();
  table.count = 20'000;
  table.row = [](std::size_t i) { return TableRow{0, {static_cast<double>(i), 0, 0}}; };
  CHECK(nlohmann::json::parse(json_of(table))["instances"][19'999]["position_m"][0] == 19'999);
  table.row = [](std::size_t i) { return TableRow{0, {i == 7 ? 1e300 : 0.0, 0, 0}}; };
  CHECK_THROWS_WITH(csv_of(table), "cannot write the table: a number of instance 7 is not finite");
  CHECK_THROWS_AS(json_of(table), StageError);
}

TEST_CASE("instance table: groups have names and frames in JSON, and a path for each instance in a CSV") {
  InstanceTable table = two_instances();
  table.groups = {{"yard", "yard", {}, {1, 2, 3}, Placement{{1, 2, 3}, {0, 1, 0, 0}, {2, 2, 2}}},
                  {"shed, old", "yard/shed, old", 0, {4, 5, 6}, {}}};
  table.row = [](std::size_t i) {
    TableRow row;
    if (i == 1) row.group = 1;
    return row;
  };
  CHECK(csv_of(table) ==
        "index,prototype,x,y,z,qx,qy,qz,qw,sx,sy,sz,group\n"
        "0,oak,0,0,0,0,0,0,1,1,1,1,\n"
        "1,oak,0,0,0,0,0,0,1,1,1,1,\"yard/shed, old\"\n");
  const auto json = nlohmann::json::parse(json_of(table));
  const nlohmann::json yard{
      {"name", "yard"}, {"position_m", {1, 2, 3}}, {"rotation", {0, 1, 0, 0}}, {"scale", {2, 2, 2}}};
  CHECK(json["groups"] == nlohmann::json{yard, {{"name", "shed, old"}, {"group", 0}, {"position_m", {4, 5, 6}}}});
  CHECK_FALSE(json["instances"][0].contains("group"));
  CHECK(json["instances"][1]["group"] == 1);
}
