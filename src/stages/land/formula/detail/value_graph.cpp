#include "stages/land/formula/detail/value_graph.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "base/math/math.h"
#include "base/text/nearest_name.h"

namespace weald::formula {

using expression::Form;
using expression::Function;
using expression::Link;
using expression::Problem;
using expression::Special;
using expression::Term;

namespace {

constexpr std::size_t kLongestShown = 40;
constexpr std::array<std::pair<std::string_view, double>, 3> kConstants{
    {{"pi", math::kPi}, {"true", 1.0}, {"false", 0.0}}};

/// The part of the text that a message points at.
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Variation joined(Variation a, Variation b) {
  return static_cast<Variation>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// True if 1 / number is exact, so that a product may replace a quotient.
bool is_power_of_two(double number) {
  int exponent = 0;
  return std::abs(std::frexp(number, &exponent)) == 0.5 && std::abs(exponent) < 1000;
}

}  // namespace

/// Appends the values of terms, operands first.
class GraphBuilder {
 public:
  GraphBuilder(const FormulaNames& names, Problem& problem) : names_(names), problem_(problem) {}

  std::optional<std::uint32_t> add(const Term& term) {
    switch (term.form) {
      case Form::number: return constant(term.number);
      case Form::name: return add_name(term);
      case Form::sign: {
        const auto operand = add(term.arguments.front());
        if (!operand) return std::nullopt;
        return apply(term.op, {*operand}, {term.begin, term.begin + 1});
      }
      case Form::chain: return add_chain(term);
      case Form::call: return add_call(term);
      case Form::text: return fail({term.begin, term.end}, "formulas have no texts; expected a number here");
      case Form::list: return fail({term.begin, term.end}, "formulas have no lists; expected a number here");
    }
    return std::nullopt;
  }

  /// The values that `result` depends on.
  std::vector<GraphValue> used_by(std::uint32_t result) const {
    std::vector<bool> is_used(values_.size());
    is_used[result] = true;
    for (std::uint32_t i = result + 1; i-- > 0;) {
      for (int k = 0; is_used[i] && k < operand_count(values_[i].op); ++k)
        is_used[values_[i].operands[static_cast<std::size_t>(k)]] = true;
    }
    std::vector<GraphValue> used;
    std::vector<std::uint32_t> moved(values_.size());
    for (std::uint32_t i = 0; i <= result; ++i) {
      if (!is_used[i]) continue;
      moved[i] = static_cast<std::uint32_t>(used.size());
      used.push_back(values_[i]);
      for (std::uint32_t& operand : used.back().operands) operand = moved[operand];
    }
    return used;
  }

 private:
  std::nullopt_t fail(TextSpan span, std::string message, std::string help = {}) {
    problem_ = {span.begin, std::max<std::size_t>(span.end - span.begin, 1), std::move(message), std::move(help)};
    return std::nullopt;
  }

  /// The value, which may exist already.
  std::uint32_t number_of(const GraphValue& value) {
    const auto bits = std::bit_cast<std::uint64_t>(value.number);
    const auto [found, is_new] =
        known_.try_emplace({value.op, value.operands, bits, value.index}, static_cast<std::uint32_t>(values_.size()));
    if (is_new) values_.push_back(value);
    return found->second;
  }

  std::uint32_t constant(double number) { return number_of({.number = number}); }

  std::uint32_t parameter(std::uint32_t index, Variation variation) {
    return number_of({.op = Op::parameter, .index = index, .variation = variation});
  }

  std::optional<std::uint32_t> add_name(const Term& term) {
    const std::string_view name = term.text;
    const auto field = std::ranges::find(names_.fields, name);
    if (field != names_.fields.end())
      return parameter(static_cast<std::uint32_t>(field - names_.fields.begin()), Variation::sample);
    if (name == "x") return parameter(kX, Variation::column);
    if (name == "z") return parameter(kZ, Variation::row);
    for (const auto& [known, number] : names_.numbers) {
      if (known == name) return constant(number);
    }
    for (const auto& [known, number] : kConstants) {
      if (known == name) return constant(number);
    }
    return unknown_name(term);
  }

  std::nullopt_t unknown_name(const Term& term) {
    const std::string_view name = term.text;
    std::vector<std::string_view> known(names_.fields);
    for (const auto& number : names_.numbers) known.push_back(number.first);
    known.insert(known.end(), {"x", "z"});
    const Function* function = expression::find_function(name);
    std::string help =
        function != nullptr ? fmt::format("call it: {}{}", name, function->arguments) : schema::suggest(name, known);
    return fail({term.begin, term.end}, fmt::format("there is no value '{}'", name.substr(0, kLongestShown)),
                std::move(help));
  }

  std::optional<std::uint32_t> add_chain(const Term& term) {
    auto left = add(term.arguments.front());
    for (std::size_t i = 0; left && i < term.links.size(); ++i) {
      const auto right = add(term.arguments[i + 1]);
      if (!right) return std::nullopt;
      left = apply(term.links[i].op, {*left, *right}, {term.links[i].begin, term.links[i].end});
    }
    return left;
  }

