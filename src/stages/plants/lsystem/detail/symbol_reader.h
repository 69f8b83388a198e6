#pragma once
// SymbolReader: goes through a string symbol by symbol, with each one's meaning for a turtle and its parameters.

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

/// The meaning of a symbol of an alphabet.
struct SymbolMeaning {
  const TurtleCommand* command = nullptr;  ///< null: nothing
  bool organ = false;                      ///< it places an organ, after the command
};
using SymbolMeanings = std::array<SymbolMeaning, kMaxAlphabet>;

/// The symbols that `text` lists, read with the names of several characters that an alphabet has. Throws StageError for
/// `key` where it is no list of symbols.
std::vector<std::string> listed_symbols(const SourceText& text, std::span<const Symbol> alphabet, std::string_view key);

/// The commands of an alphabet; the symbols of `draw` draw. Throws StageError (key "draw").
SymbolMeanings command_meanings(std::span<const Symbol> alphabet, const SourceText& draw);

/// A place in a string.
class SymbolReader {
 public:
  /// All must outlive the reader; `key` is the stage's parameter that faults of the string are reported under.
  SymbolReader(std::span<const Symbol> alphabet, std::span<const std::uint8_t> symbols,
               std::span<const double> parameters, const SymbolMeanings& meanings, std::string_view key)
      : alphabet_(alphabet), symbols_(symbols), parameters_(parameters), meanings_(meanings), key_(key) {}

  /// Goes on to the next symbol; false at the end of the string.
  bool next() {
    if (following_ == symbols_.size()) return false;
    begin_ += count_;
    symbol_ = symbols_[following_++];
    count_ = alphabet_[symbol_].parameters;
    return true;
  }
  /// True when the alphabet has a command whose action `is_wanted`.
  bool has_command(bool (*is_wanted)(TurtleAction)) const;
  /// How many symbols have been read.
  std::size_t position() const { return following_; }
  /// The share of the string that has been read.
  double progress() const { return static_cast<double>(following_) / static_cast<double>(symbols_.size()); }
  /// The effect of the symbol.
  const SymbolMeaning& meaning() const { return meanings_[symbol_]; }
  /// The symbol's number in the alphabet.
  std::uint8_t symbol() const { return symbol_; }
  /// Its parameters.
  std::span<const double> arguments() const { return parameters_.subspan(begin_, count_); }
  /// Where its parameters begin among those of the string.
  std::size_t parameter_begin() const { return begin_; }
  /// Its parameter number `i`, counted from 0, or `otherwise`.
  double argument_or(unsigned i, double otherwise) const { return count_ > i ? parameters_[begin_ + i] : otherwise; }
  /// Throws StageError where a parameter is not a finite number, or the symbol's command needs more parameters.
  void check_arguments() const;
  /// Goes on to the symbol before the ] that ends this branch, or to the end of the string.
  void skip_branch();
  /// Throws StageError about the symbol: "symbol 7 of the string, 'F', " and `what`.
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
