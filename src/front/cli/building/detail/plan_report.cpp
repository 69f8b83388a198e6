#include "front/cli/building/detail/plan_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weald::app {

namespace {

std::vector<std::string> names_of(const pipeline::Graph& graph, const std::vector<std::size_t>& stages) {
  std::vector<std::string> names;
  for (const std::size_t stage : stages) names.push_back(graph.stages[stage].decl.name);
  return names;
}

/// The stages whose artifacts a step frees; a field in windows has none.
std::vector<std::string> freed_by(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index) {
  std::vector<std::size_t> freed = plan.steps[index].frees;
  freed.insert(freed.end(), plan.steps[index].frees_late.begin(), plan.steps[index].frees_late.end());
  std::erase_if(freed, [&](std::size_t stage) { return plan.steps[stage].kind == pipeline::StepKind::windows; });
  return names_of(graph, freed);
}

/// "; reads 'a', 'b'"; empty for none.
std::string listed(const char* verb, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return fmt::format("; {} '{}'", verb, fmt::join(names, "', '"));
}

/// The stage in whose step a field in windows is computed.
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

}  // namespace

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

std::string step_text(const pipeline::Graph& graph, const pipeline::Plan& plan, std::size_t index,
                      std::optional<bool> kept) {
  return kind_text(graph, plan, index, kept) + listed("reads", names_of(graph, graph.stages[index].inputs)) +
         listed("then frees", freed_by(graph, plan, index));
}

}  // namespace weald::app
