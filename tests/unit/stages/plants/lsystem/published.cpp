#include "unit/stages/plants/lsystem/published.h"

#include <stdexcept>

#include <yaml-cpp/yaml.h>

#include "unit/stages/plants/lsystem/preset_node.h"

namespace weald::test {

namespace {

std::string text(const YAML::Node& node) { return node ? node.as<std::string>() : std::string{}; }

std::map<std::string, double> symbols_of(const YAML::Node& node) {
  std::map<std::string, double> result;
  for (const auto& entry : node) result[text(entry.first)] = entry.second.as<double>();
  return result;
}

ExpectedGeometry geometry_of(const YAML::Node& node) {
  ExpectedGeometry result;
  result.n = node["n"].as<int>();
  result.length = node["length"].as<std::size_t>();
  result.symbols = symbols_of(node["counts"]);
  result.segments = node["segments"].as<std::size_t>();
  result.polygons = node["polygons"].as<std::size_t>();
  result.total_length = node["total_length"].as<double>();
  result.sha256 = text(node["sha256"]);
  if (!node["bbox"].IsNull()) {
    result.bounds.emplace();
    for (const auto& corner : node["bbox"])
      result.bounds->add({corner[0].as<double>(), corner[1].as<double>(), corner[2].as<double>()});
  }
  return result;
}

std::string production_string(const YAML::Node& rule) {
  std::string result;
  if (rule["left"]) result += text(rule["left"]) + " < ";
  result += text(rule["pred"]);
  if (rule["right"]) result += " > " + text(rule["right"]);
  if (rule["if"]) result += " : " + text(rule["if"]);
  result += " -> " + text(rule["to"]);
  if (rule["p"]) result += " : " + text(rule["p"]);
  return result;
}

schema::Node production_map(const YAML::Node& rule) {
  schema::Node result = map({});
  for (const auto& [from, to] :
       {std::pair{"left", "left"}, std::pair{"pred", "predecessor"}, std::pair{"right", "right"},
        std::pair{"if", "condition"}, std::pair{"to", "successor"}, std::pair{"p", "probability"}}) {
    if (rule[from]) put(result, to, scalar(text(rule[from])));
  }
  return result;
}

YAML::Node record_of(const YAML::Node& predecessor, const YAML::Node& successor) {
  YAML::Node rule;
  rule["pred"] = predecessor;
  rule["to"] = successor;
  return rule;
}

// The rules as the two lists of productions; `rules` is a map for D0L and a list of records otherwise.
std::pair<schema::Node, schema::Node> productions_of(const YAML::Node& rules) {
  schema::Node strings = list({}), maps = list({});
  for (const auto& entry : rules) {
    const YAML::Node rule = rules.IsMap() ? record_of(entry.first, entry.second) : YAML::Node(entry);
    strings.list()->push_back(scalar(production_string(rule)));
    maps.list()->push_back(production_map(rule));
  }
  return {strings, maps};
}

schema::Node defines_of(const YAML::Node& grammar, const YAML::Node& variant) {
  schema::Node result = map({});
  for (const auto& define : grammar["defines"]) {
    const std::string name = text(define.first);
    put(result, name, scalar(text(variant && variant[name] ? variant[name] : define.second), false));
  }
  return result;
}

Published read_one(const YAML::Node& grammar, const std::string& variant_name, const YAML::Node& variant) {
  Published result;
  result.name = text(grammar["id"]) + (variant_name.empty() ? "" : "/" + variant_name);
  result.kind = text(grammar["class"]);
  schema::Node preset = map({{"axiom", scalar(text(grammar["axiom"]))}, {"define", defines_of(grammar, variant)}});
  if (grammar["ignore"]) put(preset, "ignore", scalar(text(grammar["ignore"])));
  if (grammar["order"]) put(preset, "order", scalar(text(grammar["order"])));
  const auto [strings, maps] = productions_of(grammar["rules"]);
  result.strings = preset;
  put(result.strings, "productions", strings);
  result.maps = preset;
  put(result.maps, "productions", maps);

  result.turtle.angle = grammar["angle"].as<double>();
  for (const auto& symbol : grammar["draw"]) result.turtle.draw.text += text(symbol);
  const YAML::Node tropism = variant && variant["tropism"] ? variant["tropism"] : grammar["tropism"];
  if (tropism) {
    const YAML::Node t = tropism["T"];
    result.turtle.tropism = {{{t[0].as<double>(), t[1].as<double>(), t[2].as<double>()}, tropism["e"].as<double>()}};
  }

  const YAML::Node expected = grammar["expected"];
  for (const auto& entry : expected["counts"]) {
    result.counts.push_back(
        {entry.first.as<int>(), entry.second["length"].as<std::size_t>(), symbols_of(entry.second["symbols"])});
  }
  for (const auto& entry : expected["mean_counts"]) {
    result.mean_counts.push_back({entry.first.as<int>(), std::nullopt, symbols_of(entry.second)});
  }
  if (const YAML::Node geometry = expected["geometry"])
    result.geometry = geometry_of(variant_name.empty() ? geometry : geometry[variant_name]);
  return result;
}

}  // namespace

std::vector<Published> read_published() {
  const YAML::Node file = YAML::LoadFile(WEALD_SOURCE_DIR "/tests/data/lsystems.yaml");
  std::vector<Published> result;
  for (const auto& grammar : file["grammars"]) {
    if (!grammar["variants"]) result.push_back(read_one(grammar, "", YAML::Node(YAML::NodeType::Undefined)));
    for (const auto& variant : grammar["variants"])
      result.push_back(read_one(grammar, text(variant.first), variant.second));
  }
  return result;
}

lsystem::LSystemParams params_of(schema::Node preset, int steps) {
  put(preset, "derivation", number(std::to_string(steps)));
  auto decoded = decode<lsystem::LSystemParams>(preset);
  std::string said;
  for (const Diagnostic& diagnostic : decoded.diagnostics.all()) said += diagnostic.message + "; ";
  if (!said.empty()) throw std::runtime_error(said);
  return std::move(decoded.params);
}

std::map<std::string, double> count_symbols(const lsystem::LString& string) {
  std::vector<double> counts(string.alphabet.size());
  for (const std::uint8_t symbol : string.symbols) ++counts[symbol];
  std::map<std::string, double> result;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) result[string.alphabet[i].name] += counts[i];
  }
  return result;
}

}  // namespace weald::test
