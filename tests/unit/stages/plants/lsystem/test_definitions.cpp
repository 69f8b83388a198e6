// Functions, curves and locals; the ternary operator, normal random numbers and the number of the step.

#include "support/catch.h"

#include <cmath>

#include "base/rng.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::list_of;
using test::source;
using test::system_of;

namespace {

using Definitions = std::vector<std::pair<std::string, std::string>>;

LSystemParams defining(LSystemParams params, const Definitions& definitions) {
  for (const auto& [name, text] : definitions) params.define.emplace_back(name, source(text));
  return params;
}

/// The parameters of all modules of the derived string.
std::vector<double> values(const LSystemParams& params, std::uint64_t seed = 0) {
  return derive(params, test::seeded(seed)).parameters;
}

/// The value of an expression of x = 3 and y = -0.5.
double value(const std::string& text, const Definitions& definitions = {}) {
  return values(defining(system_of("A(3,-0.5)", {"A(x,y) -> F(" + text + ")"}), definitions)).at(0);
}

/// The first error as "TEXT THAT IT POINTS AT: message | help".
std::string fault(const LSystemParams& params, const std::string& text) {
  TextIssues issues;
  compile(params, issues);
  for (const TextIssue& issue : issues.all()) {
    if (issue.severity != Severity::error) continue;
    const std::string at =
        issue.where.column > text.size() ? "" : text.substr(issue.where.column - 1, issue.where.length);
    return at + ": " + issue.message + (issue.help.empty() ? "" : " | " + issue.help);
  }
  return "";
}

std::string fault_of(const std::string& production, const Definitions& definitions = {}) {
  return fault(defining(system_of("A(1)", {production}), definitions), production);
}

std::string fault_of_define(const std::string& name, const std::string& text, const Definitions& before = {}) {
  return fault(defining(defining(system_of("A", {}), before), {{name, text}}), text);
}

}  // namespace

TEST_CASE("definitions: functions agree with the same functions in C++") {
  const Definitions definitions{{"k", "2"},
                                {"w(x)", "k * x + 1"},
                                {"v(x, y)", "w(x + y) * w(x - y)"},
                                {"id(x)", "x"},
                                {"deep(a)", "v(w(a), v(a, id(a / 3)))"}};
  const auto w = [](double x) { return 2 * x + 1; };
  const auto v = [&](double x, double y) { return w(x + y) * w(x - y); };
  const double x = 3, y = -0.5;
  CHECK(value("w(x)", definitions) == w(x));
  CHECK(value("w(5)", definitions) == w(5));
  CHECK(value("w(x*y)", definitions) == w(x * y));
  CHECK(value("v(x*y, y+1)", definitions) == v(x * y, y + 1));
  CHECK(value("v(y, x)", definitions) == v(y, x));
  CHECK(value("id(x) + id(y * 2)", definitions) == x + y * 2);
  CHECK(value("1 + deep(x - y) * 2", definitions) == 1 + v(w(x - y), v(x - y, (x - y) / 3)) * 2);
  CHECK(value("v(v(x*1.5, y/3), v(w(y*x), x+y)) - x", definitions) == v(v(x * 1.5, y / 3), v(w(y * x), x + y)) - x);
  CHECK(value("max(w(x+1), w(y-1), id(w(x+2)))", definitions) == w(5));
}

TEST_CASE("definitions: functions know age, season and the step, and constants may call functions") {
  LSystemParams params = defining(system_of("A", {"A -> F(grown(1))F(late(2))F(c)A"}),
                                  {{"grown(t)", "1 - (age - t) / 10"}, {"late(x)", "x * step"}, {"c", "grown(age)"}});
  params.derivation.reset();
  params.age = 3;
  CHECK(derived_text(params) == "F(0.8)F(2)F(1)F(0.8)F(4)F(1)F(0.8)F(6)F(1)A");
}

TEST_CASE("definitions: the argument of a function is computed once") {
  LSystemParams params = defining(system_of("A", {"A -> F(difference(ran(1) + 1))"}), {{"difference(x)", "x - x"}});
  CHECK(values(params, 5) == std::vector{0.0});
  // A function that draws draws for each call.
  params = defining(system_of("A", {"A -> F(r(1) - r(1))"}), {{"r(x)", "ran(x)"}});
  CHECK(values(params, 5).at(0) != 0);
}

