#pragma once
// ExpressionScope: the named values of one preset, and the evaluation of the expressions in its nodes.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/computed_values.h"
#include "engine/preset/detail/parameters.h"
#include "methods/expression/evaluate.h"
#include "schema/node.h"

namespace weald::preset {

/// Values with names that hold in one copy of a repeated stage.
using LoopValues = std::vector<std::pair<std::string, expression::Value>>;

/// A value given to a parameter, with its location.
struct Argument {
  expression::Value value;
  SourceLoc where;
};
using Arguments = std::map<std::string, Argument, std::less<>>;

/// The names that expressions of a preset can use: parameters, `let` values, loop variables, and `seed`.
class ExpressionScope final : public expression::Names {
 public:
  /// `seed` addresses random numbers; `owner` is what arguments are given to, for messages. `work` and `diagnostics`
  /// must outlive this.
  ExpressionScope(std::uint64_t seed, std::string owner, expression::Work& work, Diagnostics& diagnostics);

  /// Adds the parameters with the values that they were given.
  void add_parameters(std::vector<Parameter> parameters, Arguments arguments);
  /// Adds the values and functions under `let`. Reports names that exist already.
  void add_lets(const schema::Node& map);
  /// Computes all parameters and `let` values, so that errors in unused ones are reported.
  void compute_all();
  /// Appends the computed parameters and `let` values; `prefix` goes in front of their paths.
  void append_values(const std::string& prefix, std::vector<ComputedValue>& out) const;
  /// Sets the loop variables of the nodes that are evaluated next.
  void set_loop(LoopValues values) { loop_ = std::move(values); }
  /// Lets the marks of tiles stay in the names of files.
  void keep_tile_marks() { keeps_tile_marks_ = true; }
  /// Names that are stages, for the help of messages.
  void set_stages(std::vector<std::string> names) { stages_ = std::move(names); }

  /// `node` with a value in place of each expression. `path` is the place of the node in the preset, "stages.trunk"; it
  /// addresses random numbers. Unset if an expression has no value, which has been reported.
  std::optional<schema::Node> evaluate(const schema::Node& node, const std::string& path);
  /// `text` of `scalar` at `where` with a value in place of each {name}. {seed} stays, and so do the marks of tiles
  /// unless a value has that name; in a preset that names no values, all stay. Unset after an error.
  std::optional<std::string> filled_in(const schema::Scalar& scalar, const SourceLoc& where);

  /// The declared parameters.
  const std::vector<Parameter>& parameters() const { return parameters_; }

  const expression::Value* find(std::string_view name, expression::Problem& problem) override;

 private:
  enum class State : std::uint8_t { unknown, open, known, failed };
  struct Binding {
    const Parameter* parameter = nullptr;  // null for a `let` value
    const Argument* argument = nullptr;    // of the parameter
    schema::Node node;
    SourceLoc where;
    State state = State::unknown;
    expression::Value value;
    // The value and `where.line` as messages show them, printed once: each expression that has a value keeps them.
    std::string shown, shown_line;
  };

  void add_function(const schema::Entry& entry);
  void check_function(const std::string& name, const schema::Node& node);
  std::optional<expression::Value> value_at(const schema::Node& node, const std::string& path);
  std::optional<expression::Value> computed_value(const schema::Node& node, std::string_view text,
                                                  const std::string& path);
  std::optional<schema::Node> evaluate_scalar(const schema::Node& node, std::string_view text, const std::string& path);
  void compute(const std::string& name, Binding& binding);
  std::string values_in(const expression::Term& term, const SourceLoc& where) const;
  bool report_cycle(const std::string& name, expression::Problem& problem) const;
  void name_unknown(std::string_view name, expression::Problem& problem) const;
  bool is_mark(std::string_view name, std::string_view file) const;

  std::uint64_t seed_;
  expression::Value seed_value_;
  std::string owner_;
  expression::Evaluator evaluator_;
  Diagnostics& diagnostics_;
  std::vector<Parameter> parameters_;
  Arguments arguments_;
  std::map<std::string, Binding, std::less<>> bindings_;
  std::vector<std::string> open_;       // bindings being computed, the last one inside the others
  expression::OwnFunctions functions_;  // each one may call those before it
  std::map<std::string, schema::Node, std::less<>> function_nodes_;
  LoopValues loop_;
  std::vector<std::string> stages_;
  bool keeps_tile_marks_ = false;
};

}  // namespace weald::preset
