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
inline constexpr std::array<Notation, 11> kNotation{{
    {"F + ~l a_r",
     "Symbols: one printable character each; two after @, ? and ~; _ adds a subscript. White space is ignored."},
    {"F(1, w/2)", "A module: a symbol with parameters, which are expressions. A and A(x) are two different symbols."},
    {"A -> F[+A]A",
     "Replace every A in each step. A symbol without a production stays; [ ] enclose a branch, and must balance."},
    {"A(x) -> F(x)A(x/2)", "Parameters get names on the left and are used on the right."},
    {"A(x) : x > 1 -> F(x)", "Only where the condition holds."},
    {"A -> F : 0.3", "By chance: among the productions that match, with this weight."},
    {"B < A > C -> F", "Only between a B on the left and a C on the right; either may be left out."},
    {"A ->", "Delete every A."},
    {"|| && == != < <= > >= + - * / ! ^",
     "Operators, from the weakest to the strongest; ^ is a power. A comparison gives 1 or 0."},
    {"min max abs floor ceil sqrt pow sin cos exp log",
     "Functions; sin and cos take degrees, min, max and pow two numbers."},
    {"random(low, high)", "A random number between the two, in successors only; another one for every module."},
}};

}  // namespace weald::lsystem
