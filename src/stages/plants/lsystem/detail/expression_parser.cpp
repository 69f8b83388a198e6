#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/nearest_name.h"
#include "schema/codec.h"
#include "stages/plants/lsystem/detail/expression.h"

namespace weald::lsystem {

namespace {

using expression::Form;
using expression::Function;
using expression::Term;
static_assert(expression::kLeastNumber == schema::kMagnitudes.min);

// Compiles terms to the code of the stack machine, operands first.
class ExpressionCompiler {
 public:
  ExpressionCompiler(const SourceText& source, const Scope& scope, TextIssues& issues, std::vector<Instruction>& out)
      : source_(source), scope_(scope), issues_(issues), out_(out) {}

  bool compile(const Term& term) {
    switch (term.form) {
      case Form::number: return push(term, {Op::constant, 0, term.number});
      case Form::name: return compile_name(term);
      case Form::sign:
        if (!compile(term.arguments.front())) return false;
        emit(term.op);
        return true;
      case Form::chain: return compile_chain(term);
      case Form::call: return compile_call(term);
      case Form::text: return fail(term, "L-systems have no texts; expected a number here");
      case Form::list: return fail(term, "L-systems have no lists; expected a number here");
    }
    return false;
  }

 private:
  // The meaning of a parameter in the body of a function: a number on the stack, or an instruction that pushes it.
  struct Meaning {
    std::optional<std::size_t> position;  // on the stack, from 0
    Instruction instruction;
  };
  // The function whose body is compiled, and what its parameters mean.
  struct Body {
    const expression::OwnFunction& function;
    std::vector<Meaning> meanings;
    const Term& call;  // the outermost one, in the text that is compiled
    int depth = 1;
  };

  // Points at the name of a call, and at the whole of any other term. The body of a function stands in another text, so
  // an error in it is reported at the call.
  bool fail(const Term& term, std::string message, std::string help = {}) {
    const Term& place = body_ != nullptr ? body_->call : term;
    const std::size_t length = place.form == Form::call ? place.text.size() : place.end - place.begin;
    if (body_ != nullptr) message = fmt::format("in {}(): {}", place.text, message);
    issues_.error(source_, place.begin, length, std::move(message), std::move(help));
    return false;
  }

  bool compile_chain(const Term& term) {
    if (!compile(term.arguments.front())) return false;
    for (std::size_t i = 0; i < term.links.size(); ++i) {
      if (!compile(term.arguments[i + 1])) return false;
      emit(term.links[i].op);
    }
    return true;
  }

  bool compile_name(const Term& term) {
    const std::string& name = term.text;
    if (body_ != nullptr) {
      const auto& names = body_->function.parameters;
      const auto own = std::find(names.begin(), names.end(), name);
      if (own != names.end()) return push_meaning(term, body_->meanings[static_cast<std::size_t>(own - names.begin())]);
    } else {
      // A local may have the name of an earlier one, which it replaces.
      for (std::size_t i = scope_.parameters.size(); i-- > 0;)
        if (scope_.parameters[i] == name) return push(term, {Op::parameter, static_cast<std::uint32_t>(i), 0});
    }
    if (name == "step" && scope_.allow_step) return push(term, {Op::step_number, 0, 0});
    const auto define = scope_.defines.find(name);
    if (define != scope_.defines.end()) return push(term, {Op::constant, 0, define->second});
    if (scope_.predefined != nullptr) {
      const auto known = scope_.predefined->find(name);
      if (known != scope_.predefined->end()) return push(term, {Op::constant, 0, known->second});
    }
    return unknown_name(term);
  }

  bool push_meaning(const Term& term, const Meaning& meaning) {
    if (!meaning.position) return push(term, meaning.instruction);
    return push(term, {Op::pick, static_cast<std::uint32_t>(pending_ - *meaning.position), 0});
  }

  bool unknown_name(const Term& term) {
    if (term.text == "step")
      return fail(term, "the number of the step is known in productions, their functions and 'when' only");
    std::vector<std::string_view> known(scope_.parameters.begin(), scope_.parameters.end());
    if (body_ != nullptr) known.assign(body_->function.parameters.begin(), body_->function.parameters.end());
    for (const auto& define : scope_.defines) known.push_back(define.first);
    constexpr std::size_t kLongestShown = 40;
    return fail(term, fmt::format("'{}' is neither a parameter nor a define", term.text.substr(0, kLongestShown)),
                schema::suggest(term.text, known));
  }

  bool compile_call(const Term& term) {
    if (term.own != nullptr) return compile_own_call(term);
    const Function& function = *term.function;
    if (!check_available(term)) return false;
    // Without a lower bound rand starts at 0, without an upper one it ends at 1.
    const std::size_t count = term.arguments.size();
    if (function.op == Op::random && count < 2 && !push(term, {Op::constant, 0, 0})) return false;
    for (std::size_t i = 0; i < count; ++i) {
      // ground(x, z) is asked at the point (x, 0, z).
      if (function.special == expression::Special::ground && i == 1 && !push(term, {Op::constant, 0, 0})) return false;
      if (!compile(term.arguments[i])) return false;
      if (i >= 2 && operand_count(function.op) == 2) emit(function.op);  // min and max of more than two numbers
    }
    if (function.op == Op::random && count == 0 && !push(term, {Op::constant, 0, 1})) return false;
    emit(function.op);
    if (function.op == Op::ask) out_.back().index = static_cast<std::uint32_t>(function.special);
    return true;
  }

