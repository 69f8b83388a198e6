// Names of symbols, arrows, consider, tables, decomposition and interpretation.

#include "support/catch.h"

#include "base/error.h"
#include "stages/plants/lsystem/detail/growth.h"
#include "unit/stages/plants/lsystem/preset_node.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::list;
using test::list_of;
using test::map;
using test::number;
using test::scalar;
using test::system_of;

namespace {

// The stage's parameters as a preset has them; the axiom is A unless `entries` say otherwise.
test::Decoded<LSystemParams> decode_stage(std::vector<std::pair<std::string, schema::Node>> entries) {
  schema::Node node = map({});
  bool has_axiom = false;
  for (auto& entry : entries) {
    has_axiom = has_axiom || entry.first == "axiom";
    test::put(node, entry.first, std::move(entry.second));
  }
  if (!has_axiom) test::put(node, "axiom", scalar("A"));
  return test::decode<LSystemParams>(node);
}

schema::Node texts(const std::vector<std::string>& values) {
  schema::Node node = list({});
  for (const std::string& value : values) node.list()->push_back(scalar(value));
  return node;
}

std::string first_message(const test::Decoded<LSystemParams>& decoded) {
  return decoded.diagnostics.all().empty()
             ? std::string{}
             : decoded.diagnostics.all()[0].message + " | " + decoded.diagnostics.all()[0].help;
}

std::string error_of(const LSystemParams& params) {
  try {
    derive(params, {});
  } catch (const StageError& error) {
    return error.key() + ": " + error.what();
  }
  return {};
}

}  // namespace

// ---- spelling ----

TEST_CASE("language: both arrows, and a star for what does not matter") {
  CHECK(derived_text(system_of("A(3)", {"A(x) : x > 1 --> B(x-1)"})) == "B(2)");
  CHECK(derived_text(system_of("A(3)", {"A(x) : * --> B(x)"})) == "B(3)");
  CHECK(derived_text(system_of("AB", {"* < A > B : * --> C : 1"})) == "CB");
  CHECK(derived_text(system_of("AB", {"A --> *"})) == "B");
  CHECK(derived_text(system_of("ABA", {"B < A > * -> *"})) == "AB");
  CHECK(derived_text(system_of("A", {"A-->-A"})) == "-A");
}

TEST_CASE("language: a star that is a symbol of the system stays one") {
  CHECK(derived_text(system_of("*A*A", {"* < A -> B"})) == "*B*B");
  CHECK(derived_text(system_of("A*A", {"A -> *"})) == "***");
  CHECK(derived_text(system_of("AA", {"A -> B*"})) == "B*B*");
  CHECK(derived_text(system_of("A(2)", {"A(x) : x*2 == 4 -> A(x*3)"})) == "A(6)");
}

TEST_CASE("language: contexts skip whatever is not considered") {
  auto params = system_of("A+F[-B]+C", {"A < B -> X", "A > C -> Y", "+ < C -> Z"});
  params.consider = test::source("ABC");
  CHECK(derived_text(params) == "Y+F[-X]+C");
  params.consider = test::source("AB+C");
  CHECK(derived_text(params) == "A+F[-B]+Z");
  // The signal of the book, with its F between apices: F is not considered.
  auto signal = system_of("SFAFAFA", {"S < A -> S", "S -> A"}, 2);
  signal.consider = test::source("SA");
  CHECK(derived_text(signal) == "AFAFSFA");
}

TEST_CASE("language: ignore and consider exclude each other") {
  const auto decoded = decode_stage(
      {{"productions", texts({"A -> A"})}, {"ignore", scalar("+-")}, {"consider", scalar("A", true, {0, 9, 3, 1})}});
  CHECK(first_message(decoded).find("exclude each other") != std::string::npos);
  CHECK(decoded.diagnostics.all()[0].where->line == 9);
}

// ---- names of symbols ----

TEST_CASE("language: listed names are single symbols, the longest first") {
  auto params = system_of("Apex(1) A ~leaf ~leaflet ~l", {"Apex(x) -> Internode(x) [~leaf] Apex(x+1)", "A -> B"});
  params.symbols = {test::source("Apex"), test::source("~leaf"), test::source("~leaflet"), test::source("Internode")};
  const LString string = derive(params, {});
  CHECK(to_text(string) == "Internode(1)[~leaf]Apex(2)B~leaf~leaflet~l");
  CHECK(string.size() == 9);
  CHECK(std::find(string.alphabet.begin(), string.alphabet.end(), Symbol{"~leaflet", 0}) != string.alphabet.end());
  // Without the list, the same letters are symbols of their own.
  params.symbols.clear();
  params.productions = list_of({"A -> B"});
  CHECK(derived_text(params) == "Bpex(1)B~leaf~leaflet~l");
}

