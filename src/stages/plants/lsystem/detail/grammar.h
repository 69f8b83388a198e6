#pragma once
// Grammar: the productions of an L-system, checked and compiled for derivation.

#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/program.h"
#include "stages/plants/lsystem/detail/symbol_names.h"
#include "stages/plants/lsystem/lsystem.h"

namespace weald::lsystem {

/// Largest size of an alphabet: LString stores symbols as bytes.
inline constexpr std::size_t kMaxAlphabet = 256;
/// Most parameters of one module.
inline constexpr std::size_t kMaxModuleParameters = 32;
/// Most formal parameters of one production, including those of its contexts.
inline constexpr std::size_t kMaxFormals = 256;

/// Replacement of a module.
struct Successor {
  std::vector<std::uint8_t> symbols;
  std::vector<std::uint64_t> addresses;  ///< per module: its address within the successor, see PathKey below
  Program program;                       ///< computes the parameters of all modules in order
};

// PathKey: the source of random choices. In a system that draws random numbers, every module has a 64-bit key. It is
// sub_seed(key of the module it was made from, address in the successor). Modules of the axiom derive their keys from
// the stage's seed; a copied module keeps its key. The address is a hash of three things: the brackets of the successor
// that the module lies in, each numbered within its level; the symbol's name; and the module's number among the modules
// of that name in the same bracket. A draw is Rng::uniform(key, step << 32 | number of the draw).
// A module's random choices therefore depend only on its ancestors: editing one branch of a successor, or the
// production of one symbol, changes no module that does not descend from it, and adding an F before an A does not
// reshuffle the As.

/// Context pattern: symbols including brackets. The symbol nearest to the predecessor is the last of a left context and
/// the first of a right context.
using Context = std::vector<std::uint8_t>;

/// One compiled production.
struct Production {
  std::uint8_t predecessor = 0;
  Context left;
  Context right;
  Context new_left;  ///< modules that the step has made already; at most one of the two has any
  Context new_right;
  Program condition;               ///< empty: always true
  std::size_t own_formals_at = 0;  ///< number of the predecessor's first formal parameter
  bool condition_is_own = true;    ///< the condition reads no parameters of contexts
  std::optional<double>
      probability;  ///< weight among the productions that match; unset: the production applies whenever it matches
  Successor successor;
  std::size_t number = 0;      ///< index in its list of the preset, from 0
  std::string_view list;       ///< the key of that list: "productions", "decomposition"
  bool binds_context = false;  ///< its contexts have parameters; formal parameters are numbered from left to right
  bool has_brackets = false;   ///< its right context has [ or ]
  bool is_near = false;        ///< its contexts consist of the nearest module only, at most one on each side
  bool draws = false;          ///< its expressions draw random numbers
  bool has_old_context() const { return !left.empty() || !right.empty(); }
  bool has_new_context() const { return !new_left.empty() || !new_right.empty(); }
  bool has_context() const { return has_old_context() || has_new_context(); }
};

/// Marks a symbol that no production rewrites: it is copied.
inline constexpr std::uint16_t kCopy = std::numeric_limits<std::uint16_t>::max();

/// One of several productions chosen at random; `sum` is the cumulative weight up to and including its own.
struct Chance {
  double sum = 0;
  std::uint16_t production = kCopy;
};
using Lottery = std::vector<Chance>;

/// Productions that are active together: in a step, in the decomposition, or in the interpretation.
struct RuleSet {
  std::array<std::vector<std::uint16_t>, kMaxAlphabet>
      productions_of;  ///< by symbol, in the order in which they are tried
  /// The production that always applies to a symbol (or kCopy); unset if it depends on parameters, neighbours or
  /// chance.
  std::array<std::optional<std::uint16_t>, kMaxAlphabet> fixed_production;
  /// All productions of a symbol if only chance decides between them; otherwise empty.
  std::array<Lottery, kMaxAlphabet> lottery;
  bool has_left = false;       ///< any left contexts
  bool has_right = false;      ///< any right contexts
  bool has_brackets = false;   ///< any right contexts with [ or ]
  bool has_new_left = false;   ///< any contexts << in the string that the step makes
  bool has_new_right = false;  ///< any contexts >>
  bool is_empty = true;        ///< copies every module

  bool has_contexts() const { return has_left || has_right; }
  bool has_new_contexts() const { return has_new_left || has_new_right; }
};

/// Repetition of a rule set: until no production applies, at most `most` times.
struct Rounds {
  int most = 0;
  bool may_end_early = false;  ///< whether productions may still apply after the last round; otherwise that is an error
};

/// A compiled L-system.
struct Grammar {
  std::vector<Symbol> alphabet;
  /// For each of the last symbols of the alphabet: the symbol that it stands for, see settle_interpretation().
  std::vector<std::uint8_t> twins;
  Successor axiom;
  std::vector<Production> productions;
  std::vector<ValueCurve> curves;
  std::vector<RuleSet> steps;  ///< distinct rule sets of the derivation's steps; at least one
  /// by step, from 0: index into `steps`; the last entry applies to all later steps
  std::vector<std::uint16_t> rules_of_step;
  RuleSet decomposition;   ///< applied after every step
  RuleSet interpretation;  ///< applied to the last string
  Rounds decomposition_rounds;
  Rounds interpretation_rounds;
  std::bitset<kMaxAlphabet> ignored;  ///< skipped in context matching
  std::optional<std::uint8_t> open;   ///< [
  std::optional<std::uint8_t> close;  ///< ]
  std::optional<std::uint8_t> cut;    ///< %
  bool has_parameters = false;
  bool has_chance = false;   ///< uses probabilities or rand
  bool has_queries = false;  ///< has modules whose parameters the turtle fills in: ?P(x,y,z)

  /// The rule set of step `step`, counted from 1.
  const RuleSet& rules(int step) const;
  /// True if the productions alone determine the number of every symbol after every step.
  bool has_exact_growth() const;
  /// True if the productions alone determine the expected number of every symbol after every step.
  bool has_expected_growth() const;
};

/// True for the symbols ?P ?H ?U ?L ?N ?V if they have parameters.
bool is_query(const Symbol& symbol);

/// Checks and compiles the grammar of `params`. Reports every mistake to `issues` with its place in the preset; the
/// result is valid only if there was no error.
Grammar compile(const LSystemParams& params, TextIssues& issues);

}  // namespace weald::lsystem