  bool check_available(const Term& term) {
    const Function& function = *term.function;
    using expression::Special;
    if (function.where == expression::Where::presets)
      return fail(term, fmt::format("{}() is a function of presets, not of L-systems", function.name),
                  function.special == Special::uniform  ? "write rand"
                  : function.special == Special::normal ? "write nran(mean, deviation)"
                                                        : "");
    if (expression::is_random(function.op) && !scope_.allow_random)
      return fail(term, fmt::format("{}() is allowed in successors and conditions only", function.name));
    if (function.op == Op::inside && !scope_.answers.inside)
      return fail(term, "inside() needs the key environment with a volume");
    if (function.special == Special::light && !scope_.answers.light)
      return fail(term, "light() needs the key environment with light");
    if (function.special == Special::distance && !scope_.answers.distance)
      return fail(term, "distance() needs the key environment with a surface or a ground");
    if (function.special == Special::ground && !scope_.answers.ground)
      return fail(term, "ground() needs the key environment with a ground");
    return true;
  }

  // The arguments are computed once, and stay on the stack below the body's numbers until its result is known.
  bool compile_own_call(const Term& term) {
    const expression::OwnFunction& function = *term.own;
    if (function.curve) {
      if (!compile(term.arguments.front())) return false;
      emit(Op::curve);
      out_.back().index = *function.curve;
      return true;
    }
    const int depth = body_ != nullptr ? body_->depth + 1 : 1;
    if (depth > expression::kMaxOwnCalls)
      return fail(term, fmt::format("functions call each other more than {} deep", expression::kMaxOwnCalls));
    Body body{function, {}, body_ != nullptr ? body_->call : term, depth};
    std::size_t kept = 0;
    for (const Term& argument : term.arguments) {
      if (!compile(argument)) return false;
      const std::size_t before = pending_ - 1;
      body.meanings.push_back(meaning_of_last());
      kept += pending_ - before;
    }
    const Body* const outer = std::exchange(body_, &body);
    const bool ok = compile(function.body);
    body_ = outer;
    for (; ok && kept > 0; --kept) emit(Op::keep);
    return ok;
  }

  // Removes the argument just compiled if one instruction can push it wherever it is needed.
  Meaning meaning_of_last() {
    const Instruction last = out_.back();
    const bool is_alone =
        last.op == Op::constant || last.op == Op::parameter || last.op == Op::step_number || last.op == Op::pick;
    if (!is_alone) return {pending_ - 1, {}};
    out_.pop_back();
    --pending_;
    if (last.op == Op::pick) return {pending_ - last.index, {}};
    return {std::nullopt, last};
  }

  bool push(const Term& term, Instruction instruction) {
    if (body_ != nullptr && ++in_bodies_ > kMaxCode)
      return fail(term, fmt::format("the functions in the expression have more than {} numbers", kMaxCode));
    if (++pending_ > kMaxStack) {
      if (body_ != nullptr) return fail(term, "the expression is too deep");
      issues_.error(source_, term.end - 1, 1, "the expression is too deep; split it with define");
      return false;
    }
    out_.push_back(instruction);
    return true;
  }

  // Appends an operation, or evaluates it immediately if its operands are constants: an operand whose code ends in a
  // constant is that constant.
  void emit(Op op) {
    const auto operands = static_cast<std::size_t>(operand_count(op));
    pending_ -= operands - 1;
    if (expression::is_random(op)) {
      out_.push_back({op, static_cast<std::uint32_t>(sub_seed(scope_.address, ++randoms_) | 1u), 0});
      return;
    }
    const std::size_t first = out_.size() - operands;
    const bool needs_more = op == Op::inside || op == Op::ask || op == Op::curve || op == Op::keep;
    const bool constant = !needs_more && std::all_of(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(),
                                                     [](const Instruction& i) { return i.op == Op::constant; });
    if (!constant) {
      out_.push_back({op, 0, 0});
      return;
    }
    const auto operand = [&](std::size_t i) { return i < operands ? out_[first + i].value : 0; };
    const double value = apply(op, operand(0), operand(1), operand(2));
    out_.resize(first + 1);
    out_[first].value = value;
  }

  const SourceText& source_;
  const Scope& scope_;
  TextIssues& issues_;
  std::vector<Instruction>& out_;
  const Body* body_ = nullptr;  // of the function being compiled; null outside of bodies
  std::size_t in_bodies_ = 0;   // numbers that bodies pushed
  std::size_t pending_ = 0;     // stack depth after the code emitted so far
  std::uint64_t randoms_ = 0;
};

}  // namespace

void Cursor::skip_space() {
  while (position < end && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position;
}

bool parse_expression(Cursor& cursor, const Scope& scope, TextIssues& issues, std::vector<Instruction>& out) {
  expression::Problem problem;
  const auto term = expression::parse(cursor.source.text, cursor.position, cursor.end, problem, scope.functions);
  if (!term) {
    issues.error(cursor.source, problem.begin, problem.length, std::move(problem.message), std::move(problem.help));
    return false;
  }
  return ExpressionCompiler(cursor.source, scope, issues, out).compile(*term);
}

bool check_body(const expression::Term& body, const SourceText& source, const Scope& scope, TextIssues& issues) {
  std::vector<Instruction> unused;
  return ExpressionCompiler(source, scope, issues, unused).compile(body);
}

bool is_function(std::string_view name) {
  const Function* function = expression::find_function(name);
  return function != nullptr && function->where != expression::Where::presets;
}

}  // namespace weald::lsystem
