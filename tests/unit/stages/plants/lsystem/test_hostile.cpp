// Systems that were written to break the program, or that mean something else where they come from: they end in time,
// with the right words or with an error at its place.

#include "support/catch.h"

#include <algorithm>

#include "base/error.h"
#include "stages/plants/lsystem/detail/growth.h"
#include "stages/plants/lsystem/turtle.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::list_of;
using test::source;
using test::system_of;

namespace {

struct Said {
  std::string message{}, help{};
  std::uint32_t column = 0, length = 0;
};

Said first_said(const LSystemParams& params) {
  TextIssues issues;
  compile(params, issues);
  if (!issues.has_errors()) return {};
  const TextIssue& issue = issues.all()[0];
  return {issue.message, issue.help, issue.where.column, issue.where.length};
}

std::string turtle_fault(const std::string& text) {
  try {
    interpret(derive(system_of(text, {}, 0), {}), {}, {});
  } catch (const StageError& error) {
    return error.what();
  }
  return "";
}

Vec3 end_after(const std::string& text) {
  return interpret(derive(system_of(text, {}, 0), {}), {}, {}).segments.back().end;
}

// The words that follow from a production of one letter each, letter by letter.
std::string renamed(std::string word, const std::string& from, const std::string& to, int steps) {
  for (; steps > 0; --steps) {
    for (char& c : word) {
      const std::size_t at = from.find(c);
      if (at != std::string::npos) c = to[at];
    }
  }
  return word;
}

}  // namespace

