#include "stages/plants/lsystem/detail/symbol_reader.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "stages/plants/lsystem/detail/symbol_names.h"

namespace weald::lsystem {

std::vector<std::string> listed_symbols(const SourceText& text, std::span<const Symbol> alphabet,
                                        std::string_view key) {
  TextIssues issues;
  auto names = parse_symbols(text, issues, SymbolNames({alphabet.begin(), alphabet.end()}));
  if (issues.has_errors()) throw StageError(issues.first_error(), std::string(key));
  return names;
}

SymbolMeanings command_meanings(std::span<const Symbol> alphabet, const SourceText& draw) {
  const auto drawing = listed_symbols(draw, alphabet, "draw");
  SymbolMeanings meanings{};
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    const bool draws = std::find(drawing.begin(), drawing.end(), alphabet[i].name) != drawing.end();
    meanings[i].command = find_command(draws ? "F" : alphabet[i].name);
  }
  return meanings;
}

bool SymbolReader::has_command(bool (*is_wanted)(TurtleAction)) const {
  const auto has_it = [&](const SymbolMeaning& m) { return m.command != nullptr && is_wanted(m.command->action); };
  return std::any_of(meanings_.begin(), meanings_.begin() + static_cast<std::ptrdiff_t>(alphabet_.size()), has_it);
}

void SymbolReader::check_arguments() const {
  for (const double argument : arguments()) {
    if (!std::isfinite(argument)) fail("has a parameter that is not a finite number");
  }
  const TurtleCommand* command = meaning().command;
  if (command != nullptr && count_ < command->required)
    fail(fmt::format("needs {}: {}",
                     command->required == 1 ? "a parameter" : fmt::format("{} parameters", command->required),
                     written(*command)));
}

void SymbolReader::skip_branch() {
  std::size_t depth = 0;
  while (following_ < symbols_.size()) {
    const TurtleCommand* command = meanings_[symbols_[following_]].command;
    if (command != nullptr && command->action == TurtleAction::push) ++depth;
    if (command != nullptr && command->action == TurtleAction::pop && depth-- == 0) return;
    next();
  }
}

void SymbolReader::fail(std::string_view what) const {
  throw StageError(fmt::format("symbol {} of the string, '{}', {}", following_, alphabet_[symbol_].name, what),
                   std::string(key_));
}

}  // namespace weald::lsystem
