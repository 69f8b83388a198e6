#pragma once
// Symbols as they are written: one character, two after @ ? ~, names of several characters that a system lists.

#include <string>
#include <string_view>
#include <vector>

#include "data/lstring.h"
#include "stages/plants/lsystem/detail/expression.h"

namespace weald::lsystem {

/// The symbols of several characters that a system lists: `~leaf`, `Apex`. The longest that fits is read.
class SymbolNames {
 public:
  SymbolNames() = default;
  /// The names in `texts`; reports those that are unusable or stand twice.
  SymbolNames(const std::vector<SourceText>& texts, TextIssues& issues);
  /// The names that a string was derived with, for those who read lists of its symbols.
  explicit SymbolNames(const std::vector<Symbol>& alphabet);

  /// Length of the longest name that `text` begins with; 0: none.
  std::size_t match(std::string_view text) const;

 private:
  void sort();
  std::vector<std::string> names_;  ///< longest first
};

/// Reads one symbol at the cursor; on an error reports it and returns an empty name.
std::string parse_symbol(Cursor& cursor, const SymbolNames& names, TextIssues& issues);

/// Splits a list of symbols ("+ - F", "~l"): one character each, `@x ?x ~x` two, `names` and the turtle's long commands
/// (@Gs) as a whole, and `_x` after one for a subscript. Reports what is not a symbol.
std::vector<std::string> parse_symbols(const SourceText& text, TextIssues& issues, const SymbolNames& names = {});

}  // namespace weald::lsystem
