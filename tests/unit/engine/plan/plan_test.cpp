#include "engine/plan/plan.h"
#include "engine/plan/graph_estimate.h"

#include "support/catch.h"

#include <map>
#include <string>

#include "unit/engine/plan/linked.h"

using namespace weald;
using pipeline::Plan;
using pipeline::PlanStep;
using test::Linked;
using test::linked;

namespace {

// `base` is read by a chain that is computed with `land`, and once more by `cut`; `land.wear` is a part.
const char* const kPreset = R"(
weald: 1
stages:
  base:  {kind: fbm, size: [30, 20]}
  bent:  {kind: remap, from: base, input: [0, 1]}
  sunk:  {kind: falloff, from: bent}
  land:  {kind: hydraulic_erosion, from: sunk}
  steep: {kind: slope, from: land}
  cut:   {kind: combine, from: land, with: base}
outputs: [{from: cut, file: cut.r32}, {from: land.wear, file: wear.r32}, {from: steep, file: steep.r32}]
)";

std::map<std::string, PlanStep> steps_by_name(const pipeline::Graph& graph, const Plan& plan) {
  std::map<std::string, PlanStep> result;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) result[graph.stages[i].decl.name] = plan.steps[i];
  return result;
}

Plan plan_of(const pipeline::Graph& graph, pipeline::Wanted wanted = pipeline::Wanted::files) {
  return pipeline::make_plan(graph, pipeline::estimate(graph).stages, wanted);
}

std::string name_in(const pipeline::Graph& graph, std::size_t index) { return graph.stages[index].decl.name; }

}  // namespace

TEST_CASE("plan: a field that one field reads is computed in windows, others are there as a whole") {
  const Linked preset = linked(kPreset);
  auto steps = steps_by_name(preset.graph, plan_of(preset.graph));
  using Kind = pipeline::StepKind;
  CHECK(steps["base"].kind == Kind::field);  // two stages read it
  CHECK(steps["bent"].kind == Kind::windows);
  CHECK(steps["sunk"].kind == Kind::field);  // erosion needs all of it
  CHECK(steps["land"].kind == Kind::whole);
  CHECK(steps["land.wear"].kind == Kind::part);
  CHECK(steps["steep"].kind == Kind::field);  // it is written
  CHECK(steps["base"].readers == 2);
  auto whole = steps_by_name(preset.graph, plan_of(preset.graph, pipeline::Wanted::every_artifact));
  CHECK(whole["bent"].kind == Kind::field);
}

TEST_CASE("plan: what a field in windows reads is needed until the field is computed") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [30, 20]}\n  e: {kind: hydraulic_erosion, from: a}\n"
      "  b: {kind: remap, from: e, input: [0, 1]}\n  c: {kind: fbm, size: [30, 20]}\n"
      "  d: {kind: combine, from: c, with: b}\noutputs: [{from: d, file: d.r32}]\n");
  auto steps = steps_by_name(preset.graph, plan_of(preset.graph));
  CHECK(steps["b"].kind == pipeline::StepKind::windows);
  CHECK(name_in(preset.graph, steps["e"].last_use) == "d");
  CHECK(name_in(preset.graph, steps["b"].last_use) == "d");
  CHECK(name_in(preset.graph, steps["a"].last_use) == "e");
}

TEST_CASE("plan: each stage but the last to use itself is freed once, after its last reader") {
  const Linked preset = linked(kPreset);
  const Plan plan = plan_of(preset.graph);
  std::map<std::size_t, std::size_t> freed_at;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    for (const std::size_t freed : plan.steps[i].frees) {
      CHECK(freed_at.emplace(freed, i).second);
      for (std::size_t later = i + 1; later < plan.steps.size(); ++later) {
        const auto& inputs = preset.graph.stages[later].inputs;
        CHECK(std::find(inputs.begin(), inputs.end(), freed) == inputs.end());
      }
    }
  }
  for (std::size_t i = 0; i < plan.steps.size(); ++i) CHECK(freed_at.contains(i) == (plan.steps[i].last_use != i));
}

