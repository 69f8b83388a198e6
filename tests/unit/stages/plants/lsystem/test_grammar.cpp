#include "support/catch.h"

#include "stages/plants/lsystem/detail/growth.h"
#include "stages/plants/lsystem/notation.h"
#include "unit/stages/plants/lsystem/preset_node.h"
#include "unit/stages/plants/lsystem/published.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::list;
using test::map;
using test::number;
using test::scalar;

namespace {

using Decoded = test::Decoded<LSystemParams>;

Decoded decode_system(schema::Node axiom, std::vector<schema::Node> productions,
                      std::vector<std::pair<std::string, schema::Node>> more = {}) {
  schema::Node preset = map({{"axiom", std::move(axiom)}, {"productions", list(std::move(productions))}});
  for (auto& entry : more) test::put(preset, entry.first, std::move(entry.second));
  return test::decode<LSystemParams>(preset);
}

// Everything that was said, one line each: "line:column+length message (help)".
std::string said(const Decoded& decoded) {
  std::string out;
  for (const Diagnostic& d : decoded.diagnostics.all()) {
    out += std::to_string(d.where->line) + ":" + std::to_string(d.where->column) + "+" +
           std::to_string(d.where->length) + " " + d.message + " (" + d.help + ")\n";
  }
  return out;
}

}  // namespace

TEST_CASE("notation: the examples of the help are productions, functions and operators that are read") {
  const auto has_errors = [](const std::string& production) {
    TextIssues issues;
    compile(test::system_of("A", {production}), issues);
    INFO(production << ": " << (issues.has_errors() ? issues.first_error() : std::string{}));
    return issues.has_errors();
  };
  int productions = 0;
  for (const Notation& row : kNotation) {
    CHECK(row.meaning.ends_with('.'));
    if (row.form.find("->") == std::string_view::npos) continue;
    CHECK_FALSE(has_errors(std::string(row.form)));
    ++productions;
  }
  CHECK(productions == 14);
  CHECK_FALSE(has_errors("A(w) -> F + ~l a_r F(1, w/2)"));
  CHECK_FALSE(has_errors("A(x) : (x < 1 || x <= 2 && x == 3) != !x -> F(x > 1, x >= 2 + x - x * x / -x^2)"));
  CHECK_FALSE(has_errors(
      "A(x) -> F(min(x,1)+max(x,1)+abs(x)+floor(x)+ceil(x)+sqrt(x)+pow(x,2)+sin(x)+cos(x)+exp(x)+log(x)+rand(x,1))"));
  CHECK_FALSE(
      has_errors("A(x) -> F(tan(x)+asin(x)+acos(x)+atan(x)+atan2(x,1)+trunc(x)+round(x)+sign(x)+mod(x,2)+x%2)"));
  CHECK_FALSE(has_errors("A(x) : rand() < 0.5 && rand(x) > 1 -> F(season, rand())"));
}

