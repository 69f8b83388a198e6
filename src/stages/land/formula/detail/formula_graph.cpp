#include "stages/land/formula/detail/formula_graph.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/math/math.h"
#include "base/text/nearest_name.h"

namespace weald::formula {

using expression::Function;
using expression::GraphBuilder;
using expression::Problem;
using expression::Special;

namespace {

constexpr std::size_t kLongestShown = 40;
constexpr std::array<std::pair<std::string_view, double>, 3> kConstants{
    {{"pi", math::kPi}, {"true", 1.0}, {"false", 0.0}}};

/// The meanings of a formula's names, and the functions of numbers that need nothing else.
class FormulaMeanings final : public expression::Meanings {
 public:
  explicit FormulaMeanings(const FormulaNames& names) : names_(names) {}

  std::optional<std::uint32_t> find(std::string_view name, bool, GraphBuilder& graph, Problem& problem) const override {
    const auto field = std::ranges::find(names_.fields, name);
    if (field != names_.fields.end())
      return graph.leaf(Op::parameter, static_cast<std::uint32_t>(field - names_.fields.begin()));
    if (name == "x") return graph.leaf(Op::parameter, kX);
    if (name == "z") return graph.leaf(Op::parameter, kZ);
    for (const auto& [known, number] : names_.numbers) {
      if (known == name) return graph.constant(number);
    }
    for (const auto& [known, number] : kConstants) {
      if (known == name) return graph.constant(number);
    }
    problem.message = fmt::format("there is no value '{}'", name.substr(0, kLongestShown));
    problem.help = help_for(name);
    return std::nullopt;
  }

  bool allows(const Function& function, Problem& problem) const override {
    constexpr std::string_view kNoise = "name a stage of noise under 'of'";
    switch (function.special) {
      case Special::none:
      case Special::number:
      case Special::light:
      case Special::distance:
      case Special::ground: break;
      case Special::uniform:
      case Special::normal:
      case Special::choose:
        problem.message = fmt::format("{}() draws random numbers, which formulas cannot", function.name);
        problem.help = kNoise;
        return false;
      case Special::range:
      case Special::length:
      case Special::at:
      case Special::join:
      case Special::text:
        problem.message = fmt::format("{}() is about lists or texts, which formulas do not have", function.name);
        return false;
    }
    if (function.where != expression::Where::lsystems) return true;
    problem.message = fmt::format("{}() is a function of L-systems", function.name);
    if (expression::is_random(function.op)) problem.help = kNoise;
    return false;
  }

 private:
  std::string help_for(std::string_view name) const {
    if (const Function* function = expression::find_function(name))
      return fmt::format("call it: {}{}", name, function->arguments);
    std::vector<std::string_view> known(names_.fields);
    for (const auto& number : names_.numbers) known.push_back(number.first);
    known.insert(known.end(), {"x", "z"});
    return schema::suggest(name, known);
  }

  const FormulaNames& names_;
};

Variation variation_of_parameter(std::uint32_t index) {
  return index == kX ? Variation::column : index == kZ ? Variation::row : Variation::sample;
}

Variation joined(Variation a, Variation b) {
  return static_cast<Variation>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

}  // namespace

std::string fault_of_name(std::string_view name) {
  if (!expression::is_identifier(name)) return "a name starts with a letter and consists of letters, digits and '_'";
  if (name == "x" || name == "z") return "it is a coordinate of the sample";
  if (expression::find_function(name) != nullptr) return "it is a function";
  const bool is_constant = std::ranges::any_of(kConstants, [&](const auto& known) { return known.first == name; });
  return is_constant ? "it is a constant" : "";
}

std::optional<Graph> compile_formula(std::string_view text, const FormulaNames& names, Problem& problem) {
  if (text.size() > kLongestFormula) {
    problem = {0, 1, fmt::format("the formula has more than {} bytes", kLongestFormula),
               "split it into several stages"};
    return std::nullopt;
  }
  const auto term = expression::parse_all(text, 0, problem);
  if (!term) return std::nullopt;
  GraphBuilder builder({.speakers = "formulas", .must_be_finite = true});
  const auto result = builder.add(*term, FormulaMeanings(names), 0, problem);
  if (!result) return std::nullopt;
  return builder.graph_of({&*result, 1});
}

std::vector<Variation> variations_of(const Graph& graph) {
  std::vector<Variation> variations;
  for (const GraphValue& value : graph.values) {
    Variation variation = value.op == Op::parameter ? variation_of_parameter(value.index) : Variation::none;
    for (int k = 0; k < operand_count(value.op); ++k)
      variation = joined(variation, variations[value.operands[static_cast<std::size_t>(k)]]);
    variations.push_back(variation);
  }
  return variations;
}

}  // namespace weald::formula