TEST_CASE("language: named symbols work as contexts, in ignore and with subscripts") {
  auto params = system_of("BudLeafBud", {"Bud < Bud -> Flower"});
  params.symbols = {test::source("Bud"), test::source("Leaf"), test::source("Flower")};
  CHECK(derived_text(params) == "BudLeafBud");
  params.ignore = test::source("Leaf");
  CHECK(derived_text(params) == "BudLeafFlower");
  auto subscripts = system_of("Bud_a Bud_b", {"Bud_a -> Bud_b Bud_a"});
  subscripts.symbols = {test::source("Bud")};
  CHECK(derived_text(subscripts) == "Bud_bBud_aBud_b");
}

TEST_CASE("language: names that cannot be symbols are refused") {
  for (const auto& [name, part] :
       std::vector<std::pair<std::string, std::string>>{{"a b", "cannot be the name"},
                                                        {"[x]", "cannot be the name"},
                                                        {"9a", "cannot be the name"},
                                                        {"", "cannot be the name"},
                                                        {"a->b", "cannot be the name"},
                                                        {"F", "is a symbol and need not be listed"}}) {
    INFO(name);
    CHECK(first_message(decode_stage({{"symbols", texts({name})}})).find(part) != std::string::npos);
  }
  CHECK(first_message(decode_stage({{"symbols", texts({"Apex", "Bud", "Apex"})}})).find("twice") != std::string::npos);
}

TEST_CASE("language: the names in an alphabet split a list of symbols as the system does") {
  const SymbolNames names(std::vector<Symbol>{{"F", 0}, {"~leaf", 1}, {"Apex", 0}, {"a_r", 0}});
  TextIssues issues;
  CHECK(parse_symbols(test::source("F~leaf Apex a_r~l"), issues, names) ==
        std::vector<std::string>{"F", "~leaf", "Apex", "a_r", "~l"});
}

// ---- age and season ----

TEST_CASE("language: age and season are names in expressions unless a parameter has theirs") {
  auto params = system_of("A(age, season)", {"A(x, season) -> B(x + age, season + 1)"});
  params.age = 2.5;
  params.season = 0.25;
  params.derivation = 1;
  const LString string = derive(params, {});
  CHECK(to_text(string) == "B(5,1.25)");
  CHECK(string.season == 0.25);
  const auto decoded = decode_stage({{"define", map({{"season", number("3")}})}});
  CHECK(first_message(decoded).find("is already defined by the key season") != std::string::npos);
  // Without the key, age is a name like any other.
  CHECK(decode_stage({{"define", map({{"age", number("3")}})}, {"axiom", scalar("A(age)")}}).ok);
}

TEST_CASE("language: a year of age is a step, unless steps are given") {
  auto params = system_of("A", {"A -> AB"});
  params.derivation.reset();
  CHECK(derived_text(params) == "AB");
  params.age = 2.5;
  CHECK(derived_text(params) == "ABBB");
  params.age = 3;
  CHECK(derived_text(params) == "ABBB");
  params.age = 0;
  CHECK(derived_text(params) == "A");
  params.derivation = 2;
  CHECK(derived_text(params) == "ABB");
}

// ---- tables ----

TEST_CASE("language: tables are in force in their steps only, before the common productions") {
  auto params = system_of("A", {"A -> aA", "B -> b"}, 6);
  params.tables = {{{1, 2}, 1, list_of({"A -> xA"})}, {{5, 5}, 1, list_of({"A -> B"})}};
  CHECK(derived_text(params) == "xxaab");
  params.tables[1].steps = {4, 1000};
  CHECK(derived_text(params) == "xxab");
  // Both tables at once: the one listed first is tried first.
  params.tables[1].steps = {1, 1000};
  CHECK(derived_text(params) == "xxb");
}

TEST_CASE("language: a table can come back every few steps") {
  auto params = system_of("A", {"A -> aA"}, 7);
  params.tables = {{{2, 1000}, 3, list_of({"A -> xA"})}};
  CHECK(derived_text(params) == "axaaxaaA");
}

