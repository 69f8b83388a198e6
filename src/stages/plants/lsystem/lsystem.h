#pragma once
// lsystem: derives the string of an L-system: deterministic, stochastic, parametric, context-sensitive, with tables,
// decomposition, interpretation and queries.
//
// A symbol is one printable ASCII character (two after @, ? and ~; several for the names listed in `symbols`), with an
// optional one-character subscript (`a_r`). `( )` `:` `_` are not symbols; white space is ignored. A module is a symbol
// with parameters: `F(1,w)`. A(x) and A are two symbols. In one step every module is replaced by the successor of its
// production; a module without a production is copied. In YAML, write productions in single quotes, because `: `, ` #`,
// `&`, `!` and other characters have a meaning there.
// - Productions: `left < predecessor > right : condition -> successor : probability`, or a map with these keys; only
//   predecessor and successor are required. `-->` means `->`; a `*` alone is a condition that always holds, and, in a
//   system without the symbol *, an empty context or successor. The first production that matches applies. Productions
//   are tried in the order of the text: with `order: specific`, those with a context before the others; with
//   `order: listed`, all together. If the first match has a probability, one production is chosen at random among all
//   matches that have a probability and, like the first, have or lack a context. Probabilities are weights, which are
//   divided by their sum. Locals: assignments in braces before or behind the condition,
//   A(x) : {y = 2*x;} y > 1 {z = y+1;} -> F(z), are computed once for each module to which the production may apply.
// - Contexts skip [ ] and ignored symbols (with `consider`: all others). A left context climbs out of branches and
//   jumps over finished ones; a right context jumps over lateral branches unless it names them with [ ... ]. In a right
//   context, ] skips the rest of that branch.
// - New contexts: B << A and A >> B match modules of the string that the step makes, which it then rewrites from the
//   left or from the right, one module after the other: a signal passes along a whole branch in one step. The order is
//   new left << left < predecessor > right >> new right. The productions of one step have them on one side only.
// - At the beginning of a step, every `%` of the string is removed together with the rest of its branch.
// - Tables hold further productions for some of the steps; they are tried before `productions`. Steps count from 1.
// - Decomposition: after every step, its productions are applied until none applies any more. Interpretation: its
//   productions are applied in the same way, but only to the last string. Neither has contexts. A letter that its own
//   interpretation produces again, unconditionally or with the same parameters, is not interpreted again:
//   F(x) -> !(x/10)F(x).
// - The notation of books is accepted too: labels `p1 :`, the arrow U+2192, and in conditions = & | and the comparisons
//   U+2264, U+2265, U+2260. A ~ may be separated from its symbol. Productions of L rewrite ~L if L never occurs by
//   itself, their successors are empty or begin with L, and ~L has no productions. In a system without the symbol =,
//   an = before a ] in a right context stands for the rest of that branch.
// - Queries: with `environment`, a turtle walks along the interpreted string before every step and after the last one,
//   and sets the parameters of ?P ?H ?U ?L to its position, heading, up and left. Arguments of queries may be undefined
//   names. In expressions, inside(x,y,z) is 1 in the environment's volume and 0 elsewhere.
// - Random choices are addressed by a module's path through the derivation (see grammar.h): editing one branch's
//   production leaves the other branches as they were.
// Limits: the string never has more than `max_symbols` symbols and parameters together. A step that would exceed this
// limit is refused before memory is allocated. If the productions alone determine the growth (or its mean, where chance
// decides), it is refused when the preset is checked; otherwise with a StageError when the step is reached. To refuse
// slow growth early too, the work of a derivation is limited: all its steps together process at most 4 max_symbols (at
// least 4 million) symbols and parameters. Eight operations of expressions
// count as one symbol; contexts add one to the cost of a symbol, and chance adds a half. Memory while deriving: at most
// 40 bytes per symbol. Parameters must stay finite. Source: [prusinkiewicz1990], [lindenmayer1968], [rozenberg1973],
// [prusinkiewicz1994], [karwowski2003].

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/lstring.h"
#include "schema/decode.h"
#include "stages/plants/lsystem/detail/environment_params.h"
#include "stages/plants/lsystem/detail/text_issues.h"
#include "stages/plants/lsystem/detail/value_curve.h"

