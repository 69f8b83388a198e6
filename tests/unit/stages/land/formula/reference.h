#pragma once
// Formulas sample by sample, straight from the terms of the expression, for comparison with the stage.

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>
#include "support/catch.h"

#include "methods/expression/syntax.h"
#include "stages/land/formula/formula.h"
#include "unit/stages/land/noise/run_field.h"

namespace weald::test {

/// The value of a name at a sample.
using NameValue = std::function<double(const std::string&)>;

/// The value of a term of numbers, by expression::apply() alone.
inline double term_value(const expression::Term& term, const NameValue& name) {
  using expression::Form;
  std::vector<double> values;
  for (const expression::Term& argument : term.arguments) values.push_back(term_value(argument, name));
  if (term.form == Form::number) return term.number;
  if (term.form == Form::name) return name(term.text);
  if (term.form == Form::sign) return expression::apply(term.op, values[0]);
  if (term.form == Form::call) {
    const expression::Op op = term.function->op;
    if (operand_count(op) == 1) return expression::apply(op, values[0]);
    if (operand_count(op) == 3) return expression::apply(op, values[0], values[1], values[2]);
    double result = expression::apply(op, values[0], values[1]);
    for (std::size_t i = 2; i < values.size(); ++i) result = expression::apply(op, result, values[i]);
    return result;
  }
  REQUIRE(term.form == Form::chain);
  double result = values[0];
  for (std::size_t i = 0; i < term.links.size(); ++i)
    result = expression::apply(term.links[i].op, result, values[i + 1]);
  return result;
}

/// The parameters of a formula over heightmaps with these names, which are also those of their stages.
inline formula::FormulaParams formula_of(std::string text, const std::vector<std::string>& names) {
  formula::FormulaParams params;
  params.value.text = std::move(text);
  params.value.where = {0, 1, 1, 1};
  for (const std::string& name : names) {
    params.of.emplace_back(name, schema::Input<Heightmap>{});
    params.of.back().second.stage = name;
  }
  return params;
}

/// The stage's result in windows of `columns` by `rows` samples.
inline Heightmap formula_map(const formula::FormulaParams& params, const GridSpec& grid,
                             const std::vector<const Heightmap*>& fields, int columns = 1 << 20, int rows = 1 << 20) {
  const FieldKernel kernel = formula::Formula::kernel(params, schema::Inputs{}, grid, RunContext{});
  std::vector<FieldInput<HeightView>> views;
  for (std::size_t i = 0; i < fields.size(); ++i) views.push_back({params.of[i].second.stage, view(*fields[i])});
  Heightmap map(grid);
  for (int y = 0; y < grid.height; y += std::min(rows, grid.height)) {
    for (int x = 0; x < grid.width; x += std::min(columns, grid.width)) {
      const Region region{x, y, std::min(columns, grid.width - x), std::min(rows, grid.height - y)};
      kernel.fill({grid, InputViews(views), {region, &map.heights.at(x, y), map.width()}});
    }
  }
  return map;
}

}  // namespace weald::test
