// Contexts in the string that a step makes.

#include "support/catch.h"

#include "base/rng.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::list_of;
using test::source;
using test::system_of;

namespace {

std::string fault(const LSystemParams& params) {
  TextIssues issues;
  compile(params, issues);
  return issues.has_errors() ? issues.first_error() : "";
}

/// A random branching string of modules S(n), with its parameters, as text.
std::string random_axiom(std::uint64_t seed) {
  const Rng rng(seed);
  std::string text = "S(1)";
  int depth = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const std::uint32_t what = rng.below(6, i);
    if (what == 0) {
      text += "[";
      ++depth;
    } else if (what == 1 && depth > 0) {
      text += "]";
      --depth;
    } else if (what == 2) {
      text += "+";
    } else {
      text += "S(" + std::to_string(rng.below(9, i, 1)) + ")";
    }
  }
  return text + std::string(static_cast<std::size_t>(depth), ']');
}

/// The sums of the parameters along the way from the root to each module.
std::vector<double> sums_from_root(const LString& string) {
  std::vector<double> sums, open;
  double sum = 0;
  std::size_t parameter = 0;
  for (const std::uint8_t symbol : string.symbols) {
    const std::string& name = string.alphabet[symbol].name;
    if (name == "[") open.push_back(sum);
    if (name == "]") {
      sum = open.back();
      open.pop_back();
    }
    if (name == "S") sums.push_back(sum += string.parameters[parameter++]);
  }
  return sums;
}

/// The sums of the parameters from each module to the end of its own branch, without lateral branches.
std::vector<double> sums_to_end(const LString& string) {
  std::vector<double> sums(string.parameters.size()), open;
  double sum = 0;
  std::size_t parameter = string.parameters.size();
  for (auto symbol = string.symbols.rbegin(); symbol != string.symbols.rend(); ++symbol) {
    const std::string& name = string.alphabet[*symbol].name;
    if (name == "]") {
      open.push_back(sum);
      sum = 0;
    }
    if (name == "[") {
      sum = open.back();
      open.pop_back();
    }
    if (name == "S") {
      --parameter;
      sums[parameter] = sum += string.parameters[parameter];
    }
  }
  return sums;
}

}  // namespace

TEST_CASE("new context: a signal passes along a whole branch in one step, from either end") {
  CHECK(derived_text(system_of("BAAA", {"B << A -> B"})) == "BBBB");
  CHECK(derived_text(system_of("BAAA", {"B < A -> B"})) == "BBAA");
  CHECK(derived_text(system_of("AAAB", {"A >> B -> B"})) == "BBBB");
  CHECK(derived_text(system_of("AAAB", {"A > B -> B"})) == "AABB");
  CHECK(derived_text(system_of("BA[AA]A[A]", {"B << A -> B"})) == "BB[BB]B[B]");
  CHECK(derived_text(system_of("A[AB]A[A]AB", {"A >> B -> B"})) == "B[BB]B[A]BB");
}

TEST_CASE("new context: lengths and weights add up along random branches in one step") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    LSystemParams params = system_of(random_axiom(seed), {}, 0);
    params.ignore = source("+");
    const LString before = derive(params, {});
    params.derivation = 1;
    params.productions = list_of({"S(a) << S(x) -> S(a + x)"});
    CHECK(derive(params, {}).parameters == sums_from_root(before));
    params.productions = list_of({"S(x) >> S(a) -> S(a + x)"});
    CHECK(derive(params, {}).parameters == sums_to_end(before));
  }
}

TEST_CASE("new context: it is combined with contexts of the old string, which keep their meaning") {
  // The old left neighbour had the value before the step, the new one that after it.
  CHECK(derived_text(system_of("S(1)S(2)S(3)", {"S(a) << S(b) < S(x) -> S(100*a + 10*b + x)"})) ==
        "S(1)S(112)S(11223)");
  CHECK(derived_text(system_of("S(1)S(2)S(3)", {"S(x) > S(b) >> S(a) -> S(100*a + 10*b + x)"})) ==
        "S(33221)S(332)S(3)");
  CHECK(derived_text(system_of("A(1)B(2)C(3)D(4)", {"B(b)C(c) << D(d) -> D(100*b + 10*c + d)", "C(c) -> C(c + 1)"})) ==
        "A(1)B(2)C(4)D(244)");
}

TEST_CASE("new context: successors may grow, branch and be empty") {
  CHECK(derived_text(system_of("BAA", {"B << A -> [C]BD", "D << A -> E"})) == "B[C]BDE");
  CHECK(derived_text(system_of("BAAA", {"C << A -> B", "B << A -> CC"})) == "BCCBCC");
  CHECK(derived_text(system_of("XAB", {"A >> C(x) -> C(x)C(x+1)", "B -> C(5)C(6)"})) == "XC(5)C(6)C(5)C(6)");
  CHECK(derived_text(system_of("BAAA", {"B << A ->"})) == "B");
}

TEST_CASE("new context: conditions, locals and chance work in it, and the choice does not depend on other branches") {
  CHECK(derived_text(system_of("S(1)S(1)S(1)S(1)", {"S(a) << S(x) : {t = a + x;} t < 4 -> S(t)"})) ==
        "S(1)S(2)S(3)S(1)");
  const std::vector<std::string> productions{"S(a) << S(x) -> S(a + x) : 0.5",
                                             "S(a) << S(x) -> S(a + nran(0,1)) : 0.5"};
  const std::string one = derived_text(system_of("S(1)[S(2)S(3)]S(4)", productions, 3), 5);
  CHECK(one == derived_text(system_of("S(1)[S(2)S(3)]S(4)", productions, 3), 5));
  const std::string other = derived_text(system_of("S(1)[S(2)S(3)S(9)]S(4)", productions, 3), 5);
  CHECK(one.substr(one.find(']')) == other.substr(other.find(']')));
}

TEST_CASE("new context: the two sides exclude each other in a step, but not in a derivation") {
  LSystemParams params = system_of("BA", {"B << A -> B", "A >> B -> B"});
  CHECK(fault(params).find("cannot be used in the same step") != std::string::npos);
  params = system_of("AABAA", {}, 2);
  params.tables.push_back({{1, 1}, 1, list_of({"B << A -> B"})});
  params.tables.push_back({{2, 2}, 1, list_of({"A >> B -> B"})});
  CHECK(derived_text(params) == "BBBBB");
  params.decomposition = list_of({"B << A -> B"});
  CHECK(fault(params).find("cannot have a context") != std::string::npos);
  CHECK(fault(system_of("A", {"[B] << A -> B"})).find("brackets are allowed in a right context only") !=
        std::string::npos);
}

TEST_CASE("new context: growth within a step stops at the limit") {
  LSystemParams params = system_of("BAAAA", {"B << A -> " + std::string(400, 'B')});
  params.max_symbols = 1000;
  CHECK_THROWS_WITH(derive(params, {}), Catch::Contains("max_symbols"));
}
