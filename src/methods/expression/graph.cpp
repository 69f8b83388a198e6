#include "methods/expression/graph.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/rng.h"

namespace weald::expression {

namespace {

/// True if 1 / number is exact, so that a product may replace a quotient.
bool is_power_of_two(double number) {
  int exponent = 0;
  return std::abs(std::frexp(number, &exponent)) == 0.5 && std::abs(exponent) < 1000;
}

/// The part of the text that a message points at.
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

using Operands = std::array<std::uint32_t, 3>;

}  // namespace

/// Adds the values of one expression, operands first.
class TermAdder {
 public:
  TermAdder(GraphBuilder& graph, const Meanings& meanings, std::uint64_t address, Problem& problem)
      : graph_(graph), meanings_(meanings), address_(address), problem_(problem) {}

  std::optional<std::uint32_t> add(const Term& term) {
    const TextSpan whole{term.begin, term.end};
    switch (term.form) {
      case Form::number:
        if (!count_in_body()) return std::nullopt;
        return graph_.constant(term.number);
      case Form::name: return add_name(term);
      case Form::sign: {
        const auto operand = add(term.arguments.front());
        if (!operand) return std::nullopt;
        return apply(term.op, {*operand}, {term.begin, term.begin + 1});
      }
      case Form::chain: return add_chain(term);
      case Form::call: return term.own != nullptr ? add_own_call(term) : add_call(term);
      case Form::text: return fail(whole, fmt::format("{} have no texts; expected a number here", rules().speakers));
      case Form::list: return fail(whole, fmt::format("{} have no lists; expected a number here", rules().speakers));
    }
    return std::nullopt;
  }

 private:
  /// The function whose body is added, with the values of its parameters.
  struct Body {
    const OwnFunction& function;
    std::vector<std::uint32_t> arguments;
    const Term& call;  // the outermost one, in the text of the expression
    int depth = 1;
  };

  const GraphRules& rules() const { return graph_.rules_; }

  // The body of a function stands in another text, so an error in it is reported at the call.
  std::nullopt_t fail(TextSpan span, std::string message, std::string help = {}) {
    if (body_ != nullptr) {
      span = name_of(body_->call);
      message = fmt::format("in {}(): {}", body_->call.text, message);
    }
    problem_ = {span.begin, std::max<std::size_t>(span.end - span.begin, 1), std::move(message), std::move(help)};
    return std::nullopt;
  }
  std::nullopt_t fail(TextSpan span, Problem reason) {
    return fail(span, std::move(reason.message), std::move(reason.help));
  }

  static TextSpan name_of(const Term& call) { return {call.begin, call.begin + call.text.size()}; }

  bool count_in_body() {
    if (body_ == nullptr || ++in_bodies_ <= kMostInBodies) return true;
    fail({}, fmt::format("the functions in the expression have more than {} numbers", kMostInBodies));
    return false;
  }

