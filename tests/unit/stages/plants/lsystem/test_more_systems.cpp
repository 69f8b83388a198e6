// Curves, weeds and words of common knowledge, in productions with what few of the book's systems have: strings of
// symbols that nothing draws, < and > among them, letters that stay by a production of their own, cuts, tables in turn,
// drawing by recursion. Lengths, digests and the turtle's last point are those of an independent program.
// Sources: [bourke1991], [fractint1997], [rozenberg1980], [prusinkiewicz1990], [wolfram1983].

#include "support/catch.h"

#include "stages/plants/lsystem/turtle.h"
#include "unit/stages/plants/lsystem/sha256.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::derived_text;
using test::list_of;
using test::source;
using test::system_of;

namespace {

struct Known {
  std::string name{};
  std::string axiom{};
  std::vector<std::string> productions{};
  std::vector<std::string> interpretation{};
  std::vector<TableText> tables{};
  std::vector<std::pair<std::string, std::string>> define{};
  std::string ignore{}, consider{};
  int steps = 0;
  double angle = 25;
  std::size_t length = 0;
  std::string sha{};
  std::size_t segments = 0;
  Vec3 end{0};
};

std::vector<Known> known_systems() {
  return {
      {.name = "fractint_dragon",
       .axiom = "FX",
       .productions = {"F ->", "Y -> +FX--FY+", "X -> -FX++FY-"},
       .steps = 9,
       .angle = 45,
       .length = 3068,
       .sha = "972c8046b1f40841",
       .segments = 512,
       .end = {0, 22.627417, 0}},
      {.name = "fractint_quartet",
       .axiom = "FB",
       .productions = {"A -> FBFA+HFA+FB-FA", "B -> FB+FA-FB-JFBFA", "F ->", "H -> -", "J -> +"},
       .steps = 4,
       .angle = 90,
       .length = 1874,
       .sha = "1e0a6f23a8b954c4",
       .segments = 625,
       .end = {24, -7, 0}},
      {.name = "fractint_flowsnake",
       .axiom = "FL",
       .productions = {"F ->", "L -> FL-FR--FR+FL++FLFL+FR-", "R -> +FL-FRFR--FR-FL++FL+FR"},
       .steps = 4,
       .angle = 60,
       .length = 8002,
       .sha = "1a82090af09ffc07",
       .segments = 2401,
       .end = {47.6313972, 11.5, 0}},
      {.name = "fractint_sierpinski2",
       .axiom = "FXF--FF--FF",
       .productions = {"F -> FF", "X -> --FXF++FXF++FXF--"},
       .steps = 5,
       .angle = 60,
       .length = 2673,
       .sha = "f7ee20523d3e39e5",
       .segments = 1458,
       .end = {0, 0, 0}},
      {.name = "fractint_pentigree",
       .axiom = "F-F-F-F-F",
       .productions = {"F -> F-F++F+F-F-F"},
       .steps = 3,
       .angle = 72,
       .length = 2374,
       .sha = "f082b2db642c9a2f",
       .segments = 1080,
       .end = {0, 0, 0}},
      {.name = "square_sierpinski",
       .axiom = "F+XF+F+XF",
       .productions = {"X -> XF-F+F-XF+F+XF-F+F-X"},
       .steps = 4,
       .angle = 90,
       .length = 3239,
       .sha = "85b84da4dd28c5fc",
       .segments = 1364,
       .end = {0, 0, 0}},
      {.name = "mango_leaf",
       .axiom = "Y---Y",
       .productions = {"X -> {F-F}{F-F}--[--X]{F-F}{F-F}--{F-F}{F-F}--", "Y -> f-F+X+F-fY"},
       .steps = 8,
       .angle = 60,
       .length = 2389,
       .sha = "c070df9163d36668",
       .segments = 704,
       .end = {0, 1, 0}},
      {.name = "snake_kolam",
       .axiom = "F+XF+F+XF",
       .productions = {"X -> X{F-F-F}+XF+F+X{F-F-F}+X"},
       .steps = 4,
       .angle = 90,
       .length = 3919,
       .sha = "0b4ddfa1823d1bab",
       .segments = 1364,
       .end = {0, 0, 0}},
      {.name = "kolam",
       .axiom = "-D--D",
       .productions = {"A -> F++FFFF--F--FFFF++F++FFFF--F", "B -> F--FFFF++F++FFFF--F--FFFF++F", "C -> BFA--BFA",
                       "D -> CFC--CFC"},
       .steps = 6,
       .angle = 45,
       .length = 939,
       .sha = "c8c31339407879f1",
       .segments = 532,
       .end = {0, 0, 0}},
      {.name = "bourke_leaf",
       .axiom = "a",
       .productions = {"F -> >F<", "a -> F[+x]Fb", "b -> F[-y]Fa", "x -> a", "y -> b"},
       .steps = 12,
       .angle = 45,
       .length = 4641,
       .sha = "acb81049aefa589d",
       .segments = 752,
       .end = {0, 24, 0}},
      {.name = "bush_saupe",
       .axiom = "VZFFF",
       .productions = {"V -> [+++W][---W]YV", "W -> +X[-W]Z", "X -> -W[+X]Z", "Y -> YZ", "Z -> [-FFF][+FFF]F"},
       .steps = 10,
       .angle = 20,
       .length = 24828,
       .sha = "ce19fba1bc981410",
       .segments = 7290,
       .end = {0, 40, 0}},
      {.name = "bourke_bush",
       .axiom = "Y",
       .productions = {"X -> X[-FFF][+FFF]FX", "Y -> YFX[+Y][-Y]"},
       .steps = 5,
       .angle = 25.7,
       .length = 2471,
       .sha = "853e10244189344d",
       .segments = 751,
       .end = {15.8749625, 49.3315143, 0}},
      {.name = "bourke_algae",
       .axiom = "aF",
       .productions = {"a -> FFFFFv[+++h][---q]fb",
                       "b -> FFFFFv[+++h][---q]fc",
                       "c -> FFFFFv[+++fa]fd",
                       "d -> FFFFFv[+++h][---q]fe",
                       "e -> FFFFFv[+++h][---q]fg",
                       "g -> FFFFFv[---fa]fa",
                       "h -> ifFF",
                       "i -> fFFF[--m]j",
                       "j -> fFFF[--n]k",
                       "k -> fFFF[--o]l",
                       "l -> fFFF[--p]",
                       "m -> fFn",
                       "n -> fFo",
                       "o -> fFp",
                       "p -> fF",
                       "q -> rfF",
                       "r -> fFFF[++m]s",
                       "s -> fFFF[++n]t",
                       "t -> fFFF[++o]u",
                       "u -> fFFF[++p]",
                       "v -> Fv"},
       .steps = 14,
       .angle = 12,
       .length = 4146,
       .sha = "833843562f408c32",
       .segments = 1694,
       .end = {0, 176, 0}},
      {.name = "pentant",
       .axiom = "X-X-X-X-X",
       .productions = {"F ->", "X -> FX-FX-FX+FY+FY+FX-FX", "Y -> FY+FY-FX-FX-FY-FY+FY"},
       .steps = 2,
       .angle = 72,
       .length = 734,
       .sha = "01e86236b787fa67",
       .segments = 245,
       .end = {0, -5, 0}},
      {.name = "lace",
       .axiom = "W",
       .productions = {"W -> +++X--F--ZFX+", "X -> ---W++F++YFW-", "Y -> +ZFX--F--Z+++", "Z -> -YFW++F++Y---"},
       .steps = 6,
       .angle = 30,
       .length = 4369,
       .sha = "4462fea42f6da967",
       .segments = 728,
       .end = {0, 61.5166605, 0}},
      {.name = "houdini_tree",
       .axiom = "FFFA",
       .productions = {"A -> !\"[B]////[B]////B", "B -> &FFFA"},
       .steps = 6,
       .angle = 28,
       .length = 368,
       .sha = "9ba3c0319e6c7034",
       .segments = 120,
       .end = {-1.19589914, 11.3851903, 1.98269254}},
      {.name = "wiki_fern",
       .axiom = "-X",
       .productions = {"X -> F+[[X]-X]-F[-FX]+X", "F -> FF"},
       .steps = 5,
       .angle = 25,
       .length = 6264,
       .sha = "a66af331661c3cc1",
       .segments = 1488,
       .end = {4.38076441, 55.9838876, 0}},
      {.name = "segments_32",
       .axiom = "F+F+F+F",
       .productions = {"F -> -F+F-F-F+F+FF-F+F+FF+F-F-FF+FF-FF+F+F-FF-F-F+FF-F-F+F+F-F+"},
       .steps = 2,
       .angle = 90,
       .length = 7531,
       .sha = "45aa5d2d5fde7433",
       .segments = 4096,
       .end = {0, 0, 0}},
      {.name = "callithamnion",
       .axiom = "1",
       .productions = {"1 -> 23", "2 -> 2", "3 -> 24", "4 -> 25", "5 -> 65", "6 -> 7", "7 -> 8", "8 -> 9[3]", "9 -> 9"},
       .steps = 24,
       .length = 990,
       .sha = "0f7f1cc4f9ed3561",
       .segments = 0},
      {.name = "rudin_shapiro",
       .axiom = "a",
       .productions = {"a -> ab", "b -> ac", "c -> db", "d -> dc"},
       .steps = 10,
       .length = 1024,
       .sha = "2139ffb854919aa1",
       .segments = 0},
      {.name = "square_free",
       .axiom = "a",
       .productions = {"a -> abc", "b -> ac", "c -> b"},
       .steps = 10,
       .length = 1536,
       .sha = "5b73f1766c6e9196",
       .segments = 0},
      {.name = "koch_by_interpretation",
       .axiom = "K(4)--K(4)--K(4)",
       .interpretation = {"K(n) : n > 0 -> K(n-1)+K(n-1)--K(n-1)+K(n-1)", "K(n) : n == 0 -> F"},
       .steps = 0,
       .angle = 60,
       .length = 1792,
       .sha = "b4a0b51555023795",
       .segments = 768,
       .end = {0, 0, 0}},
      {.name = "gosper_by_interpretation",
       .axiom = "L(3)",
       .interpretation = {"L(n) : n > 0 -> L(n-1)-R(n-1)--R(n-1)+L(n-1)++L(n-1)L(n-1)+R(n-1)-",
                          "R(n) : n > 0 -> +L(n-1)-R(n-1)R(n-1)--R(n-1)-L(n-1)++L(n-1)+R(n-1)", "L(n) : n = 0 -> F",
                          "R(n) : n = 0 -> F"},
       .steps = 0,
       .angle = 60,
       .length = 799,
       .sha = "ac87971daaaf67c6",
       .segments = 343,
       .end = {15.5884573, 10, 0}},
      {.name = "cyme",
       .axiom = "A(0)",
       .productions = {"A(n) : n<5 -> F(1)[+(60)A(n+1)][-(60)A(n+1)]~K(0)", "~K(t) : t<3 -> ~K(t+1)",
                       "F(l) -> F(l*1.1)"},
       .steps = 7,
       .length = 280,
       .sha = "059ee71e3f5fd621",
       .segments = 31,
       .end = {1.61479963, -0.091234, 0}},
      {.name = "phyllotaxis_cylinder",
       .axiom = "A",
       .productions = {"A -> [&(90)f(R)~O]f(H)/(D)A"},
       .define = {{"R", "3"}, {"H", "0.2"}, {"D", "137.5281"}},
       .steps = 40,
       .length = 281,
       .sha = "17b33110a433708d",
       .segments = 0},
      {.name = "dt0l_tables",
       .axiom = "ab",
       .tables = {{{1, 9}, 2, list_of({"a -> aab", "b -> b"})}, {{2, 9}, 2, list_of({"a -> a", "b -> ba"})}},
       .steps = 6,
       .length = 68,
       .sha = "f90a43b4bf80c1e2",
       .segments = 0},
      {.name = "abscission",
       .axiom = "A(0)",
       .productions = {"A(n) -> F(1)[+(45)B(0)]/(90)A(n+1)", "B(a) : a<3 -> F(0.5)B(a+1)", "B(a) : a>=3 -> %",
                       "F(l) -> F(l)"},
       .steps = 7,
       .length = 56,
       .sha = "bf0791bc6922a99d",
       .segments = 22,
       .end = {0, 7, 0}},
      {.name = "twig_ageing",
       .axiom = "S(0)A(0)",
       .productions = {"S(t) -> S(t+1)", "S(t) < A(n) : t%3==0 -> I(n)[+A(n+1)]A(n+1)",
                       "I(n) < A(m) : m>n & m<3 -> I(m)A(m+1)", "I(n) > [+A(m)]A(k) : m=k -> I(n)"},
       .ignore = "+-",
       .steps = 9,
       .length = 11,
       .sha = "87598401d6bc26e2",
       .segments = 0},
      {.name = "consider_signal",
       .axiom = "X1F(2)[+G(3)F1]F(2)1Y",
       .productions = {"X < 1 -> X", "1 > Y -> Y", "1 < 1 -> 0"},
       .consider = "X1Y0",
       .steps = 3,
       .length = 12,
       .sha = "c838346fe81b5751",
       .segments = 4,
       .end = {0, 4, 0}},
  };
}

// The rows of an elementary cellular automaton between dead cells, cell by cell.
std::string automaton(std::string row, int rule, int steps) {
  for (; steps > 0; --steps) {
    const std::string before = row;
    for (std::size_t i = 1; i + 1 < row.size(); ++i) {
      const int cells = 4 * (before[i - 1] == '1') + 2 * (before[i] == '1') + (before[i + 1] == '1');
      row[i] = (rule >> cells & 1) != 0 ? '1' : '0';
    }
  }
  return row;
}

}  // namespace