TEST_CASE("language: two tables in turn give the words of a table system") {
  // {a -> aa} in odd steps and {a -> aaa} in even ones: 2^ceil(n/2) 3^floor(n/2).
  auto params = system_of("a", {}, 0);
  params.tables = {{{1, 1000}, 2, list_of({"a -> aa"})}, {{2, 1000}, 2, list_of({"a -> aaa"})}};
  std::size_t expected = 1;
  for (int n = 0; n <= 9; ++n) {
    params.derivation = n;
    CHECK(derive(params, {}).size() == expected);
    TextIssues issues;
    const Grammar grammar = compile(params, issues);
    CHECK(grammar.has_exact_growth());
    CHECK(!find_excess(grammar, n, expected));
    if (expected > 1) CHECK(find_excess(grammar, n, expected - 1)->step == n);
    expected *= n % 2 == 0 ? 2 : 3;
  }
}

TEST_CASE("language: contexts in a table still come before what has none") {
  auto params = system_of("BA", {"B < A -> X"}, 1);
  params.tables = {{{1, 1}, 1, list_of({"A -> Y"})}};
  CHECK(derived_text(params) == "BX");
  params.order = ProductionOrder::listed;
  CHECK(derived_text(params) == "BY");
}

TEST_CASE("language: steps of tables are read in three forms") {
  const auto steps_of_text = [](schema::Node node) {
    const auto decoded =
        decode_stage({{"tables", list({map({{"steps", std::move(node)}, {"productions", texts({"A -> B"})}})})}});
    INFO(first_message(decoded));
    return decoded.ok ? std::pair{decoded.params.tables[0].steps.first, decoded.params.tables[0].steps.last}
                      : std::pair{0, 0};
  };
  CHECK(steps_of_text(number("4")) == std::pair{4, 4});
  CHECK(steps_of_text(scalar("3..7", false)) == std::pair{3, 7});
  CHECK(steps_of_text(scalar("3..", false)) == std::pair{3, 1000});
  CHECK(steps_of_text(list({number("2"), number("9")})) == std::pair{2, 9});
  for (const char* text : {"0..3", "5..4", "1..1001", "a", "..", "..4", "1...4", "-1", "1..2..3"})
    CHECK(steps_of_text(scalar(text, false)) == std::pair{0, 0});
  CHECK(steps_of_text(list({number("2")})) == std::pair{0, 0});
}

// ---- decomposition and interpretation ----

TEST_CASE("language: decomposition goes on within a step until nothing applies") {
  auto params = system_of("A(1)", {"A(n) -> A(n+1)"}, 3);
  params.decomposition = list_of({"A(n) : n > 1 -> I A(n-1)"});
  // Every step adds one to n, which the decomposition turns into an internode.
  CHECK(derived_text(params) == "IIIA(1)");
  params = system_of("M", {"M -> M"}, 2);
  params.decomposition = list_of({"M -> I[L]", "L -> F~l"});
  CHECK(derived_text(params) == "I[F~l]");
  // The axiom is not decomposed.
  params.derivation = 0;
  CHECK(derived_text(params) == "M");
}

TEST_CASE("language: a decomposition that does not end is an error, unless a depth is given") {
  auto params = system_of("A", {"B -> B"}, 1);
  params.decomposition = list_of({"A -> FA"});
  CHECK(error_of(params).find("decomposition: productions of the decomposition in step 1 still apply after 100") == 0);
  // Conditions hide it from the forecast; it is found at work.
  params.axiom = test::source("A(0)");
  params.decomposition = list_of({"A(x) : x >= 0 -> A(x+1)"});
  CHECK(error_of(params).find("decomposition: productions of the decomposition in step 1 still apply after 100") == 0);
  params.decomposition_depth = 3;
  CHECK(derived_text(params) == "A(3)");
  params.decomposition_depth = 0;
  CHECK(derived_text(params) == "A(0)");
}

TEST_CASE("language: interpretation shapes the last string only") {
  auto params = system_of("A", {"A -> AB", "B -> A"}, 4);
  params.interpretation = list_of({"A -> F", "B -> [+G]"});
  // The words are those of the plain system: ABAABABA.
  CHECK(derived_text(params) == "F[+G]FF[+G]F[+G]F");
  auto nested = system_of("L(3)", {}, 0);
  nested.interpretation = list_of({"L(n) : n > 0 -> F[+L(n-1)]", "L(n) : n <= 0 -> ~l"});
  CHECK(derived_text(nested) == "F[+F[+F[+~l]]]");
}

