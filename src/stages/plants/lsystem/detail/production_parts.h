#pragma once
// The parts of a production, in either of its notations.

#include <optional>

#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/lsystem.h"

namespace weald::lsystem {

/// The parts of a production, each a range of its own text or of the common text; absent ones are empty.
struct ProductionParts {
  Cursor new_left, left, predecessor, right, new_right, condition, successor, probability;
};

/// The whole of a text as a cursor.
inline Cursor whole_text(const SourceText& text) { return {text, 0, text.text.size()}; }

/// Splits productions into their parts.
class ProductionSplitter {
 public:
  /// Searches the system for the symbol *: if there is none, a lone * denotes the empty string. `params` must outlive
  /// this.
  explicit ProductionSplitter(const LSystemParams& params);

  /// The parts of `production`, which must outlive them. Reports a missing arrow.
  std::optional<ProductionParts> parts_of(const ProductionText& production, TextIssues& issues) const;
  /// Whether = is a symbol of the system, rather than the rest of a branch in contexts.
  bool equals_is_symbol() const { return equals_is_symbol_; }

 private:
  const std::vector<SourceText>& names_;  ///< symbols of several characters, which are not labels
  bool star_is_symbol_ = false;
  bool equals_is_symbol_ = false;
};

}  // namespace weald::lsystem
