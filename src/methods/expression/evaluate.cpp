#include "methods/expression/evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/math/math.h"
#include "base/rng.h"
#include "methods/expression/operation.h"

namespace weald::expression {

namespace {

/// The unit of a result, or why the operands' units do not fit each other.
struct UnitResult {
  Unit unit{};
  std::string message{};  ///< empty if the units fit
};

constexpr int kLargestPower = 9;

/// a * first + b * second, power by power; unset if a power is not whole or too large.
std::optional<Unit> combined(const Unit& first, double a, const Unit& second, double b) {
  Unit result;
  for (std::size_t i = 0; i < result.powers.size(); ++i) {
    const double power = a * first.powers[i] + b * second.powers[i];
    if (std::trunc(power) != power || std::abs(power) > kLargestPower) return std::nullopt;
    result.powers[i] = static_cast<std::int8_t>(power);
  }
  return result;
}

/// The one unit of operands that need the same unit.
UnitResult common(std::span<const Unit> operands) {
  UnitResult result;
  for (const Unit& unit : operands) {
    if (!unit.given()) continue;
    if (result.unit.given() && result.unit != unit)
      return {{}, fmt::format("the units {} and {} do not fit each other", unit_text(result.unit), unit_text(unit))};
    result.unit = unit;
  }
  return result;
}

UnitResult without(const UnitResult& checked) { return {{}, checked.message}; }

UnitResult of_angle(const Unit& unit) {
  Unit degrees;
  degrees.powers[1] = 1;
  if (!unit.given() || unit == degrees) return {};
  return {{}, fmt::format("expected degrees here, not {}", unit_text(unit))};
}

/// The unit of `op` applied to numbers with these units; `second` is the value of the second operand. A product has the
/// product of the units; a sum, a bound or a comparison needs operands with one unit; sine and the like need degrees.
UnitResult unit_of(Op op, std::span<const Unit> operands, double second) {
  switch (op) {
    case Op::negate:
    case Op::absolute:
    case Op::floor:
    case Op::ceil:
    case Op::trunc:
    case Op::round: return {operands[0], {}};
    case Op::sin:
    case Op::cos:
    case Op::tan: return of_angle(operands[0]);
    case Op::sqrt: return {combined(operands[0], 0.5, {}, 0).value_or(Unit{}), {}};
    case Op::power: return {combined(operands[0], second, {}, 0).value_or(Unit{}), {}};
    case Op::multiply: return {combined(operands[0], 1, operands[1], 1).value_or(Unit{}), {}};
    case Op::divide: return {combined(operands[0], 1, operands[1], -1).value_or(Unit{}), {}};
    case Op::add:
    case Op::subtract:
    case Op::modulo:
    case Op::minimum:
    case Op::maximum:
    case Op::clamp: return common(operands);
    case Op::mix: return common(operands.first(2));
    case Op::step:
    case Op::smoothstep:
    case Op::atan2:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: return without(common(operands));
    default: return {};
  }
}

constexpr std::size_t kMaxListDepth = 16;

bool yields_truth(Op op) { return op == Op::logical_not || (op >= Op::equal && op <= Op::logical_or); }

/// A number or truth value as a number; unset for others.
std::optional<double> as_number(const Value& value) {
  if (const double* number = value.number()) return *number;
  if (const bool* boolean = value.boolean()) return *boolean ? 1.0 : 0.0;
  return std::nullopt;
}

/// How large a value is, with all that is in it.
struct Extent {
  std::size_t elements = 0, text = 0, depth = 0;
};

// Each value is measured when it is made, so that the recursion is bounded by the deepest list allowed.
void measure(const Value& value, std::size_t depth, Extent& extent) {
  extent.depth = std::max(extent.depth, depth);
  if (value.text() != nullptr) extent.text += value.text()->size();
  if (value.list() == nullptr) return;
  extent.elements += value.list()->size();
  for (const Value& element : *value.list()) measure(element, depth + 1, extent);
}

/// Share of the source that messages about an operation point at.
struct Span {
  std::size_t begin, end;
};

}  // namespace

/// Evaluates the terms of one expression.
class TermEvaluator {
 public:
  TermEvaluator(Evaluator& owner, std::uint64_t seed, Problem& problem)
      : owner_(owner), rng_(seed), problem_(problem) {}

