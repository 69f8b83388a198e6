#include "stages/plants/lsystem/lsystem.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "methods/mesh/mesh_volume.h"
#include "stages/plants/lsystem/detail/environment.h"
#include "stages/plants/lsystem/detail/growth.h"
#include "stages/plants/lsystem/detail/rewriter.h"

namespace weald::lsystem {

namespace {

std::uint64_t limit_of(const LSystemParams& params) { return static_cast<std::uint64_t>(params.max_symbols); }

}  // namespace

namespace {

LString derived(const LSystemParams& params, const RunContext& context, const EnvironmentInputs& inputs) {
  TextIssues issues;
  const Grammar grammar = compile(params, issues);
  if (issues.has_errors()) throw StageError(issues.first_error(), "productions");
  const int steps = steps_of(params);
  if (grammar.has_exact_growth()) {
    if (const auto excess = find_excess(grammar, steps, limit_of(params))) {
      throw StageError(describe_excess(*excess, limit_of(params)) + "; " + excess_help(*excess),
                       std::string(excess_key(*excess)));
    }
  }
  std::optional<Environment> environment;
  if (params.environment) environment.emplace(*params.environment, grammar, inputs);
  if (inputs.volume != nullptr) mesh::warn_if_open(*inputs.volume, context, "environment");
  Rewriter rewriter(grammar, context, limit_of(params), environment ? environment->around() : Around{});
  if (environment) environment->answer(rewriter, context);
  for (int step = 0; step < steps; ++step) {
    context.progress(static_cast<double>(step) / steps);
    rewriter.step();
    if (environment) environment->answer(rewriter, context);
  }
  rewriter.interpret();
  return rewriter.take();
}

/// Bytes of a parameter as text: the bracket or comma before it, the number (at most "-1.23457e-308"), and possibly a
/// closing bracket.
constexpr double kParameterText = 15, kMinParameterText = 2;

/// Estimate of a string with at most `limit` symbols and parameters.
Estimate estimate_up_to(const Grammar& grammar, double limit) {
  double longest = kParameterText;
  for (const Symbol& symbol : grammar.alphabet) longest = std::max(longest, static_cast<double>(symbol.name.size()));
  Estimate result;
  result.text = Amount::up_to(limit * longest);
  return result;
}

}  // namespace

Estimate LSystem::estimate(const Params& params, const schema::Estimates&) {
  TextIssues issues;
  const Grammar grammar = compile(params, issues);
  if (issues.has_errors()) return {};
  const std::uint64_t limit = limit_of(params);
  const auto size = grammar.has_exact_growth() ? grown_size(grammar, steps_of(params), limit) : std::nullopt;
  if (!size) return estimate_up_to(grammar, static_cast<double>(limit));
  Estimate result;
  result.text = Amount::between(size->name_bytes + kMinParameterText * size->parameters,
                                size->name_bytes + kParameterText * size->parameters);
  result.bytes = Amount::exactly(size->modules + sizeof(double) * size->parameters);
  result.cause = params.derivation ? "derivation" : "axiom";
  return result;
}

int steps_of(const LSystemParams& params) {
  if (params.derivation) return *params.derivation;
  return params.age ? static_cast<int>(std::ceil(*params.age)) : 1;
}

LString derive(const LSystemParams& params, const RunContext& context, const EnvironmentInputs& inputs) {
  LString string = derived(params, context, inputs);
  string.season = params.season;
  return string;
}

}  // namespace weald::lsystem