TEST_CASE("definitions: functions that have mistakes are reported where they are defined, once") {
  CHECK(fault_of_define("l(x)", "0.3 * (1 - y)").starts_with("y: 'y' is neither a parameter nor a define"));
  CHECK(fault_of_define("l(x)", "0.3 * ").starts_with(": the expression ends"));
  CHECK(fault_of_define("l(x)", "l(x - 1)").starts_with("l: unknown function 'l'"));
  CHECK(fault_of_define("l(x, x)", "x").find("cannot define a function") != std::string::npos);
  CHECK(fault_of_define("log(x)", "x").find("cannot define a function") != std::string::npos);
  CHECK(fault_of_define("l()", "1").find("cannot define a function") != std::string::npos);
  CHECK(fault_of_define("l(x)", "x", {{"l", "1"}}).find("defined twice") != std::string::npos);
  CHECK(fault_of_define("c", "r(1)", {{"r(x)", "ran(x)"}}) ==
        "r: in r(): ran() is allowed in successors and conditions only");
  CHECK(fault_of_define("c", "2 * step").starts_with("step: the number of the step is known"));
  CHECK(fault_of("A(x) -> F(l(x, 1))", {{"l(x)", "x"}}) == "l(x, 1): l() takes 1 argument, not 2");
  CHECK(fault_of("A(l) -> F(l)", {{"l(x)", "x"}}).starts_with("l: 'l' is already a define"));
}

TEST_CASE("definitions: functions that multiply their size are refused at once") {
  Definitions definitions{{"f0(x)", "x + 1"}};
  for (int i = 1; i < 30; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    definitions.emplace_back("f" + std::to_string(i) + "(x)", before + "(x * 2) + " + before + "(x * 3)");
  }
  const std::string said = fault_of("A(x) -> F(f29(x))", definitions);
  CHECK(said.find("more than 4096 numbers") != std::string::npos);
  Definitions draws{{"f0(x)", "rand() + rand()"}};
  for (int i = 1; i < 30; ++i) {
    const std::string before = "f" + std::to_string(i - 1) + "(rand())";
    draws.emplace_back("f" + std::to_string(i) + "(x)", before + " + " + before);
  }
  CHECK(fault_of("A(x) -> F(f29(x))", draws).find("more than 4096 numbers") != std::string::npos);
  Definitions chain{{"f0(x)", "x + 1"}};
  for (int i = 1; i < 40; ++i) chain.emplace_back("f" + std::to_string(i) + "(x)", "f" + std::to_string(i - 1) + "(x)");
  CHECK(fault_of("A(x) -> F(f39(x))", chain).find("more than 32 deep") != std::string::npos);
}

TEST_CASE("definitions: a straight curve interpolates, a smooth one does not overshoot, both are level outside") {
  LSystemParams params = system_of("", {}, 1);
  params.curves.emplace_back("line", CurveParams{{{0, 1}, {1, 0.5}, {3, 2}}, CurveShape::straight});
  params.curves.emplace_back("soft", CurveParams{{{0, 0}, {1, 1}, {2, 1}, {3, 4}}, CurveShape::smooth});
  std::string axiom;
  for (const char* x : {"-1", "0", "0.25", "1", "1.5", "3", "9"}) axiom += "F(line(" + std::string(x) + "))";
  params.axiom = source(axiom);
  CHECK(values(params) == std::vector<double>{1, 1, 0.875, 0.5, 0.875, 2, 2});
  axiom.clear();
  for (int i = -8; i <= 32; ++i) axiom += "F(soft(" + std::to_string(i) + "/8))";
  params.axiom = source(axiom);
  const std::vector<double> soft = values(params);
  for (std::size_t i = 1; i < soft.size(); ++i) CHECK(soft[i] >= soft[i - 1]);
  CHECK((soft[8] == 0 && soft[16] == 1 && soft[20] == 1 && soft[24] == 1 && soft[32] == 4 && soft[40] == 4));
}

TEST_CASE("definitions: curves may be called in functions, and have one argument") {
  LSystemParams params = defining(system_of("A(1)", {"A(x) -> F(twice(x - 0.5))"}), {{"twice(x)", "2 * c(x * x)"}});
  params.curves.emplace_back("c", CurveParams{{{0, 0}, {1, 1}}, CurveShape::straight});
  CHECK(values(params) == std::vector{0.5});
  params.productions = list_of({"A(x) -> F(c(x, 1))"});
  CHECK(fault(params, "A(x) -> F(c(x, 1))") == "c(x, 1): c() takes 1 argument, not 2");
}

