#pragma once
// lsystem: derives the string of an L-system: deterministic, stochastic, parametric and context-sensitive.
//
// A symbol is one printable ASCII character (`@x ?x ~x`: two), with an optional one-character subscript (`a_r`); `( )`
// `:` `_` are not symbols, white space is ignored. A module is a symbol with parameters: `F(1,w)`. A(x) and A are two
// symbols. In one step every module is replaced by the successor of its production; one without is copied. In YAML,
// productions are best put in single quotes: `: `, ` #`, `&`, `!` and others have a meaning there.
// - Productions: `left < predecessor > right : condition -> successor : probability`, or a map with these keys; all but
//   predecessor and successor may be left out. The first that matches applies, in the order of the text, those with a
//   context first (order: specific) or not (order: listed). If it has a probability, the choice falls among all that
//   match, have one, and are alike in having a context; their probabilities are weights, divided by their sum.
// - Contexts skip [ ] and ignored symbols. A left context climbs out of branches and jumps over finished ones; a right
//   context jumps over lateral branches unless it names them with [ ... ]; a ] in it skips the rest of that branch.
// - `%` removes the rest of its branch, itself included, at the beginning of the step after the one that made it.
// - Random choices are addressed by a module's path through the derivation (see grammar.h): editing one branch's
//   production leaves the other branches as they were.
// Limits: the string never has more than `max_symbols` symbols and parameters together. A step that would exceed it is
// refused before memory is taken: when the preset is checked where growth follows from the productions alone (on
// average, where chance decides), else as StageError when the step is reached. So that slow growth is refused soon as
// well, a derivation with parameters, contexts or chance may also work on no more than 4 max_symbols symbols and
// parameters in all its steps together, eight operations of expressions counting as one, and a symbol as one and a half
// or two where there are contexts, chance or both. Memory while deriving: at most 40 bytes per symbol. Parameters must
// stay finite. Source: [prusinkiewicz1990], [lindenmayer1968].

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/run_context.h"
#include "lsystem/lstring.h"
#include "lsystem/source_text.h"
#include "schema/decode.h"

namespace weald::lsystem {

/// One production, in either spelling.
struct ProductionText {
  SourceText whole;  ///< the string form; empty when the parts below are given
  SourceText predecessor, successor, condition, probability, left, right;
  SourceLoc where;
};

/// Which productions are tried first.
enum class ProductionOrder { specific, listed };

struct LSystemParams {
  SourceText axiom;
  int derivation = 1;                ///< steps
  schema::Named<SourceText> define;  ///< numbers or expressions of earlier defines
  SourceText ignore;                 ///< symbols that contexts skip
  ProductionOrder order = ProductionOrder::specific;
  std::vector<ProductionText> productions;
  double season = 0.5;           ///< part of the year, 0 midwinter to 0.5 midsummer to 1
  int max_symbols = 10'000'000;  ///< symbols and parameters together
};

/// Derives the string of the L-system. Throws StageError when the string would outgrow `max_symbols`, or the work in
/// all steps what it allows (key "derivation") or a parameter is not finite (key "productions"); also when `params`
/// were never checked and are wrong.
LString derive(const LSystemParams& params, const RunContext& context);

/// The stage.
struct LSystem {
  using Params = LSystemParams;
  static LString run(const Params& params, const schema::Inputs&, const RunContext& context) {
    return derive(params, context);
  }
};

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct EnumNames<lsystem::ProductionOrder> {
  static constexpr std::array names{std::pair{std::string_view{"specific"}, lsystem::ProductionOrder::specific},
                                    std::pair{std::string_view{"listed"}, lsystem::ProductionOrder::listed}};
};

template <>
struct Codec<lsystem::ProductionText> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::ProductionText& out);
  static ValueType type(const Slot& slot);
  static std::string print(const lsystem::ProductionText& value);
};

/// The keys of a production written as a map.
template <>
struct Schema<lsystem::ProductionText> {
  using P = lsystem::ProductionText;
  static constexpr auto fields = std::tuple{
      Field{&P::predecessor,
            "predecessor",
            "The module that is replaced, with names for its parameters.",
            "",
            {},
            Presence::required},
      Field{&P::successor, "successor", "The modules it is replaced by; empty deletes it.", "", {}, Presence::required},
      Field{&P::condition, "condition", "Expression that must be true for the production to apply."},
      Field{&P::probability, "probability",
            "Weight of this production among those that match; empty: it applies wherever it matches."},
      Field{&P::left, "left", "Modules that must stand before the predecessor."},
      Field{&P::right, "right", "Modules that must follow the predecessor."}};
};

template <>
struct Schema<lsystem::LSystemParams> {
  using P = lsystem::LSystemParams;
  static constexpr std::string_view kind = "lsystem";
  static constexpr std::string_view summary = "L-system: rewrites a string of modules by productions, step by step.";
  static constexpr auto fields = std::tuple{
      Field{&P::axiom, "axiom", "String that the derivation starts from.", "", {}, Presence::required},
      Field{&P::derivation, "derivation", "Number of derivation steps.", "steps", Range{0, 1000}},
      Field{&P::define, "define", "Named constants: numbers, or expressions of those defined before."},
      Field{&P::ignore, "ignore", "Symbols that contexts pass over."},
      Field{&P::order, "order",
            "Which productions are tried first: specific, those with a context; listed, as they stand."},
      Field{&P::productions, "productions",
            "Productions, each as 'left < predecessor > right : condition -> successor : probability' or as a map."},
      Field{&P::season, "season",
            "Time of the year, a name in expressions too: 0 and 1 midwinter, 0.25 spring, 0.5 midsummer, 0.75 autumn.",
            "", Range{0, 1}},
      Field{&P::max_symbols, "max_symbols", "Most symbols and parameters that the string may have.", "",
            Range{1, 1e8}}};
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
