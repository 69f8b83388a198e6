// weald build --dry-run: prints the plan as text or JSON.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/plan/output_faults.h"
#include "engine/plan/picture_faults.h"
#include "engine/plan/plan.h"
#include "formats/files/memory_limit.h"
#include "front/cli/building/cost_report.h"
#include "front/cli/building/detail/build_steps.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "schema/wording.h"
#include "session/amount_json.h"
#include "session/run.h"
#include "session/selection.h"

namespace weald::app {

namespace {

std::vector<std::string> names_of(const pipeline::Graph& graph, const std::vector<std::size_t>& stages) {
  std::vector<std::string> names;
  for (const std::size_t stage : stages) names.push_back(graph.stages[stage].decl.name);
  return names;
}

// The stages whose artifacts a step frees; a field in windows has none.
std::vector<std::string> freed_by(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index) {
  std::vector<std::size_t> freed = plan.steps[index].frees;
  freed.insert(freed.end(), plan.steps[index].frees_late.begin(), plan.steps[index].frees_late.end());
  std::erase_if(freed, [&](std::size_t stage) { return plan.steps[stage].kind == pipeline::StepKind::windows; });
  return names_of(graph, freed);
}

// "; reads 'a', 'b'"; empty for none.
std::string listed(const char* verb, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return fmt::format("; {} '{}'", verb, fmt::join(names, "', '"));
}

// The stage in whose step a field in windows is computed.
const std::string& computed_with(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index) {
  return graph.stages[plan.steps[index].last_use].decl.name;
}

std::string kind_text(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index,
                      std::optional<bool> kept) {
  using Kind = pipeline::StepKind;
  const Kind kind = plan.steps[index].kind;
  if (kind == Kind::windows)
    return graph.region ? "computed where it is read"
                        : fmt::format("computed in windows with '{}'", computed_with(graph, plan, index));
  if (kind == Kind::rows) return "computed in bands while it is written";
  if (kept.value_or(false)) return "found in the cache";
  const char* doubt = kept ? "" : ", unless the cache has it";
  switch (kind) {
    case Kind::field: return fmt::format("computed in bands{}", doubt);
    case Kind::region: return "run for the region";
    case Kind::part: return fmt::format("taken from its stage{}", doubt);
    default: return fmt::format("run{}", doubt);
  }
}

// The plan of one stage: {"step": "whole", "reads": ["a"], "cached": false, "frees": ["b"]}. `kept` says whether its
// artifact is in the cache; unset: "cached" is null, since it depends on an earlier stage.
Json step_json(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index, std::optional<bool> kept) {
  const pipeline::PlanStep& step = plan.steps[index];
  Json json = {{"step", pipeline::name_of(step.kind)},
               {"reads", names_of(graph, graph.stages[index].inputs)},
               {"cached", nullptr},
               {"frees", freed_by(graph, plan, index)}};
  if (kept) json["cached"] = *kept;
  if (step.kind == pipeline::StepKind::windows && !graph.region) json["with"] = computed_with(graph, plan, index);
  return json;
}

// A step as a line of text: "run; reads 'a'; then frees 'b'".
std::string step_text(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index,
                      std::optional<bool> kept) {
  return kind_text(graph, plan, index, kept) + listed("reads", names_of(graph, graph.stages[index].inputs)) +
         listed("then frees", freed_by(graph, plan, index));
}

Json stages_json(const pipeline::Graph& graph, const session::RunPlan& run, bool explain, bool is_text) {
  Json stages = Json::array();
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const pipeline::StageDecl& stage = graph.stages[i].decl;
    Json planned = {{"name", stage.name}, {"kind", stage.kind->kind}, {"output", stage.kind->output}};
    const Amount& seconds = run.estimate.stages[i].seconds;
    planned["seconds"] = session::seconds_json(seconds);
    if (explain) planned.update(step_json(graph, run.plan, i, run.kept[i]));
    stages.push_back(std::move(planned));
    if (!is_text) continue;
    const std::string work =
        pipeline::is_at_least(seconds, 1) ? fmt::format("  ({})", work_text(seconds)) : std::string{};
    fmt::print("  stage  {:<20} {:<18} -> {}{}\n", stage.name, stage.kind->kind, stage.kind->output, work);
    if (explain) fmt::print("           {}\n", step_text(graph, run.plan, i, run.kept[i]));
  }
  return stages;
}

Json outputs_json(const pipeline::Graph& graph, const session::RunPlan& run, const std::string& directory,
                  bool is_text) {
  Json outputs = Json::array();
  std::set<std::string> seen;  // outputs may share files
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const pipeline::GraphOutput& output = graph.outputs[i];
    const auto names = graph.files_of(output);
    for (std::size_t number = 0; number < names.size(); ++number) {
      const std::string file = session::output_path(directory, names[number]);
      if (!seen.insert(file).second) continue;
      Json planned = {{"file", file}, {"from", output.decl.spec.from.stage}};
      const std::optional<Amount> bytes = run.estimate.outputs[i].bytes_of(number);
      if (bytes) planned["bytes"] = session::bytes_json(*bytes);
      outputs.push_back(std::move(planned));
      if (is_text)
        fmt::print("  file   {}{}\n", file, bytes ? fmt::format("  ({})", file_size_text(*bytes)) : std::string{});
    }
  }
  return outputs;
}

}  // namespace