TEST_CASE("language: an interpretation that goes on for ever needs a depth") {
  auto params = system_of("F(1)", {"F(x) -> F(x)F(x)"}, 1);
  params.interpretation = list_of({"F(x) : x > 0 -> !(x/10)F(x*2)"});
  CHECK(error_of(params).find("interpretation: productions of the interpretation still apply after 100") == 0);
  params.interpretation_depth = 1;
  CHECK(derived_text(params) == "!(0.1)F(2)!(0.1)F(2)");
}

TEST_CASE("language: decomposition and interpretation may be left to chance, addressed by place") {
  auto params = system_of("[lB][rB]", {"B -> F[+B]B"}, 5);
  params.interpretation = list_of({"F -> G : 1", "F -> H : 1"});
  params.decomposition = list_of({"B -> b(rand()) : 0.2", "B -> C : 0.8"});
  params.productions = list_of({"C -> F[+B]B"});
  const std::string text = derived_text(params, 3);
  CHECK(text == derived_text(params, 3));
  CHECK(text != derived_text(params, 4));
  CHECK(text.find('G') != std::string::npos);
  CHECK(text.find('H') != std::string::npos);
  // What is drawn for the left branch does not change what is drawn for the right one.
  auto edited = params;
  edited.axiom = test::source("[lFFB][rB]");
  const auto right_of = [](const std::string& s) { return s.substr(s.find("[r")); };
  CHECK(right_of(derived_text(edited, 3)) == right_of(text));
}

TEST_CASE("language: a module that is copied keeps its interpretation from step to step") {
  auto params = system_of("A", {"A -> [L]A"}, 3);
  params.interpretation = list_of({"L -> G : 1", "L -> H : 1"});
  const std::string early = derived_text(params, 11);
  params.derivation = 8;
  CHECK(derived_text(params, 11).substr(0, early.size() - 1) == early.substr(0, early.size() - 1));
}

TEST_CASE("language: decomposition and interpretation have no contexts") {
  for (const char* key : {"decomposition", "interpretation"}) {
    const auto decoded = decode_stage({{key, list({scalar("B < A -> C", false, {0, 3, 10, 1})})}});
    INFO(key);
    CHECK(first_message(decoded).find(std::string("a production of ") + key + " cannot have a context") == 0);
    CHECK(decoded.diagnostics.all()[0].where->column == 10);
    CHECK(!decode_stage({{key, texts({"A > B -> C"})}}).ok);
  }
}

TEST_CASE("language: growth by decomposition and interpretation is foreseen") {
  auto params = system_of("A", {"A -> AA"}, 4);
  params.interpretation = list_of({"A -> FFFF"});
  params.max_symbols = 63;
  CHECK(error_of(params).find("derivation: the interpretation would make a string of 64 symbols") == 0);
  params.max_symbols = 64;
  CHECK(derived_text(params) == std::string(64, 'F'));
  params.decomposition = list_of({"A -> BBBB", "B -> F"});
  params.productions.clear();
  params.axiom = test::source("AAAA");
  params.derivation = 1;
  params.interpretation = list_of({"F -> GG"});
  params.max_symbols = 31;
  CHECK(error_of(params).find("the interpretation would make a string of 32") != std::string::npos);
  params.max_symbols = 15;
  CHECK(error_of(params).find("the decomposition in step 1 would make a string of 16") != std::string::npos);
}

// ---- chance in conditions ----

TEST_CASE("language: rand() in a condition is another number for every module and condition") {
  const LString string =
      derive(system_of(std::string(30'000, 'A'), {"A : rand() < 0.5 -> B", "A : rand() < 0.5 -> C"}), test::seeded(3));
  std::array<double, 3> counts{};
  for (const std::uint8_t symbol : string.symbols) {
    const std::string& name = string.alphabet[symbol].name;
    counts[name == "B" ? 0 : name == "C" ? 1 : 2] += 1;
  }
  const std::array<double, 3> expected{15'000, 7'500, 7'500};
  double chi = 0;
  for (std::size_t i = 0; i < 3; ++i) chi += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
  CHECK(chi < 13.8);  // 0.1 % of all seeds lie above it (two degrees of freedom)
}