TEST_CASE("grammar: mistakes in a production are found at their column") {
  struct Case {
    std::string production;
    std::uint32_t column;  // of a scalar that begins in column 5
    std::string part;
  };
  const std::vector<Case> cases{
      {"F", 5, "needs '->'"},
      {"-> F", 5, "the predecessor is missing"},
      {"AB -> F", 5, "must be one module"},
      {"F -> F[+F", 11, "'[' without ']'"},
      {"F -> F]+F", 11, "']' without '['"},
      {"F -> F(1", 11, "'(' is never closed"},
      {"F -> F(1,)", 14, "expected a number, a name or '(' here"},
      {"F -> F(1 2)", 14, "expected ',' or ')' here, not '2'"},
      {"F -> (1)", 10, "'(' is not a symbol"},
      {"F -> F)", 11, "')' is not a symbol"},
      {"F -> F_", 11, "'_' needs"},
      {"F -> _F", 10, "'_' is not a symbol"},
      {"F -> ~", 10, "the second half is missing"},
      {"F -> F -> G", 12, "a second '->'"},
      {"F -> [(1)]", 10, "brackets take no parameters"},
      {"F -> \xc3\xbc", 10, "is not a symbol"},
      {"A(x) : x > 1 -> F(x)[+A(xx/2)]", 29, "'xx' is neither a parameter nor a define"},
      {"A(len) -> F(lem)", 17, "did you mean 'len'?"},
      {"A(x) : x > 1 ; x < 2 -> F", 18, "';' is not allowed here"},
      {"A(x) : x > -> F", 16, "ends where a value is expected"},
      {"A(x,x) -> F", 9, "two parameters are called 'x'"},
      {"A(1) -> F", 7, "expected a parameter name"},
      {"A(min) -> F", 7, "'min' is a function"},
      {"A( -> F", 8, "expected a parameter name"},
      {"A(w) -> F", 7, "'w' is already a define"},
      {"[ -> F", 5, "brackets are allowed in a right context only"},
      {"% -> F", 5, "'%' is removed"},
      {"A > [B -> F", 9, "'[' without ']'"},
      {"A[ < B -> F", 6, "right context only"},
      {"F -> FF : 2x", 15, "operator"},
      {"F -> FF : -1", 15, "a probability lies between 0 and 1"},
      {"F -> FF : x", 15, "'x' is neither"},
      {"F -> FF : 1/0", 15, "not a finite number"},
      {"F : 12 -> FF : .3 : .3", 23, "':' is not allowed here"},
      {"F -> FF : 0", 5, "all probabilities"},
  };
  for (const Case& c : cases) {
    INFO(c.production);
    for (const bool quoted : {false, true}) {
      const auto decoded = decode_system(scalar("F(1)A(1)B[C]"), {scalar(c.production, quoted, {0, 7, 5, 1})},
                                         {{"define", map({{"w", number("2")}})}});
      CHECK(!decoded.ok);
      INFO(said(decoded));
      const auto& first = decoded.diagnostics.all()[0];
      CHECK((first.message + " " + first.help).find(c.part) != std::string::npos);
      CHECK(first.where->line == 7);
      CHECK(first.where->column == c.column + (quoted ? 1 : 0));
    }
  }
}

TEST_CASE("grammar: all mistakes are reported at once") {
  const auto decoded =
      decode_system(scalar(""), {scalar("A -> [", false, {0, 3, 1, 1}), scalar("B -> ]", false, {0, 4, 1, 1})},
                    {{"define", map({{"a", scalar("b+1", false, {0, 5, 1, 1})}, {"2", number("1")}})}});
  INFO(said(decoded));
  CHECK(decoded.diagnostics.error_count() == 5);
}

TEST_CASE("grammar: a define sees only those before it") {
  CHECK(decode_system(scalar("F(q)"), {}, {{"define", map({{"p", number("0.3")}, {"q", scalar("1-p", false)}})}}).ok);
  const auto decoded =
      decode_system(scalar("F(q)"), {}, {{"define", map({{"q", scalar("1-p", false)}, {"p", number("0.3")}})}});
  CHECK(!decoded.ok);
  CHECK(said(decoded).find("'p' is neither") != std::string::npos);
}

TEST_CASE("grammar: a production that YAML read as a map of one entry is understood, columns included") {
  schema::Node entry = map({});
  entry.map()->push_back({"A(x)", {0, 4, 5, 1}, scalar("x > 1 -> F(x)[+A(y/2)]", false, {0, 4, 12, 1})});
  auto decoded = decode_system(scalar("A(4)"), {entry});
  CHECK(!decoded.ok);
  CHECK(decoded.diagnostics.all()[0].where->column == 12 + 17);
  entry.map()->back().value = scalar("x > 1 -> F(x)[+A(x/2)]", false, {0, 4, 12, 1});
  decoded = decode_system(scalar("A(4)"), {entry}, {{"derivation", number("2")}});
  REQUIRE(decoded.ok);
  CHECK(test::derived_text(decoded.params) == "F(4)[+F(2)[+A(1)]]");
}

TEST_CASE("grammar: a production written as a map refuses unknown and missing keys") {
  const auto decoded = decode_system(scalar("A"), {map({{"predecessor", scalar("A")}, {"succesor", scalar("B")}})});
  CHECK(said(decoded).find("did you mean 'successor'?") != std::string::npos);
  CHECK(said(decoded).find("needs 'successor'") != std::string::npos);
}

