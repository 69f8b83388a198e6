// Queries and pruning volumes.

#include "support/catch.h"

#include <cmath>

#include "base/error.h"
#include "methods/mesh/icosphere.h"
#include "stages/plants/lsystem/turtle.h"
#include "stages/shapes/shapes.h"
#include "unit/stages/plants/lsystem/preset_node.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::system_of;

namespace {

LSystemParams asking(LSystemParams params, double angle = 90) {
  params.environment.emplace();
  params.environment->turtle.angle = angle;
  return params;
}

// A tree after the paper that is clipped to a square: when a tip is cut, a signal S runs down and wakes the buds @o.
LSystemParams topiary(const std::string& outside, int steps) {
  LSystemParams params =
      system_of("FA?P(x0,x0)",
                {"A > ?P(x,y) : !(" + outside + ") -> @oF/(180)A", "A > ?P(x,y) : " + outside + " -> T%", "F > T -> S",
                 "T -> ", "F > S -> SF", "S -> ", "@o > S -> S[+FA?P(x0,x0)]"},
                steps);
  params.ignore = test::source("/+");
  params.define.emplace_back("x0", test::source("0"));
  params.define.emplace_back("L", test::source("10"));
  return asking(params, 60);
}

}  // namespace

TEST_CASE("environment: queries are answered after every step and before the first") {
  CHECK(derived_text(asking(system_of("F?P(9,9,9)", {}, 0))) == "F?P(0,1,0)");
  CHECK(derived_text(asking(system_of("F(2)+F(3)?P(0,0,0)", {}, 0))) == "F(2)+F(3)?P(-3,2,0)");
  CHECK(derived_text(asking(system_of("A?P(0,0)", {"A > ?P(x,y) -> F(y+1)A"}, 3))) == "F(1)F(2)F(4)A?P(0,7)");
  CHECK(derived_text(asking(system_of("+F?H(0,0,0)?U(0,0,0)?L(0,0,0)", {}, 0))) == "+F?H(-1,0,0)?U(0,0,1)?L(0,-1,0)");
  CHECK(derived_text(asking(system_of("[+F?P(0,0,0)]F?P(0,0,0)", {}, 0))) == "[+F?P(-1,0,0)]F?P(0,1,0)");
}

TEST_CASE("environment: the turtle walks along what is drawn, and the interpretation is not fed back") {
  auto params = asking(system_of("A?P(0,0,0)", {"A > ?P(x,y,z) : y < 5 -> BA"}, 4));
  params.interpretation = system_of("A", {"B -> F(2)[+F]", "A -> ~l"}).productions;
  // B stands for two metres, so that the third step finds y = 4 and the fourth y = 6.
  CHECK(derived_text(params) == "F(2)[+F]F(2)[+F]F(2)[+F]~l?P(0,6,0)");
}

TEST_CASE("environment: without it queries keep their parameters, and the preset is warned") {
  CHECK(derived_text(system_of("F?P(1,2,3)", {}, 1)) == "F?P(1,2,3)");
  schema::Node node = test::map({{"axiom", test::scalar("F?P(0,0,0)")}});
  const auto decoded = test::decode<LSystemParams>(node);
  CHECK(decoded.ok);
  REQUIRE(decoded.diagnostics.all().size() == 1);
  CHECK(decoded.diagnostics.all()[0].message.find("not answered") != std::string::npos);
}

TEST_CASE("environment: queries are not allowed in the interpretation") {
  auto params = asking(system_of("F?P(0,0,0)", {}));
  params.interpretation = system_of("A", {"F -> F?P(0,0,0)"}).productions;
  CHECK_THROWS_AS(derive(params, {}), StageError);
}

TEST_CASE("environment: a square topiary after the paper is clipped to its square, by formula and by volume alike") {
  const std::string formula = "(x < -L/2 || x > L/2 || y < 0 || y > L)";
  LSystemParams by_formula = topiary(formula, 40);
  LSystemParams by_volume = topiary("!inside(x,y,0)", 40);
  by_volume.environment->volume.emplace();
  by_volume.environment->volume->box = {{-5, 0, -1}, {5, 10, 1}};
  const LString string = derive(by_volume, {});
  CHECK(to_text(string) == to_text(derive(by_formula, {})));
  TurtleParams turtle;
  turtle.angle = 60;
  turtle.step = 1;
  const Skeleton skeleton = interpret(string, turtle, {});
  CHECK(skeleton.segments.size() > 100);  // buds along the trunk grew, and those along the branches
  for (const SkeletonSegment& segment : skeleton.segments) {
    // A tip is cut in the step after it left the square, so one segment may cross the edge.
    CHECK((std::abs(segment.start.x) <= 6 && segment.start.y >= -1 && segment.start.y <= 11));
  }
  // Without the volume the trunk alone goes on.
  const LString unpruned = derive(topiary("(y > 1000)", 40), {});
  CHECK(unpruned.size() < string.size());
}

