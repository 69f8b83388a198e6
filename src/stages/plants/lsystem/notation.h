#pragma once
// The notation of L-systems, row by row: the single table from which the help and the reference are generated.

#include <array>
#include <string_view>

namespace weald::lsystem {

/// A form of the notation, by example, and its meaning.
struct Notation {
  std::string_view form;
  std::string_view meaning;
};

/// The notation of axioms, productions and expressions; rows with `->` are productions as they may stand in a preset.
inline constexpr std::array<Notation, 27> kNotation{{
    {"F + ~l a_r",
     "Symbols are one printable character each, or two after @, ? and ~; _ adds a subscript. White space is ignored."},
    {"Apex ~leaf", "Names of several letters are symbols if the key symbols lists them: symbols: [Apex, ~leaf]."},
    {"F(1, w/2)", "A module: a symbol with parameters, which are expressions. A and A(x) are two different symbols."},
    {"A -> F[+A]A",
     "Replaces every A in each step. A symbol without a production stays; [ ] enclose a branch and must balance."},
    {"A(x) -> F(x)A(x/2)", "Parameters are named on the left and used on the right."},
    {"A(x) : x > 1 -> F(x)", "Applies only where the condition holds."},
    {"A -> F : 0.3", "Applies by chance: weight of this production among those that match."},
    {"B < A > C -> F", "Applies only between a B on the left and a C on the right; either may be left out."},
    {"BC < A > D[E]F -> G",
     "Contexts may be longer. A right context skips branches that it does not name; ] skips the rest of a branch."},
    {"B(x) << A(y) -> A(x+y)",
     "A new context: a module that this step has made already; << from left to right, >> from right to left."},
    {"A ->", "Deletes every A."},
    {"A(x) : * --> F(x)",
     "As in other programs: --> means ->, and a * alone is an omitted condition, an empty context or successor."},
    {"p1 : L(t) : t = 0 -> L(t+1)",
     "As in books: labels are skipped; = & | mean == && ||; productions of L rewrite ~L if L has no other use."},
    {"A -> F[+B]%", "% cuts off the rest of its branch in the next step."},
    {"A > ?P(x,y,z) : y < 9 -> FA",
     "?P ?H ?U ?L receive the turtle's position, heading, up and left before every step (key environment)."},
    {"A > ?N(x,y,z)?V(u,v,w) -> @R(u,v,w)F(1)A",
     "?N receives the direction from the environment's surface or ground to the turtle, ?V the direction of the "
     "light."},
    {"A(x) : {y = 2*x;} y > 1 -> F(y)",
     "Locals: assignments in braces before or behind the condition, as in cpfg. A name may be assigned again."},
    {"F(part(x))", "Functions are defined under define, part(x): 0.3 * (1 - x), or given by points under curves."},
    {"|| && == != < <= > >= + - * / % ! ^",
     "Operators, from lowest to highest precedence; ^ is power, % remainder. A comparison yields 1 or 0."},
    {"condition ? a : b",
     "a if the condition is true, otherwise b, like if(condition, a, b); weaker than all operators."},
    {"min max abs floor ceil trunc round sign sqrt pow mod exp log",
     "Functions; min and max take two or more numbers, pow and mod two."},
    {"sin cos tan asin acos atan atan2", "Angles are in degrees; atan2(y, x) takes two numbers."},
    {"rand() rand(high) rand(low, high)",
     "A random number below 1, below high, or between the two, in successors and conditions; a new one for every "
     "module."},
    {"nran(mean, deviation)", "A random number with a normal distribution, where rand may stand."},
    {"inside(x, y, z)", "1 if the point lies in the volume of the environment, otherwise 0."},
    {"light(x, y, z) distance(x, y, z) ground(x, z)",
     "Share of the light, distance to the surface or ground, height of the ground: as the environment knows them."},
    {"age season step",
     "Values of these keys of the stage, unless a parameter has the same name; the number of the step, from 1."},
}};

}  // namespace weald::lsystem
