// Every command of the turtle's table, by its effect.

#include "support/catch.h"

#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "base/error.h"
#include "base/math/math.h"
#include "stages/plants/lsystem/detail/turtle_walk.h"
#include "stages/plants/lsystem/turtle.h"
#include "stages/plants/lsystem/turtle_commands.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;

namespace {

// A turtle with settings that no command has by itself.
TurtleParams marked_settings() {
  TurtleParams params;
  params.angle = 30;
  params.step = 2;
  params.width = 0.5;
  params.width_step = 0.125;
  params.scale_step = 4;
  TropismParams light;
  light.vector = {1, 0, 0};
  light.elasticity = 0;
  light.step = 0.25;
  params.tropism = {light};
  return params;
}

Skeleton drawn(const std::string& text, const TurtleParams& params = marked_settings()) {
  return interpret(derive(test::system_of(text, {}, 0), {}), params, {});
}

SkeletonSegment last_segment(const std::string& text) { return drawn(text).segments.back(); }
Vec3 end_of(const std::string& text) { return last_segment(text).end; }

bool close(const Vec3& a, const Vec3& b, double tolerance = 1e-12) { return glm::length(a - b) <= tolerance; }

const double kSin30 = 0.5, kCos30 = std::sqrt(3.0) / 2;

bool turns_to(const std::string& command, const Vec3& with_30, const Vec3& with_90) {
  return close(end_of(command + "F(1)"), with_30) && close(end_of(command + "(90)F(1)"), with_90);
}

double width_after(const std::string& text) { return 2 * last_segment(text + "F").start_radius; }
int colour_after(const std::string& text) { return last_segment(text + "F").colour; }
double length_after(const std::string& text) { return glm::length(end_of(text + "F(1)")); }
// How far the light bends a segment.
double bend_after(const std::string& text) { return math::asin(end_of(text + "F(1)").x); }

Vec3 asked(const std::string& text) {
  LString string = derive(test::system_of(text + "(7,7,7)", {}, 0), {});
  TurtleWalk(string.alphabet, marked_settings()).answer(string.symbols, string.parameters, {});
  const double* last = string.parameters.data() + string.parameters.size() - 3;
  return {last[0], last[1], last[2]};
}

// Whether the turtle leaves the query to the environment, with its position.
bool leaves_open(const std::string& query, TurtleAction action) {
  LString string = derive(test::system_of("F(3)" + query + "(7,7,7)", {}, 0), {});
  const WalkNotes notes = TurtleWalk(string.alphabet, marked_settings()).answer(string.symbols, string.parameters, {});
  return notes.queries.size() == 1 && notes.queries[0].action == action && notes.queries[0].parameter == 1 &&
         notes.queries[0].count == 3 && notes.queries[0].position == Vec3{0, 3, 0} && string.parameters[1] == 7;
}

bool frames_are_equal(const std::string& a, const std::string& b) {
  const Frame one = last_segment(a + "F").frame, other = last_segment(b + "F").frame;
  return close(one.heading, other.heading) && close(one.left, other.left) && close(one.up, other.up);
}

const std::map<std::string_view, std::function<bool()>>& effects() {
  static const std::map<std::string_view, std::function<bool()>> table{
      {"F",
       [] {
         return close(end_of("F"), {0, 2, 0}) && close(end_of("F(3)"), {0, 3, 0});
       }},
      {"f",
       [] {
         return close(last_segment("fF").start, {0, 2, 0}) && drawn("f(3)").segments.empty();
       }},
      {"G",
       [] {
         return close(end_of("G(3)"), {0, 3, 0}) && drawn("{.F+(90)G(1)+(90)F.}").polygons[0].points.size() == 4;
       }},
      {"g",
       [] {
         return close(last_segment("gF").start, {0, 2, 0}) && drawn("{...g}").polygons[0].points.size() == 3;
       }},
      {"@M",
       [] {
         const Skeleton skeleton = drawn("F@M(1,2,-3)F");
         return close(skeleton.segments[1].start, {1, 2, -3}) && close(skeleton.segments[1].end, {1, 4, -3}) &&
                !skeleton.segments[1].parent && skeleton.segments[1].branch == 1;
       }},
      {"+",
       [] {
         return turns_to("+", {-kSin30, kCos30, 0}, {-1, 0, 0});
       }},
      {"-",
       [] {
         return turns_to("-", {kSin30, kCos30, 0}, {1, 0, 0});
       }},
      {"&",
       [] {
         return turns_to("&", {0, kCos30, -kSin30}, {0, 0, -1});
       }},
      {"^",
       [] {
         return turns_to("^", {0, kCos30, kSin30}, {0, 0, 1});
       }},
      {"\\",
       [] {
         return close(end_of("\\(90)+(30)F(1)"), {0, kCos30, kSin30}) && frames_are_equal("\\", "\\(30)");
       }},
      {"/",
       [] {
         return close(end_of("/(90)+(30)F(1)"), {0, kCos30, -kSin30}) && frames_are_equal("/", "/(30)");
       }},
      {"|", [] { return frames_are_equal("|", "+(180)"); }},
      {"$",
       [] {
         const Frame frame = last_segment("+(20)&(50)/(77)$F").frame;
         return std::abs(frame.left.y) < 1e-15 && frame.up.y > 0 && frames_are_equal("/(12)$", "/(12)");
       }},
      {"@v", [] { return frames_are_equal("+(20)&(50)/(77)@v", "+(20)&(50)/(77)$"); }},
      {"@R",
       [] {
         const Frame frame = last_segment("&(31)@R(0,0,-2,1,1,0)F").frame;
         const double h = std::sqrt(0.5);
         return close(frame.heading, {0, 0, -1}) && close(frame.up, {h, h, 0}) && close(frame.left, {-h, h, 0}) &&
                frames_are_equal("@R(-1,0,0)", "+(90)") && frames_are_equal("/(40)@R(0,0,-3)", "&(90)/(40)") &&
                close(end_of("@R(0,-1,0)F(1)"), {0, -1, 0});
       }},
      {"@Tp", [] { return frames_are_equal("F&(40)/(70)@Tp", "F&(40)") && frames_are_equal("F/(70)@Tp", "F"); }},
      {"[",
       [] {
         return close(last_segment("F[+F]F").start, {0, 2, 0}) && drawn("F[F]").segments[1].level == 1;
       }},
      {"]", [] { return frames_are_equal("[+&/!(2);(3)@D(2)]", "") && width_after("[!(2)]") == 0.5; }},
      {"%", [] { return drawn("F[F%F[F]F]F").segments.size() == 3; }},
      {"{", [] { return drawn("{.f{.f+f}f}").polygons.size() == 2 && drawn("{(0)...}").polygons.size() == 1; }},
      {"}", [] { return drawn("{...}").polygons.size() == 1 && drawn("{...").polygons.empty(); }},
      {".",
       [] {
         const auto points = drawn("{.[+(90)f(1).][f(3)]}").polygons[0].points;
         return points.size() == 4 && close(points[0], {0, 0, 0}) && close(points[2], {-1, 0, 0}) &&
                close(points[3], {0, 3, 0});
       }},
      {"@Gs",
       [] {
         return drawn("@GsFF@Ge(1)F").segments.size() == 2 && close(last_segment("@GsF@Ge(1)").end, {0, 2, 0});
       }},
      {"@Gc",
       [] { return drawn("@Gsf@Gc(3)f@Ge").segments.size() == 7 && drawn("@Gsf.(5)f@Ge(1)").segments.size() == 6; }},
      {"@Ge",
       [] { return drawn("F@Gsf@Ge(2)F").segments[3].parent == 2u && drawn("F@Gsf@Ge(2)F").segments[1].parent == 0u; }},
      {"@Gt",
       [] {  // the middle of a Hermite curve from 0 to (-1, 1): half the way, and an eighth of the tangents' difference
         const double d = std::sqrt(2.0);
         const auto middle = [](const std::string& gt) {
           return drawn("@Gs+(45)f(" + std::string("1.4142135623730951") + ")+(45)" + gt + "@Ge(2)").segments[0].end;
         };
         const auto expected = [&](double a, double b) { return Vec3{-0.5 + b * d / 8, 0.5 + a * d / 8, 0}; };
         return close(middle(""), expected(1.2, 1.2)) && close(middle("@Gt(4,1)"), expected(4, 1)) &&
                close(middle("@Gt(4,1)@Gt"), expected(1.2, 1.2));
       }},
      {"~",
       [] {
         const Skeleton skeleton = drawn("~k~l(3)~k(4)");
         return skeleton.organs.size() == 3 && skeleton.organs[0].size == 2 && skeleton.organs[1].size == 3 &&
                skeleton.organ_names == std::vector<std::string>{"k", "l"} && skeleton.organs[2].kind == 0 &&
                skeleton.organs[1].kind == 1;
       }},
      {"@O",
       [] {
         const Skeleton skeleton = drawn("F@O+@O(3)");
         return skeleton.organs.size() == 2 && skeleton.organs[0].size == 0.5 && skeleton.organs[1].size == 3 &&
                skeleton.organ_names == std::vector<std::string>{"ball"} &&
                close(skeleton.organs[0].position, {0, 2, 0});
       }},
      {"@c",
       [] {
         const auto polygon = drawn("f(1)@c(4)").polygons.at(0);
         Vec3 area{0};
         for (std::size_t i = 0; i < 24; ++i) area += glm::cross(polygon.points[i], polygon.points[(i + 1) % 24]) / 2.0;
         const Vec3 expected{0, 0, 12 * 4 * math::sin_deg(15)};  // of a regular 24-gon
         return polygon.points.size() == 24 && close(area, expected) && close(polygon.points[0], {0, 3, 0}) &&
                close(drawn("@c").polygons.at(0).points[0], {0, 0.25, 0});
       }},
      {"!", [] { return width_after("!") == 0.375 && width_after("!(2)") == 2 && width_after("!!!!!!!") == 0; }},
      {"#", [] { return width_after("##") == 0.75 && width_after("#(2)") == 2 && width_after("#(-1)") == 0; }},
      {"'", [] { return colour_after("''") == 2 && colour_after("'(7)'") == 8 && colour_after("'(1e9)") == 65535; }},
      {";", [] { return colour_after(";;") == 2 && colour_after(";(7);") == 8; }},
      {",", [] { return colour_after(",") == 0 && colour_after(",(7),") == 6; }},
      {"@D",
       [] {
         const Skeleton skeleton = drawn("@D(3)F~l@O(2)@c[@D(1)F]F");
         return close(skeleton.segments[0].end, {0, 6, 0}) && skeleton.segments[0].end_radius == 0.75 &&
                skeleton.organs[0].size == 6 && skeleton.organs[1].size == 6 &&
                close(skeleton.polygons[0].points[0], {0, 6.75, 0}) && close(skeleton.segments[2].end, {0, 12, 0});
       }},
      {"@Di", [] { return length_after("@Di@Di") == 16 && length_after("@D(7)@Di(3)") == 3; }},
      {"@Dd", [] { return length_after("@Dd") == 0.25 && length_after("@D(7)@Dd(3)") == 3; }},
      {"@Ts", [] { return bend_after("@Ts(1,0.5)") == Approx(0.5) && bend_after("[@Ts(1,0.5)]") == 0; }},
      {"@T", [] { return bend_after("@T(1)@T(1)") == Approx(0.5) && bend_after("@T(1,0.1)") == Approx(0.1); }},
      {"@Td",
       [] { return bend_after("@Td(1)") == Approx(-0.25) && bend_after("@Ts(1,0.5)@Td(1,0.1)") == Approx(0.4); }},
      {"?P",
       [] {
         return close(asked("F&F(1)?P"), {0, 2 + kCos30, -kSin30});
       }},
      {"?H",
       [] {
         return close(asked("F&F(1)?H"), {0, kCos30, -kSin30});
       }},
      {"?L",
       [] {
         return close(asked("&?L"), {-1, 0, 0});
       }},
      {"?U",
       [] {
         return close(asked("&?U"), {0, kSin30, kCos30});
       }},
      {"?N", [] { return leaves_open("?N", TurtleAction::ask_normal); }},
      {"?V", [] { return leaves_open("?V", TurtleAction::ask_light); }},
  };
  return table;
}

std::string fault(const std::string& text, const TurtleParams& params = marked_settings()) {
  try {
    drawn(text, params);
  } catch (const StageError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("turtle commands: each does what the card says") {
  for (const TurtleCommand& command : turtle_commands()) {
    INFO(command.symbol);
    const auto effect = effects().find(command.symbol);
    REQUIRE(effect != effects().end());
    CHECK(effect->second());
  }
  CHECK(effects().size() == turtle_commands().size());
}

TEST_CASE("turtle commands: the table names each once, with a sentence") {
  std::set<std::string_view> seen;
  for (const TurtleCommand& command : turtle_commands()) {
    INFO(command.symbol);
    CHECK(seen.insert(command.symbol).second);
    CHECK(command.help.ends_with('.'));
    CHECK(find_command(command.symbol) == &command);
    CHECK(!why_passed_over(command.symbol));
    CHECK((command.parameters.empty() ? command.required == 0 && command.unit.empty() : true));
    CHECK((command.required > 0 || command.parameters.empty() || !command.otherwise.empty() ||
           command.group == TurtleGroup::queries));
  }
  CHECK(find_command("A") == nullptr);
  CHECK(find_command("F_a") == nullptr);
  CHECK(find_command("") == nullptr);
  CHECK(find_command("~leaf")->action == TurtleAction::organ);
}

TEST_CASE("turtle commands: those of three characters are read as one symbol") {
  const auto alphabet = derive(test::system_of("@Gs@Gc@GF@Tss@TF@Ty@PSF@Dx@Di", {}, 0), {}).alphabet;
  std::vector<std::string> names;
  for (const Symbol& symbol : alphabet) names.push_back(symbol.name);
  CHECK(names == std::vector<std::string>{"@Gs", "@Gc", "@G", "F", "@Ts", "s", "@T", "y", "@PS", "@D", "x", "@Di"});
}

TEST_CASE("turtle commands: those that are left out or unknown are named, with their place and what to use") {
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](const std::string& text, std::string_view) { warnings.push_back(text); };
  interpret(derive(test::system_of("F@o(1)@Tf@A@o(1)?Xx@A", {}, 0), {}), {}, context);
  REQUIRE(warnings.size() == 4);
  CHECK(warnings[0] ==
        "symbol 2 of the string, '@o', is ignored: a model has no screen for it to face; @c is a disc, @O a ball");
  CHECK(warnings[1].find("symbol 3 of the string, '@Tf'") == 0);
  CHECK(warnings[2] == "symbol 4 of the string, '@A', is ignored: the turtle has no such command");
  CHECK(warnings[3] == "symbol 6 of the string, '?X', is ignored: the turtle has no such command");
}

TEST_CASE("turtle commands: symbols of a system that have a use, or are gone, are not spoken of") {
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](const std::string& text, std::string_view) { warnings.push_back(text); };
  TurtleParams params;
  params.draw.text = "@d";
  params.organs.text = "@b";
  interpret(derive(test::system_of("@d@b@a", {"@a -> F"}, 1), {}), params, context);
  CHECK(warnings.empty());
}

TEST_CASE("turtle commands: listed symbols that the system does not know are reported at their key") {
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](const std::string& text, std::string_view key) {
    warnings.push_back(std::string(key) + ": " + text);
  };
  TurtleParams params;
  params.draw.text = "FQ";
  params.organs.text = "LB";
  interpret(derive(test::system_of("FL(2)", {"A -> B"}, 1), {}), params, context);
  CHECK(warnings == std::vector<std::string>{"draw: no symbol of the string is called 'Q'"});
}

