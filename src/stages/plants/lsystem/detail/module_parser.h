#pragma once
// Parsing of modules: symbols, patterns with formal parameters, and successors with expressions. Internal to the
// grammar.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/symbol_names.h"

namespace weald::lsystem {

/// The message about cpfg's blocks of C, and how to do without them.
inline constexpr std::string_view kNoStatements = "a block of C statements, which weald does not support";
inline constexpr std::string_view kStatementsHelp =
    "write the expression where its value is used, F(x + 1), or give the module another parameter";

/// Numbers symbols in the order in which they are first seen.
class AlphabetBuilder {
 public:
  /// The symbol's number; unset when the alphabet is full.
  std::optional<std::uint8_t> intern(const std::string& name, std::size_t parameters);
  /// The symbols by number.
  const std::vector<Symbol>& symbols() const { return symbols_; }

 private:
  std::vector<Symbol> symbols_;
  std::map<std::pair<std::string, std::size_t>, std::uint8_t> numbers_;
};

/// The meaning of the names in a grammar.
struct Names {
  SymbolNames symbols;
  Defines defines;
  Defines predefined;
  bool has_volume = false;        ///< inside() may be asked
  bool equals_is_symbol = false;  ///< else = is the rest of a branch, in right contexts
};

/// Parses modules for one grammar. Every function reports to the issues and returns false on an error.
class ModuleParser {
 public:
  /// All three must outlive the parser.
  ModuleParser(AlphabetBuilder& alphabet, const Names& names, TextIssues& issues)
      : alphabet_(alphabet), names_(names), issues_(issues) {}

  /// Which brackets a pattern may have.
  enum class Brackets { forbidden, balanced };

  /// Modules with names for their parameters, up to the cursor's end; appends the names to `formals`.
  bool parse_pattern(Cursor cursor, Brackets brackets, Context& out, std::vector<std::string>& formals);
  /// Modules with expressions over `formals`, up to the cursor's end; brackets must balance.
  bool parse_successor(Cursor cursor, std::span<const std::string> formals, bool allow_random, Successor& out);

 private:
  struct Level;
  bool parse_formals(Cursor& cursor, std::size_t& count, std::vector<std::string>& formals);
  bool parse_formal(Cursor& cursor, std::vector<std::string>& formals);
  // Where the arguments of a module stand.
  struct Site {
    std::uint64_t address = 0;  // of the module, for rand
    bool allow_random = false;
    bool is_query = false;
  };
  bool parse_arguments(Cursor& cursor, std::span<const std::string> formals, const Site& site, std::size_t& count,
                       Successor& out);
  bool check_no_statements(const Cursor& cursor);
  bool skip_unasked_name(Cursor& cursor, std::span<const std::string> formals) const;
  bool add_symbol(const Cursor& cursor, std::size_t place, const std::string& name, std::size_t parameters,
                  std::uint8_t& out);
  bool fail(const Cursor& cursor, std::size_t place, std::size_t length, std::string message, std::string help = {});

  AlphabetBuilder& alphabet_;
  const Names& names_;
  TextIssues& issues_;
};

}  // namespace weald::lsystem
