#pragma once
// Grammar: an L-system's productions, checked and compiled for derivation.

#include <array>
#include <bitset>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "stages/plants/lsystem/detail/expression.h"
#include "stages/plants/lsystem/detail/expression_bytecode.h"
#include "stages/plants/lsystem/detail/symbol_names.h"
#include "stages/plants/lsystem/lsystem.h"

namespace weald::lsystem {

/// Symbols of an alphabet at most: LString numbers them with one byte.
inline constexpr std::size_t kMaxAlphabet = 256;
/// Parameters of one module at most.
inline constexpr std::size_t kMaxModuleParameters = 32;
/// Formal parameters of one production at most, those of its contexts included.
inline constexpr std::size_t kMaxFormals = 256;

/// The replacement of a module: modules, and the code that leaves all their parameters on the stack in order.
struct Successor {
  std::vector<std::uint8_t> symbols;
  std::vector<std::uint64_t> addresses;  ///< of each module within the successor: see PathKey below
  std::vector<Instruction> code;
  ExpressionBytecode program;  ///< of the code
  std::size_t parameters = 0;
  std::size_t work = 0;  ///< of the code
};

// PathKey: where random choices come from. Every module of a system that draws random numbers has a 64-bit key. The
// key of a module is sub_seed(key of the module it was made from, address in the successor); modules of the axiom are
// made from the stage's seed; a copied module keeps its key. The address is a hash of three things: which brackets of
// the successor the module stands in, each counted among the brackets of its level; the symbol's name; and its number
// among the modules of that name in that bracket. A draw is Rng::uniform(key, step << 32 | number of the draw).
// So a module's fate depends on its ancestors only: editing one branch of a successor, or the production of one symbol,
// leaves every module that does not descend from it as it was, and adding an F before an A does not reshuffle the As.

/// Contexts: symbols, brackets included, nearest to the predecessor last (left) or first (right).
using Context = std::vector<std::uint8_t>;

/// One compiled production.
struct Production {
  std::uint8_t predecessor = 0;
  Context left;
  Context right;
  std::vector<Instruction> condition;    ///< empty: always
  ExpressionBytecode condition_program;  ///< of the condition
  std::size_t condition_work = 0;
  std::size_t own_formals_at = 0;  ///< the number of the predecessor's first formal parameter
  bool condition_is_own = true;    ///< the condition reads no parameters of contexts
  std::optional<double>
      probability;  ///< weight among the productions that match; unset: the production applies when it matches
  Successor successor;
  std::size_t number = 0;       ///< its place in its list of the preset, from 0
  std::string_view list;        ///< the key of that list: "productions", "decomposition"
  bool binds_context = false;   ///< its contexts have parameters; formals are numbered from left to right
  bool has_brackets = false;    ///< its right context has [ or ]
  bool is_near = false;         ///< its contexts are nothing but the nearest modules, one on each side at most
  bool draws_to_match = false;  ///< its condition draws random numbers
  bool has_context() const { return !left.empty() || !right.empty(); }
};

/// A symbol that stands for itself has no production.
inline constexpr std::uint16_t kCopy = std::numeric_limits<std::uint16_t>::max();

/// Productions to choose from by chance: each with the sum of the weights up to and including its own.
struct Chance {
  double sum = 0;
  std::uint16_t production = kCopy;
};
using Lottery = std::vector<Chance>;

/// The productions that are in force together: those of a step, of the decomposition, or of the interpretation.
struct RuleSet {
  std::array<std::vector<std::uint16_t>, kMaxAlphabet>
      productions_of;  ///< by symbol, in the order in which they are tried
  /// The production a symbol always takes (or kCopy); unset where it depends on parameters, neighbours or chance.
  std::array<std::optional<std::uint16_t>, kMaxAlphabet> fixed_production;
  /// All productions of a symbol, where nothing but chance decides; else empty.
  std::array<Lottery, kMaxAlphabet> lottery;
  bool has_left = false;      ///< left contexts
  bool has_right = false;     ///< right contexts
  bool has_brackets = false;  ///< right contexts with [ or ]
  bool is_empty = true;       ///< copies everything

  bool has_contexts() const { return has_left || has_right; }
};

/// How often a rule set is applied: until nothing applies any more, `rounds` times at most.
struct Rounds {
  int most = 0;
  bool may_end_early = false;  ///< productions that still apply after the last round are left alone; else an error
};

/// A compiled L-system.
struct Grammar {
  std::vector<Symbol> alphabet;
  /// The last symbols of the alphabet are those that stand for these, unchanged; see settle_interpretation().
  std::vector<std::uint8_t> twins;
  Successor axiom;
  std::vector<Production> productions;
  std::vector<RuleSet> steps;                ///< the different rule sets of the derivation's steps; at least one
  std::vector<std::uint16_t> rules_of_step;  ///< by step, from 0: index into `steps`; the last entry holds on
  RuleSet decomposition;                     ///< applied after every step
  RuleSet interpretation;                    ///< applied to the last string
  Rounds decomposition_rounds;
  Rounds interpretation_rounds;
  std::bitset<kMaxAlphabet> ignored;  ///< skipped when contexts are matched
  std::optional<std::uint8_t> open;   ///< [
  std::optional<std::uint8_t> close;  ///< ]
  std::optional<std::uint8_t> cut;    ///< %
  bool has_parameters = false;
  bool has_chance = false;   ///< probabilities or rand
  bool has_queries = false;  ///< modules whose parameters the turtle answers: ?P(x,y,z)

  /// The productions of step `step`, counted from 1.
  const RuleSet& rules(int step) const;
  /// True when nothing but one table of productions decides: no decomposition, interpretation or changing tables.
  bool is_plain() const { return steps.size() == 1 && decomposition.is_empty && interpretation.is_empty; }
  /// True when the number of every symbol after every step follows from the productions alone.
  bool has_exact_growth() const;
  /// True when the expected number of every symbol after every step does.
  bool has_expected_growth() const;
};

/// True for the symbols ?P ?H ?U ?L with parameters.
bool is_query(const Symbol& symbol);

/// Checks and compiles the grammar of `params`. Every mistake is reported to `issues`, at its place in the preset;
/// the result may only be used when there was no error.
Grammar compile(const LSystemParams& params, TextIssues& issues);

}  // namespace weald::lsystem
