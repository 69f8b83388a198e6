// Derived strings as text.

#include "support/catch.h"

#include <cmath>
#include <cstdio>

#include "base/rng.h"
#include "stages/plants/lsystem/lsystem.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::source;
using test::system_of;

TEST_CASE("text: numbers are those of %.6g in the C locale") {
  LString string;
  string.alphabet = {{"F", 1}, {"@v", 2}, {"+", 0}};
  std::string expected;
  const Rng rng(11);
  std::vector<double> values{0,    -0.0,           1,     0.1,    1e5,  999999,  999999.5, 1e6, 1234567, 1e-4,
                             1e-5, 0.000123456789, 1e300, 5e-324, -2.5, 100000.5};
  for (std::uint64_t i = 0; i < 2000; ++i)
    values.push_back(rng.uniform_in(-1, 1, i) * std::pow(10.0, rng.uniform_in(-12, 12, i, 1)));
  for (const double value : values) {
    string.symbols.push_back(0);
    string.parameters.push_back(value);
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "F(%.6g)", value);
    expected += buffer;
  }
  string.symbols.insert(string.symbols.end(), {2, 1});
  string.parameters.insert(string.parameters.end(), {1, 2});
  CHECK((to_text(string) == expected + "+@v(1,2)"));
}

TEST_CASE("derive: the size of the text is told before, exactly where nothing but the productions decides") {
  const auto told = [](const LSystemParams& params) { return LSystem::estimate(params, {}).text; };
  LSystemParams koch = system_of("F-F-F-F", {"F -> FF-F-F-F-FF"}, 4),
                words = system_of("plant", {"plant -> leaf plant"}, 9);
  words.symbols = {source("plant"), source("leaf")};
  LSystemParams drawn = system_of("A", {"A -> AB"}, 5);
  drawn.interpretation = test::list_of({"A -> F[+F]", "F -> ;FF"});
  drawn.interpretation_depth = 1;
  LSystemParams split = system_of("A", {"A -> AB"}, 4);
  split.decomposition = test::list_of({"B -> CC"});
  for (const LSystemParams& params : {koch, words, drawn, split, system_of("A", {"A -> "}, 1)}) {
    const std::string text = derived_text(params);
    CAPTURE(text);
    CHECK(told(params) == Amount::exactly(static_cast<double>(text.size())));
  }
  LSystemParams widths = system_of("F(1)", {"F(x) -> !(x/10)F(x*0.9)[+(30)F(x)]"}, 6);
  widths.interpretation = test::list_of({"F(x) -> !(x/10)F(x)"});
  LSystemParams chance = system_of("A", {"A -> AA : 0.5", "A -> A : 0.5"}, 6);
  chance.max_symbols = 1000;
  LSystemParams tiny = system_of("F(-0.0000123467)", {"F(x) -> F(x*x*x)"}, 3);
  for (const LSystemParams& params : {widths, chance, tiny}) {
    const auto size = static_cast<double>(derived_text(params, 7).size());
    const Amount bounds = told(params);
    CAPTURE(size, bounds.least);
    REQUIRE(bounds.most);
    CHECK((size >= bounds.least && size <= *bounds.most));
  }
}
