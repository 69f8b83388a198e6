#include "support/catch.h"

#include "base/error.h"
#include "stages/plants/lsystem/detail/turtle_walk.h"
#include "stages/plants/lsystem/turtle.h"
#include "unit/stages/plants/lsystem/preset_node.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;

namespace {

std::string answered(const std::string& text, const TurtleSettings& settings = {}) {
  LString string = derive(test::system_of(text, {}, 0), {});
  const TurtleWalk walk(string.alphabet, settings);
  walk.answer(string.symbols, string.parameters, {});
  return to_text(string);
}

}  // namespace

TEST_CASE("turtle walk: queries are answered in place") {
  CHECK(answered("?P(9,9,9)F(2)?P(9,9,9)+(90)F(3)?P(9,9,9)") == "?P(0,0,0)F(2)?P(0,2,0)+(90)F(3)?P(-3,2,0)");
  CHECK(answered("?H(0,0,0)?L(0,0,0)?U(0,0,0)") == "?H(0,1,0)?L(-1,0,0)?U(0,0,1)");
  CHECK(answered("F[&(90)F?P(7,7,7)?H(7,7,7)]?P(7,7,7)") == "F[&(90)F?P(0,1,-1)?H(0,0,-1)]?P(0,1,0)");
  CHECK(answered("F?P(7)?P(7,7)?P(7,7,7,7)?PF(3,4)") == "F?P(0)?P(0,1)?P(0,1,0,7)?PF(3,4)");
}

TEST_CASE("turtle walk: it moves as the stage does") {
  TurtleSettings settings;
  settings.step = 0.5;
  settings.angle = 90;
  settings.draw = test::source("K");
  CHECK(answered("K+f^K(2)?P(0,0,0)A(1)", settings) == "K+f^K(2)?P(-0.5,0.5,2)A(1)");
  settings.tropism = {{{1, -0.3, 0.2}, 0.4}};
  TurtleParams params;
  static_cast<TurtleSettings&>(params) = settings;
  LString string = derive(test::system_of("F/(20)&(33)G?P(0,0,0)", {}, 0), {});
  const Vec3 end = interpret(string, params, {}).segments.back().end;
  TurtleWalk(string.alphabet, settings).answer(string.symbols, string.parameters, {});
  CHECK(Vec3{string.parameters[2], string.parameters[3], string.parameters[4]} == end);
}

TEST_CASE("turtle walk: what the turtle does not reach stays as it is") {
  CHECK(answered("F[%?P(7,7,7)]?P(7,7,7)") == "F[%?P(7,7,7)]?P(0,1,0)");
}

TEST_CASE("turtle walk: it knows whether there is anything to ask") {
  CHECK(TurtleWalk({{"F", 0}, {"?U", 3}}, {}).asks());
  CHECK_FALSE(TurtleWalk({{"F", 3}, {"?U", 0}, {"?X", 3}}, {}).asks());
}

TEST_CASE("turtle walk: a string that cannot be walked is refused under its own key") {
  const TurtleWalk walk({{"]", 0}}, {});
  const std::vector<std::uint8_t> symbols{0};
  try {
    walk.answer(symbols, {}, {});
    FAIL("no error");
  } catch (const StageError& error) {
    CHECK(error.key() == "environment");
    CHECK(std::string(error.what()) == "symbol 1 of the string, ']', ends a branch that never began");
  }
}

TEST_CASE("turtle settings: they decode as a part of another stage's parameters") {
  using test::map;
  using test::number;
  const auto tropism = [](std::string e) { return map({{"elasticity", number(e)}}); };
  const auto one = test::decode<TurtleSettings>(map({{"angle", number("30")}, {"tropism", tropism("0.5")}}));
  CHECK(one.ok);
  CHECK(one.params.angle == 30);
  REQUIRE(one.params.tropism.size() == 1);
  CHECK(one.params.tropism[0].elasticity == 0.5);
  const auto two = test::decode<TurtleSettings>(map({{"tropism", test::list({tropism("0.1"), tropism("-0.2")})}}));
  CHECK(two.ok);
  REQUIRE(two.params.tropism.size() == 2);
  CHECK(two.params.tropism[1].elasticity == -0.2);
  CHECK_FALSE(test::decode<TurtleSettings>(map({{"tropism", number("3")}})).ok);
  CHECK_FALSE(
      test::decode<TurtleSettings>(map({{"tropism", test::list(std::vector<schema::Node>(9, tropism("1")))}})).ok);
  CHECK_FALSE(test::decode<TurtleSettings>(map({{"draw", test::scalar("[")}})).ok);
  CHECK(schema::print_fields(one.params, true) ==
        "{angle: 30, tropism: {vector: [0, -1, 0], elasticity: 0.5, angle: 0, "
        "turns: heading, mode: before, step: 0}}");
}
