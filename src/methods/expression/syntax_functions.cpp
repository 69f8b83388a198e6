#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "methods/expression/syntax.h"

namespace weald::expression {

namespace {

constexpr int kManyArguments = 32;

constexpr Function number_function(std::string_view name, Op op, std::string_view call, std::string_view help) {
  return {name, op, Special::none, operand_count(op), operand_count(op), Where::everywhere, call, help};
}

constexpr Function special_function(std::string_view name, Special special, int least, int most, std::string_view call,
                                    std::string_view help) {
  return {name, Op::constant, special, least, most, Where::presets, call, help};
}

constexpr Function random_function(std::string_view name, std::string_view call) {
  return {name,
          Op::random,
          Special::none,
          0,
          2,
          Where::lsystems,
          call,
          "A random number between the bounds, by default 0 and 1, drawn for each module."};
}

constexpr std::array kFunctions{
    number_function("if", Op::conditional, "(condition, a, b)", "a if the condition is true, otherwise b."),
    Function{"min", Op::minimum, Special::none, 2, kManyArguments, Where::everywhere, "(a, b, ...)",
             "The least of the numbers."},
    Function{"max", Op::maximum, Special::none, 2, kManyArguments, Where::everywhere, "(a, b, ...)",
             "The greatest of the numbers."},
    number_function("clamp", Op::clamp, "(x, low, high)", "x, moved to the nearer bound if it is outside."),
    number_function("mix", Op::mix, "(a, b, t)", "a + (b - a) * t, also of lists and colours, element by element."),
    number_function("step", Op::step, "(edge, x)", "1 if x is at least the edge, otherwise 0."),
    number_function("smoothstep", Op::smoothstep, "(low, high, x)", "Rises smoothly from 0 at low to 1 at high."),
    number_function("abs", Op::absolute, "(x)", "x without its sign."),
    number_function("sign", Op::sign, "(x)", "-1, 0 or 1."),
    number_function("floor", Op::floor, "(x)", "The greatest whole number that is not above x."),
    number_function("ceil", Op::ceil, "(x)", "The least whole number that is not below x."),
    number_function("round", Op::round, "(x)", "The nearest whole number; halves are rounded up."),
    number_function("trunc", Op::trunc, "(x)", "x without its fraction."),
    number_function("mod", Op::modulo, "(a, b)", "The remainder of a / b with the sign of b, like a % b."),
    number_function("sqrt", Op::sqrt, "(x)", "The square root."),
    number_function("pow", Op::power, "(a, b)", "a to the power of b, like a ^ b."),
    number_function("exp", Op::exp, "(x)", "e to the power of x."),
    number_function("log", Op::log, "(x)", "The natural logarithm."),
    number_function("sin", Op::sin, "(x)", "The sine of x degrees."),
    number_function("cos", Op::cos, "(x)", "The cosine of x degrees."),
    number_function("tan", Op::tan, "(x)", "The tangent of x degrees."),
    number_function("asin", Op::asin, "(x)", "The angle in degrees whose sine is x."),
    number_function("acos", Op::acos, "(x)", "The angle in degrees whose cosine is x."),
    number_function("atan", Op::atan, "(x)", "The angle in degrees whose tangent is x."),
    number_function("atan2", Op::atan2, "(y, x)", "The angle in degrees from the x axis to the point (x, y)."),
    special_function("uniform", Special::uniform, 2, 2, "(low, high)", "A random number between the bounds."),
    special_function("normal", Special::normal, 2, 2, "(mean, deviation)",
                     "A random number with a normal distribution."),
    special_function("choose", Special::choose, 1, 2, "(list, weights)",
                     "A random element of the list; the weights are a list of the same length."),
    special_function("range", Special::range, 2, 3, "(first, last, step)",
                     "The list of numbers from the first to the last; the step is 1 by default."),
    special_function("length", Special::length, 1, 1, "(list)", "The number of elements of a list."),
    special_function("at", Special::at, 2, 2, "(list, index)", "The element of the list with this number, from 0."),
    special_function("join", Special::join, 1, kManyArguments, "(list, ...)", "The elements of all lists as one list."),
    special_function("number", Special::number, 1, 1, "(x)", "The number x without its unit."),
    special_function("text", Special::text, 1, 1, "(x)", "The value x as a text."),
    random_function("rand", "(low, high)"),
    random_function("random", "(low, high)"),
    random_function("ran", "(low, high)"),
    Function{"nran", Op::random_normal, Special::none, 2, 2, Where::lsystems, "(mean, deviation)",
             "A random number with a normal distribution, drawn for each module."},
    Function{"inside", Op::inside, Special::none, 3, 3, Where::lsystems, "(x, y, z)",
             "1 if the point is in the volume of 'environment', otherwise 0."},
    Function{"light", Op::ask, Special::light, 3, 3, Where::lsystems, "(x, y, z)",
             "The share of the light that the plant's modules, neighbours and meshes leave at the point, from 0 to 1."},
    Function{"distance", Op::ask, Special::distance, 3, 3, Where::lsystems, "(x, y, z)",
             "The distance in metres from the point to the surface or the ground of 'environment'."},
    Function{"ground", Op::ask, Special::ground, 2, 2, Where::lsystems, "(x, z)",
             "The height of the ground of 'environment' in metres."},
};

}  // namespace

std::span<const Function> functions() { return kFunctions; }

const Function* find_function(std::string_view name) {
  const auto found =
      std::find_if(kFunctions.begin(), kFunctions.end(), [&](const Function& f) { return f.name == name; });
  return found != kFunctions.end() ? &*found : nullptr;
}

std::string counts_of(const Function& function) {
  if (function.most == kManyArguments) return fmt::format("{} or more", function.least);
  if (function.most > function.least) return fmt::format("{} to {}", function.least, function.most);
  return fmt::format("{}", function.most);
}

}  // namespace weald::expression
