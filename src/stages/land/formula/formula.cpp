#include "stages/land/formula/formula.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "stages/land/formula/detail/block_program.h"

namespace weald::formula {

namespace {

FormulaNames names_of(const FormulaParams& params) {
  FormulaNames names;
  for (const auto& field : params.of) names.fields.push_back(field.first);
  for (const auto& [name, number] : params.define) names.numbers.emplace_back(name, number.value);
  return names;
}

/// Rough seconds for a sample on one core, measured.
double seconds_for(const Graph& graph) {
  constexpr double kFast = 4e-10, kSlow = 2.5e-8;
  const std::vector<Variation> variations = variations_of(graph);
  double seconds = 0;
  for (std::size_t i = 0; i < variations.size(); ++i) {
    if (variations[i] == Variation::sample) seconds += expression::is_slow(graph.values[i].op) ? kSlow : kFast;
  }
  return seconds;
}

/// Reports names that have a meaning already or occur twice.
class NameCheck {
 public:
  explicit NameCheck(schema::Checker& checker) : checker_(checker) {}

  void add(const std::string& name, const SourceLoc& where) {
    constexpr std::size_t kMostShown = 40;
    const std::string shown = name.substr(0, kMostShown);
    if (const std::string fault = fault_of_name(name); !fault.empty()) {
      checker_.error_at(where, fmt::format("'{}' cannot be a name in the formula: {}", shown, fault));
    } else if (std::ranges::find(known_, name) != known_.end()) {
      checker_.error_at(where, fmt::format("'{}' is the name of a heightmap already", shown));
    }
    known_.push_back(name);
  }

 private:
  schema::Checker& checker_;
  std::vector<std::string> known_;
};

}  // namespace

GridSpec Formula::grid(const Params& params, const InputGrids& inputs) {
  if (params.of.empty()) return grid_spec(params);
  const GridSpec& grid = inputs[params.of.front().second];
  for (const auto& field : params.of) require_same_grid(grid, inputs, field.second, "of");
  return grid;
}

Estimate Formula::estimate(const Params& params, const schema::Estimates& inputs) {
  const std::optional<GridSpec> grid = params.of.empty() ? grid_spec(params) : inputs[params.of.front().second].grid;
  if (!grid) return {};
  Estimate result = Estimate::of_heightmap(*grid);
  expression::Problem problem;
  const auto graph = compile_formula(params.value.text, names_of(params), problem);
  result.seconds = result.pixels * (graph ? seconds_for(*graph) : 0);
  result.cause = params.of.empty() ? "size" : "value";
  return result;
}

FieldKernel Formula::kernel(const Params& params, const schema::Inputs&, const GridSpec&, const RunContext&) {
  expression::Problem problem;
  const auto graph = compile_formula(params.value.text, names_of(params), problem);
  if (!graph) throw StageError(problem.message, "value");
  const auto program = std::make_shared<const BlockProgram>(block_program(*graph));
  return {.radius = 0, .fill = [program, of = params.of](const FieldWindow& window) {
            std::vector<HeightView> fields;
            for (const auto& field : of) fields.push_back(window.inputs[field.second]);
            run_program(*program, window.grid, fields, window.out);
          }};
}

}  // namespace weald::formula

void weald::schema::Schema<weald::formula::FormulaParams>::check(const P& params, Checker& checker) {
  using namespace weald::formula;
  NameCheck names(checker);
  for (const auto& [name, input] : params.of) names.add(name, input.where);
  for (const auto& [name, number] : params.define) names.add(name, number.where);
  for (const char* key : {"size", "cell_size", "origin"}) {
    if (!params.of.empty() && checker.given(key))
      checker.error(key, fmt::format("'{}' is set by the heightmaps under 'of'", key), "remove it");
  }
  expression::Problem problem;
  const auto term = expression::parse_all(params.value.text, 0, problem);
  const auto graph = term ? compile_formula(params.value.text, names_of(params), problem) : std::nullopt;
  if (!graph) {
    checker.error_at(place_in(params.value, problem.begin, problem.length), problem.message, problem.help);
    return;
  }
  const auto warn_if_unused = [&](const std::string& name, const SourceLoc& where) {
    bool is_used = false;
    expression::visit_terms(*term, [&](const expression::Term& part) {
      is_used = is_used || (part.form == expression::Form::name && part.text == name);
    });
    if (!is_used) checker.warning_at(where, fmt::format("the formula does not use '{}'", name));
  };
  for (const auto& [name, input] : params.of) warn_if_unused(name, input.where);
  for (const auto& [name, number] : params.define) warn_if_unused(name, number.where);
}