TEST_CASE("environment: a plant fills a sphere and a mesh, and is cut where it leaves them") {
  const auto grow = [](const EnvironmentParams& environment, const mesh::Mesh* mesh) {
    LSystemParams params =
        system_of("A(1)?P(0,0,0)",
                  {"A(s) > ?P(x,y,z) : inside(x,y,z) -> F(s)[+A(s)?P(0,0,0)][-A(s)?P(0,0,0)]/(90)A(s)",
                   "A(s) > ?P(x,y,z) : !inside(x,y,z) -> X"},
                  6);
    params.environment = environment;
    return derive(params, {}, {.volume = mesh});
  };
  EnvironmentParams environment;
  environment.turtle.angle = 40;
  environment.volume.emplace();
  environment.volume->sphere = {{0, 2, 0}, 3};
  const LString in_sphere = grow(environment, nullptr);
  const auto tips_are_outside = [&](const LString& string, const auto& contains) {
    std::size_t parameter = 0, cut = 0, growing = 0;
    std::string before;
    for (const std::uint8_t id : string.symbols) {
      const Symbol& symbol = string.alphabet[id];
      if (symbol.name == "?P") {
        const double* p = string.parameters.data() + parameter;
        if (before == "X") CHECK(!contains(Vec3{p[0], p[1], p[2]}));
        (before == "X" ? cut : growing) += 1;
      }
      before = symbol.name;
      parameter += symbol.parameters;
    }
    CHECK(cut > 20);
    CHECK(growing > 20);
  };
  tips_are_outside(in_sphere, [](const Vec3& p) { return glm::length(p - Vec3{0, 2, 0}) <= 3; });
  // A box given as a mesh prunes as the box does.
  environment.volume->sphere.reset();
  environment.volume->box = {{-2.1, -0.1, -2.1}, {2.1, 3.9, 2.1}};
  const LString in_box = grow(environment, nullptr);
  mesh::ShapesParams shape{.shape = mesh::Shape::box, .size = {4.2, 4, 4.2}};
  mesh::Mesh box = mesh::make_shape(shape);
  for (Vec3f& p : box.positions) p.y += 1.9f;
  environment.volume->box.reset();
  environment.volume->mesh.stage = "crown";
  CHECK(to_text(grow(environment, &box)) == to_text(in_box));
}

TEST_CASE("environment: a mesh with a hole is warned of, once") {
  LSystemParams params = system_of("A(0)", {"A(x) : inside(x,0,0) -> A(x+1)[A(x)]"}, 3);
  params.environment.emplace().volume.emplace().mesh.stage = "crown";
  const auto warnings = [&](mesh::Shape shape) {
    RunContext context;
    std::vector<std::string> keys;
    context.on_warning = [&](const std::string&, std::string_view key) { keys.emplace_back(key); };
    const mesh::Mesh mesh = mesh::make_shape({.shape = shape});
    derive(params, context, {.volume = &mesh});
    return keys;
  };
  CHECK(warnings(mesh::Shape::box).empty());
  CHECK(warnings(mesh::Shape::grid) == std::vector<std::string>{"environment"});
}

TEST_CASE("environment: a volume is one of three, and inside() needs one") {
  const auto said = [](schema::Node environment, const std::string& production) {
    schema::Node node = test::map({{"axiom", test::scalar("A(1)")},
                                   {"productions", test::list({test::scalar(production)})},
                                   {"environment", std::move(environment)}});
    const auto decoded = test::decode<LSystemParams>(node);
    return decoded.diagnostics.all().empty() ? std::string{} : decoded.diagnostics.all()[0].message;
  };
  const auto volume = [](std::vector<std::pair<std::string, schema::Node>> entries) {
    return test::map({{"volume", test::map(std::move(entries))}});
  };
  CHECK(said(volume({}), "A(x) -> A(x)") == "a volume is one of box, sphere and mesh");
  CHECK(said(volume({{"box", test::map({})}, {"mesh", test::scalar("m")}}), "A(x) -> A(x)") ==
        "a volume is one of box, sphere and mesh");
  CHECK(said(volume({{"sphere", test::map({})}}), "A(x) : inside(x,0,0) -> A(x+1)").empty());
  CHECK(said(test::map({}), "A(x) : inside(x,0,0) -> A(x+1)").find("with a volume") != std::string::npos);
}
