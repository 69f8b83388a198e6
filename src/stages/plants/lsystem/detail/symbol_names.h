#pragma once
// The spelling of symbols: one character, two characters that begin with @ ? or ~, and longer names that a system
// declares.

#include <string>
#include <string_view>
#include <vector>

#include "data/lstring.h"
#include "stages/plants/lsystem/detail/expression.h"

namespace weald::lsystem {

/// The symbols of several characters that a system declares: `~leaf`, `Apex`. The longest match is read.
class SymbolNames {
 public:
  SymbolNames() = default;
  /// The names in `texts`; reports names that are invalid or repeated.
  SymbolNames(const std::vector<SourceText>& texts, TextIssues& issues);
  /// The names of a derived string's alphabet, for parsing lists of its symbols.
  explicit SymbolNames(const std::vector<Symbol>& alphabet);

  /// Length of the longest name that `text` begins with; 0 if there is none.
  std::size_t match(std::string_view text) const;

 private:
  void sort();
  std::vector<std::string> names_;  ///< longest first
};

/// Reads one symbol at the cursor. Reports errors and then returns an empty name.
std::string parse_symbol(Cursor& cursor, const SymbolNames& names, TextIssues& issues);

/// Splits a list of symbols ("+ - F", "~l"): symbols of one character, `@x ?x ~x` of two, `names` and the turtle's long
/// commands (@Gs), each with an optional subscript `_x`. Reports anything that is not a symbol.
std::vector<std::string> parse_symbols(const SourceText& text, TextIssues& issues, const SymbolNames& names = {});

}  // namespace weald::lsystem