TEST_CASE("locals: cpfg's assignments before and behind the condition have values in the successor") {
  CHECK(derived_text(system_of("A(1)", {"A(x) : {y = x*2; z = y+1;} y > 1 {u = z*10;} -> F(y)F(z)F(u)A(x+1)"}, 2)) ==
        "F(2)F(3)F(30)F(4)F(5)F(50)A(3)");
  CHECK(derived_text(system_of("A(1)", {"A(x) : {y = x*2;} -> F(y)"})) == "F(2)");
  CHECK(derived_text(system_of("A(1)", {"A(x) : {y = x*2;} * {z = y*2} --> F(z)"})) == "F(4)");
  CHECK(derived_text(system_of("A(1)A(5)", {"A(x) : {y = x*2;} y > 5 -> F(y)"})) == "A(1)F(10)");
  CHECK(derived_text(system_of("B(7)A(1)C(4)", {"B(b) < A(x) > C(c) : {m = (b + c) / 2;} m > x -> A(m)"})) ==
        "B(7)A(5.5)C(4)");
  CHECK(derived_text(system_of("A(1)", {"A(x) : {} x == 1 {} -> F(x)"})) == "F(1)");
}

TEST_CASE("locals: a name that is assigned again has its new value from there on, a parameter's name too") {
  CHECK(derived_text(system_of("A(3)", {"A(x) : {x = x*2; y = x; x = x+1;} x == 7 -> F(x)F(y)"})) == "F(7)F(6)");
}

TEST_CASE("locals: a local that draws is the same in the condition, in the successor and in sibling productions") {
  // Together the two productions rewrite every letter, since both look at one number.
  LSystemParams params =
      system_of(std::string(200, 'A'), {"A : {r = ran(1);} r < 0.3 -> B(r)", "A : {r = ran(1);} r >= 0.3 -> C(r)"});
  const LString string = derive(params, test::seeded(3));
  std::size_t few = 0;
  for (std::size_t i = 0; i < string.symbols.size(); ++i) {
    const std::string& name = string.alphabet[string.symbols[i]].name;
    REQUIRE((name == "B" ? string.parameters[i] < 0.3 : string.parameters[i] >= 0.3));
    few += name == "B" ? 1 : 0;
  }
  CHECK(few > 30);
  CHECK(few < 90);
}

TEST_CASE("locals: anything but assignments is refused with its place") {
  CHECK(fault_of("A(x) : {if (x > 1) y = 2;} -> F(x)").starts_with("if: 'if' begins no assignment"));
  CHECK(fault_of("A(x) : {y == 2;} -> F(x)").starts_with("y: 'y' begins no assignment"));
  CHECK(fault_of("A(x) : {= 2;} -> F(x)").starts_with("=: expected an assignment"));
  CHECK(fault_of("A(x) : {y = 2 -> F(x)").starts_with(": ") == false);
  CHECK(fault_of("A(x) : {y = z;} -> F(x)").starts_with("z: 'z' is neither"));
  CHECK(fault_of("A(x) : {y = 2 z = 3} -> F(x)").starts_with("z: expected ';' or '}' here"));
  CHECK(fault_of("A(x) : {sin = 2} -> F(x)").starts_with("sin: 'sin' is a function"));
  CHECK(fault_of("A(x) : {c = 2} -> F(x)", {{"c", "1"}}).starts_with("c: 'c' is already a define"));
  CHECK(fault_of("A(x) : x > 1 {y = 2;} x -> F(x)").starts_with("x: 'x' is not allowed here"));
  std::string many = "A(x) : {";
  for (int i = 0; i < 300; ++i) many += "y = x;";
  CHECK(fault_of(many + "} -> F(y)").find("more than 256 parameters and locals") != std::string::npos);
}

TEST_CASE("ternary operator: it is if(), groups to the right, and stands in successors with a probability") {
  const double x = 3, y = -0.5;
  CHECK(value("x > y ? 1 : 2") == 1);
  CHECK(value("x < y ? 1 : x < 5 ? 20 : 30") == 20);
  CHECK(value("x < y ? 1 : x < 2 ? 20 : 30") == 30);
  CHECK(value("x > 1 ? y < 0 ? 7 : 8 : 9") == 7);
  CHECK(value("1 + (x > 1 ? x : y) * 2") == 1 + x * 2);
  CHECK(value("x > 1 || y > 1 ? x + 1 : y") == x + 1);
  CHECK(value("x == 2 ? y : -y") == -y);
  CHECK(derived_text(system_of("A(1)", {"A(x) : x > 0 ? 1 : 0 -> F(x > 0 ? 5 : 6) : 0.5"})) == "F(5)");
  CHECK(fault_of("A(x) -> F(x > 1 ? 2)") == "?: '?' without ':' | write condition ? a : b, or if(condition, a, b)");
  CHECK_FALSE(fault_of("A(x) -> F(x > 1 ? : 2)").empty());
}

