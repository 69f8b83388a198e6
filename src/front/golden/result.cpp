#include "front/golden/result.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "base/text/counted.h"

namespace weald::golden {

namespace {

/// The lines of one stage in a recipe; unset if it does not contain the stage.
std::optional<std::string_view> stage_recipe(std::string_view recipe, const std::string& stage) {
  const std::string head = "stage " + stage + "\n";
  const std::size_t start = recipe.starts_with(head) ? 0 : recipe.find("\n" + head);
  if (start == std::string_view::npos) return std::nullopt;
  const std::size_t body = start + head.size() + (start == 0 ? 0 : 1);
  std::size_t end = body;
  while (end < recipe.size() && recipe[end] == ' ') end = std::min(recipe.find('\n', end), recipe.size() - 1) + 1;
  return recipe.substr(body, end - body);
}

}  // namespace

std::string_view name_of(State state) {
  switch (state) {
    case State::passed: return "passed";
    case State::within: return "within";
    case State::added: return "new";
    case State::missing: return "missing";
    case State::changed: return "changed";
    case State::failed: return "error";
  }
  return "?";
}

std::string_view name_of(ExpectedFrom from) {
  switch (from) {
    case ExpectedFrom::nowhere: return "";
    case ExpectedFrom::reference: return "reference";
    case ExpectedFrom::recipe: return "recipe";
  }
  return "?";
}

std::vector<Problem> problems_of(const Diagnostics& diagnostics, const Sources& sources) {
  namespace fs = std::filesystem;
  std::vector<Problem> problems;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    Problem problem{diagnostic, {}, format(diagnostic, sources, false)};
    if (diagnostic.where) {
      const std::string& name = sources.name(diagnostic.where->source);
      problem.file = fs::path(name).is_absolute() ? fs::proximate(name).generic_string() : name;
      if (problem.file != name) problem.rendered.replace(0, name.size(), problem.file);
    }
    problems.push_back(std::move(problem));
  }
  return problems;
}

std::string problem_line(const Problem& problem) {
  const std::optional<SourceLoc>& where = problem.diagnostic.where;
  std::string place;
  if (where && where->line == 0) place = problem.file + ": ";
  if (where && where->line > 0) place = fmt::format("{}:{}:{}: ", problem.file, where->line, where->column);
  const bool is_warning = problem.diagnostic.severity == Severity::warning;
  return place + (is_warning ? "warning: " : "") + problem.diagnostic.message;
}

std::string SuiteResult::problems_text() const {
  std::string text;
  std::set<std::string> said;
  for (const GoldenResult& golden : goldens)
    for (const Problem& problem : golden.problems)
      if (said.insert(problem.rendered).second) text += problem.rendered;
  return text;
}

std::size_t SuiteResult::count(State state) const {
  return static_cast<std::size_t>(
      std::count_if(goldens.begin(), goldens.end(), [&](const GoldenResult& golden) { return golden.state == state; }));
}

bool SuiteResult::passed() const {
  return unreferenced.empty() &&
         std::all_of(goldens.begin(), goldens.end(), [](const GoldenResult& golden) { return is_good(golden.state); });
}

State worst_state(const std::vector<OutputResult>& outputs) {
  State worst = State::passed;
  for (const OutputResult& output : outputs) worst = std::max(worst, output.state);
  return worst;
}

std::string error_of(const GoldenResult& golden) {
  const auto is_error = [](const Problem& problem) { return problem.diagnostic.severity == Severity::error; };
  const auto& problems = golden.problems;
  const auto first = std::find_if(problems.begin(), problems.end(), is_error);
  if (first == problems.end()) return "it could not be made";
  const auto more = std::count_if(first + 1, problems.end(), is_error);
  return problem_line(*first) +
         (more > 0 ? fmt::format(" (and {})", counted_noun(static_cast<std::size_t>(more), "more error")) : "");
}

std::string summary_line(const SuiteResult& result) {
  std::string line = counted_noun(result.goldens.size(), "golden");
  const char* separator = ": ";
  for (const State state : kStates) {
    if (result.count(state) == 0) continue;
    line += fmt::format("{}{} {}{}", separator, result.count(state), name_of(state),
                        state == State::within ? " tolerance" : "");
    separator = ", ";
  }
  if (!result.unreferenced.empty()) line += "; " + counted_noun(result.unreferenced.size(), "unreferenced file");
  return line;
}

std::optional<StageChange> first_stage_change(const std::vector<StageName>& order, const Pinned& pinned,
                                              const Pinned& actual, std::string_view pinned_recipe,
                                              std::string_view actual_recipe) {
  for (const StageName& stage : order) {
    const auto now = actual.stages.find(stage.name);
    if (now == actual.stages.end()) continue;
    const auto before = pinned.stages.find(stage.name);
    if (before != pinned.stages.end() && before->second == now->second) continue;
    StageChange change{stage.name, stage.kind, before == pinned.stages.end(), {}};
    if (!pinned_recipe.empty() && !change.is_new)
      change.recipe_note = stage_recipe(pinned_recipe, stage.name) == stage_recipe(actual_recipe, stage.name)
                               ? "its parameters are the same"
                               : "its parameters changed";
    return change;
  }
  return std::nullopt;
}

}  // namespace weald::golden