TEST_CASE("more systems: words and last points are those of an independent program") {
  for (const Known& known : known_systems()) {
    INFO(known.name);
    LSystemParams params = system_of(known.axiom, known.productions, known.steps);
    params.interpretation = list_of(known.interpretation);
    params.tables = known.tables;
    for (const auto& [name, value] : known.define) params.define.emplace_back(name, source(value));
    params.ignore = source(known.ignore);
    params.consider = source(known.consider);
    const LString string = derive(params, {});
    CHECK(string.size() == known.length);
    CHECK(test::sha256(to_text(string)).substr(0, 16) == known.sha);
    TurtleParams turtle;
    turtle.angle = known.angle;
    const Skeleton drawn = interpret(string, turtle, {});
    REQUIRE(drawn.segments.size() == known.segments);
    if (known.segments == 0) continue;
    double size = 0;
    for (const SkeletonSegment& segment : drawn.segments) size = std::max(size, glm::length(segment.end));
    CHECK(glm::length(drawn.segments.back().end - known.end) < 1e-7 * size);
  }
}

TEST_CASE("more systems: growth by squares and by cubes") {
  // [rozenberg1980]: words of (n + 1)^2 and of (n + 1)^3 letters.
  for (int n = 0; n <= 30; ++n) {
    const auto m = static_cast<std::size_t>(n) + 1;
    CHECK(derive(system_of("a", {"a -> abcc", "b -> bcc", "c -> c"}, n), {}).size() == m * m);
    CHECK(derive(system_of("a", {"a -> abdddddd", "b -> bcddddddddddd", "c -> cdddddd", "d -> d"}, n), {}).size() ==
          m * m * m);
  }
}

TEST_CASE("more systems: all elementary cellular automata, as contexts of one cell on each side") {
  // [wolfram1983]
  const std::string row = "#0000000000001000000100110#";
  for (int rule = 0; rule < 256; ++rule) {
    LSystemParams params = system_of(row, {}, 12);
    for (const char left : {'0', '1', '#'}) {
      for (const char cell : {'0', '1'}) {
        for (const char right : {'0', '1', '#'}) {
          const std::string next = automaton({left, cell, right}, rule, 1).substr(1, 1);
          params.productions.push_back(list_of({std::string{left} + " < " + cell + " > " + right + " -> " + next})[0]);
        }
      }
    }
    INFO(rule);
    CHECK((derived_text(params) == automaton(row, rule, 12)));
  }
}