  std::optional<Value> evaluate(const Term& term) {
    switch (term.form) {
      case Form::number: return Value{term.number};
      case Form::text: return counted(Value{term.text}, {term.begin, term.end});
      case Form::name: return value_of_name(term);
      case Form::list: return evaluate_list(term);
      case Form::sign: return evaluate_sign(term);
      case Form::chain: return evaluate_chain(term);
      case Form::call: return evaluate_call(term);
    }
    return std::nullopt;
  }

 private:
  std::nullopt_t fail(Span span, std::string message, std::string help = {}) {
    problem_ = {span.begin, std::max<std::size_t>(span.end - span.begin, 1), std::move(message), std::move(help)};
    return std::nullopt;
  }

  bool count(Span span, std::size_t steps = 1) {
    owner_.work_.steps += steps;
    if (owner_.work_.steps <= owner_.work_.max_steps) return true;
    fail(span, fmt::format("the expressions of the preset take more than {} steps", owner_.work_.max_steps));
    return false;
  }

  std::optional<Value> counted(Value value, Span span) {
    Extent extent;
    measure(value, 0, extent);
    if (extent.text > owner_.work_.max_text_length)
      return fail(span, fmt::format("the value would have more than {} bytes of text", owner_.work_.max_text_length));
    if (extent.elements > owner_.work_.max_list_length)
      return fail(span, fmt::format("the list would have more than {} elements", owner_.work_.max_list_length));
    if (extent.depth > kMaxListDepth)
      return fail(span, fmt::format("lists are nested more than {} deep", kMaxListDepth));
    if (!count(span, 1 + extent.text / 16 + extent.elements)) return std::nullopt;
    return value;
  }

  std::optional<Value> value_of_name(const Term& term) {
    if (term.text == "true" || term.text == "false") return Value{term.text == "true"};
    if (locals_ != nullptr) {
      const auto local = std::find(locals_->names.begin(), locals_->names.end(), term.text);
      if (local != locals_->names.end())
        return counted(locals_->values[static_cast<std::size_t>(local - locals_->names.begin())],
                       {term.begin, term.end});
    }
    Problem problem;
    if (const Value* found = owner_.names_.find(term.text, problem)) return counted(*found, {term.begin, term.end});
    return fail({term.begin, term.end}, std::move(problem.message), std::move(problem.help));
  }

  std::optional<Value> evaluate_list(const Term& term) {
    Value::List list;
    for (const Term& element : term.arguments) {
      auto value = evaluate(element);
      if (!value) return std::nullopt;
      list.push_back(std::move(*value));
    }
    return counted(Value{std::move(list)}, {term.begin, term.end});
  }

  std::optional<Value> evaluate_sign(const Term& term) {
    auto operand = evaluate(term.arguments.front());
    if (!operand) return std::nullopt;
    return apply_to({&*operand, 1}, term.op, {term.begin, term.begin + 1}, term.op == Op::negate ? "-" : "!");
  }

  std::optional<Value> evaluate_chain(const Term& term) {
    auto left = evaluate(term.arguments.front());
    for (std::size_t i = 0; left && i < term.links.size(); ++i) {
      const Link& link = term.links[i];
      const Span span{link.begin, link.end};
      if (link.op == Op::logical_and || link.op == Op::logical_or) {
        left = evaluate_logical(*left, link, term.arguments[i + 1]);
        continue;
      }
      auto right = evaluate(term.arguments[i + 1]);
      if (!right) return std::nullopt;
      left = combine(std::move(*left), link.op, std::move(*right), span);
    }
    return left;
  }

