#pragma once
// Parsing of modules: symbols, patterns with formal parameters, and successors with expressions.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/symbol_names.h"

namespace weald::lsystem {

/// Diagnostic and advice for misplaced blocks of statements.
inline constexpr std::string_view kNoStatements = "statements cannot stand here";
inline constexpr std::string_view kStatementsHelp =
    "assignments stand between ':' and the arrow: A(x) : {y = 2*x;} y > 1 -> F(y)";

/// Numbers symbols in the order in which they first occur.
class AlphabetBuilder {
 public:
  /// The symbol's number; unset if the alphabet is full.
  std::optional<std::uint8_t> intern(const std::string& name, std::size_t parameters);
  /// The symbols in numerical order.
  const std::vector<Symbol>& symbols() const { return symbols_; }

 private:
  std::vector<Symbol> symbols_;
  std::map<std::pair<std::string, std::size_t>, std::uint8_t> numbers_;
};

/// Meanings of the names in a grammar.
struct Names : SystemNames {
  SymbolNames symbols;
  Answers answers;                ///< functions of the environment that may be called
  bool equals_is_symbol = false;  ///< otherwise = denotes the rest of a branch in right contexts
};

/// Parses modules for one grammar. Every function reports errors to the issues and then returns false.
class ModuleParser {
 public:
  /// All arguments must outlive the parser.
  ModuleParser(AlphabetBuilder& alphabet, const Names& names, TextIssues& issues)
      : alphabet_(alphabet), names_(names), issues_(issues) {}

  /// Brackets that a pattern may contain.
  enum class Brackets { forbidden, balanced };

  /// Parses modules with named parameters up to the cursor's end; adds the parameters to `graph`.
  bool parse_pattern(Cursor cursor, Brackets brackets, Context& out, ExpressionGraph& graph);
  /// Parses modules with expressions up to the cursor's end; brackets must balance. Adds the expressions to `graph`,
  /// and appends their values to `values`, from which the caller makes the program. Only productions may draw random
  /// numbers and know the step; axioms may not.
  bool parse_successor(Cursor cursor, ExpressionGraph& graph, bool is_in_production, Successor& out,
                       std::vector<std::uint32_t>& values);

 private:
  struct Level;
  bool parse_formals(Cursor& cursor, std::size_t& count, ExpressionGraph& graph);
  bool parse_formal(Cursor& cursor, ExpressionGraph& graph);
  // Context of a module's arguments.
  struct Site {
    std::uint64_t address = 0;  // address of the module, for rand
    bool is_in_production = false;
    bool is_query = false;
  };
  bool parse_arguments(Cursor& cursor, ExpressionGraph& graph, const Site& site, std::vector<std::uint32_t>& values);
  bool check_no_statements(const Cursor& cursor);
  bool check_no_produce(Cursor cursor);
  bool skip_unasked_name(Cursor& cursor, const ExpressionGraph& graph) const;
  bool add_symbol(const Cursor& cursor, std::size_t place, const std::string& name, std::size_t parameters,
                  std::uint8_t& out);
  bool fail(const Cursor& cursor, std::size_t place, std::size_t length, std::string message, std::string help = {});

  AlphabetBuilder& alphabet_;
  const Names& names_;
  TextIssues& issues_;
};

}  // namespace weald::lsystem
