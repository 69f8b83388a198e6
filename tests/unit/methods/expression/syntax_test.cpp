#include "methods/expression/syntax.h"

#include <set>
#include <string>
#include "support/catch.h"

using namespace weald;
using expression::Form;
using expression::Problem;

namespace {

/// The tree as text: every operator with its operands in parentheses.
std::string shown(const expression::Term& term) {
  std::string text;
  switch (term.form) {
    case Form::number: return std::to_string(static_cast<int>(term.number));
    case Form::text: return "'" + term.text + "'";
    case Form::name: return term.text;
    case Form::sign: return "(-" + shown(term.arguments[0]) + ")";
    case Form::chain:
      text = shown(term.arguments[0]);
      for (std::size_t i = 0; i < term.links.size(); ++i)
        text = "(" + text + " " + std::to_string(static_cast<int>(term.links[i].op)) + " " +
               shown(term.arguments[i + 1]) + ")";
      return text;
    case Form::list:
    case Form::call:
      for (const auto& argument : term.arguments) text += (text.empty() ? "" : ", ") + shown(argument);
      return term.form == Form::list ? "[" + text + "]" : term.text + "(" + text + ")";
  }
  return "?";
}

std::string parsed(const std::string& text) {
  Problem problem;
  const auto term = expression::parse_all(text, 0, problem);
  return term ? shown(*term) : std::to_string(problem.begin) + ": " + problem.message;
}

const std::string kPlus = std::to_string(static_cast<int>(expression::Op::add)),
                  kTimes = std::to_string(static_cast<int>(expression::Op::multiply)),
                  kPower = std::to_string(static_cast<int>(expression::Op::power));

}  // namespace

TEST_CASE("syntax: operators bind by their precedence", "[expression]") {
  CHECK(parsed("1+2*3") == "(1 " + kPlus + " (2 " + kTimes + " 3))");
  CHECK(parsed("(1+2)*3") == "((1 " + kPlus + " 2) " + kTimes + " 3)");
  CHECK(parsed("1+2+3") == "((1 " + kPlus + " 2) " + kPlus + " 3)");
  CHECK(parsed("-x^2") == "(-(x " + kPower + " 2))");
  CHECK(parsed("2^3^2") == "(2 " + kPower + " (3 " + kPower + " 2))");
}

TEST_CASE("syntax: texts, lists and calls are terms", "[expression]") {
  CHECK(parsed("'it''s'") == "'it's'");
  CHECK(parsed("\"a b\"") == "'a b'");
  CHECK(parsed("[1, [], 'x']") == "[1, [], 'x']");
  CHECK(parsed("if(a > 1, 'x', [2])").starts_with("if("));
}

TEST_CASE("syntax: a problem has the byte where it is", "[expression]") {
  CHECK(parsed("1 +") == "3: the expression ends where a value is expected");
  CHECK(parsed("1 2") == "2: expected an operator here, not '2'");
  CHECK(parsed("(1 + 2") == "0: '(' is never closed");
  CHECK(parsed("[1, 2") == "0: '[' is never closed");
  CHECK(parsed("'abc") == "0: the text is never closed");
  CHECK(parsed("1 < 2 < 3") == "6: comparisons do not chain");
  CHECK(parsed("clamp(1, 2)") == "0: clamp() takes 3 arguments, not 2");
  CHECK(parsed("smothstep(0, 1, x)") == "0: unknown function 'smothstep'");
  CHECK(parsed("1e-31") == "0: the number is out of range");
}

TEST_CASE("syntax: nesting is bounded and length is not", "[expression]") {
  CHECK(parsed(std::string(64, '(') + "1" + std::string(64, ')')) == "1");
  CHECK(parsed(std::string(65, '(') + "1" + std::string(65, ')')).find("nested more than 64 deep") !=
        std::string::npos);
  std::string chain = "1";
  for (int i = 0; i < 100'000; ++i) chain += "+1";
  Problem problem;
  const auto term = expression::parse_all(chain, 0, problem);
  REQUIRE(term);
  CHECK(term->links.size() == 100'000);
}

TEST_CASE("syntax: each function has one name, a call and a sentence of help", "[expression]") {
  std::set<std::string_view> names;
  for (const expression::Function& function : expression::functions()) {
    INFO(function.name);
    CHECK(names.insert(function.name).second);
    CHECK((function.arguments.starts_with("(") && function.arguments.ends_with(")")));
    CHECK(function.help.ends_with("."));
    CHECK(expression::find_function(function.name) == &function);
  }
}