  std::optional<std::uint32_t> add_name(const Term& term) {
    if (!count_in_body()) return std::nullopt;
    if (body_ != nullptr) {
      const auto& names = body_->function.parameters;
      const auto own = std::ranges::find(names, term.text);
      if (own != names.end()) return body_->arguments[static_cast<std::size_t>(own - names.begin())];
    }
    Problem reason;
    const auto value = meanings_.find(term.text, body_ != nullptr, graph_, reason);
    if (!value) return fail({term.begin, term.end}, std::move(reason));
    return value;
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

  std::optional<std::vector<std::uint32_t>> add_arguments(const Term& call) {
    std::vector<std::uint32_t> values;
    for (const Term& argument : call.arguments) {
      const auto value = add(argument);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    return values;
  }

  std::optional<std::uint32_t> add_call(const Term& term) {
    // What has no operands is counted here, since nothing in it is: a call in a body may stand for any number of draws.
    if (term.arguments.empty() && !count_in_body()) return std::nullopt;
    const Function& function = *term.function;
    Problem reason;
    if (!meanings_.allows(function, reason)) return fail(name_of(term), std::move(reason));
    auto arguments = add_arguments(term);
    if (!arguments) return std::nullopt;
    if (function.special == Special::number) return arguments->front();  // no unit to remove
    // Without a lower bound random numbers start at 0, without an upper one they end at 1.
    if (function.op == Op::random && arguments->size() < 2) arguments->insert(arguments->begin(), graph_.constant(0));
    if (function.op == Op::random && arguments->size() < 2) arguments->push_back(graph_.constant(1));
    // ground(x, z) is asked at the point (x, 0, z).
    if (function.special == Special::ground) arguments->insert(arguments->begin() + 1, graph_.constant(0));
    const auto count = static_cast<std::size_t>(operand_count(function.op));
    Operands operands{};
    std::copy_n(arguments->begin(), count, operands.begin());
    auto result = apply(function.op, operands, name_of(term), static_cast<std::uint32_t>(function.special));
    for (std::size_t i = count; result && i < arguments->size(); ++i)  // min and max of more than two numbers
      result = apply(function.op, {*result, (*arguments)[i]}, name_of(term));
    return result;
  }

  std::optional<std::uint32_t> add_own_call(const Term& term) {
    if (term.arguments.empty() && !count_in_body()) return std::nullopt;
    const OwnFunction& function = *term.own;
    const int depth = body_ != nullptr ? body_->depth + 1 : 1;
    if (!function.curve && depth > kMaxOwnCalls)
      return fail(name_of(term), fmt::format("functions call each other more than {} deep", kMaxOwnCalls));
    auto arguments = add_arguments(term);
    if (!arguments) return std::nullopt;
    if (function.curve) return apply(Op::curve, {arguments->front()}, name_of(term), *function.curve);
    const Body body{function, std::move(*arguments), body_ != nullptr ? body_->call : term, depth};
    const Body* const outer = std::exchange(body_, &body);
    const auto result = add(function.body);
    body_ = outer;
    return result;
  }

  /// An operation, which is computed at once if its operands are constants.
  std::optional<std::uint32_t> apply(Op op, const Operands& operands, TextSpan span, std::uint32_t index = 0) {
    if (is_random(op)) {
      ++graph_.draws_;
      return graph_.number_of(
          {.op = op, .operands = operands, .index = static_cast<std::uint32_t>(sub_seed(address_, ++draws_) | 1u)});
    }
    if (!is_arithmetic(op)) return graph_.number_of({.op = op, .operands = operands, .index = index});
    bool is_constant = true;
    std::array<double, 3> numbers{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(operand_count(op)); ++i) {
      const double* known = graph_.number(operands[i]);
      if (known != nullptr) numbers[i] = *known;
      is_constant = is_constant && known != nullptr;
      const bool is_divisor = i == 1 && (op == Op::divide || op == Op::modulo);
      if (rules().must_be_finite && is_divisor && known != nullptr && *known == 0)
        return fail(span, "division by zero");
    }
    if (!is_constant) return graph_.cheapest({.op = op, .operands = operands});
    const double result = expression::apply(op, numbers[0], numbers[1], numbers[2]);
    if (rules().must_be_finite && !std::isfinite(result)) return fail(span, "the result is not a finite number");
    return graph_.constant(result);
  }

  GraphBuilder& graph_;
  const Meanings& meanings_;
  std::uint64_t address_;
  Problem& problem_;
  const Body* body_ = nullptr;  // null outside of bodies
  std::size_t in_bodies_ = 0;   // numbers and names in bodies
  std::uint64_t draws_ = 0;
};

std::optional<std::uint32_t> GraphBuilder::add(const Term& term, const Meanings& meanings, std::uint64_t address,
                                               Problem& problem) {
  return TermAdder(*this, meanings, address, problem).add(term);
}

/// The value, which may exist already.
std::uint32_t GraphBuilder::number_of(const GraphValue& value) {
  const auto bits = std::bit_cast<std::uint64_t>(value.number);
  const auto [found, is_new] =
      known_.try_emplace({value.op, value.operands, bits, value.index}, static_cast<std::uint32_t>(values_.size()));
  if (is_new) values_.push_back(value);
  return found->second;
}

/// An operation, replaced by a cheaper one with the same bits if its operands allow it.
std::uint32_t GraphBuilder::cheapest(GraphValue value) {
  const double* condition = value.op == Op::conditional ? number(value.operands[0]) : nullptr;
  if (condition != nullptr) return value.operands[is_true(*condition) ? 1 : 2];
  const double* second = operand_count(value.op) == 2 ? number(value.operands[1]) : nullptr;
  if (second != nullptr && value.op == Op::power && *second == 2) {
    value.op = Op::multiply;
    value.operands[1] = value.operands[0];
  } else if (second != nullptr && value.op == Op::divide && is_power_of_two(*second)) {
    value.op = Op::multiply;
    value.operands[1] = constant(1 / *second);
  }
  return number_of(value);
}

const double* GraphBuilder::number(std::uint32_t value) const {
  return values_[value].op == Op::constant ? &values_[value].number : nullptr;
}

Graph GraphBuilder::graph_of(std::span<const std::uint32_t> results) const {
  std::vector<bool> is_used(values_.size());
  for (const std::uint32_t result : results) is_used[result] = true;
  for (std::size_t i = values_.size(); i-- > 0;) {
    for (int k = 0; is_used[i] && k < operand_count(values_[i].op); ++k)
      is_used[values_[i].operands[static_cast<std::size_t>(k)]] = true;
  }
  Graph graph;
  std::vector<std::uint32_t> moved(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!is_used[i]) continue;
    moved[i] = static_cast<std::uint32_t>(graph.values.size());
    graph.values.push_back(values_[i]);
    for (std::uint32_t& operand : graph.values.back().operands) operand = moved[operand];
  }
  for (const std::uint32_t result : results) graph.results.push_back(moved[result]);
  return graph;
}

}  // namespace weald::expression