TEST_CASE("grammar: what was decoded prints as text that decodes to the same") {
  for (const test::Published& entry : test::read_published()) {
    for (const schema::Node* preset : {&entry.strings, &entry.maps}) {
      const LSystemParams params = test::params_of(*preset, 2);
      for (const ProductionText& production : params.productions) {
        const std::string printed = schema::canonical_text(schema::Codec<ProductionText>::to_node(production));
        INFO(printed);
        if (!production.whole.text.empty()) {
          CHECK(printed == schema::quoted_text(production.whole.text));
        } else {
          CHECK(printed.starts_with("{predecessor: "));
          CHECK(printed.find(", successor: ") != std::string::npos);
        }
      }
    }
  }
}

TEST_CASE("grammar: productions that can never apply are pointed out") {
  auto decoded = decode_system(scalar("A"), {scalar("A(x) -> B"), scalar("A -> AA")});
  CHECK(decoded.ok);
  CHECK(said(decoded).find("'A' with 1 parameter never occurs") != std::string::npos);
  CHECK(said(decoded).find("the string has 'A' with 0 parameters") != std::string::npos);
  decoded = decode_system(scalar("AB"), {scalar("B(x) < A -> C"), scalar("A -> AB")});
  CHECK(said(decoded).find("'B' with 1 parameter never occurs, so this context never matches") != std::string::npos);
  decoded = decode_system(scalar("A"), {scalar("A -> B"), scalar("A -> AB")});
  CHECK(said(decoded).find("an earlier production of 'A' always applies, so this one never does") != std::string::npos);
  decoded = decode_system(scalar("A"), {scalar("A -> B"), scalar("B < A -> AB")});  // contexts come first
  CHECK(said(decoded).empty());
  decoded = decode_system(scalar("T(1,2)"), {scalar("T(l,w) -> F(l)T(l)"), scalar("F(l) -> FF(l)")});
  CHECK(said(decoded).find("no production rewrites 'T' with 1 parameter; there are some for 2") != std::string::npos);
  CHECK(said(decoded).find("rewrites 'F'") == std::string::npos);  // which the turtle draws either way
  decoded = decode_system(scalar("A"), {scalar("A -> AA : 0.5")});
  CHECK(decoded.ok);
  CHECK(said(decoded).find("always applies") != std::string::npos);
  decoded = decode_system(scalar("A"), {scalar("A -> AB : 0.5"), scalar("A -> A : 0.5"), scalar("A -> C")});
  CHECK(said(decoded).find("an earlier production of 'A' always applies, so this one never does") != std::string::npos);
  decoded = decode_system(scalar("A(1)"), {scalar("A(x) : x > 1 -> B : 1"), scalar("A(x) -> C")});
  CHECK(said(decoded).empty());
}

TEST_CASE("grammar: a name that is not listed, and a probability in the wrong place, are recognised") {
  CHECK(said(decode_system(scalar("Apex(1)"), {scalar(" Apex(s) -> F(s)")}))
            .find("one symbol of several letters is listed in symbols: [Apex]; neighbouring modules") !=
        std::string::npos);
  CHECK(said(decode_system(scalar("A"), {scalar("+A -> F")})).find("neighbouring modules belong in a context") !=
        std::string::npos);
  CHECK(said(decode_system(scalar("A"), {scalar(std::string(1'000'000, 'A') + " -> F")}))
            .find("neighbouring modules belong in a context") != std::string::npos);
  CHECK(said(decode_system(scalar("A"), {scalar("A : 0.3 -> F")})).find("the condition 0.3 always holds") !=
        std::string::npos);
  CHECK(said(decode_system(scalar("A"), {scalar("A : 1 -> F")})).empty());
}

TEST_CASE("grammar: the spelling of other programs is told from a forgotten arrow") {
  CHECK(said(decode_system(scalar("F"), {scalar("F=F+F")})).find("A=AB in other programs is A -> AB here") !=
        std::string::npos);
  CHECK(said(decode_system(scalar("F"), {scalar("F F+F")})).find("(write A -> AB)") != std::string::npos);
}

TEST_CASE("grammar: symbols of two characters, subscripts and white space") {
  LSystemParams params = test::system_of(" a_r @v ( 1 , 2 ) ~l(3) ?P F ",
                                         {"a_r -> a_l b_r", "~l(s) -> ~l(s*2)", "F->", "@v(x,y)->@v(y,x)"});
  CHECK(test::derived_text(params) == "a_lb_r@v(2,1)~l(6)?P");
}

