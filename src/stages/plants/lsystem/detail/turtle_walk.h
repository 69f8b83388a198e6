#pragma once
// TurtleWalk: answers the queries of a string with the state of a turtle that reaches them; draws nothing.
//
// Queries: ?P position, ?H heading, ?L left, ?U up. Their first three parameters receive x, y and z in this order; a
// single parameter receives x. Parameters after the third, and queries that the turtle does not reach because they
// follow a cut, are unchanged.

#include <cstdint>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "stages/plants/lsystem/detail/symbol_reader.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// Answers the queries of strings over one alphabet.
class TurtleWalk {
 public:
  /// Throws StageError (key "draw") if `settings` are invalid and were never checked.
  TurtleWalk(std::vector<Symbol> alphabet, TurtleSettings settings);

  /// Whether the alphabet has a query with parameters.
  bool asks() const { return asks_; }

  /// Walks along a string and writes the answers into the parameters of its queries. `symbols` are numbers in the
  /// alphabet; `parameters` holds the parameters of all symbols one after another. Throws StageError (key
  /// "environment") for strings that the turtle stage would also refuse: a ] without [, a parameter that is not finite,
  /// a position beyond 1e12 m.
  void answer(std::span<const std::uint8_t> symbols, std::span<double> parameters, const RunContext& context) const;

 private:
  std::vector<Symbol> alphabet_;
  TurtleSettings settings_;
  SymbolMeanings meanings_;
  bool asks_ = false;
};

}  // namespace weald::lsystem