namespace weald::schema {

namespace {

// YAML reads `- A(x) : x > 1 -> F(x)` without quotes as a map with one entry. This joins it again, including blanks, so
// that columns remain correct.
std::optional<lsystem::SourceText> joined_entry(const Node::Map& map) {
  if (map.size() != 1 || map[0].value.scalar() == nullptr) return std::nullopt;
  const Entry& entry = map[0];
  const std::string& value = entry.value.scalar()->text;
  const auto has_arrow = [](std::string_view text) {
    return text.find("->") != std::string_view::npos || text.find("\u2192") != std::string_view::npos;
  };
  if (!has_arrow(entry.key) && !has_arrow(value)) return std::nullopt;
  const std::size_t key_end = entry.key_where.column + entry.key.size();
  const bool aligned = entry.value.where.line == entry.key_where.line && entry.value.where.column >= key_end + 2;
  const std::size_t blanks = aligned ? std::min<std::size_t>(entry.value.where.column - key_end - 2, 64) : 1;
  return lsystem::SourceText{entry.key + std::string(blanks, ' ') + ": " + value, entry.key_where, false};
}

}  // namespace

bool Codec<lsystem::StepRange>::decode(const Node& node, const Slot& slot, Decoder& decoder, lsystem::StepRange& out) {
  constexpr std::string_view kExpected = "steps such as 4, 1..10 or [1, 10]";
  std::optional<std::int64_t> first, last;
  if (const auto* list = node.list()) {
    if (list->size() != 2 || (*list)[0].scalar() == nullptr || (*list)[1].scalar() == nullptr)
      return decoder.wrong_type(node, slot, kExpected);
    first = parse_integer((*list)[0].scalar()->text);
    last = parse_integer((*list)[1].scalar()->text);
  } else if (node.scalar() != nullptr) {
    const std::string_view text = node.scalar()->text;
    const std::size_t dots = text.find("..");
    first = parse_integer(text.substr(0, dots));
    last = dots == std::string_view::npos ? first
           : dots + 2 == text.size()      ? std::optional<std::int64_t>{1000}
                                          : parse_integer(text.substr(dots + 2));
  }
  if (!first || !last) return decoder.wrong_type(node, slot, kExpected);
  if (*first < 1 || *last > 1000 || *first > *last) {
    decoder.error(node.where, "steps count from 1 to 1000, and the first must come before the last");
    return false;
  }
  out = {static_cast<int>(*first), static_cast<int>(*last)};
  return true;
}

ValueType Codec<lsystem::StepRange>::type(const Slot& slot) {
  return {.kind = ValueType::Kind::any_of,
          .elements = {{.kind = ValueType::Kind::string},
                       {.kind = ValueType::Kind::integer},
                       Codec<std::array<int, 2>>::type(slot)}};
}

Node Codec<lsystem::StepRange>::to_node(const lsystem::StepRange& value) {
  return word_node(fmt::format("{}..{}", value.first, value.last));
}

bool Codec<lsystem::ProductionText>::decode(const Node& node, const Slot& slot, Decoder& decoder,
                                            lsystem::ProductionText& out) {
  out.where = node.where;
  if (node.scalar() != nullptr) {
    if (node.scalar()->text.empty()) return decoder.wrong_type(node, slot, "productions such as 'A -> AB'");
    out.whole = {node.scalar()->text, node.where, node.scalar()->quoted, node.scalar()->parts};
    return true;
  }
  if (node.map() == nullptr) return decoder.wrong_type(node, slot, "productions such as 'A -> AB', or maps");
  if (auto joined = joined_entry(*node.map())) {
    out.whole = std::move(*joined);
    return true;
  }
  return decode_fields(node, decoder, out);
}

ValueType Codec<lsystem::ProductionText>::type(const Slot&) {
  return {.kind = ValueType::Kind::any_of,
          .elements = {{.kind = ValueType::Kind::string},
                       {.kind = ValueType::Kind::record, .fields = describe<lsystem::ProductionText>()}}};
}

Node Codec<lsystem::ProductionText>::to_node(const lsystem::ProductionText& value) {
  if (!value.whole.text.empty()) return text_node(value.whole.text);
  Node::Map map;
  for_each_field<lsystem::ProductionText>([&](const auto& field) {
    const std::string& text = (value.*field.member).text;
    if (text.empty() && field.presence == Presence::optional) return;
    map.push_back({std::string(field.key), {}, text_node(text)});
  });
  return map_node(std::move(map));
}

void Schema<lsystem::CurveParams>::check(const P& params, Checker& checker) {
  if (params.points.size() < 2) return checker.error("points", "a curve needs at least two points [x, y]");
  for (std::size_t i = 1; i < params.points.size(); ++i) {
    if (params.points[i].x > params.points[i - 1].x) continue;
    return checker.error("points",
                         fmt::format("the x of point {} is not greater than that of the point before it", i + 1),
                         "a curve has one value for each x");
  }
}

void Schema<lsystem::LSystemParams>::check(const P& params, Checker& checker) {
  lsystem::TextIssues issues;
  const lsystem::Grammar grammar = lsystem::compile(params, issues);
  for (const lsystem::TextIssue& issue : issues.all()) {
    if (issue.severity == Severity::error)
      checker.error_at(issue.where, issue.message, issue.help);
    else
      checker.warning_at(issue.where, issue.message, issue.help);
  }
  if (issues.has_errors()) return;
  const std::uint64_t limit = static_cast<std::uint64_t>(params.max_symbols);
  if (!grammar.has_exact_growth()) {
    if (!grammar.has_expected_growth()) return;
    if (const auto excess = lsystem::find_expected_excess(grammar, lsystem::steps_of(params), limit)) {
      checker.error("derivation", lsystem::describe_expected_excess(*excess, limit), lsystem::excess_help(*excess));
    }
    return;
  }
  if (const auto excess = lsystem::find_excess(grammar, lsystem::steps_of(params), limit)) {
    checker.error(lsystem::excess_key(*excess), lsystem::describe_excess(*excess, limit),
                  lsystem::excess_help(*excess));
  }
}

}  // namespace weald::schema