TEST_CASE("nran: numbers have the mean, the deviation and the tails of a normal distribution", "[statistics]") {
  const std::size_t n = 20'000;
  const std::vector<double> drawn = values(system_of(std::string(n, 'A'), {"A -> F(nran(10, 2))"}), 7);
  double sum = 0, squares = 0;
  std::size_t within_one = 0, within_two = 0;
  for (const double value : drawn) {
    sum += value;
    squares += (value - 10) * (value - 10);
    within_one += std::abs(value - 10) < 2 ? 1 : 0;
    within_two += std::abs(value - 10) < 4 ? 1 : 0;
  }
  const double count = static_cast<double>(n);
  CHECK(std::abs(sum / count - 10) < 4 * 2 / std::sqrt(count));
  CHECK(std::abs(std::sqrt(squares / count) - 2) < 4 * 2 / std::sqrt(2 * count));
  CHECK(std::abs(static_cast<double>(within_one) / count - 0.6827) < 0.015);
  CHECK(std::abs(static_cast<double>(within_two) / count - 0.9545) < 0.008);
  CHECK(values(system_of(std::string(n, 'A'), {"A -> F(nran(10, 2))"}), 7) == drawn);
}

TEST_CASE("nran: a number is addressed by its module, like that of ran, and a deviation of 0 gives the mean") {
  const auto of_a = [](const std::string& text) { return text.substr(text.find("A(")); };
  const std::string plain = derived_text(system_of("BA", {"A -> A(nran(0,1))", "B -> C"}), 4);
  CHECK(of_a(derived_text(system_of("BA", {"A -> A(nran(0,1))", "B -> C(nran(0,1))C(ran(1))"}), 4)) == of_a(plain));
  CHECK(derived_text(system_of("A", {"A -> F(nran(3, 0))"}), 4) == "F(3)");
  CHECK(fault_of("A(x) -> F(nran(x))") == "nran(x): nran() takes 2 arguments, not 1");
  CHECK(fault_of("A(x) -> F(normal(x, 1))").find("write nran(mean, deviation)") != std::string::npos);
}

TEST_CASE("step: the number of the step counts from 1 in productions and decompositions, and stays in the drawing") {
  CHECK(derived_text(system_of("A", {"A -> F(step)A"}, 3)) == "F(1)F(2)F(3)A");
  CHECK(derived_text(system_of("A", {"A : step > 2 -> B"}, 4)) == "B");
  LSystemParams params = system_of("A", {"A -> DA"}, 2);
  params.decomposition = list_of({"D -> F(step)I"});
  params.interpretation = list_of({"I -> G(step)"});
  CHECK(derived_text(params) == "F(1)G(2)F(2)G(2)A");
}

TEST_CASE("tables: a condition over defines and the step switches a table on") {
  LSystemParams params = defining(system_of("A", {"A -> DA"}, 6), {{"flowering(s)", "s % n == 0"}, {"n", "3"}});
  std::swap(params.define[0], params.define[1]);  // definitions call those before them
  params.tables.push_back({{1, 1000}, 1, list_of({"A -> BA"}), source("flowering(step)")});
  params.tables.push_back({{1, 1000}, 1, list_of({"A -> CA"}), source("step > 2 && step < 5")});
  CHECK(derived_text(params) == "DDBCDBA");
  params.tables[0].when = source("n > 5");
  CHECK(derived_text(params) == "DDCCDDA");
  params.tables[0].when = source("step > p");
  CHECK(fault(params, "step > p") == "p: 'p' is neither a parameter nor a define | one of: n");
  params.tables[0].when = source("rand() < 0.5");
  CHECK(fault(params, "rand() < 0.5").find("in successors and conditions only") != std::string::npos);
}

TEST_CASE("hints: names of other programs are not taken for misspelt ones") {
  CHECK(fault_of("A(x) -> F(g(x))").find("did you mean") == std::string::npos);
  CHECK(fault_of("A(x) -> F(g(x))").find("g(x): x / 2") != std::string::npos);
  CHECK(fault_of("A(x) -> F(sqrtt(x))").find("did you mean 'sqrt'?") != std::string::npos);
  CHECK(fault_of("A(x) -> F(tapr(x))", {{"taper(x)", "x"}}).find("did you mean 'taper'?") != std::string::npos);
  CHECK(fault_of("A(x) -> produce F(x)").starts_with("produce: 'produce' is a statement of other programs"));
  CHECK(fault_of("A(x) : { produce F(x); }").find("is A(x) -> F(x)A(x/2) here") != std::string::npos);
}