TEST_CASE("grammar: hostile texts end in errors") {
  const auto errors = [](const std::string& axiom, const std::string& production) {
    const auto decoded = decode_system(scalar(axiom), {scalar(production)});
    return decoded.diagnostics.error_count();
  };
  CHECK(errors("F", "F -> " + std::string(1'000'000, '[')) == 1);
  CHECK(errors("F", "F -> " + std::string(1'000'000, '(')) == 1);
  CHECK(errors("F", "F -> F(" + std::string(1'000'000, '(') + "1") == 1);
  CHECK(errors("F", "F -> F(" + std::string(1'000'000, '9') + ")") == 1);
  CHECK(errors("F", std::string(1'000'000, '<')) == 1);
  CHECK(errors("F", std::string(1'000'000, ':') + "->") == 1);
  CHECK(errors(std::string(1'000'000, ']'), "F -> F") == 1);
  CHECK(errors("F", "") == 1);
  CHECK(errors("", "F -> F") == 1);
  CHECK(errors("   ", "F -> F") == 1);
  std::string arguments = "1";
  for (int i = 1; i < 40; ++i) arguments += ",1";
  CHECK(errors("F(" + arguments + ")", "F -> F") == 1);
  std::string many;
  for (char a = '!'; a <= '~'; ++a) {
    if (a != '(' && a != ')' && a != ':' && a != '_') {
      for (const char b : {'a', 'b', 'c'}) many += std::string("@") + a + "_" + b;
    }
  }
  CHECK(errors(many, "@!_a -> @!_a") == 1);
  // A long successor is no mistake by itself.
  CHECK(errors("F", "F -> " + std::string(1'000'000, 'G')) == 0);
}

TEST_CASE("grammar: growth that exceeds the limit is refused before any work, with the step") {
  const auto decoded = decode_system(scalar("A"), {scalar("A -> AA")}, {{"derivation", number("1000")}});
  CHECK(!decoded.ok);
  CHECK(said(decoded).find("step 24 would make a string of 16777216 symbols") != std::string::npos);
  CHECK(said(decoded).find("lower derivation to 23") != std::string::npos);
  CHECK(decode_system(scalar("A"), {scalar("A -> AA")}, {{"derivation", number("23")}}).ok);
  CHECK(!decode_system(scalar("A(1)"), {scalar("A(x) -> A(x)A(x)")}, {{"derivation", number("24")}})
             .ok);  // parameters count
  CHECK(!decode_system(scalar("AAAA"), {scalar("A -> AA")}, {{"max_symbols", number("3")}}).ok);
}

TEST_CASE("grammar: where chance decides, growth is refused by its mean before any work") {
  TextIssues issues;
  // Three in four As double: 1.75 symbols of each on average.
  const Grammar doubling = compile(test::system_of("A", {"A -> AA : 3", "A -> A : 1"}, 1000), issues);
  REQUIRE(!issues.has_errors());
  CHECK(!doubling.has_exact_growth());
  REQUIRE(doubling.has_expected_growth());
  const auto excess = find_expected_excess(doubling, 1000, 1000);
  REQUIRE(excess);
  CHECK(excess->step == 13);  // 1.75^12 = 825.0, 1.75^13 = 1443.7
  CHECK(excess->before == 825);
  CHECK(excess->size == 1443);
  CHECK(!find_expected_excess(doubling, 12, 1000));
  // As many die as double: 1 on average, for ever. Parameters count: B(x) is 2.
  const Grammar even = compile(test::system_of("AB(1)", {"A -> AA : 1", "A -> : 1", "B(x) -> B(x+1)"}, 1000), issues);
  REQUIRE(even.has_expected_growth());
  CHECK(!find_expected_excess(even, 1000, 3));
  CHECK(find_expected_excess(even, 1000, 2));
  // Conditions and contexts have no mean that follows from the productions.
  CHECK(!compile(test::system_of("A(1)", {"A(x) : x > 0 -> A(x)A(x)"}, 9), issues).has_expected_growth());
  CHECK(!compile(test::system_of("BA", {"B < A -> AA", "A -> A"}, 9), issues).has_expected_growth());
}