  std::optional<Value> evaluate_logical(const Value& left, const Link& link, const Term& right) {
    const Span span{link.begin, link.end};
    const auto a = truth_of(left, span);
    if (!a || !count(span)) return std::nullopt;
    if (*a == (link.op == Op::logical_or)) return Value{*a};
    const auto value = evaluate(right);
    if (!value) return std::nullopt;
    const auto b = truth_of(*value, span);
    if (!b) return std::nullopt;
    return Value{*b};
  }

  std::optional<bool> truth_of(const Value& value, Span span) {
    const auto number = as_number(value);
    if (number) return is_true(*number);
    return fail(span, fmt::format("expected a condition here, not {}", kind_of(value)));
  }

  /// Texts are joined and compared; everything else is an operation on numbers.
  std::optional<Value> combine(Value left, Op op, Value right, Span span) {
    if (left.text() != nullptr || right.text() != nullptr) {
      if (op == Op::add) return counted(Value{to_text(left) + to_text(right)}, span);
      if (op == Op::equal) return Value{left.data == right.data};
      if (op == Op::not_equal) return Value{left.data != right.data};
    }
    if (left.list() != nullptr && right.list() != nullptr && (op == Op::equal || op == Op::not_equal))
      return Value{(left == right) == (op == Op::equal)};
    const std::array<Value, 2> operands{std::move(left), std::move(right)};
    return apply_to(operands, op, span, "the operator");
  }

  /// An operation on numbers, or on lists element by element.
  std::optional<Value> apply_to(std::span<const Value> operands, Op op, Span span, std::string_view name) {
    std::optional<std::size_t> length;
    for (const Value& operand : operands) {
      if (operand.list() == nullptr) continue;
      if (length && *length != operand.list()->size())
        return fail(span, fmt::format("the lists have {} and {} elements", *length, operand.list()->size()));
      length = operand.list()->size();
    }
    if (!length) return apply_to_numbers(operands, op, span, name);
    Value::List list;
    for (std::size_t i = 0; i < *length; ++i) {
      std::vector<Value> elements;
      for (const Value& operand : operands)
        elements.push_back(operand.list() != nullptr ? (*operand.list())[i] : operand);
      auto value = apply_to(elements, op, span, name);
      if (!value) return std::nullopt;
      list.push_back(std::move(*value));
    }
    return counted(Value{std::move(list)}, span);
  }

  std::optional<Value> apply_to_numbers(std::span<const Value> operands, Op op, Span span, std::string_view name) {
    std::array<double, 3> numbers{};
    std::array<Unit, 3> units{};
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto number = as_number(operands[i]);
      if (!number) return fail(span, fmt::format("{} needs numbers, not {}", name, kind_of(operands[i])));
      numbers[i] = *number;
      units[i] = operands[i].unit;
    }
    if (!count(span)) return std::nullopt;
    const bool is_zero_divisor = numbers[1] == 0 && (op == Op::divide || op == Op::modulo);
    if (is_zero_divisor) return fail(span, "division by zero");
    const UnitResult unit = unit_of(op, {units.data(), operands.size()}, numbers[1]);
    if (!unit.message.empty()) return fail(span, unit.message, "number(x) is x without its unit");
    const double result = apply(op, numbers[0], numbers[1], numbers[2]);
    if (!std::isfinite(result)) return fail(span, not_finite(op, numbers, name));
    if (yields_truth(op)) return Value{result != 0};
    return Value{result, unit.unit};
  }

  static std::string not_finite(Op op, const std::array<double, 3>& numbers, std::string_view name) {
    if (op == Op::sqrt || op == Op::log || op == Op::asin || op == Op::acos)
      return fmt::format("{}() has no value for {}", name, to_text(Value{numbers[0]}));
    return "the result is not a finite number";
  }

  // ---- functions ----

  // Values of the parameters while the body of a user's function is evaluated.
  struct Locals {
    const std::vector<std::string>& names;
    std::vector<Value> values;
  };

