#include "stages/plants/lsystem/detail/program.h"

#include <algorithm>
#include <cmath>

#include "methods/expression/operation.h"

namespace weald::lsystem {

using expression::GraphValue;
using expression::Op;

namespace {

// Branch-free, because the outcome of conditions is hard to predict.
double truth_of(bool value) { return static_cast<double>(value); }

double draw_number(Op op, double a, double b, std::uint32_t address, const Draws& draws) {
  const std::uint64_t position = draws.step << 32 | address;
  if (op == Op::random) return a + (b - a) * draws.rng->uniform(draws.key, position);
  const std::array<double, 4> shares = draws.rng->four_uniforms(draws.key, position);
  return expression::normal_number(a, b, shares[0], shares[1]);
}

double ask(expression::Special question, const Vec3& point, const Draws& draws) {
  if (draws.surroundings != nullptr) return draws.surroundings->answer(question, point);
  return question == expression::Special::light ? 1 : 0;
}

// Reading one operand is part of an operation's work; each further one counts as another operation.
std::size_t work_of(Op op) {
  const bool is_slow = expression::is_slow(op) || expression::is_random(op) || op == Op::curve;
  const bool asks = op == Op::inside || op == Op::ask;
  return (asks ? 64u : is_slow ? 8u : 1u) + static_cast<std::size_t>(operand_count(op)) - 1;
}

}  // namespace

Program::Program(const expression::Graph& graph, std::size_t parameters) {
  const auto constants =
      std::ranges::count_if(graph.values, [](const GraphValue& value) { return value.op == Op::constant; });
  const auto parameters_at = static_cast<std::uint32_t>(constants);
  steps_at_ = parameters_at + parameters;
  std::vector<std::uint32_t> slots;
  for (const GraphValue& value : graph.values) {
    if (value.op == Op::constant) {
      slots.push_back(static_cast<std::uint32_t>(constants_.size()));
      constants_.push_back(value.number);
    } else if (value.op == Op::parameter) {
      slots.push_back(parameters_at + value.index);
    } else {
      slots.push_back(static_cast<std::uint32_t>(steps_at_ + steps_.size()));
      const auto slot = [&](int k) {
        return operand_count(value.op) > k ? slots[value.operands[static_cast<std::size_t>(k)]] : 0;
      };
      steps_.push_back({value.op, slot(0), slot(1), slot(2), value.index});
      work_ += work_of(value.op);
    }
  }
  for (const std::uint32_t result : graph.results) results_.push_back(slots[result]);
  work_ += results_.size();
}

std::vector<double> Program::frame() const {
  std::vector<double> frame = constants_;
  frame.resize(steps_at_ + steps_.size());
  return frame;
}

void Program::run(double* frame, const Draws& draws, double* out) const {
  double* to = frame + steps_at_;
  for (const Step& step : steps_) {
    const double a = frame[step.a];
    const double b = frame[step.b];
    double& result = *to++;
    switch (step.op) {
      // The most frequent operations have their own cases, which avoids the call to apply().
      case Op::add: result = a + b; break;
      case Op::subtract: result = a - b; break;
      case Op::multiply: result = a * b; break;
      case Op::divide: result = a / b; break;
      case Op::equal: result = truth_of(a == b); break;
      case Op::less: result = truth_of(a < b); break;
      case Op::less_equal: result = truth_of(a <= b); break;
      case Op::greater: result = truth_of(a > b); break;
      case Op::greater_equal: result = truth_of(a >= b); break;
      case Op::logical_and: result = truth_of(expression::is_true(a) && expression::is_true(b)); break;
      case Op::logical_or: result = truth_of(expression::is_true(a) || expression::is_true(b)); break;
      case Op::logical_not: result = truth_of(!expression::is_true(a)); break;
      case Op::step_number: result = draws.step_number; break;
      case Op::curve: result = (*draws.curves)[step.index](a); break;
      case Op::random:
      case Op::random_normal: result = draw_number(step.op, a, b, step.index, draws); break;
      case Op::ask: result = ask(static_cast<expression::Special>(step.index), {a, b, frame[step.c]}, draws); break;
      case Op::inside:
        result = truth_of(draws.volume == nullptr || draws.volume->contains({a, b, frame[step.c]}));
        break;
      default: result = expression::apply(step.op, a, b, frame[step.c]);
    }
  }
  for (const std::uint32_t slot : results_) *out++ = frame[slot];
}

std::optional<double> Program::constant() const {
  if (results_.front() >= constants_.size()) return std::nullopt;
  return constants_[results_.front()];
}

bool Program::has_finite_constants() const {
  return std::ranges::all_of(constants_, [](double number) { return std::isfinite(number); });
}

}  // namespace weald::lsystem