TEST_CASE("plan: what a picture shows, and what its camera looks at, are needed until the later of the two is there") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [30, 20]}\n  b: {kind: heightmap_mesh, from: a}\n"
      "  c: {kind: transform, from: b}\n  d: {kind: transform, from: c, scale: [2, 2, 2]}\n"
      "outputs:\n  - {from: b, file: b.png, picture: {camera: {about: d}}}\n  - {from: c, file: c.obj}\n");
  const auto steps = steps_by_name(preset.graph, plan_of(preset.graph));
  CHECK(name_in(preset.graph, steps.at("b").last_use) == "d");
  CHECK(name_in(preset.graph, steps.at("c").last_use) == "d");
  CHECK(steps.at("b").is_shown_later);
  CHECK_FALSE(steps.at("c").is_shown_later);
  const auto names_of = [&](const std::vector<std::size_t>& stages) {
    std::string names;
    for (const std::size_t stage : stages) names += preset.graph.stages[stage].decl.name;
    return names;
  };
  CHECK(names_of(steps.at("d").frees) == "c");
  CHECK(names_of(steps.at("d").frees_late) == "b");
}

TEST_CASE("plan: a field that a camera looks at is computed as a whole") {
  const Linked preset = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [30, 20]}\n  b: {kind: remap, from: a}\n"
      "outputs: [{from: b, file: b.png, picture: {style: relief, camera: {about: a}}}]\n");
  const auto steps = steps_by_name(preset.graph, plan_of(preset.graph));
  CHECK(steps.at("a").kind == pipeline::StepKind::field);
}

TEST_CASE("plan: of a region local fields are computed where they are read, and what needs the whole map is whole") {
  Linked preset = linked(kPreset);
  preset.graph.region = Region{0, 0, 8, 8};
  const Plan plan = plan_of(preset.graph);
  auto steps = steps_by_name(preset.graph, plan);
  for (const char* field : {"base", "bent", "steep", "cut"}) CHECK(steps[field].kind == pipeline::StepKind::windows);
  CHECK(steps["sunk"].kind == pipeline::StepKind::field);
  CHECK(steps["land"].kind == pipeline::StepKind::whole);
  CHECK(name_in(preset.graph, steps["sunk"].last_use) == "land");
  Linked mesh = linked(
      "weald: 1\nstages:\n  a: {kind: fbm, size: [30, 20]}\n  b: {kind: heightmap_mesh, from: a}\n"
      "outputs: [{from: b, file: b.obj}]\n");
  mesh.graph.region = Region{0, 0, 8, 8};
  CHECK(plan_of(mesh.graph).steps[1].kind == pipeline::StepKind::region);
}

TEST_CASE("plan: a large local field that is only written to files goes there row by row") {
  using Kind = pipeline::StepKind;
  const auto kinds = [](const std::string& outputs, pipeline::Wanted wanted) {
    const Linked preset = linked(
        "weald: 1\nstages:\n  e: {kind: fbm, size: [9000, 9000]}\n  w: {kind: thermal_erosion, from: e}\n"
        "  a: {kind: fbm, size: [9000, 9000]}\n  b: {kind: combine, from: a, with: w}\n"
        "  s: {kind: fbm, size: [4096, 4096]}\noutputs: [{from: s, file: s.r32}, " +
        outputs + "]\n");
    const Plan plan = plan_of(preset.graph, wanted);
    const auto steps = steps_by_name(preset.graph, plan);
    CHECK(steps.at("w").kind == Kind::whole);
    CHECK(steps.at("s").kind == Kind::field);  // not large
    if (steps.at("b").kind == Kind::rows) {
      // What its rows are computed from is needed until they are written.
      CHECK(name_in(preset.graph, steps.at("w").last_use) == "b");
      CHECK(steps.at("b").frees_late.size() == 2);
      CHECK(steps.at("b").frees.empty());
    }
    return std::pair{steps.at("a").kind, steps.at("b").kind};
  };
  using pipeline::Wanted;
  const std::string files = "{from: b, file: b.png}, {from: b, file: b.exr}";
  CHECK(kinds(files, Wanted::files) == std::pair{Kind::windows, Kind::rows});
  CHECK(kinds(files, Wanted::artifacts) == std::pair{Kind::windows, Kind::field});
  CHECK(kinds(files, Wanted::every_artifact) == std::pair{Kind::field, Kind::field});
  // A picture and a mesh need all samples, and so does a preview.
  for (const char* whole :
       {"{from: b, file: c.png, picture: {}}", "{from: b, file: c.obj}", "{from: b, file: c.png, depth: 8}"})
    CHECK(kinds("{from: b, file: b.png}, " + std::string(whole), Wanted::files) ==
          std::pair{Kind::windows, Kind::field});
}