  // The body stands in another text than the call, so problems in it are reported at the outermost call.
  std::optional<Value> evaluate_own_call(const Term& term) {
    const Span name{term.begin, term.begin + term.text.size()};
    if (!count(name)) return std::nullopt;
    if (own_depth_ >= kMaxOwnCalls)
      return fail(name, fmt::format("functions call each other more than {} deep", kMaxOwnCalls));
    Locals locals{term.own->parameters, {}};
    for (const Term& argument : term.arguments) {
      auto value = evaluate(argument);
      if (!value) return std::nullopt;
      locals.values.push_back(std::move(*value));
    }
    const Locals* const outer = std::exchange(locals_, &locals);
    ++own_depth_;
    auto result = evaluate(term.own->body);
    --own_depth_;
    locals_ = outer;
    if (result || problem_.message.empty()) return result;
    return fail(name, own_depth_ == 0 ? fmt::format("in {}(): {}", term.text, problem_.message) : problem_.message,
                problem_.help);
  }

  std::optional<Value> evaluate_call(const Term& term) {
    if (term.own != nullptr) return evaluate_own_call(term);
    const Function& function = *term.function;
    const Span name{term.begin, term.begin + term.text.size()};
    if (function.where == Where::lsystems)
      return fail(name, fmt::format("{}() is a function of L-systems", function.name),
                  function.op == Op::random          ? "write uniform(low, high)"
                  : function.op == Op::random_normal ? "write normal(mean, deviation)"
                                                     : "");
    if (function.op == Op::conditional) return evaluate_conditional(term, name);
    std::vector<Value> arguments;
    for (const Term& argument : term.arguments) {
      auto value = evaluate(argument);
      if (!value) return std::nullopt;
      arguments.push_back(std::move(*value));
    }
    if (function.special != Special::none) return call_special(term, arguments, name);
    const auto operands = static_cast<std::size_t>(operand_count(function.op));
    auto result = apply_to(std::span(arguments).first(operands), function.op, name, function.name);
    for (std::size_t i = operands; result && i < arguments.size(); ++i) {  // min and max of more than two numbers
      const std::array<Value, 2> pair{std::move(*result), std::move(arguments[i])};
      result = apply_to(pair, function.op, name, function.name);
    }
    return result;
  }

  std::optional<Value> evaluate_conditional(const Term& term, Span name) {
    const auto condition = evaluate(term.arguments[0]);
    if (!condition) return std::nullopt;
    const auto truth = truth_of(*condition, name);
    if (!truth || !count(name)) return std::nullopt;
    return evaluate(term.arguments[*truth ? 1 : 2]);
  }

  std::optional<Value> call_special(const Term& term, std::vector<Value>& arguments, Span name) {
    switch (term.function->special) {
      case Special::uniform:
      case Special::normal: return draw(term, arguments, name);
      case Special::choose: return choose(arguments, name);
      case Special::range: return range(arguments, name);
      case Special::length:
        if (arguments[0].list() == nullptr)
          return fail(name, fmt::format("length() needs a list, not {}", kind_of(arguments[0])));
        return Value{static_cast<double>(arguments[0].list()->size())};
      case Special::at: return element(arguments, name);
      case Special::join: return join(arguments, name);
      case Special::number: {
        const auto number = as_number(arguments[0]);
        if (!number) return fail(name, fmt::format("number() needs a number, not {}", kind_of(arguments[0])));
        return Value{*number};
      }
      case Special::text: return counted(Value{to_text(arguments[0])}, name);
      default: break;  // functions of L-systems
    }
    return std::nullopt;
  }

