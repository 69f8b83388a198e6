#include "methods/expression/graph.h"

#include "support/catch.h"

#include <string>

using namespace weald;
using namespace weald::expression;

namespace {

constexpr GraphRules kLoose{.speakers = "tests"}, kStrict{.speakers = "tests", .must_be_finite = true};

/// The names a and b for parameters, and all functions but sin().
class TwoParameters final : public Meanings {
 public:
  std::optional<std::uint32_t> find(std::string_view name, bool is_in_body, GraphBuilder& graph,
                                    Problem& problem) const override {
    if (name == "k") return graph.constant(0.5);
    if (!is_in_body && name == "a") return graph.leaf(Op::parameter, 0);
    if (!is_in_body && name == "b") return graph.leaf(Op::parameter, 1);
    problem.message = "unknown name";
    return std::nullopt;
  }
  bool allows(const Function& function, Problem& problem) const override {
    problem.message = "not allowed";
    return function.name != "sin";
  }
};

OwnFunctions functions() {
  OwnFunctions result;
  Problem problem;
  result["twice"] = {{"x"}, *parse_all("x + x", 0, problem)};
  result["wrong"] = {{"x"}, *parse_all("x * a", 0, problem)};
  result["c"].curve = 7;
  return result;
}

struct Built {
  std::optional<std::uint32_t> value;
  GraphBuilder builder;
  Problem problem;

  /// The operations on parameters that the value needs.
  std::vector<Op> operations() const {
    REQUIRE(value);
    std::vector<Op> result;
    for (const GraphValue& part : builder.graph_of({&*value, 1}).values) {
      if (part.op != Op::constant && part.op != Op::parameter) result.push_back(part.op);
    }
    return result;
  }
  std::optional<double> number() const {
    return value && builder.number(*value) != nullptr ? std::optional{*builder.number(*value)} : std::nullopt;
  }
};

Built build(std::string_view text, const GraphRules& rules = kLoose) {
  static const OwnFunctions own = functions();
  Built built{std::nullopt, GraphBuilder(rules), {}};
  const auto term = parse_all(text, 0, built.problem, &own);
  REQUIRE(term);
  built.value = built.builder.add(*term, TwoParameters(), 3, built.problem);
  return built;
}

std::string problem_of(std::string_view text, const GraphRules& rules = kLoose) {
  const Built built = build(text, rules);
  if (built.value) return "";
  return std::to_string(built.problem.begin) + "+" + std::to_string(built.problem.length) + ": " +
         built.problem.message;
}

using Ops = std::vector<Op>;

}  // namespace

TEST_CASE("graph: constant parts are numbers", "[expression]") {
  CHECK(build("2 * k + sqrt(16)").number() == 5.0);
  CHECK(build("twice(3) - 1").number() == 5.0);
  CHECK(build("1 / 0 > 1").number() == 1.0);
  CHECK(build("if(k > 0, a, b)").operations().empty());
  CHECK_FALSE(build("a").number());
}

TEST_CASE("graph: equal operations occur once, and what is not needed does not occur", "[expression]") {
  CHECK(build("(a + b) * (a + b)").operations() == Ops{Op::add, Op::multiply});
  CHECK(build("twice(a * b) - a * b").operations() == Ops{Op::multiply, Op::add, Op::subtract});
  CHECK(build("1 > 2 ? exp(a) : log(b)").operations() == Ops{Op::log});
  CHECK(build("a ^ 2 + a / 4 + a / 3").operations() == Ops{Op::multiply, Op::multiply, Op::add, Op::divide, Op::add});
}

TEST_CASE("graph: each draw has an address of its own, and an argument is drawn once", "[expression]") {
  const Built built = build("rand() + rand() + twice(rand(a))");
  CHECK(built.builder.draws() == 3);
  CHECK(built.operations() == Ops{Op::random, Op::random, Op::add, Op::random, Op::add, Op::add});
}

TEST_CASE("graph: curves, questions and missing arguments", "[expression]") {
  const Built curve = build("c(a)");
  CHECK(curve.builder.graph_of({&*curve.value, 1}).values.back().index == 7);
  CHECK(build("c(1)").operations() == Ops{Op::curve});
  const Built ground = build("ground(a, b)");
  const Graph graph = ground.builder.graph_of({&*ground.value, 1});
  const GraphValue& question = graph.values.back();
  CHECK(question.index == static_cast<std::uint32_t>(Special::ground));
  CHECK(graph.values[question.operands[1]].op == Op::constant);
  CHECK(graph.values[question.operands[2]].index == 1);
  CHECK(build("max(a, b, 1, a)").operations() == Ops{Op::maximum, Op::maximum, Op::maximum});
}

TEST_CASE("graph: problems have their place; those in functions of the user have that of the call", "[expression]") {
  CHECK(problem_of("a + q") == "4+1: unknown name");
  CHECK(problem_of("a + sin(b)") == "4+3: not allowed");
  CHECK(problem_of("a + 'x'") == "4+3: tests have no texts; expected a number here");
  CHECK(problem_of("a + [1]") == "4+3: tests have no lists; expected a number here");
  CHECK(problem_of("1 + wrong(2)") == "4+5: in wrong(): unknown name");
  CHECK(problem_of("a / (1 - 1)", kStrict) == "2+1: division by zero");
  CHECK(problem_of("a + log(0)", kStrict) == "4+3: the result is not a finite number");
  CHECK(problem_of("a / (1 - 1)").empty());
}
