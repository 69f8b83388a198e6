#include "engine/plan/plan.h"

#include <algorithm>

#include "base/check.h"
#include "engine/graph/region.h"
#include "engine/outputs/writers.h"
#include "engine/plan/field_reads.h"

namespace weald::pipeline {

namespace {

/// Whether a field is only written to files, and to such that need one row after the other.
bool is_only_written_from_rows(const Graph& graph, std::size_t index) {
  for (const GraphOutput& output : graph.outputs) {
    const bool is_drawn = output.decl.spec.picture.has_value();
    if (is_drawn && std::ranges::find(output.reads, index) != output.reads.end()) return false;
    if (output.stage == index && !is_written_from_rows(output.decl.spec)) return false;
  }
  return true;
}

bool is_large(const Estimate& estimate) {
  return estimate.grid && is_large_map(estimate.grid->width, estimate.grid->height);
}

StepKind kind_of(const Graph& graph, std::size_t index, int readers, const Estimate& estimate, Wanted wanted) {
  const BoundStage& bound = *graph.stages[index].decl.bound;
  if (bound.part() != nullptr) return StepKind::part;
  if (bound.field() == nullptr) return StepKind::whole;
  if (wanted == Wanted::every_artifact) return StepKind::field;
  if (readers == 1 && is_read_in_windows(graph, index)) return StepKind::windows;
  const bool in_rows = wanted == Wanted::files && readers == 0 && bound.is_local_field() && !bound.cut.keeps_inputs &&
                       is_large(estimate) && is_only_written_from_rows(graph, index);
  return in_rows ? StepKind::rows : StepKind::field;
}

StepKind kind_of(const Graph& graph, std::size_t index, RegionRole role) {
  const BoundStage& bound = *graph.stages[index].decl.bound;
  if (role == RegionRole::windows) return StepKind::windows;
  if (bound.part() != nullptr) return StepKind::part;
  if (role == RegionRole::region) return StepKind::region;
  return bound.field() != nullptr ? StepKind::field : StepKind::whole;
}

}  // namespace

std::string_view name_of(StepKind kind) {
  switch (kind) {
    case StepKind::windows: return "windows";
    case StepKind::rows: return "rows";
    case StepKind::field: return "field";
    case StepKind::whole: return "whole";
    case StepKind::region: return "region";
    case StepKind::part: return "part";
  }
  throw InternalError("a step has no kind");
}

Plan make_plan(const Graph& graph, std::span<const Estimate> estimates, Wanted wanted) {
  const std::size_t count = graph.stages.size();
  Plan plan;
  plan.steps.resize(count);
  for (const GraphStage& stage : graph.stages) {
    if (!stage.decl.bound->reads_inputs) continue;
    for (const std::size_t input : stage.inputs) ++plan.steps[input].readers;
  }
  for (const GraphOutput& output : graph.outputs) {
    const bool is_drawn = output.decl.spec.picture.has_value();  // a mask is read row by row, like what it masks
    for (const std::size_t read : output.reads) plan.steps[read].readers += is_drawn ? 1 : 0;
    plan.steps[output.stage].is_shown_later |= output.ready_after() != output.stage;
  }
  const std::vector<RegionRole> roles = graph.region ? region_roles(graph) : std::vector<RegionRole>{};
  for (std::size_t i = 0; i < count; ++i) {
    plan.steps[i].kind =
        graph.region ? kind_of(graph, i, roles[i]) : kind_of(graph, i, plan.steps[i].readers, estimates[i], wanted);
    plan.steps[i].last_use = i;
  }
  for (std::size_t reader = count; reader-- > 0;) {
    const PlanStep& step = plan.steps[reader];
    const std::size_t until = step.kind == StepKind::windows ? step.last_use : reader;
    for (const std::size_t input : graph.stages[reader].inputs)
      plan.steps[input].last_use = std::max(plan.steps[input].last_use, until);
  }
  std::vector<bool> is_late(count, false);   // needed for outputs of the stage that needs it last
  for (std::size_t i = 0; i < count; ++i) {  // and of a field that is computed while they are written
    const StepKind last = plan.steps[plan.steps[i].last_use].kind;
    is_late[i] = last == StepKind::rows || (graph.region && last == StepKind::windows);
  }
  for (const GraphOutput& output : graph.outputs) {
    if (output.reads.empty()) continue;
    const std::size_t ready = output.ready_after();
    std::vector<std::size_t> needed = output.reads;
    needed.push_back(output.stage);
    while (!needed.empty()) {
      const std::size_t shown = needed.back();
      needed.pop_back();
      PlanStep& step = plan.steps[shown];
      if (step.kind == StepKind::windows || step.kind == StepKind::rows)  // it is computed while the output is written
        needed.insert(needed.end(), graph.stages[shown].inputs.begin(), graph.stages[shown].inputs.end());
      if (step.last_use > ready) continue;
      step.last_use = ready;
      is_late[shown] = true;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    PlanStep& last = plan.steps[plan.steps[i].last_use];
    if (plan.steps[i].last_use != i) (is_late[i] ? last.frees_late : last.frees).push_back(i);
  }
  return plan;
}

}  // namespace weald::pipeline