  std::optional<Value> draw(const Term& term, const std::vector<Value>& arguments, Span name) {
    const double *a = arguments[0].number(), *b = arguments[1].number();
    if (a == nullptr || b == nullptr) return fail(name, fmt::format("{}() needs two numbers", term.text));
    const UnitResult unit = unit_of(Op::add, std::array{arguments[0].unit, arguments[1].unit}, 0);
    if (!unit.message.empty()) return fail(name, unit.message);
    const std::array<double, 4> share = rng_.four_uniforms(draws_++);
    if (term.function->special == Special::uniform) return Value{*a + (*b - *a) * share[0], unit.unit};
    return Value{normal_number(*a, *b, share[0], share[1]), unit.unit};
  }

  std::optional<Value> choose(const std::vector<Value>& arguments, Span name) {
    const Value::List* list = arguments[0].list();
    if (list == nullptr || list->empty()) return fail(name, "choose() needs a list with at least one element");
    std::vector<double> weights(list->size(), 1.0);
    if (arguments.size() > 1) {
      const Value::List* given = arguments[1].list();
      if (given == nullptr || given->size() != list->size())
        return fail(name, fmt::format("choose() needs {} weights, one for each element", list->size()));
      for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto weight = as_number((*given)[i]);
        if (!weight || *weight < 0) return fail(name, "the weights of choose() are numbers of at least 0");
        weights[i] = *weight;
      }
    }
    double total = 0;
    for (const double weight : weights) total += weight;
    if (!(total > 0) || !std::isfinite(total))
      return fail(name, "the weights of choose() have no finite, positive sum");
    double left = rng_.uniform(draws_++) * total;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] <= 0) continue;
      chosen = i;
      if (left < weights[i]) break;
      left -= weights[i];
    }
    return (*list)[chosen];
  }

  std::optional<Value> element(const std::vector<Value>& arguments, Span name) {
    const Value::List* list = arguments[0].list();
    const auto index = as_number(arguments[1]);
    if (list == nullptr || !index) return fail(name, "at() needs a list and a number");
    if (!(*index >= 0 && *index < static_cast<double>(list->size())) || std::floor(*index) != *index)
      return fail(name, fmt::format("the list has no element {}: its {} elements are numbered from 0",
                                    to_text(arguments[1]), list->size()));
    return counted((*list)[static_cast<std::size_t>(*index)], name);
  }

  std::optional<Value> join(const std::vector<Value>& arguments, Span name) {
    Value::List all;
    for (const Value& argument : arguments) {
      const Value::List* list = argument.list();
      if (list == nullptr) return fail(name, fmt::format("join() needs lists, not {}", kind_of(argument)));
      if (all.size() + list->size() > owner_.work_.max_list_length)
        return fail(name, fmt::format("the list would have more than {} elements", owner_.work_.max_list_length));
      all.insert(all.end(), list->begin(), list->end());
    }
    return counted(Value{std::move(all)}, name);
  }

  std::optional<Value> range(const std::vector<Value>& arguments, Span name) {
    std::array<double, 3> numbers{0, 0, 1};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].number() == nullptr) return fail(name, "range() needs numbers");
      numbers[i] = *arguments[i].number();
    }
    const auto [first, last, step] = numbers;
    if (step == 0) return fail(name, "the step of range() is 0");
    const double steps = std::floor((last - first) / step + 1e-9);
    if (steps >= static_cast<double>(owner_.work_.max_list_length))
      return fail(name, fmt::format("the list would have more than {} elements", owner_.work_.max_list_length));
    Value::List list;
    for (double i = 0; i <= steps; ++i) list.push_back({first + i * step, arguments[0].unit});
    return counted(Value{std::move(list)}, name);
  }

  Evaluator& owner_;
  Rng rng_;
  Problem& problem_;
  std::uint64_t draws_ = 0;
  const Locals* locals_ = nullptr;  ///< of the body being evaluated; null outside of bodies
  int own_depth_ = 0;
};

std::optional<Value> Evaluator::evaluate(const Term& term, std::uint64_t seed, Problem& problem) {
  return TermEvaluator(*this, seed, problem).evaluate(term);
}

}  // namespace weald::expression
