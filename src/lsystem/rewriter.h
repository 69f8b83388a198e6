#pragma once
// Derivation of any system, step by step: chooses a production for every module, counts, then writes the next string.

#include <cstdint>
#include <vector>

#include "core/run_context.h"
#include "lsystem/context_index.h"
#include "lsystem/grammar.h"

namespace weald::lsystem {

/// A string during derivation.
struct RewriteState {
  std::vector<std::uint8_t> symbols;
  std::vector<double> parameters;
  std::vector<std::uint64_t> keys;  ///< path key of every module; empty when the grammar has no chance
};

/// One derivation, from the axiom on.
class Rewriter {
 public:
  /// Starts from the axiom. `grammar` and `context` must outlive this.
  Rewriter(const Grammar& grammar, const RunContext& context, std::uint64_t limit);

  /// Makes one step. Throws StageError when the string or the work would exceed the limit or a parameter is not finite.
  void step();
  /// The string so far; ends the derivation.
  LString take();

 private:
  struct Place {
    std::uint32_t position = 0;
    std::uint8_t symbol = 0;
    const double* parameters = nullptr;
  };
  struct Size {
    std::uint64_t symbols = 0;
    std::uint64_t parameters = 0;
  };

  void apply_cuts();
  void index_contexts();
  Size choose_all();
  std::uint16_t choose(const Place& place);
  void collect_chances(const std::vector<std::uint16_t>& productions, std::size_t first, const Place& place);
  std::uint16_t draw(const Lottery& lottery, std::size_t position) const;
  bool matches(const Production& production, const Place& place);
  const double* bind(const Production& production, const Place& place);
  void write_all(const Size& size);
  void check_work() const;
  void check_finite(const double* begin, const double* end, const Production& production) const;
  std::uint64_t key_at(std::size_t position) const { return current_.keys.empty() ? 0 : current_.keys[position]; }

  const Grammar& grammar_;
  const RunContext& context_;
  Rng rng_;
  std::uint64_t limit_;
  std::uint64_t step_ = 0;
  std::uint64_t operations_ = 0;  ///< in all steps so far: a time that is the same on every machine
  RewriteState current_;
  RewriteState next_;
  std::vector<std::uint16_t> choices_;  ///< a production, or kCopy, for every module
  ContextIndex contexts_;
  std::vector<std::uint32_t> parameter_begin_;  ///< of every module; only for grammars with contexts
  Matched matched_;
  Lottery chances_;
  std::vector<double> bound_;
};

}  // namespace weald::lsystem
