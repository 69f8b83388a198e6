#pragma once
// LString: a derived L-system string: one byte per module plus its parameters.

#include <cstdint>
#include <string>
#include <vector>

#include "schema/input.h"

namespace weald::lsystem {

/// A symbol of the alphabet with its number of parameters; A(x) and A are two symbols.
struct Symbol {
  std::string name;  ///< as written: "F", "@v", "a_r"
  std::uint8_t parameters = 0;
  bool operator==(const Symbol&) const = default;
};

/// A string of modules. `symbols` index the alphabet; `parameters` hold the parameters of all modules one after
/// another.
struct LString {
  std::vector<Symbol> alphabet;
  std::vector<std::uint8_t> symbols;
  std::vector<double> parameters;
  double season = 0.5;  ///< part of the year that the string is drawn for: 0 midwinter, 0.5 midsummer
  /// Number of modules.
  std::size_t size() const { return symbols.size(); }
};

/// The string as text: no spaces, parameters in parentheses as C's %.6g prints them.
std::string to_text(const LString& string);

}  // namespace weald::lsystem

template <>
struct weald::schema::ArtifactName<weald::lsystem::LString> {
  static constexpr std::string_view value = "string";
};
