#pragma once
// The parts of a production, whichever way it is written. Internal to the grammar.

#include <optional>

#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/lsystem.h"

namespace weald::lsystem {

/// The parts of a production, each a range of its own text or of the common one; absent ones are empty.
struct ProductionParts {
  Cursor left, predecessor, right, condition, successor, probability;
};

/// The whole of a text.
inline Cursor whole_text(const SourceText& text) { return {text, 0, text.text.size()}; }

/// Cuts productions into their parts.
class ProductionSplitter {
 public:
  /// Looks through the system for the symbol *: where there is none, a * alone stands for nothing. `params` must
  /// outlive this.
  explicit ProductionSplitter(const LSystemParams& params);

  /// The parts of `production`, which must outlive them; reports a missing arrow.
  std::optional<ProductionParts> parts_of(const ProductionText& production, TextIssues& issues) const;
  /// True where = is a symbol of the system, not the rest of a branch in contexts.
  bool equals_is_symbol() const { return equals_is_symbol_; }

 private:
  const std::vector<SourceText>& names_;  ///< symbols of several letters, which are no labels
  bool star_is_symbol_ = false;
  bool equals_is_symbol_ = false;
};

}  // namespace weald::lsystem