namespace weald::lsystem {

/// One production, in either spelling.
struct ProductionText {
  SourceText whole;  ///< the string form; empty when the parts below are given
  SourceText predecessor, successor, condition, probability, left, right, new_left, new_right;
  SourceLoc where;
};

/// Order in which productions are tried.
enum class ProductionOrder { specific, listed };

/// Steps of a derivation, counted from 1, both ends included.
struct StepRange {
  int first = 1;
  int last = 1000;
};

/// Productions that are active in some steps only.
struct TableText {
  StepRange steps;
  int every = 1;
  std::vector<ProductionText> productions;
  SourceText when;  ///< condition over defines and the step; empty: always
};

/// A function of one number, given by points.
struct CurveParams {
  std::vector<Vec2> points;
  CurveShape shape = CurveShape::smooth;
};

struct LSystemParams {
  SourceText axiom;
  std::optional<int> derivation;      ///< steps; see steps_of()
  schema::Named<SourceText> define;   ///< numbers, or expressions of earlier defines; `name(x)`: functions
  schema::Named<CurveParams> curves;  ///< functions given by points
  std::vector<SourceText> symbols;    ///< names of several characters
  SourceText ignore;                  ///< symbols that contexts skip
  SourceText consider;                ///< symbols that contexts do not skip; empty: all but those in `ignore`
  ProductionOrder order = ProductionOrder::specific;
  std::vector<ProductionText> productions;
  std::vector<TableText> tables;
  std::vector<ProductionText> decomposition;
  std::optional<int> decomposition_depth;
  std::vector<ProductionText> interpretation;
  std::optional<int> interpretation_depth;
  std::optional<EnvironmentParams> environment;
  std::optional<double> age;     ///< years
  double season = 0.5;           ///< part of the year, 0 midwinter to 0.5 midsummer to 1
  int max_symbols = 10'000'000;  ///< symbols and parameters together
};

/// Most rounds of decomposition or interpretation if the preset gives no limit.
inline constexpr int kMaxRounds = 1000;

/// Number of derivation steps: `derivation` if given, otherwise one for each started year of `age`, otherwise 1.
int steps_of(const LSystemParams& params);

/// Derives the string of the L-system. `inputs` are what its environment names. Throws
/// StageError if the string would exceed `max_symbols`, the work of all steps would exceed its limit (key
/// "derivation"), the decomposition or interpretation does not end (their keys), or a parameter is not finite (key
/// "productions"); also if `params` are invalid and were never checked.
LString derive(const LSystemParams& params, const RunContext& context, const EnvironmentInputs& inputs = {});

/// The stage.
struct LSystem {
  using Params = LSystemParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static LString run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    if (!params.environment) return derive(params, context);
    return derive(params, context, environment_inputs(*params.environment, inputs));
  }
};

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct EnumNames<lsystem::ProductionOrder> {
  static constexpr auto names = names_in_order<lsystem::ProductionOrder>("specific", "listed");
};

template <>
struct EnumNames<lsystem::CurveShape> {
  static constexpr auto names = names_in_order<lsystem::CurveShape>("smooth", "straight");
};

template <>
struct Schema<lsystem::CurveParams> {
  using P = lsystem::CurveParams;
  static constexpr auto fields = Fields{
      Field{&P::points, "points",
            "Points [x, y] of the curve, at least two, with increasing x; outside of them it stays level.", "",
            Range{-1e9, 1e9}, Presence::required},
      Field{&P::shape, "shape", "How the curve runs between its points: smooth, without overshooting, or straight."}};
  static void check(const P& params, Checker& checker);
};

template <>
struct Codec<lsystem::StepRange> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::StepRange& out);
  static ValueType type(const Slot& slot);
  static Node to_node(const lsystem::StepRange& value);
};

template <>
struct Codec<lsystem::ProductionText> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::ProductionText& out);
  static ValueType type(const Slot& slot);
  static Node to_node(const lsystem::ProductionText& value);
};

