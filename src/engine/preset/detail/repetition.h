#pragma once
// Repetition and choice: `for` and `when` of stages and outputs.

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/detail/expression_scope.h"
#include "schema/node.h"

namespace weald::preset {

/// Most copies of one stage or output.
inline constexpr std::size_t kMaxCopies = 4096;

/// A copy of a stage or output.
struct Copy {
  std::string suffix;  ///< of its name: ".3", ".1.0"; empty without `for`
  LoopValues loop;     ///< its loop variables, and `index`, its number from 0
};

/// The copies that `map` asks for: one without `for`. The first variable changes slowest. The suffix has the value for
/// a variable that runs over a range `a..b`, otherwise the number of the element. Unset after an error.
std::optional<std::vector<Copy>> copies_of(const schema::Node& map, const std::string& path, ExpressionScope& scope,
                                           Diagnostics& diagnostics);

/// Whether `when` of `map` is true; true without `when`. The loop variables of the scope are those of the copy. Unset
/// after an error.
std::optional<bool> is_wanted(const schema::Node& map, const std::string& path, ExpressionScope& scope,
                              Diagnostics& diagnostics);

}  // namespace weald::preset
