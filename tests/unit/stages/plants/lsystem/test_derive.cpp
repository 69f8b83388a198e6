#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "stages/plants/lsystem/detail/growth.h"
#include "unit/stages/plants/lsystem/published.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::seeded;
using test::system_of;

namespace {

// The textbook definition, on characters: every symbol by its production, all at once.
std::string rewrite(std::string word, const std::map<char, std::string>& productions, int steps) {
  for (int step = 0; step < steps; ++step) {
    std::string next;
    for (const char c : word) next += productions.count(c) > 0 ? productions.at(c) : std::string(1, c);
    word = next;
  }
  return word;
}

}  // namespace

TEST_CASE("derive: algae gives the Fibonacci words") {
  const std::vector<std::string> words{"A",
                                       "AB",
                                       "ABA",
                                       "ABAAB",
                                       "ABAABABA",
                                       "ABAABABAABAAB",
                                       "ABAABABAABAABABAABABA",
                                       "ABAABABAABAABABAABABAABAABABAABAAB"};
  for (std::size_t n = 0; n < words.size(); ++n) {
    CHECK(derived_text(system_of("A", {"A -> AB", "B -> A"}, static_cast<int>(n))) == words[n]);
    if (n >= 2) CHECK(words[n] == words[n - 1] + words[n - 2]);
  }
}

TEST_CASE("derive: the binary tree's strings and counts") {
  const std::vector<std::string> words{"0", "1[0]0", "11[1[0]0]1[0]0", "1111[11[1[0]0]1[0]0]11[1[0]0]1[0]0"};
  const std::vector<std::size_t> lengths{1, 5, 14, 34, 78, 174, 382, 830};
  for (int n = 0; n < 8; ++n) {
    const LString string = derive(system_of("0", {"1 -> 11", "0 -> 1[0]0"}, n), {});
    if (n < 4) CHECK(to_text(string) == words[static_cast<std::size_t>(n)]);
    CHECK(string.size() == lengths[static_cast<std::size_t>(n)]);
    auto counts = test::count_symbols(string);
    const int segments = n * (1 << n) / 2;
    CHECK(counts["0"] == (1 << n));
    CHECK(counts["1"] == segments);
    CHECK(counts["["] == (1 << n) - 1);
    CHECK(counts["]"] == (1 << n) - 1);
  }
}

TEST_CASE("derive: strings without parameters are those of the definition") {
  const std::vector<std::pair<LSystemParams, std::map<char, std::string>>> systems{
      {system_of("F", {"F -> F[+F]F[-F][F]"}, 6), {{'F', "F[+F]F[-F][F]"}}},
      {system_of("AX", {"A -> ABC", "B -> C", "C -> ", "X -> XA"}, 40),
       {{'A', "ABC"}, {'B', "C"}, {'C', ""}, {'X', "XA"}}},
      {system_of("ABC", {"A -> B", "B -> C", "C -> A"}, 500), {{'A', "B"}, {'B', "C"}, {'C', "A"}}},
      {system_of("A", {"A -> AB", "B -> BC", "C -> CD"}, 100), {{'A', "AB"}, {'B', "BC"}, {'C', "CD"}}},
      {system_of("A", {"A -> "}, 3), {{'A', ""}}},
      {system_of("A", {}, 3), {}},
      {system_of("X", {"X -> F[+X]F[-X]+X", "F -> FF"}, 9), {{'X', "F[+X]F[-X]+X"}, {'F', "FF"}}},
  };
  for (const auto& [params, productions] : systems) {
    const std::string expected = rewrite(params.axiom.text, productions, steps_of(params));
    INFO(params.axiom.text << " after " << steps_of(params));
    CHECK((to_text(derive(params, {})) == expected));
  }
}

TEST_CASE("derive: no steps give the axiom") {
  CHECK(derived_text(system_of("A(1,2)B", {"A(x,y) -> B"}, 0)) == "A(1,2)B");
}

TEST_CASE("derive: the first production whose condition holds applies") {
  const auto params = system_of("A(1)A(5)A(9)B", {"A(x) : x > 8 -> H(x)", "A(x) : x > 4 -> M(x)", "A(x) : x < 0 -> N"});
  CHECK(derived_text(params) == "A(1)M(5)H(9)B");
}