TEST_CASE("hostile: blocks of statements outside of conditions are refused where they begin, and polygons are none") {
  const auto at = [](const std::string& production) {
    const Said said = first_said(system_of("A(1)", {production}));
    if (said.message != "statements cannot stand here") return "'" + said.message + "'";
    return production.substr(said.column - 1, said.length);
  };
  CHECK(at("A(x) : {y = x+1;} y > 2 {z = 3;} -> F(z)") == "''");
  CHECK(at("A(x) -> {z = 3;}F(x)") == "{z = 3;}");
  CHECK(at("A(x) -> F{ count_2=count_2+1; y = 0; }[F]") == "{ count_2=count_2+1; y = 0; }");
  CHECK(at("A(x) {y = 1;} : x > 2 -> F") == "{y = 1;}");
  CHECK(at("A(x) -> {y = 1;") == "{y = 1;");
  CHECK(first_said(system_of("A(1)", {"A(x) -> {y = 1;}"})).help.find("between ':' and the arrow") !=
        std::string::npos);
  for (const char* polygon :
       {"{;F=F}", "{F;F=;}", "{.}", "{ . G ; . }", "{F==;}", "{+(2)F;F}", "{A=}", "{", "{F=", "{F "})
    CHECK(at("A(x) -> " + std::string(polygon)) == "''");
  std::string braces;
  for (int i = 0; i < 300'000; ++i) braces += "{F=";
  CHECK(at("A(x) -> " + braces) == "''");
}

TEST_CASE("hostile: the axiom may ask the volume, and must be finite all the same") {
  auto params = system_of("A(inside(0,1,0))B(2)C(1-inside(9,9,9),7)", {"A(x) -> F(x)A(x+1)", "B(x) -> B(x+1)"});
  params.environment.emplace().volume.emplace().sphere.emplace();
  CHECK(derived_text(params) == "F(1)A(2)B(3)C(1,7)");
  params.axiom = source("A(1/inside(9,9,9))");
  CHECK_THROWS_WITH(derived_text(params), "a parameter of the axiom is not a finite number");
}

TEST_CASE("hostile: a production of weight 0 leaves the module to the next that matches") {
  const std::vector<std::string> productions{"A(x) : x > 1 -> B : 0", "A(x) : x > 5 -> C : 3", "A(x) : x > 0 -> D"};
  CHECK(derived_text(system_of("A(0)A(1)A(2)A(6)", productions)) == "A(0)DDC");
  CHECK(derived_text(system_of("XAYA", {"X < A -> B : 0", "Y < A -> D : 1", "A -> C"})) == "XCYD");
}

TEST_CASE("hostile: symbols that change their names for hundreds of steps, beside others that grow", "[statistics]") {
  const std::string axiom(20'000, 'P');
  const std::string found = derived_text(
      system_of(axiom + "X", {"P -> Q", "Q -> R", "R -> P", "X -> XY", "Y -> YZ", "Z -> z", "z -> Z"}, 400));
  CHECK((found.substr(0, axiom.size()) == renamed(axiom, "PQR", "QRP", 400)));
  CHECK(found.size() == axiom.size() + 1 + 400 + 400 * 399 / 2);
  CHECK(std::count(found.begin(), found.end(), 'Z') + std::count(found.begin(), found.end(), 'z') == 400 * 399 / 2);
}

TEST_CASE("hostile: many productions with contexts in changing tables end in time") {
  // Whole tables of neighbours, made anew at every step, took minutes.
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDE";
  auto params = system_of("abcabc", {}, 1000);
  for (const char symbol : letters) {
    for (const char left : letters.substr(0, 8)) {
      for (const char right : letters.substr(0, 8)) {
        const std::string context = std::string{left} + " < " + symbol + " > " + right + " : ";
        params.productions.push_back(list_of({context + "rand() < 0.5 -> " + symbol})[0]);
      }
    }
  }
  params.tables = {{{1, 1000}, 2, list_of({"a < b -> b"})}};
  CHECK(derived_text(params) == "abcabc");
}

TEST_CASE("hostile: a forecast of many rounds in many steps is given up, and the limit still holds", "[statistics]") {
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  auto params = system_of("a", {"a -> b"}, 1000);
  for (const char from : letters) {
    for (const char to : letters)
      params.decomposition.push_back(list_of({std::string{from} + " -> " + to + " : 1"})[0]);
  }
  params.decomposition_depth = 1000;
  TextIssues issues;
  const Grammar grammar = compile(params, issues);
  REQUIRE(grammar.has_expected_growth());
  CHECK(!find_expected_excess(grammar, 1000, 100));
  CHECK(derive(params, {}).size() == 1);
}

TEST_CASE("hostile: directions of any size are directions") {
  const auto near = [](const Vec3& a, const Vec3& b) { return glm::length(a - b) < 1e-12; };
  CHECK(near(end_after("@R(1e200,0,0)F"), {1, 0, 0}));
  CHECK(near(end_after("@R(0,0,-1e-30)F"), {0, 0, -1}));
  CHECK(near(end_after("@R(3e300,4e300,0,0,0,1e300)F"), {0.6, 0.8, 0}));
  CHECK(near(end_after("@R(0,1,0,1e300,1e300,0)&F(1)&(-25)") + end_after("@R(0,1,0,1,0,0)^F(1)"),
             {0, 2 * 0.9063077870366499, 0}));
  CHECK(turtle_fault("@R(0,1,0,0,1e300,0)") == "symbol 1 of the string, '@R', gives an up vector along the heading");
  CHECK(turtle_fault("@R(0,1,0,0,0,0)") == "symbol 1 of the string, '@R', gives an up vector along the heading");
  CHECK(turtle_fault("@R(0,0,0)") == "symbol 1 of the string, '@R', gives a heading of length 0");
}

TEST_CASE("hostile: no width becomes negative by a scale") {
  CHECK(turtle_fault("F@D(-1)F") == "symbol 2 of the string, '@D', makes the scale greater than 1e12 or negative");
  CHECK(turtle_fault("@Di(-0.1)F").find("negative") != std::string::npos);
  CHECK(turtle_fault("@D(2e12)F").find("greater than 1e12") != std::string::npos);
  CHECK(turtle_fault("@D(0)FF@D(1)F").empty());
}

TEST_CASE("hostile: characters that are no symbols are shown whole, at their place") {
  const auto said = [](const std::string& axiom) {
    const Said first = first_said(system_of(axiom, {}));
    return first.message + " @" + std::to_string(first.column) + "+" + std::to_string(first.length);
  };
  CHECK(said("AB\u00e9C") == "'\u00e9' (U+00E9) is not a symbol @3+2");
  CHECK(said("\U0001f600") == "'\U0001f600' (U+1F600) is not a symbol @1+4");
  CHECK(said("A\xe2\x86") == "byte 0xe2 is not a symbol @2+1");
  CHECK(said("A\x80") == "byte 0x80 is not a symbol @2+1");
  CHECK(said("A\x01") == "byte 0x01 is not a symbol @2+1");
}

TEST_CASE("hostile: white space of any kind may surround the names of parameters") {
  CHECK(derived_text(system_of("A\t(1\t,\n2)", {"A\t(x\t,\ty\n)\t->\tF(\ny\t)"})) == "F(2)");
}

TEST_CASE("hostile: a string may reach its limit to the symbol, in however many steps") {
  auto params = system_of("A(1)", {"A(x) -> A(x)B"}, 500);
  params.max_symbols = 502;
  CHECK(derive(params, {}).size() == 501);
  params.max_symbols = 501;
  CHECK_THROWS_WITH(derived_text(params), Catch::Contains("step 500 would make a string of 502 symbols"));
  params.productions = list_of({"A(x) : x > 0 -> A(x)B"});
  CHECK_THROWS_WITH(derived_text(params), Catch::Contains("step 500 would make a string of 502 symbols"));
  params.max_symbols = 502;
  CHECK(derive(params, {}).size() == 501);
}

TEST_CASE("hostile: more names than an alphabet has symbols are refused") {
  auto params = system_of("A", {});
  for (int i = 0; i < 256; ++i) params.symbols.push_back(source("name" + std::to_string(i)));
  CHECK(first_said(params).message.empty());
  params.symbols.push_back(source("one_more"));
  CHECK(first_said(params).message == "more than 256 names of symbols");
}

TEST_CASE("hostile: what draws nothing does not count for the most segments") {
  TurtleParams three;
  three.max_segments = 3;
  const auto drawn = [&](const std::string& text) {
    return interpret(derive(system_of(text, {}, 0), {}), three, {}).segments.size();
  };
  CHECK(drawn("FF[F%FFFF]") == 3);
  CHECK(drawn("F(0)F(0)F(0)FFF") == 3);
  CHECK_THROWS_WITH(drawn("FFFF"), Catch::Contains("draws 4 segments and organs, more than max_segments = 3"));
  CHECK_THROWS_WITH(drawn("FFFF%"), Catch::Contains("more segments, polygon corners and organs than max_segments = 3"));
}