bool check_feasible(Build& build, const pipeline::Graph& graph, const pipeline::GraphEstimate& estimate) {
  Diagnostics& diagnostics = build.loaded.diagnostics;
  const double limit = memory_limit_of(build.options).value_or(io::memory_limit());
  if (graph.region && !pipeline::check_picture_faults(graph, diagnostics)) return false;
  return pipeline::check_output_faults(graph, diagnostics) && pipeline::check_sizes(graph, estimate, diagnostics) &&
         pipeline::check_memory(graph, estimate, limit, diagnostics);
}

int plan_preset(Build& build, std::size_t index, Json& entry) {
  const BuildOptions& options = build.options;
  const preset::Preset& preset = build.preset(index);
  const pipeline::Graph& graph = preset.graph;
  entry = {{"preset", preset.name},
           {"file", build.path(index)},
           {"seed", preset.seed},
           {"recipe", session::recipe_hash(graph)},
           {"state", "planned"}};
  int code = kOk;
  if (options.if_stale) {
    const bool is_fresh = is_up_to_date(build, index, manifest_of(build, index), entry);
    entry["state"] = is_fresh ? "up to date" : "stale";
    if (!is_fresh) code = kNo;
  }
  const bool is_text = !options.json && !options.quiet && !options.if_stale;
  if (is_text) fmt::print("{} (seed {})\n", preset.name, preset.seed);
  const session::RunPlan run = session::plan_run(graph, options.explain_plan ? build.cache.store() : nullptr);
  entry["outputs"] = Json::array();  // keeps its place before "stages" in the report; the text lists it after them
  entry["stages"] = stages_json(graph, run, options.explain_plan, is_text);
  entry["outputs"] = outputs_json(graph, run, options.directory, is_text);
  const pipeline::TotalCost cost = pipeline::total_cost(graph, run.estimate);
  entry["memory"] = session::memory_json(cost.memory, cost.kept);
  entry["seconds"] = session::seconds_json(cost.seconds);
  const std::string memory =  // nothing is known of the windows of fields
      cost.memory > 0 ? fmt::format("{} or more of memory, ", schema::readable_bytes(cost.memory)) : std::string{};
  const std::string kept =
      cost.kept > 0 ? fmt::format("up to {} more for results that are kept, ", schema::readable_bytes(cost.kept)) : "";
  if (is_text) fmt::print("  takes  {}{}{}\n", memory, kept, work_text(cost.seconds));
  pipeline::warn_of_costs(graph, run.estimate, build.loaded.diagnostics);
  if (!check_feasible(build, graph, run.estimate)) code = failure_code(build.loaded.diagnostics);
  report_new(build.loaded, build.context, options.quiet);
  return code;
}

}  // namespace weald::app
