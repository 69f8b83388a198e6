#pragma once
// TurtleWalk: tells the modules of a string where a turtle is when it reaches them; nothing is drawn.
//
// Queries: ?P position, ?H heading, ?L left, ?U up. Their parameters take x, y and z, in this order: one parameter only
// x, further ones than three stay as they are. A query that the turtle does not reach, behind a cut, stays as it is.

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
  /// Throws StageError (key "draw") where `settings` were never checked and are wrong.
  TurtleWalk(std::vector<Symbol> alphabet, TurtleSettings settings);

  /// True when the alphabet has a query with parameters.
  bool asks() const { return asks_; }

  /// Walks along a string and writes the answers into the `parameters` of its queries. The symbols number the alphabet;
  /// the parameters are those of all symbols one after another. Throws StageError (key "environment") for strings that
  /// a turtle stage would refuse too: a ] without [, a parameter that is not finite, a position beyond 1e12 m.
  void answer(std::span<const std::uint8_t> symbols, std::span<double> parameters, const RunContext& context) const;

 private:
  std::vector<Symbol> alphabet_;
  TurtleSettings settings_;
  SymbolMeanings meanings_;
  bool asks_ = false;
};

}  // namespace weald::lsystem
