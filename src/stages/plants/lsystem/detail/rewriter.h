#pragma once
// Step-by-step derivation of any L-system: chooses a production for every module, counts, then writes the next string.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "stages/plants/lsystem/detail/contexts.h"
#include "stages/plants/lsystem/detail/grammar.h"
#include "stages/plants/lsystem/detail/growth.h"

namespace weald::lsystem {

/// A string during derivation.
struct RewriteState {
  std::vector<std::uint8_t> symbols;
  std::vector<double> parameters;
  std::vector<std::uint64_t> keys;  ///< path key of every module; empty when the grammar has no chance
};

/// What expressions ask besides their parameters.
struct Around {
  const Volume* volume = nullptr;         ///< of inside(); null: all of space
  const Surroundings* answers = nullptr;  ///< of light() and others; null: nothing is around
};

/// Derives a string step by step, beginning with the axiom.
class Rewriter {
 public:
  /// Starts from the axiom. `grammar`, `context` and what `surroundings` points at must outlive this.
  Rewriter(const Grammar& grammar, const RunContext& context, std::uint64_t limit, const Around& surroundings = {});

  /// Performs one step, including its decomposition. Throws StageError if the string or the work would exceed the
  /// limit, the decomposition does not end, or a parameter is not finite.
  void step();
  /// Applies the interpretation; throws as step() does. No step may follow.
  void interpret();
  /// The current string.
  const RewriteState& state() const { return current_; }
  /// Parameters of the current string, for answers to queries.
  std::span<double> parameters() { return current_.parameters; }
  /// The string that interpret() would make; throws as interpret() does.
  LString drawn();
  /// Returns the current string and ends the derivation.
  LString take();

 private:
  struct ModuleView {
    std::uint32_t position = 0;
    std::uint8_t symbol = 0;
    const double* parameters = nullptr;
  };
  struct Size {
    std::uint64_t symbols = 0;
    std::uint64_t parameters = 0;
    bool is_changed = false;  ///< whether any production applies
  };
  // Properties of a symbol that every module needs, stored side by side.
  struct Plan {
    std::uint16_t production = kCopy;  // valid if is_fixed
    bool is_fixed = true;
    std::uint8_t parameters = 0;
    std::uint64_t work = 0;  // cost of a module, regardless of its production
  };
  struct Gain {
    std::uint64_t symbols = 0;
    std::uint64_t parameters = 0;
    std::uint64_t work = 0;
  };

  // Frames in which a production's programs run.
  struct Frames {
    std::vector<double> condition;
    std::vector<double> successor;
  };

  void calculate_axiom();
  void apply_cuts();
  void use_rules(const RuleSet& rules);
  void index_contexts();
  void repeat(const RuleSet& rules, const Rounds& rounds, Pass pass);
  Size choose_all();
  std::uint16_t choose(const ModuleView& here);
  std::uint16_t choose_by_neighbours(const ModuleView& here);
  std::uint16_t choose_from(const std::vector<std::uint16_t>& productions, const ModuleView& here);
  void collect_chances(const std::vector<std::uint16_t>& productions, std::size_t first, const ModuleView& here);
  std::uint16_t draw(const Lottery& lottery, std::size_t position) const;
  bool matches(const Production& production, const ModuleView& here);
  bool matches_context(const Production& production, const ModuleView& here);
  // Whether the neighbour table has already matched the production's contexts.
  bool is_known_to_match(const Production& production) const { return production.is_near && !neighbours_.is_empty(); }
  void bind(const Production& production, const ModuleView& here, double* out) const;
  void write_all(const Size& size);
  bool match_all(const Production& production, const ModuleView& here);
  void rewrite_in_order();
  void append_result(const ModuleView& here, std::uint16_t production, bool from_right);
  void append_module(std::uint8_t symbol, std::uint64_t key);
  void refuse_excess(const Size& size, std::uint64_t before, Pass pass) const;
  [[noreturn]] void refuse_work() const;
  void check_finite(const double* begin, const double* end, const Production& production) const;
  std::uint64_t key_at(std::size_t position) const { return current_.keys.empty() ? 0 : current_.keys[position]; }
  const Draws& draws_at(std::size_t position) {
    draws_.key = key_at(position);
    return draws_;
  }

  const Grammar& grammar_;
  const RunContext& context_;
  Rng rng_;
  std::uint64_t limit_;
  std::uint64_t most_operations_;
  std::uint64_t step_ = 0;
  /// its step addresses random draws: 0 in the interpretation, so that copied modules look the same in every step
  Draws draws_;
  std::uint64_t operations_ = 0;  ///< total over all steps: a measure of time that is the same on every machine
  RewriteState current_;
  RewriteState next_;
  std::vector<std::uint16_t> choices_;  ///< for every module: a production, or kCopy
  std::vector<Gain> gains_;             ///< for every production
  std::vector<Frames> frames_;          ///< for every production
  const RuleSet* rules_ = nullptr;
  std::array<Plan, kMaxAlphabet> plans_;
  NeighbourTable neighbours_;  ///< for rules_; empty if there are no contexts or too many symbols
  ContextIndex contexts_;
  std::vector<std::uint32_t> parameter_begin_;  ///< for every module; only for rules with contexts
  Matched matched_;
  static constexpr std::size_t kModulesPerOrderedStopCheck = 1 << 14;
  std::optional<NewContext> new_context_;   ///< while a string is rewritten in order
  std::vector<std::uint32_t> new_matched_;  ///< modules of the new string
  Lottery chances_;
};

}  // namespace weald::lsystem
