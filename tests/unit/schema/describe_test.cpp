#include <string>

#include "support/catch.h"

#include "unit/schema/sample.h"

namespace weald::test {
namespace {

const schema::FieldInfo& field(const std::vector<schema::FieldInfo>& fields, std::string_view key) {
  for (const auto& info : fields) {
    if (info.key == key) return info;
  }
  FAIL("no field " << key);
  return fields.front();
}

TEST_CASE("describe lists every field with its type, unit, range and default") {
  const auto fields = schema::describe<Sample>();
  CHECK(fields.size() == 17);
  const auto& octaves = field(fields, "octaves");
  CHECK(octaves.help == "Noise layers summed.");
  CHECK(octaves.type.kind == schema::ValueType::Kind::integer);
  CHECK(octaves.type.range->min == 1);
  CHECK(octaves.type.range->max == 24);
  CHECK(octaves.default_text == "6");
  CHECK_FALSE(octaves.required);
  const auto& frequency = field(fields, "frequency");
  CHECK(frequency.unit == "1/m");
  CHECK(frequency.default_text == "0.004");
  CHECK(field(fields, "ridged").default_text == "false");
  CHECK(field(fields, "label").default_text == "plain");
  CHECK(field(fields, "fade").default_text == "quintic");
  CHECK(field(fields, "size").default_text == "[256, 256]");
  CHECK(field(fields, "weights").default_text == "[]");
  CHECK(field(fields, "define").default_text == "{}");
  CHECK(field(fields, "tropism").default_text == "{vector: [0, -1, 0], elasticity: 0.1}");
  CHECK(field(fields, "limit").default_text.empty());
  CHECK(field(fields, "mask").default_text.empty());
  CHECK(field(fields, "file").default_text.empty());
  CHECK(field(fields, "from").required);
  CHECK(field(fields, "from").default_text.empty());
  CHECK(field(fields, "tropism").type.fields.size() == 2);
}

TEST_CASE("types have short names for people") {
  const auto fields = schema::describe<Sample>();
  const auto name = [&](std::string_view key) { return schema::to_text(field(fields, key).type); };
  CHECK(name("octaves") == "integer");
  CHECK(name("frequency") == "number");
  CHECK(name("ridged") == "true or false");
  CHECK(name("label") == "text");
  CHECK(name("fade") == "linear | cubic | quintic");
  CHECK(name("size") == "[integer, integer]");
  CHECK(name("offset") == "[number, number]");
  CHECK(name("weights") == "list of number");
  CHECK(name("define") == "map of names to number");
  CHECK(name("limit") == "number");
  CHECK(name("tropism") == "map");
  CHECK(name("layers") == "list of map");
  CHECK(name("file") == "file");
  CHECK(name("from") == "heightmap stage");
  CHECK(name("mask") == "heightmap or image stage");
}

TEST_CASE("print_fields writes what reads back as the same values") {
  Sample sample;
  sample.octaves = 9;
  sample.label = "two words";
  sample.define = {{"r", 0.1}, {"n", 3}};
  sample.limit = 12.5;
  sample.layers = {{2, 1}, {4, 0.5}};
  sample.from.stage = "hills";
  CHECK(schema::print_fields(sample, true) ==
        "{octaves: 9, label: \"two words\", define: {r: 0.1, n: 3}, limit: 12.5, "
        "layers: [{frequency: 2, amplitude: 1}, {frequency: 4, amplitude: 0.5}], from: hills}");
}

TEST_CASE("print_fields of all fields leaves out only what is unset") {
  Sample sample;
  sample.from.stage = "hills";
  CHECK(
      schema::print_fields(sample, false) ==
      "{octaves: 6, frequency: 0.004, ridged: false, salt: 0, label: plain, fade: quintic, size: [256, 256], offset: "
      "[0, 0], "
      "weights: [], define: {}, tropism: {vector: [0, -1, 0], elasticity: 0.1}, layers: [], rule: \"\", from: hills}");
}

TEST_CASE("a required field is printed even where it equals the struct's default") {
  CHECK(schema::print_fields(Octave{}, true) == "{frequency: 1}");
}

struct Grid3 {
  glm::ivec3 cells{1, 2, 3};
};

}  // namespace
}  // namespace weald::test

namespace weald::schema {
template <>
struct Schema<test::Grid3> {
  static constexpr auto fields = Fields{Field{&test::Grid3::cells, "cells", "Cells along the axes.", "", Range{1, 9}}};
};
}  // namespace weald::schema

namespace weald::test {
namespace {

TEST_CASE("an integer vector takes whole numbers only") {
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 'g'", ".");
  Grid3 grid;
  CHECK(schema::decode_fields(map({{"cells", numbers({"4", "5", "6"})}}), decoder, grid));
  CHECK(grid.cells == glm::ivec3(4, 5, 6));
  CHECK(schema::print_fields(grid, false) == "{cells: [4, 5, 6]}");
  CHECK_FALSE(schema::decode_fields(map({{"cells", numbers({"4", "5.5", "6"})}}), decoder, grid));
  CHECK(schema::to_text(schema::describe<Grid3>()[0].type) == "[integer, integer, integer]");
}

TEST_CASE("Inputs gives a running stage the artifacts its inputs name") {
  const Heightmap hills(GridSpec{2, 2, 1.0, {0, 0}});
  const Image picture;
  schema::Inputs inputs;
  inputs.add("hills", hills);
  inputs.add("picture", picture);
  const schema::Input<Heightmap> from{"hills", {}};
  CHECK(&inputs[from] == &hills);
  CHECK(inputs.maybe(from) == &hills);
  CHECK(inputs.maybe(schema::Input<Heightmap>{}) == nullptr);
  CHECK_THROWS_AS(inputs[(schema::Input<Heightmap>{"picture", {}})], InternalError);
  CHECK_THROWS_AS(inputs[(schema::Input<Heightmap>{"missing", {}})], InternalError);
  const schema::Input<Heightmap, Image> either{"picture", {}};
  CHECK(std::get<const Image*>(inputs.any(either)) == &picture);
}

}  // namespace
}  // namespace weald::test