/// The keys of a production written as a map.
template <>
struct Schema<lsystem::ProductionText> {
  using P = lsystem::ProductionText;
  static constexpr auto fields = Fields{
      Field{&P::predecessor,
            "predecessor",
            "The module that is replaced, with names for its parameters.",
            "",
            {},
            Presence::required},
      Field{&P::successor, "successor", "The modules it is replaced by; empty deletes it.", "", {}, Presence::required},
      Field{&P::condition, "condition", "Expression that must be true for the production to apply."},
      Field{&P::probability, "probability",
            "Weight of this production among those that match; empty: it always applies where it matches."},
      Field{&P::left, "left", "Left context: modules that must stand before the predecessor."},
      Field{&P::right, "right", "Right context: modules that must follow the predecessor."},
      Field{&P::new_left, "new_left", "New left context: modules that the step has made before the predecessor."},
      Field{&P::new_right, "new_right", "New right context: modules that the step has made behind the predecessor."}};
};

template <>
struct Schema<lsystem::TableText> {
  using P = lsystem::TableText;
  static constexpr auto fields = Fields{
      Field{&P::steps, "steps", "Steps in which the table is active, counted from 1: 4, 1..10 or [1, 10]."},
      Field{&P::every, "every", "Interval between active steps, counted from the first: 2 means every second step.",
            "steps", Range{1, 1000}},
      Field{
          &P::when, "when",
          "Condition for the table to be active in a step, over defines, age, season and step, the number of the step: "
          "step % 3 == 0."},
      Field{&P::productions,
            "productions",
            "Productions that are tried before those outside of tables.",
            "",
            {},
            Presence::required}};
};

template <>
struct Schema<lsystem::LSystemParams> {
  using P = lsystem::LSystemParams;
  static constexpr std::string_view kind = "lsystem";
  static constexpr std::string_view summary = "L-system: rewrites a string of modules by productions, step by step.";
  static constexpr auto fields = Fields{
      Field{&P::axiom, "axiom", "String that the derivation starts from.", "", {}, Presence::required},
      Field{&P::derivation, "derivation",
            "Number of derivation steps; unset: one for each started year of age, or 1 "
            "without an age.",
            "steps", Range{0, 1000}},
      Field{&P::define, "define",
            "Named constants: numbers, or expressions of constants defined earlier; and functions of numbers, such as "
            "l(x): 0.3 * (1 - x)."},
      Field{&P::curves, "curves", "Functions of one number that are given by points, as in taper(x)."},
      Field{&P::symbols, "symbols",
            "Symbols whose names have several letters, such as [Apex, ~leaf]; where two match, the longer one is "
            "read."},
      Field{&P::ignore, "ignore", "Symbols that context matching skips."},
      Field{&P::consider, "consider", "Instead of ignore: the only symbols that context matching does not skip."},
      Field{&P::order, "order",
            "Order in which productions are tried: specific, those with a context first; listed, in the order of the "
            "preset."},
      Field{&P::productions, "productions",
            "Productions, each as 'left < predecessor > right : condition -> successor : probability' or as a map."},
      Field{&P::tables, "tables", "Productions that are active in some of the steps only."},
      Field{&P::decomposition, "decomposition",
            "Decomposition: productions that split modules into their parts, applied after every step until none "
            "applies."},
      Field{&P::decomposition_depth, "decomposition_depth",
            "Most rounds of decomposition, after which the string stays unchanged; unset: more than 1000 rounds "
            "are an error.",
            "rounds", Range{0, 1000}},
      Field{&P::interpretation, "interpretation",
            "Interpretation: productions that say how modules are drawn, applied to the final string without "
            "affecting the steps."},
      Field{&P::interpretation_depth, "interpretation_depth",
            "Most rounds of interpretation, after which the string stays unchanged; unset: more than 1000 rounds "
            "are an error.",
            "rounds", Range{0, 1000}},
      Field{&P::environment, "environment",
            "Answers queries (?P(x,y,z) ?H ?U ?L ?N ?V) before every step, and defines what inside(), light(), "
            "distance() and ground() ask; unset: none is available."},
      Field{&P::age, "age",
            "Age of the plant, also available in expressions; sets the number of steps unless derivation is given.",
            "years", Range{0, 1000}},
      Field{&P::season, "season",
            "Time of the year, also available in expressions: 0 and 1 are midwinter, 0.25 spring, 0.5 midsummer, "
            "0.75 autumn.",
            "", Range{0, 1}},
      Field{&P::max_symbols, "max_symbols", "Most symbols and parameters that the string may hold.", "",
            Range{1, 1e8}}};
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
