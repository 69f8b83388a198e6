#pragma once
// Short ways to write L-systems in tests.

#include <string>
#include <utility>
#include <vector>

#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/lsystem.h"

namespace weald::test {

inline lsystem::SourceText source(std::string text) { return {std::move(text), {0, 1, 1, 1}, false}; }

inline std::vector<lsystem::ProductionText> list_of(const std::vector<std::string>& texts) {
  std::vector<lsystem::ProductionText> productions;
  for (const std::string& text : texts) productions.emplace_back().whole = source(text);
  return productions;
}

inline lsystem::LSystemParams system_of(std::string axiom, const std::vector<std::string>& productions, int steps = 1) {
  lsystem::LSystemParams params;
  params.axiom = source(std::move(axiom));
  params.derivation = steps;
  params.productions = list_of(productions);
  return params;
}

inline RunContext seeded(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

inline std::string derived_text(const lsystem::LSystemParams& params, std::uint64_t seed = 0) {
  return lsystem::to_text(lsystem::derive(params, seeded(seed)));
}

}  // namespace weald::test