TEST_CASE("turtle commands: an organ of three sizes is reported where they differ") {
  std::vector<std::string> warnings;
  RunContext context;
  context.on_warning = [&](const std::string& text, std::string_view) { warnings.push_back(text); };
  const auto organs =
      interpret(derive(test::system_of("~a(2)~a(2,3)~a(2,2,2)~a(3,2,2)~a(3,3,2)", {}, 0), {}), {}, context);
  CHECK(warnings ==
        std::vector<std::string>{"symbol 4 of the string, '~a', gives three sizes: only the first one is used"});
  REQUIRE(organs.organs.size() == 5);
  CHECK(organs.organs[3].size == 3);
}

TEST_CASE("turtle commands: wrong parameters are refused with their place") {
  CHECK(fault("F@M(1,2)") == "symbol 2 of the string, '@M', needs 3 parameters: @M(x, y, z)");
  CHECK(fault("@M(1,2,1e13)").find("out of the world") != std::string::npos);
  CHECK(fault("@R(0,0,0)") == "symbol 1 of the string, '@R', gives a heading of length 0");
  CHECK(fault("@R(0,2,0,0,1,0)") == "symbol 1 of the string, '@R', gives an up vector along the heading");
  CHECK(fault("@R(0,2,0,0,0,0)").find("up vector") != std::string::npos);
  CHECK(fault("@Ts(2,1)") == "symbol 1 of the string, '@Ts', names tropism 2, but there are 1");
  CHECK(fault("@T(0)").find("names tropism 0") != std::string::npos);
  CHECK(fault("@Gc") ==
        "symbol 1 of the string, '@Gc', extends the axis of a generalized cylinder that was never "
        "begun");
  CHECK(fault("@Ge").find("ends a generalized cylinder") != std::string::npos);
  CHECK(fault("@Gs@Gs").find("inside another") != std::string::npos);
  CHECK(fault("@Gs[@Gsf@Ge]f@Ge") == "no error");
  CHECK(fault("@Gs[f@Ge]").find("ends a generalized cylinder that was never begun") != std::string::npos);
  CHECK(fault("@Gsf@Ge(0)").find("needs 1 to 1000 strips") != std::string::npos);
  CHECK(fault("{(3)}(3)").find("symbol 1 of the string, '{', begins a stem along a B-spline") == 0);
  CHECK(fault("{(5)}(5)").find("gives an unknown kind") != std::string::npos);
  CHECK(fault("{(1,0)}(1)").find("needs 1 to 1000 strips") != std::string::npos);
  CHECK(fault("{(1)F}").find("end it with }(1)") != std::string::npos);
  CHECK(fault("@D(1e13)").find("scale greater") != std::string::npos);
  const std::string large = "draws something larger than the world (1e12 m)";
  CHECK(fault("!(1e13)F") == "symbol 2 of the string, 'F', " + large);
  CHECK(fault("@D(1e12)!(2)@D(1)F") == "no error");
  CHECK(fault("@D(1e12)@c(4)").find(large) != std::string::npos);
  CHECK(fault("@D(1e12)~l(2)").find(large) != std::string::npos);
  CHECK(fault("~l(-1e300)").find(large) != std::string::npos);
  CHECK(fault("@Gt(1e308,1e308)@Gsf@Ge").find(large) != std::string::npos);
  TurtleParams few;
  few.max_segments = 10;
  CHECK(fault("@Gsf@Ge(10)", few) == "no error");
  CHECK(fault("@Gsf@Ge(11)", few).find("max_segments = 10") != std::string::npos);
  CHECK(fault("@c", few).find("max_segments = 10") != std::string::npos);
  CHECK(fault("{...........}", few).find("max_segments = 10") != std::string::npos);
}