  std::optional<std::uint32_t> add_call(const Term& term) {
    const Function& function = *term.function;
    const TextSpan name{term.begin, term.begin + term.text.size()};
    if (!is_available(function, name)) return std::nullopt;
    std::vector<std::uint32_t> arguments;
    for (const Term& argument : term.arguments) {
      const auto value = add(argument);
      if (!value) return std::nullopt;
      arguments.push_back(*value);
    }
    if (function.special == Special::number) return arguments[0];  // numbers of formulas have no unit
    const auto count = static_cast<std::size_t>(operand_count(function.op));
    std::array<std::uint32_t, 3> operands{};
    std::copy_n(arguments.begin(), count, operands.begin());
    auto result = apply(function.op, operands, name);
    for (std::size_t i = count; result && i < arguments.size(); ++i)  // min and max of more than two numbers
      result = apply(function.op, {*result, arguments[i]}, name);
    return result;
  }

  bool is_available(const Function& function, TextSpan name) {
    switch (function.special) {
      case Special::none:
      case Special::number:
      case Special::light:
      case Special::distance:
      case Special::ground: break;
      case Special::uniform:
      case Special::normal:
      case Special::choose:
        fail(name, fmt::format("{}() draws random numbers, which formulas cannot", function.name),
             "name a stage of noise under 'of'");
        return false;
      case Special::range:
      case Special::length:
      case Special::at:
      case Special::join:
      case Special::text:
        fail(name, fmt::format("{}() is about lists or texts, which formulas do not have", function.name));
        return false;
    }
    if (function.where != expression::Where::lsystems) return true;
    fail(name, fmt::format("{}() is a function of L-systems", function.name),
         expression::is_random(function.op) ? "name a stage of noise under 'of'" : "");
    return false;
  }

  const double* number(std::uint32_t value) const {
    return values_[value].op == Op::constant ? &values_[value].number : nullptr;
  }

  /// An operation, computed at once if its operands are constants, or replaced by a cheaper one with the same result.
  std::optional<std::uint32_t> apply(Op op, std::array<std::uint32_t, 3> operands, TextSpan span) {
    const auto count = static_cast<std::size_t>(operand_count(op));
    std::array<double, 3> numbers{};
    GraphValue value{.op = op, .operands = operands};
    for (std::size_t i = 0; i < count; ++i) {
      value.variation = joined(value.variation, values_[operands[i]].variation);
      if (const double* known = number(operands[i])) numbers[i] = *known;
    }
    const double* second = count > 1 ? number(operands[1]) : nullptr;
    if (second != nullptr && *second == 0 && (op == Op::divide || op == Op::modulo))
      return fail(span, "division by zero");
    if (value.variation == Variation::none) {
      const double result = expression::apply(op, numbers[0], numbers[1], numbers[2]);
      if (!std::isfinite(result)) return fail(span, "the result is not a finite number");
      return constant(result);
    }
    const double* condition = op == Op::conditional ? number(operands[0]) : nullptr;
    if (condition != nullptr) return operands[expression::is_true(*condition) ? 1 : 2];
    if (second != nullptr && op == Op::power && *second == 2) return cheaper(value, Op::multiply, operands[0]);
    if (second != nullptr && op == Op::divide && is_power_of_two(*second))
      return cheaper(value, Op::multiply, constant(1 / *second));
    return number_of(value);
  }

  std::uint32_t cheaper(GraphValue value, Op op, std::uint32_t second) {
    value.op = op;
    value.operands[1] = second;
    return number_of(value);
  }

  using Key = std::tuple<Op, std::array<std::uint32_t, 3>, std::uint64_t, std::uint32_t>;

  const FormulaNames& names_;
  Problem& problem_;
  std::vector<GraphValue> values_;
  std::map<Key, std::uint32_t> known_;
};

std::string fault_of_name(std::string_view name) {
  if (!expression::is_identifier(name)) return "a name starts with a letter and consists of letters, digits and '_'";
  if (name == "x" || name == "z") return "it is a coordinate of the sample";
  if (expression::find_function(name) != nullptr) return "it is a function";
  const bool is_constant = std::ranges::any_of(kConstants, [&](const auto& known) { return known.first == name; });
  return is_constant ? "it is a constant" : "";
}

std::optional<ValueGraph> ValueGraph::compile(std::string_view text, const FormulaNames& names, Problem& problem) {
  if (text.size() > kLongestFormula) {
    problem = {0, 1, fmt::format("the formula has more than {} bytes", kLongestFormula),
               "split it into several stages"};
    return std::nullopt;
  }
  const auto term = expression::parse_all(text, 0, problem);
  if (!term) return std::nullopt;
  GraphBuilder builder(names, problem);
  const auto result = builder.add(*term);
  if (!result) return std::nullopt;
  ValueGraph graph;
  graph.values_ = builder.used_by(*result);
  return graph;
}

}  // namespace weald::formula
