#include "engine/preset/detail/expression_scope.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/rng.h"
#include "base/text/nearest_name.h"
#include "engine/preset/detail/node_values.h"
#include "engine/preset/world_params.h"

namespace weald::preset {

using expression::Problem;
using expression::Term;
using expression::Value;
using schema::Entry;
using schema::Node;

namespace {

constexpr std::size_t kMaxDepth = 256;        // of values that are computed from each other
constexpr std::size_t kMaxExpression = 4096;  // bytes
constexpr std::size_t kLongestShown = 40;

/// The value as messages show it.
std::string shown(const Value& value) { return expression::to_text(value).substr(0, kLongestShown); }

}  // namespace

ExpressionScope::ExpressionScope(std::uint64_t seed, std::string owner, expression::Work& work,
                                 Diagnostics& diagnostics)
    : seed_(seed),
      seed_value_{static_cast<double>(seed)},
      owner_(std::move(owner)),
      evaluator_(*this, work),
      diagnostics_(diagnostics) {}

void ExpressionScope::add_parameters(std::vector<Parameter> parameters, Arguments arguments) {
  parameters_ = std::move(parameters);
  arguments_ = std::move(arguments);
  for (const Parameter& parameter : parameters_) {
    Binding binding;
    binding.parameter = &parameter;
    binding.node = parameter.default_value;
    binding.where = parameter.where;
    const auto argument = arguments_.find(parameter.name);
    if (argument != arguments_.end()) {
      binding.argument = &argument->second;
      binding.where = argument->second.where;
    }
    bindings_.emplace(parameter.name, std::move(binding));
  }
}

void ExpressionScope::add_lets(const Node& map) {
  if (map.map() == nullptr) {
    diagnostics_.error(map.where, fmt::format("'let' needs a map of names to values, not {}", map.kind_name()),
                       "for example let: {girth: = 0.03 * height}");
    return;
  }
  for (const Entry& entry : *map.map()) {
    if (entry.key.find('(') != std::string::npos) {
      add_function(entry);
      continue;
    }
    if (!expression::is_identifier(entry.key) || entry.key == "true" || entry.key == "false" || entry.key == "seed" ||
        entry.key == "index") {
      diagnostics_.error(entry.key_where, fmt::format("'{}' is not a valid name", entry.key.substr(0, kLongestShown)),
                         "a name starts with a letter and consists of letters, digits and '_'; 'true', 'false', 'seed' "
                         "and 'index' have meanings already");
      continue;
    }
    Binding binding;
    binding.node = entry.value;
    binding.where = entry.value.is_null() ? entry.key_where : entry.value.where;
    if (!bindings_.emplace(entry.key, std::move(binding)).second)
      diagnostics_.error(entry.key_where, fmt::format("'{}' is a parameter already", entry.key));
  }
}

void ExpressionScope::add_function(const Entry& entry) {
  const auto signature = expression::parse_signature(entry.key);
  if (!signature) {
    diagnostics_.error(entry.key_where, fmt::format("'{}' is no function", entry.key.substr(0, kLongestShown)),
                       "write name(x): = expression, or name(x, y): = expression, with names that are not those of "
                       "functions");
    return;
  }
  const auto text = expression_in(entry.value);
  if (!text || text->size() > kMaxExpression) {
    diagnostics_.error(entry.value.is_null() ? entry.key_where : entry.value.where,
                       fmt::format("a function needs an expression of at most {} bytes", kMaxExpression),
                       "for example l(x): = 0.3 * (1 - x)");
    return;
  }
  const schema::Scalar& scalar = *entry.value.scalar();
  Problem problem;
  auto body = expression::parse_all(scalar.text, scalar.text.size() - text->size(), problem, &functions_);
  if (!body) {
    diagnostics_.error(schema::place_in(scalar, entry.value.where, problem.begin, problem.length),
                       std::move(problem.message), std::move(problem.help));
    body.emplace();  // calls are not reported again
  }
  const std::string name(signature->name);
  function_nodes_.emplace(name, entry.value);
  if (!functions_.emplace(name, expression::OwnFunction{signature->parameters, std::move(*body), {}}).second)
    diagnostics_.error(entry.key_where, fmt::format("'{}' is defined twice", name));
}

// Reports names in the body that have no meaning, so that errors in unused functions are reported. The variables of
// loops have none here: a function means the same wherever it is called.
void ExpressionScope::check_function(const std::string& name, const Node& node) {
  const expression::OwnFunction& function = functions_.at(name);
  expression::visit_terms(function.body, [&](const Term& part) {
    if (part.form != expression::Form::name || part.text == "true" || part.text == "false" || part.text == "seed" ||
        bindings_.contains(part.text) || std::ranges::find(function.parameters, part.text) != function.parameters.end())
      return;
    Problem problem;
    name_unknown(part.text, problem);
    diagnostics_.error(schema::place_in(*node.scalar(), node.where, part.begin, part.end - part.begin),
                       std::move(problem.message), std::move(problem.help));
  });
}

void ExpressionScope::compute_all() {
  for (const auto& [name, node] : function_nodes_) check_function(name, node);
  for (auto& [name, binding] : bindings_) {
    if (binding.state == State::unknown) compute(name, binding);
  }
}

void ExpressionScope::append_values(const std::string& prefix, std::vector<ComputedValue>& out) const {
  const auto append = [&](const std::string& name, const Binding& binding) {
    if (binding.state != State::known) return;
    ComputedValue value;
    value.path = fmt::format("{}{}.{}", prefix, binding.parameter != nullptr ? "parameters" : "let", name);
    value.where = binding.argument != nullptr ? binding.where : binding.node.where;
    value.value = node_of(binding.value, value.where, nullptr);
    value.unit = expression::unit_text(binding.value.unit);
    if (binding.argument == nullptr && expression_in(binding.node)) {
      value.expression = binding.node.scalar()->text;
      Problem unheard;
      if (const auto term =
              expression::parse_all(value.expression, value.expression.find('=') + 1, unheard, &functions_))
        value.values = values_in(*term, binding.node.where);
    }
    out.push_back(std::move(value));
  };
  for (const Parameter& parameter : parameters_) append(parameter.name, bindings_.at(parameter.name));
  for (const auto& [name, binding] : bindings_) {
    if (binding.parameter == nullptr) append(name, binding);
  }
}

void ExpressionScope::compute(const std::string& name, Binding& binding) {
  binding.state = State::open;
  open_.push_back(name);
  const LoopValues loop = std::exchange(loop_, {});  // the value is the same for all copies
  std::optional<Value> value = binding.argument != nullptr
                                   ? std::optional(binding.argument->value)
                                   : value_at(binding.node, (binding.parameter ? "parameters." : "let.") + name);
  const SourceLoc where = binding.argument != nullptr ? binding.where : binding.node.where;
  if (value && binding.parameter != nullptr) {
    const std::size_t first = diagnostics_.all().size();
    value = checked_value(*binding.parameter, std::move(*value), where, owner_, diagnostics_);
    if (binding.argument != nullptr) diagnostics_.set_declared(first, binding.parameter->where);
  }
  loop_ = loop;
  open_.pop_back();
  binding.state = value ? State::known : State::failed;
  if (!value) return;
  binding.value = std::move(*value);
  binding.shown = shown(binding.value);
  binding.shown_line = std::to_string(binding.where.line);
}

std::optional<Value> ExpressionScope::value_at(const Node& node, const std::string& path) {
  if (const auto text = expression_in(node)) return computed_value(node, *text, path);
  if (const Node::List* list = node.list()) {
    Value::List values;
    for (std::size_t i = 0; i < list->size(); ++i) {
      auto value = value_at((*list)[i], fmt::format("{}.{}", path, i));
      if (!value) return std::nullopt;
      values.push_back(std::move(*value));
    }
    return Value{std::move(values)};
  }
  auto value = value_of(node);
  if (!value)
    diagnostics_.error(
        node.where, fmt::format("expected a number, true or false, a text or a list here, not {}", node.kind_name()));
  return value;
}

const Value* ExpressionScope::find(std::string_view name, Problem& problem) {
  for (const auto& [loop_name, value] : loop_) {
    if (loop_name == name) return &value;
  }
  if (name == "seed") return &seed_value_;
  const auto found = bindings_.find(name);
  if (found == bindings_.end()) {
    name_unknown(name, problem);
    return nullptr;
  }
  Binding& binding = found->second;
  if (binding.state == State::open && report_cycle(found->first, problem)) return nullptr;
  if (binding.state == State::unknown) {
    if (open_.size() >= kMaxDepth) {
      problem.message = fmt::format("more than {} values are computed from each other", kMaxDepth);
      return nullptr;
    }
    compute(found->first, binding);
  }
  return binding.state == State::known ? &binding.value : nullptr;  // a failure has been reported
}

bool ExpressionScope::report_cycle(const std::string& name, Problem& problem) const {
  std::string chain;
  for (auto it = std::find(open_.begin(), open_.end(), name); it != open_.end(); ++it) chain += *it + " -> ";
  problem.message = fmt::format("values form a cycle: {}{}", chain, name);
  return true;
}

void ExpressionScope::name_unknown(std::string_view name, Problem& problem) const {
  problem.message = fmt::format("there is no value '{}'", name.substr(0, kLongestShown));
  if (std::find(stages_.begin(), stages_.end(), name) != stages_.end()) {
    problem.help = fmt::format("'{}' is a stage; expressions compute with parameters and 'let' values", name);
    return;
  }
  std::vector<std::string_view> known;
  for (const auto& [loop_name, value] : loop_) known.push_back(loop_name);
  for (const auto& [bound, binding] : bindings_) known.push_back(bound);
  problem.help = known.empty() ? "texts are written in quotes, values are declared under 'parameters' or 'let'"
                               : schema::suggest(name, known);
}

std::string ExpressionScope::values_in(const Term& term, const SourceLoc& where) const {
  std::string text;
  std::vector<std::string> seen;
  expression::visit_terms(term, [&](const Term& part) {
    if (part.form != expression::Form::name || std::find(seen.begin(), seen.end(), part.text) != seen.end()) return;
    seen.push_back(part.text);
    const auto append = [&](std::string_view value) {
      if (!text.empty()) text += ", ";
      text.append(part.text).append(" = ").append(value);
    };
    const auto loop = std::find_if(loop_.begin(), loop_.end(), [&](const auto& one) { return one.first == part.text; });
    if (loop != loop_.end()) return append(shown(loop->second));
    const auto found = bindings_.find(part.text);
    if (found == bindings_.end() || found->second.state != State::known) return;
    const Binding& binding = found->second;
    append(binding.shown);
    if (binding.where.source == where.source) text.append(" (line ").append(binding.shown_line).append(")");
  });
  return text;
}

std::optional<Value> ExpressionScope::computed_value(const Node& node, std::string_view text, const std::string& path) {
  const auto result = evaluate_scalar(node, text, path);
  if (!result) return std::nullopt;
  auto value = value_of(*result);
  if (value && result->computed != nullptr && value->number() != nullptr)
    value->unit = expression::parse_unit(result->computed->unit).value_or(expression::Unit{});
  return value;
}

std::optional<Node> ExpressionScope::evaluate_scalar(const Node& node, std::string_view text, const std::string& path) {
  const schema::Scalar& scalar = *node.scalar();
  const auto report = [&](Problem problem, const std::string& values) {
    if (problem.message.empty()) return;
    diagnostics_.error(schema::place_in(scalar, node.where, problem.begin, problem.length), std::move(problem.message),
                       problem.help.empty() ? values : std::move(problem.help));
  };
  if (text.size() > kMaxExpression) {
    report({0, 1, fmt::format("the expression has more than {} bytes", kMaxExpression), {}}, {});
    return std::nullopt;
  }
  Problem problem;
  const auto term = expression::parse_all(scalar.text, scalar.text.size() - text.size(), problem, &functions_);
  if (!term) {
    report(std::move(problem), {});
    return std::nullopt;
  }
  const auto value = evaluator_.evaluate(*term, stage_seed(seed_, path), problem);
  if (!value) {
    report(std::move(problem), values_in(*term, node.where));
    return std::nullopt;
  }
  const auto computed = std::make_shared<const schema::Computed>(
      schema::Computed{scalar.text, values_in(*term, node.where), expression::unit_text(value->unit)});
  return node_of(*value, node.where, computed);
}

std::optional<Node> ExpressionScope::evaluate(const Node& node, const std::string& path) {
  if (!holds_expression(node)) return node;
  if (const auto text = expression_in(node)) return evaluate_scalar(node, *text, path);
  if (const Node::List* list = node.list()) {
    Node result{Node::List{}, node.where, node.computed};
    result.list()->reserve(list->size());
    bool ok = true;
    for (std::size_t i = 0; i < list->size(); ++i) {
      auto element = evaluate((*list)[i], fmt::format("{}.{}", path, i));
      ok = ok && element.has_value();
      if (element) result.list()->push_back(std::move(*element));
    }
    return ok ? std::optional(std::move(result)) : std::nullopt;
  }
  if (const Node::Map* map = node.map()) {
    Node result{Node::Map{}, node.where, node.computed};
    result.map()->reserve(map->size());
    bool ok = true;
    for (const Entry& entry : *map) {
      auto value = evaluate(entry.value, path + "." + entry.key);
      ok = ok && value.has_value();
      if (value) result.map()->push_back({entry.key, entry.key_where, std::move(*value)});
    }
    return ok ? std::optional(std::move(result)) : std::nullopt;
  }
  return node;
}

/// Whether {name} in the name of a file is the number of a tile, which is replaced when that is written, unless
/// something has that name. A name with a column and a row is one of tiles also if --set has taken away the world.
bool ExpressionScope::is_mark(std::string_view name, std::string_view file) const {
  const std::string mark = fmt::format("{{{}}}", name);
  const auto has = [&](std::string_view other) { return file.find(other) != std::string_view::npos; };
  const bool is_of_tiles = keeps_tile_marks_ || (has(kColumnMark) && has(kRowMark));
  return is_of_tiles && (mark == kColumnMark || mark == kRowMark || mark == kZoomMark);
}

std::optional<std::string> ExpressionScope::filled_in(const schema::Scalar& scalar, const SourceLoc& where) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t open = scalar.text.find('{'); open != std::string::npos; open = scalar.text.find('{', open + 1)) {
    const std::size_t close = scalar.text.find('}', open);
    if (close == std::string::npos) break;
    const std::string_view name = std::string_view(scalar.text).substr(open + 1, close - open - 1);
    if (!expression::is_identifier(name) || name == "seed" || (bindings_.empty() && loop_.empty())) continue;
    Problem problem;
    const Value* value = find(name, problem);
    if (value == nullptr && is_mark(name, scalar.text)) continue;
    if (value == nullptr) {
      if (!problem.message.empty())
        diagnostics_.error(schema::place_in(scalar, where, open, close + 1 - open), std::move(problem.message),
                           std::move(problem.help));
      return std::nullopt;
    }
    result += scalar.text.substr(done, open - done) + expression::to_text(*value);
    done = close + 1;
  }
  return result + scalar.text.substr(done);
}

}  // namespace weald::preset
