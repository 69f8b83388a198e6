#pragma once
// TurtleWalk: answers the queries of a string with the state of a turtle that reaches them; draws nothing.
//
// Queries: ?P position, ?H heading, ?L left, ?U up; ?N and ?V, which need more than the turtle. Their first three
// parameters receive x, y and z in this order; a single parameter receives x. Parameters after the third, and queries
// that the turtle does not reach because they follow a cut, are unchanged.

#include <cstdint>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "stages/plants/lsystem/detail/symbol_reader.h"
#include "stages/plants/lsystem/detail/turtle_settings.h"

namespace weald::lsystem {

/// A query that the turtle cannot answer alone.
struct OpenQuery {
  TurtleAction action;        ///< ask_normal or ask_light
  Vec3 position{0};           ///< of the turtle
  std::size_t parameter = 0;  ///< number of its first parameter
  std::size_t count = 0;      ///< of its parameters, at most 3
};

/// What a walk leaves to others.
struct WalkNotes {
  std::vector<OpenQuery> queries;
  std::vector<Vec3> casters;  ///< positions of the modules that cast shade, in the order of the string
};

/// Answers the queries of strings over one alphabet.
class TurtleWalk {
 public:
  /// `casting` are the symbols that cast shade; if empty, all that draw a line or place an organ do. Throws StageError
  /// (key "draw") if `settings` are invalid and were never checked.
  TurtleWalk(std::vector<Symbol> alphabet, TurtleSettings settings, const std::vector<std::string>& casting = {});

  /// Whether the alphabet has a query with parameters.
  bool asks() const { return asks_; }

  /// Walks along a string and writes the answers into the parameters of its queries. `symbols` are numbers in the
  /// alphabet; `parameters` holds the parameters of all symbols one after another. Throws StageError (key
  /// "environment") for strings that the turtle stage would also refuse: a ] without [, a parameter that is not finite,
  /// a position beyond 1e12 m. Returns what the turtle cannot answer.
  WalkNotes answer(std::span<const std::uint8_t> symbols, std::span<double> parameters,
                   const RunContext& context) const;

 private:
  std::vector<Symbol> alphabet_;
  TurtleSettings settings_;
  SymbolMeanings meanings_;
  std::vector<bool> casts_;  ///< by symbol
  bool asks_ = false;
};

}  // namespace weald::lsystem
