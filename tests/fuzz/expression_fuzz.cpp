// Expressions of L-systems: parsed, then run by the stack machine and as a program, which must agree to the last bit.

#include <array>
#include <bit>

#include "harness.h"
#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/expression_bytecode.h"

namespace weald::fuzz {

namespace {

constexpr std::array<double, 3> kArguments{2.5, -3, 0};

/// All of space up to a plane.
class HalfSpace final : public lsystem::Volume {
 public:
  bool contains(const Vec3& point) const override { return point.y < 1; }
};

void require_within(const lsystem::TextIssue& issue, std::size_t size) {
  require(!issue.message.empty(), "an error says something");
  require(issue.where.line == 1 && issue.where.column >= 1 && issue.where.column <= size + 1,
          "an error has its place within the expression");
}

}  // namespace

void expression(std::string_view input) {
  static const std::array<std::string, kArguments.size()> names{"x", "y", "age"};
  static const lsystem::Defines defines{{"w", 0.25}, {"big", 1e300}};
  static const lsystem::Defines predefined{{"season", 0.5}};
  const lsystem::SourceText text{std::string(input), {0, 1, 1, 1}};
  const lsystem::Scope scope{names, defines, true, 11, &predefined, true};
  lsystem::Cursor cursor{text, 0, text.text.size()};
  lsystem::TextIssues issues;
  std::vector<lsystem::Instruction> code;
  const bool ok = lsystem::parse_expression(cursor, scope, issues, code);
  require(ok != issues.has_errors(), "an expression is read or refused with a reason");
  for (const lsystem::TextIssue& issue : issues.all()) require_within(issue, text.text.size());
  if (!ok) return;
  require(cursor.position <= cursor.end, "the cursor stays within the expression");
  require(!code.empty() && lsystem::expression_ends(code) == std::vector{code.size()},
          "one expression leaves one value");

  const Rng rng(5);
  const HalfSpace volume;
  const lsystem::Draws draws{&rng, 3, 4, &volume};
  const double value = lsystem::evaluate(code, kArguments.data(), draws);
  const lsystem::ExpressionBytecode program(code, kArguments.size());
  std::vector<double> frame = program.frame();
  std::copy(kArguments.begin(), kArguments.end(), frame.begin() + static_cast<std::ptrdiff_t>(program.parameters_at()));
  double same = 0;
  program.run(frame.data(), draws, &same);
  require(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(same) || (value != value && same != same),
          "a program gives what the stack machine gives");
}

}  // namespace weald::fuzz
