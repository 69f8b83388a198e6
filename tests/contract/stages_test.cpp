// Rules that every stage keeps, whatever it does. A new stage is covered by being in the list.

#include "support/catch.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "engine/graph/stage_list.h"
#include "engine/preset/preset.h"
#include "engine/preset/yaml_reader.h"
#include "schema/codec.h"
#include "stages/shapes/shapes.h"
#include "support/files.h"

using namespace weald;
using pipeline::StageKind;
using schema::FieldInfo;

namespace {

bool is_snake_case(std::string_view name) {
  return !name.empty() && name[0] >= 'a' && name[0] <= 'z' && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

void check_fields(const std::vector<FieldInfo>& fields) {
  std::set<std::string_view> keys;
  for (const FieldInfo& field : fields) {
    INFO("key " << field.key);
    CHECK(is_snake_case(field.key));
    CHECK(keys.insert(field.key).second);
    CHECK(field.help.size() >= 10);
    CHECK(field.help.ends_with('.'));
    CHECK((field.help[0] >= 'A' && field.help[0] <= 'Z'));
    check_fields(field.type.fields);
    for (const auto& element : field.type.elements) check_fields(element.fields);
  }
}

struct Bound {
  std::optional<pipeline::BoundStage> stage;
  std::string errors;
};

Bound bind_stage(const StageKind& kind, const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto source = sources.add("t.yaml", text);
  const auto node = preset::read_yaml(source, text, diagnostics);
  REQUIRE(node);
  schema::Decoder decoder(diagnostics, "stage 't'", WEALD_SOURCE_DIR);
  Bound result;
  std::vector<schema::InputUse> inputs;
  result.stage = kind.bind(*node, decoder, inputs);
  result.errors = format_all(diagnostics, sources, false);
  return result;
}

}  // namespace

TEST_CASE("every stage: kinds are unique, and names, keys and help keep their form", "[contract]") {
  std::set<std::string_view> kinds;
  REQUIRE(pipeline::all_stages().size() >= 20);
  for (const StageKind& kind : pipeline::all_stages()) {
    DYNAMIC_SECTION(kind.kind) {
      CHECK(is_snake_case(kind.kind));
      CHECK(kind.summary.ends_with('.'));
      CHECK(kinds.insert(kind.kind).second);
      for (const FieldInfo& field : kind.describe()) {
        for (const std::string_view reserved : pipeline::kStageKeys) CHECK(field.key != reserved);
      }
      check_fields(kind.describe());
    }
  }
}

TEST_CASE("every stage: what names a material takes the keys of all materials, declared once", "[contract]") {
  std::size_t found = 0;
  for (const StageKind& kind : pipeline::all_stages()) {
    DYNAMIC_SECTION(kind.kind) {
      const std::vector<FieldInfo> fields = kind.describe();
      const auto named = [](std::string_view key) {
        return [key](const FieldInfo& field) { return field.key == key; };
      };
      const bool has_material = std::any_of(fields.begin(), fields.end(), named("material")) || kind.kind == "material";
      const auto check_keys = [](const std::vector<FieldInfo>& of) {
        const auto check = [&](const auto& declared) {
          INFO(declared.key);
          const auto field =
              std::find_if(of.begin(), of.end(), [&](const FieldInfo& f) { return f.key == declared.key; });
          REQUIRE(field != of.end());
          CHECK(field->help == declared.help);
        };
        mesh::kFinishFields.visit(check);
        check(mesh::roughness_field(&mesh::ShapesParams::roughness));
      };
      if (has_material) check_keys(fields);
      for (const FieldInfo& field : fields) {
        const bool is_surface = kind.kind == "plant_mesh" && (field.key == "bark" || field.key == "leaves");
        if (is_surface) check_keys(field.type.fields);
      }
    }
    found += kind.kind == "material" || kind.kind == "shapes" ? 1 : 0;
  }
  CHECK(found == 2);
}

TEST_CASE("every stage: the reference has an example of it, and a picture", "[contract]") {
  const std::filesystem::path folder = WEALD_SOURCE_DIR "/docs/stages";
  for (const StageKind& kind : pipeline::all_stages()) {
    CAPTURE(kind.kind);
    const std::string name(kind.kind);
    REQUIRE(std::filesystem::exists(folder / (name + ".png")));
    Sources sources;
    Diagnostics diagnostics;
    const auto loaded =
        preset::load_preset({(folder / (name + ".yaml")).string(), {}, std::nullopt}, sources, diagnostics);
    INFO(format_all(diagnostics, sources, false));
    REQUIRE(loaded.preset);
    const auto& stages = loaded.preset->graph.stages;
    CHECK(std::any_of(stages.begin(), stages.end(),
                      [&](const auto& stage) { return stage.decl.kind->kind == kind.kind; }));
  }
}

TEST_CASE("every stage: an unknown key is an error that names the stage", "[contract]") {
  for (const StageKind& kind : pipeline::all_stages()) {
    DYNAMIC_SECTION(kind.kind) {
      const Bound bound = bind_stage(kind, "{no_such_key: 1}");
      CHECK_FALSE(bound.stage);
      CHECK_THAT(bound.errors, Catch::Contains("unknown key 'no_such_key' in stage 't'"));
    }
  }
}

TEST_CASE("every stage: a number out of its range is an error with the range", "[contract]") {
  for (const StageKind& kind : pipeline::all_stages()) {
    for (const FieldInfo& field : kind.describe()) {
      using Kind = schema::ValueType::Kind;
      if ((field.type.kind != Kind::number && field.type.kind != Kind::integer) || !field.type.range ||
          field.type.range->max > 1e15)
        continue;
      DYNAMIC_SECTION(kind.kind << "." << field.key) {
        const Bound bound = bind_stage(kind, "{" + std::string(field.key) + ": 1000000000000000000}");
        CHECK_FALSE(bound.stage);
        CHECK_THAT(bound.errors,
                   Catch::Contains("'" + std::string(field.key) + "' in stage 't' is 1000000000000000000, "));
      }
    }
  }
}

TEST_CASE("every stage: parameters of every wrong shape are refused without a crash", "[contract]") {
  for (const StageKind& kind : pipeline::all_stages()) {
    DYNAMIC_SECTION(kind.kind) {
      for (const FieldInfo& field : kind.describe()) {
        for (const char* value : {"[[[]]]", "{a: {b: c}}", "\"\"", "\"\\0\"", "-1e308", "[1, x, ~]", "~"}) {
          const Bound bound = bind_stage(kind, "{" + std::string(field.key) + ": " + value + "}");
          CHECK((bound.stage.has_value() || !bound.errors.empty()));
        }
      }
    }
  }
}
