#pragma once
// How L-systems are written, row by row: the one table from which the help and the reference are made.

#include <array>
#include <string_view>

namespace weald::lsystem {

/// A form of the notation, as an example, and what it means.
struct Notation {
  std::string_view form;
  std::string_view meaning;
};

/// The notation of axioms, productions and expressions; rows with `->` are productions as they may stand in a preset.
inline constexpr std::array<Notation, 20> kNotation{{
    {"F + ~l a_r",
     "Symbols: one printable character each; two after @, ? and ~; _ adds a subscript. White space is ignored."},
    {"Apex ~leaf", "Names of several letters are symbols where the key symbols lists them: symbols: [Apex, ~leaf]."},
    {"F(1, w/2)", "A module: a symbol with parameters, which are expressions. A and A(x) are two different symbols."},
    {"A -> F[+A]A",
     "Replace every A in each step. A symbol without a production stays; [ ] enclose a branch, and must balance."},
    {"A(x) -> F(x)A(x/2)", "Parameters get names on the left and are used on the right."},
    {"A(x) : x > 1 -> F(x)", "Only where the condition holds."},
    {"A -> F : 0.3", "By chance: among the productions that match, with this weight."},
    {"B < A > C -> F", "Only between a B on the left and a C on the right; either may be left out."},
    {"BC < A > D[E]F -> G",
     "Contexts may be longer. The right one passes over branches that it does not name; ] skips the rest of one."},
    {"A ->", "Delete every A."},
    {"A(x) : * --> F(x)",
     "As other programs write it: --> is ->, and a * alone is no condition, no context or nothing at all."},
    {"p1 : L(t) : t = 0 -> L(t+1)",
     "As books print it: labels are passed over; = & | are == && ||; productions of L rewrite ~L where L has no other "
     "use."},
    {"A -> F[+B]%", "% cuts off the rest of its branch in the next step."},
    {"A > ?P(x,y,z) : y < 9 -> FA",
     "?P ?H ?U ?L are told the turtle's position, heading, up and left before every step (key environment)."},
    {"|| && == != < <= > >= + - * / % ! ^",
     "Operators, from the weakest to the strongest; ^ is a power, % a remainder. A comparison gives 1 or 0."},
    {"min max abs floor ceil trunc round sign sqrt pow mod exp log",
     "Functions; min and max take two numbers or more, pow and mod two."},
    {"sin cos tan asin acos atan atan2", "Angles are in degrees; atan2(y, x) takes two numbers."},
    {"rand() rand(high) rand(low, high)",
     "A random number below 1, below high, or between two, in successors and conditions; another one for every "
     "module."},
    {"inside(x, y, z)", "1 where the point lies in the volume of the environment, else 0."},
    {"age season", "What these keys of the stage say, unless a parameter has the name."},
}};

}  // namespace weald::lsystem