TEST_CASE("derive: a condition over defines alone is decided before the derivation") {
  auto params = system_of("A", {"A : tall > 1 -> B", "A -> C"});
  params.define.emplace_back("tall", test::source("2"));
  CHECK(derived_text(params) == "B");
  params.define[0].second = test::source("0");
  CHECK(derived_text(params) == "C");
}

TEST_CASE("derive: a cut removes the rest of its branch at the next step") {
  CHECK(derived_text(system_of("A[B%C[D]E]F", {"B -> X"}, 0)) == "A[B%C[D]E]F");
  CHECK(derived_text(system_of("A[B%C[D]E]F", {"B -> X"}, 1)) == "A[X]F");
  CHECK(derived_text(system_of("A[B(1)%C(2)[D(3)]E(4)]F(5)", {"B(x) -> X(x)"}, 1)) == "A[X(1)]F(5)");
  CHECK(derived_text(system_of("A%B[C]D", {"A -> AA"}, 1)) == "AA");
  CHECK(derived_text(system_of("A", {"A -> B[%A]A"}, 3)) == "B[]B[]B[%A]A");
}

TEST_CASE("derive: growth is predicted exactly") {
  for (const test::Published& entry : test::read_published()) {
    if (entry.kind != "D0L") continue;
    TextIssues issues;
    const Grammar grammar = compile(test::params_of(entry.strings, 0), issues);
    REQUIRE(grammar.has_exact_growth());
    for (const test::ExpectedCounts& expected : entry.counts) {
      INFO(entry.name << " at n = " << expected.n);
      CHECK(!find_excess(grammar, expected.n, *expected.length));
      const auto excess = find_excess(grammar, expected.n, *expected.length - 1);
      REQUIRE(excess);
      if (excess->step == expected.n) CHECK(excess->size == *expected.length);
    }
  }
}

