#pragma once
// SymbolReader: iterates over a string symbol by symbol, with each symbol's meaning for a turtle and its parameters.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/lstring.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"
#include "stages/plants/lsystem/turtle_commands.h"

namespace weald::lsystem {

/// Effect of a symbol of an alphabet.
struct SymbolMeaning {
  const TurtleCommand* command = nullptr;  ///< null: no effect
  bool organ = false;                      ///< places an organ after the command
};
using SymbolMeanings = std::array<SymbolMeaning, kMaxAlphabet>;

/// The symbols in the list `text`, including the multi-character names of an alphabet. Throws StageError for `key` if
/// `text` is not a list of symbols.
std::vector<std::string> listed_symbols(const SourceText& text, std::span<const Symbol> alphabet, std::string_view key);

/// The commands of an alphabet; the symbols in `draw` draw segments. Throws StageError (key "draw").
SymbolMeanings command_meanings(std::span<const Symbol> alphabet, const SourceText& draw);

/// A position in a string.
class SymbolReader {
 public:
  /// All arguments must outlive the reader. `key` is the stage parameter under which errors in the string are reported.
  SymbolReader(std::span<const Symbol> alphabet, std::span<const std::uint8_t> symbols,
               std::span<const double> parameters, const SymbolMeanings& meanings, std::string_view key)
      : alphabet_(alphabet), symbols_(symbols), parameters_(parameters), meanings_(meanings), key_(key) {}

  /// Advances to the next symbol; false at the end of the string.
  bool next() {
    if (following_ == symbols_.size()) return false;
    begin_ += count_;
    symbol_ = symbols_[following_++];
    count_ = alphabet_[symbol_].parameters;
    return true;
  }
  /// Whether the alphabet has a command with an action for which `is_wanted` holds.
  bool has_command(bool (*is_wanted)(TurtleAction)) const;
  /// Number of symbols read so far.
  std::size_t position() const { return following_; }
  /// Share of the string read so far.
  double progress() const { return static_cast<double>(following_) / static_cast<double>(symbols_.size()); }
  /// Effect of the current symbol.
  const SymbolMeaning& meaning() const { return meanings_[symbol_]; }
  /// Number of the current symbol in the alphabet.
  std::uint8_t symbol() const { return symbol_; }
  /// Parameters of the current symbol.
  std::span<const double> arguments() const { return parameters_.subspan(begin_, count_); }
  /// Index of the current symbol's first parameter in the string.
  std::size_t parameter_begin() const { return begin_; }
  /// Parameter `i` of the current symbol, counted from 0, or `otherwise`.
  double argument_or(unsigned i, double otherwise) const { return count_ > i ? parameters_[begin_ + i] : otherwise; }
  /// Throws StageError if a parameter is not finite, or if the symbol's command needs more parameters.
  void check_arguments() const;
  /// Advances to the symbol before the ] that ends this branch, or to the end of the string.
  void skip_branch();
  /// Throws StageError about the current symbol: "symbol 7 of the string, 'F', " followed by `what`.
  [[noreturn]] void fail(std::string_view what) const;

 private:
  std::span<const Symbol> alphabet_;
  std::span<const std::uint8_t> symbols_;
  std::span<const double> parameters_;
  const SymbolMeanings& meanings_;
  std::string_view key_;
  std::size_t following_ = 0;
  std::size_t begin_ = 0;
  unsigned count_ = 0;
  std::uint8_t symbol_ = 0;
};

}  // namespace weald::lsystem
