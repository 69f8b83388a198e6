#include <algorithm>

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
  // Points at the name of a call, and at the whole of any other term.
  bool fail(const Term& term, std::string message, std::string help = {}) {
    const std::size_t length = term.function != nullptr ? term.text.size() : term.end - term.begin;
    issues_.error(source_, term.begin, length, std::move(message), std::move(help));
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
    const auto parameter = std::find(scope_.parameters.begin(), scope_.parameters.end(), name);
    if (parameter != scope_.parameters.end())
      return push(term, {Op::parameter, static_cast<std::uint32_t>(parameter - scope_.parameters.begin()), 0});
    const auto define = scope_.defines.find(name);
    if (define != scope_.defines.end()) return push(term, {Op::constant, 0, define->second});
    if (scope_.predefined != nullptr) {
      const auto known = scope_.predefined->find(name);
      if (known != scope_.predefined->end()) return push(term, {Op::constant, 0, known->second});
    }
    return unknown_name(term);
  }

  bool unknown_name(const Term& term) {
    std::vector<std::string_view> known(scope_.parameters.begin(), scope_.parameters.end());
    for (const auto& define : scope_.defines) known.push_back(define.first);
    constexpr std::size_t kLongestShown = 40;
    return fail(term, fmt::format("'{}' is neither a parameter nor a define", term.text.substr(0, kLongestShown)),
                schema::suggest(term.text, known));
  }

  bool compile_call(const Term& term) {
    const Function& function = *term.function;
    if (function.where == expression::Where::presets)
      return fail(term, fmt::format("{}() is a function of presets, not of L-systems", function.name),
                  function.special == expression::Special::uniform ? "write rand" : "");
    if (function.op == Op::random && !scope_.allow_random)
      return fail(term, fmt::format("{}() is allowed in successors and conditions only", function.name));
    if (function.op == Op::inside && !scope_.has_volume)
      return fail(term, "inside() needs the key environment with a volume");
    // Without a lower bound rand starts at 0, without an upper one it ends at 1.
    const std::size_t count = term.arguments.size();
    if (function.op == Op::random && count < 2 && !push(term, {Op::constant, 0, 0})) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (!compile(term.arguments[i])) return false;
      if (i >= 2 && operand_count(function.op) == 2) emit(function.op);  // min and max of more than two numbers
    }
    if (function.op == Op::random && count == 0 && !push(term, {Op::constant, 0, 1})) return false;
    emit(function.op);
    return true;
  }

  bool push(const Term& term, Instruction instruction) {
    if (++pending_ > kMaxStack) {
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
    if (op == Op::random) {
      out_.push_back({op, static_cast<std::uint32_t>(sub_seed(scope_.address, ++randoms_) | 1u), 0});
      return;
    }
    const std::size_t first = out_.size() - operands;
    const bool constant = op != Op::inside && std::all_of(out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(),
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
  std::size_t pending_ = 0;  // stack depth after the code emitted so far
  std::uint64_t randoms_ = 0;
};

}  // namespace

void Cursor::skip_space() {
  while (position < end && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position;
}

bool parse_expression(Cursor& cursor, const Scope& scope, TextIssues& issues, std::vector<Instruction>& out) {
  expression::Problem problem;
  const auto term = expression::parse(cursor.source.text, cursor.position, cursor.end, problem);
  if (!term) {
    issues.error(cursor.source, problem.begin, problem.length, std::move(problem.message), std::move(problem.help));
    return false;
  }
  return ExpressionCompiler(cursor.source, scope, issues, out).compile(*term);
}

bool is_function(std::string_view name) {
  const Function* function = expression::find_function(name);
  return function != nullptr && function->where != expression::Where::presets;
}

}  // namespace weald::lsystem