TEST_CASE("derive: a string that outgrows its limit is refused at the step where it would") {
  const auto message = [](const LSystemParams& params) {
    try {
      derive(params, seeded(1));
    } catch (const StageError& error) {
      CHECK(error.key() == "derivation");
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for (const char* production : {"A -> AA", "A : 1 < 2 -> AA", "A -> AA : 1"}) {
    auto params = system_of("A", {production}, 1000);
    params.max_symbols = 1000;
    CHECK(message(params).find("step 10 would make a string of 1024 symbols") != std::string::npos);
    CHECK(message(params).find("lower derivation to 9") != std::string::npos);
  }
  auto conditional = system_of("A(1)", {"A(x) : x > 0 -> A(x)A(x)"}, 1000);
  conditional.max_symbols = 1000;
  CHECK(message(conditional).find("step 9 would make a string of 1024 symbols and parameters") != std::string::npos);
  auto context = system_of("BA", {"B < A -> AA", "A < A -> AA"}, 1000);
  context.max_symbols = 100;
  CHECK(message(context).find("step 7 would make a string of 129 symbols") != std::string::npos);
}

TEST_CASE("derive: slow growth is refused by the work it takes, at the same step everywhere") {
  // The string doubles every 31 steps; 4 million symbols and parameters are worked on in all.
  auto params = system_of("A(0)", {"A(x) : x < 30 -> A(x+1)", "A(x) : x >= 30 -> A(0)A(0)"}, 1000);
  params.max_symbols = 1'000'000;
  const auto step_of = [&] {
    try {
      derive(params, {});
    } catch (const StageError& error) {
      const std::string message = error.what();
      CHECK(error.key() == "derivation");
      CHECK(message.find("too much work") != std::string::npos);
      return std::stoi(message.substr(5));
    }
    return 0;
  };
  const int step = step_of();
  CHECK(step > 31 * 13);  // by then 31 (2 + 4 + ... + 2^14) = 1 million symbols and parameters, and operations for each
  CHECK(step < 31 * 17);  // 31 (2 + 4 + ... + 2^17) = 8.1 million
  CHECK(step_of() == step);
  // Long expressions are work as well.
  std::string sum = "x";
  for (int i = 0; i < 1000; ++i) sum += "+x";
  params.productions = system_of("A(0)", {"A(x) : x >= 0 -> A(0*(" + sum + "))"}, 1).productions;
  params.axiom.text.clear();
  for (int i = 0; i < 1000; ++i) params.axiom.text += "A(0)";
  CHECK(step_of() == 16);  // 2001 operations are about 250 symbols
  // A lower limit is one of the string alone.
  params.max_symbols = 2000;
  CHECK(step_of() == 16);
  params.derivation = 15;
  CHECK_NOTHROW(derive(params, {}));
}

TEST_CASE("derive: a parameter that is not finite names the production and the step") {
  const auto params = system_of("A(3)", {"B -> B", "A(x) -> A(x-1)F(1/(x-1))"}, 9);
  try {
    derive(params, {});
    FAIL("no error");
  } catch (const StageError& error) {
    CHECK(std::string(error.what()) ==
          "in step 3, production 2 (of 'A') makes a parameter that is not a finite number");
  }
}

TEST_CASE("derive: parameters that were never checked end in an error, not in a crash") {
  CHECK_THROWS_AS(derive(system_of("A", {"A -> ["}), {}), StageError);
}

TEST_CASE("derive: a run can be interrupted") {
  std::atomic<bool> stop = true;
  RunContext context;
  context.stop = &stop;
  CHECK_THROWS_AS(derive(system_of("A(1)", {"A(x) -> A(x)A(x)"}, 20), context), Interrupted);
}

// ---- chance ----

TEST_CASE("chance: the published stochastic plant has its mean counts") {
  for (const test::Published& entry : test::read_published()) {
    if (entry.kind != "stochastic") continue;
    for (const test::ExpectedCounts& expected : entry.mean_counts) {
      if (expected.n == 0 || expected.n > 5) continue;
      const LSystemParams params = test::params_of(entry.strings, expected.n);
      constexpr int kSeeds = 400;
      std::map<std::string, double> sum, sum_of_squares;
      for (int seed = 0; seed < kSeeds; ++seed) {
        for (const auto& [symbol, count] :
             test::count_symbols(derive(params, seeded(static_cast<std::uint64_t>(seed))))) {
          sum[symbol] += count;
          sum_of_squares[symbol] += count * count;
        }
      }
      for (const auto& [symbol, mean] : expected.symbols) {
        const double sample_mean = sum[symbol] / kSeeds;
        const double variance = (sum_of_squares[symbol] - sum[symbol] * sample_mean) / (kSeeds - 1);
        const double standard_error = std::sqrt(variance / kSeeds);
        INFO(symbol << " at n = " << expected.n << ": " << sample_mean << " +- " << standard_error << ", expected "
                    << mean);
        CHECK(std::abs(sample_mean - mean) < 3.5 * standard_error);
      }
    }
  }
}

TEST_CASE("chance: weights are divided by their sum") {
  constexpr double kDraws = 40'000;
  auto counts = test::count_symbols(
      derive(system_of(std::string(40'000, 'A'), {"A -> B : 2", "A -> C : 3", "A -> D : 0", "A -> A : 5"}), seeded(7)));
  const auto check = [&](const std::string& symbol, double share) {
    const double standard_error = std::sqrt(share * (1 - share) / kDraws);
    INFO(symbol << ": " << counts[symbol] / kDraws);
    CHECK(std::abs(counts[symbol] / kDraws - share) < 4 * standard_error);
  };
  check("B", 0.2);
  check("C", 0.3);
  check("A", 0.5);
  CHECK(counts["D"] == 0);
}

TEST_CASE("chance: the choice falls among the productions that match") {
  const auto counts = [](const char* axiom) {
    return test::count_symbols(
        derive(system_of(axiom, {"A(x) : x > 1 -> B : .5", "A(x) : x > 0 -> C : .5", "A(x) -> D"}), seeded(3)));
  };
  CHECK(counts("A(1)") == std::map<std::string, double>{{"C", 1}});
  CHECK(counts("A(0)") == std::map<std::string, double>{{"D", 1}});
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "A(2)";
  auto mixed = counts(many.c_str());
  CHECK(mixed["B"] + mixed["C"] == 1000);
  CHECK(std::abs(mixed["B"] - 500) < 4 * std::sqrt(250.0));
}

TEST_CASE("chance: the same seed gives the same string, another seed another") {
  const auto params = system_of("F", {"F -> F[+F]F[-F]F : .33", "F -> F[+F]F : .33", "F -> F[-F]F : .34"}, 5);
  CHECK(derived_text(params, 1) == derived_text(params, 1));
  CHECK(derived_text(params, 1) != derived_text(params, 2));
}

TEST_CASE("chance: a weight of 1 gives the deterministic system, a spread of 0 too") {
  const auto plain = system_of("F(1)", {"F(x) -> F(x/2)[+F(x)]F(x)"}, 5);
  CHECK(derived_text(system_of("F(1)", {"F(x) -> F(x/2)[+F(x)]F(x) : 1"}, 5), 9) == derived_text(plain));
  CHECK(derived_text(system_of("F(1)", {"F(x) -> F(x/2+random(0,0))[+F(x)]F(x)"}, 5), 9) == derived_text(plain));
}

TEST_CASE("chance: random() is uniform between its bounds") {
  const LString string = derive(system_of(std::string(20'000, 'A'), {"A -> B(random(-2,6))"}), seeded(5));
  double sum = 0, sum_of_squares = 0;
  for (const double value : string.parameters) {
    CHECK((value >= -2 && value < 6));
    sum += value;
    sum_of_squares += value * value;
  }
  const double count = 20'000, deviation = 8 / std::sqrt(12.0);
  CHECK(std::abs(sum / count - 2) < 4 * deviation / std::sqrt(count));
  CHECK(std::abs(std::sqrt(sum_of_squares / count - 4) - deviation) < 0.05);
  const LString two = derive(system_of("A", {"A -> B(random(0,1),random(0,1))B(random(0,1))"}), seeded(5));
  CHECK(two.parameters[0] != two.parameters[1]);
  CHECK(two.parameters[0] != two.parameters[2]);
}

namespace {

// The branches of a string, by the mark that follows their [.
std::string branch(const std::string& text, char mark) {
  const std::size_t begin = text.find(std::string("[") + mark);
  REQUIRE(begin != std::string::npos);
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (depth == 0) return text.substr(begin, i + 1 - begin);
  }
  return {};
}

}  // namespace

TEST_CASE("chance: editing one branch leaves the others as they were") {
  const std::vector<std::string> base{"B -> F[+B]B : .5", "B -> FB : .5", "C -> G[-C]C : .5",
                                      "C -> GC(random(0,1)) : .5"};
  const auto derived = [&](const std::string& trunk, std::vector<std::string> more) {
    std::vector<std::string> productions = base;
    productions.insert(productions.begin(), more.begin(), more.end());
    productions.push_back(trunk);
    return derived_text(system_of("A", productions, 9), 42);
  };
  const std::string original = derived("A -> [lB][rC]", {});
  const auto same_right = [&](const std::string& edited) { return branch(edited, 'r') == branch(original, 'r'); };
  const auto same_left = [&](const std::string& edited) { return branch(edited, 'l') == branch(original, 'l'); };
  CHECK(branch(original, 'r').size() > 20);
  CHECK(branch(original, 'l').size() > 20);
  // Another production for B in front of the others, or another weight.
  const std::string other_rule = derived("A -> [lB][rC]", {"B -> FFF[+B][+B] : .7"});
  CHECK(same_right(other_rule));
  CHECK(!same_left(other_rule));
  // More modules in the left branch, and more in the trunk before both.
  CHECK(same_right(derived("A -> [lFFFBB][rC]", {})));
  CHECK(same_left(derived("A -> [lFFFBB][rC]", {})) == false);
  CHECK(same_right(derived("A -> FFFF[lB]FF[rC]", {})));
  CHECK(same_left(derived("A -> FFFF[lB]FF[rC]", {})));
  // Symbols that come into the alphabet earlier.
  CHECK(same_right(derived("A -> [lB][rC]", {"X -> XYZ"})));
}

TEST_CASE("chance: equal modules in different places choose independently") {
  const auto counts = [](const std::string& text) { return std::count(text.begin(), text.end(), 'B'); };
  int same = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string text = derived_text(system_of("S", {"S -> [A][A]", "A -> B : .5", "A -> C : .5"}, 2), seed);
    same += counts(text) != 1 ? 1 : 0;
  }
  CHECK(std::abs(same - 500) < 4 * std::sqrt(250.0));
}

// ---- text ----
