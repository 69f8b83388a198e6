#include "methods/expression/evaluate.h"

#include <cmath>
#include <map>
#include <string>
#include "support/catch.h"

using namespace weald;
using expression::Problem;
using expression::Value;

namespace {

expression::Unit unit(const char* text) { return *expression::parse_unit(text); }

/// Some values with names.
class Known final : public expression::Names {
 public:
  const Value* find(std::string_view name, Problem& problem) override {
    const auto found = values_.find(name);
    if (found == values_.end()) problem.message = "unknown name";
    return found != values_.end() ? &found->second : nullptr;
  }

 private:
  std::map<std::string, Value, std::less<>> values_{{"height", {12.0, unit("m")}},
                                                    {"angle", {30.0, unit("deg")}},
                                                    {"age", {std::string("old")}},
                                                    {"red", {Value::List{{1.0}, {0.0}, {0.0}}}}};
};

/// The value as text with its unit, or "BYTE: message".
std::string result(const std::string& text, std::uint64_t seed = 1, std::size_t max_steps = 100'000) {
  Problem problem;
  Known known;
  expression::Work work;
  work.max_steps = max_steps;
  const auto term = expression::parse_all(text, 0, problem);
  const auto value = term ? expression::Evaluator(known, work).evaluate(*term, seed, problem) : std::nullopt;
  if (!value) return std::to_string(problem.begin) + ": " + problem.message;
  const std::string unit = expression::unit_text(value->unit);
  return expression::to_text(*value) + (unit.empty() ? "" : " " + unit);
}

double number(const std::string& text, std::uint64_t seed = 1) { return std::stod(result(text, seed)); }

}  // namespace

TEST_CASE("evaluate: numbers, conditions, texts and lists have values", "[expression]") {
  CHECK(result("1 + 2 * 3") == "7");
  CHECK(result("3 > 2") == "true");
  CHECK(result("2 * (3 > 2)") == "2");
  CHECK(result("!(age == 'old') || age != 'young'") == "true");
  CHECK(result("'rock_' + 3 + '.png'") == "rock_3.png");
  CHECK(result("[1, 2] + [10, 20]") == "[11, 22]");
  CHECK(result("mix(red, [0, 0, 1], 0.25)") == "[0.75, 0, 0.25]");
  CHECK(result("range(1, 2, 0.25)") == "[1, 1.25, 1.5, 1.75, 2]");
  CHECK(result("range(3, 1, -1)") == "[3, 2, 1]");
  CHECK(result("range(1, 0)") == "[]");
  CHECK(result("length(range(0, 9))") == "10");
  CHECK(result("at([4, [5, 6], 7], 1)") == "[5, 6]");
  CHECK(result("join([1], [], [2, [3]])") == "[1, 2, [3]]");
  CHECK(result("min(4, 2, 8, 1)") == "1");
  CHECK(result("[1, 2] == [1, 2]") == "true");
}

TEST_CASE("evaluate: branches that are not needed are not evaluated", "[expression]") {
  CHECK(result("if(true, 1, 1 / 0)") == "1");
  CHECK(result("false && 1 / 0 > 1") == "false");
  CHECK(result("true || nothing") == "true");
  CHECK(result("if(false, 1, 1 / 0)") == "15: division by zero");
}

TEST_CASE("evaluate: units follow the numbers, and those that do not fit are problems", "[expression]") {
  CHECK(result("0.5 * height + 1") == "7 m");
  CHECK(result("height * height") == "144 m2");
  CHECK(result("sqrt(height * height)") == "12 m");
  CHECK(result("1 / height * 12") == "1 1/m");
  CHECK(result("height / height") == "1");
  CHECK(result("sin(angle)") == "0.5");
  CHECK(result("height > 3") == "true");
  CHECK(result("number(height) + angle") == "42 deg");
  CHECK(result("height + angle") == "7: the units m and deg do not fit each other");
  CHECK(result("height > angle") == "7: the units m and deg do not fit each other");
  CHECK(result("cos(height)") == "0: expected degrees here, not m");
}

TEST_CASE("evaluate: what has no value is a problem at its operator or function", "[expression]") {
  CHECK(result("height / 0") == "7: division by zero");
  CHECK(result("5 % 0") == "2: division by zero");
  CHECK(result("sqrt(0 - 1)") == "0: sqrt() has no value for -1");
  CHECK(result("exp(1000)") == "0: the result is not a finite number");
  CHECK(result("'a' * 2") == "4: the operator needs numbers, not a text");
  CHECK(result("[1, 2] + [1]") == "7: the lists have 2 and 1 elements");
  CHECK(result("1 + nothing") == "4: unknown name");
  CHECK(result("rand()") == "0: rand() is a function of L-systems");
  CHECK(result("if('a', 1, 2)") == "0: expected a condition here, not a text");
  CHECK(result("range(0, 1, 0)") == "0: the step of range() is 0");
  CHECK(result("at([1, 2], 2)") == "0: the list has no element 2: its 2 elements are numbered from 0");
  CHECK(result("at([1, 2], 0.5)").starts_with("0: the list has no element 0.5"));
  CHECK(result("join([1], 2)") == "0: join() needs lists, not a number");
}

TEST_CASE("evaluate: the work of expressions is bounded", "[expression]") {
  CHECK(result("range(0, 1000000)") == "0: the list would have more than 65536 elements");
  CHECK(result("range(0, 1000)", 1, 500) == "0: the expressions of the preset take more than 500 steps");
  CHECK(result(std::string(17, '[') + "1" + std::string(17, ']')) == "0: lists are nested more than 16 deep");
  CHECK(result("[range(0, 40000), range(0, 40000)]", 1, 1'000'000) ==
        "0: the list would have more than 65536 elements");
  std::string sum = "1";
  for (int i = 0; i < 600; ++i) sum += "+1";
  CHECK(result(sum, 1, 500).find("more than 500 steps") != std::string::npos);
}

TEST_CASE("evaluate: random numbers depend on the seed and their place in the expression", "[expression]") {
  CHECK(result("uniform(0, 1)", 5) == result("uniform(0, 1)", 5));
  CHECK(result("uniform(0, 1)", 5) != result("uniform(0, 1)", 6));
  CHECK(result("uniform(0, 1) == uniform(0, 1)") == "false");
  CHECK(result("uniform(height, 20)").ends_with(" m"));
}

TEST_CASE("evaluate: uniform, normal and choose have their distributions", "[expression]") {
  constexpr int kDraws = 4000;
  double sum = 0, squares = 0, mean = 0;
  int chosen = 0;
  for (int seed = 0; seed < kDraws; ++seed) {
    const double normal = number("normal(5, 2)", static_cast<std::uint64_t>(seed));
    sum += normal;
    squares += (normal - 5) * (normal - 5);
    mean += number("uniform(2, 4)", static_cast<std::uint64_t>(seed));
    chosen += result("choose(['a', 'b', 'c'], [1, 3, 0])", static_cast<std::uint64_t>(seed)) == "b" ? 1 : 0;
    CHECK(result("choose(['a', 'b', 'c'], [1, 3, 0])", static_cast<std::uint64_t>(seed)) != "c");
  }
  CHECK(sum / kDraws == Approx(5).margin(4 * 2 / std::sqrt(kDraws)));
  CHECK(squares / kDraws == Approx(4).margin(4 * 4 * std::sqrt(2.0 / kDraws)));
  CHECK(mean / kDraws == Approx(3).margin(4 * 0.577 / std::sqrt(kDraws)));
  CHECK(chosen / double{kDraws} == Approx(0.75).margin(4 * 0.433 / std::sqrt(kDraws)));
}
