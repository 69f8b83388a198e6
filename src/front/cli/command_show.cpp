// weald show: the preset after extends and overrides, as a valid preset.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/preset/computed_values.h"
#include "front/cli/command.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "schema/codec.h"
#include "session/manifest.h"

namespace weald::app {

namespace {

using schema::Entry;
using schema::Node;

/// The node in flow style, as text that reads back as the same node.
std::string flow(const Node& node) {
  std::string out;
  if (const Node::List* list = node.list()) {
    for (const Node& element : *list) out += (out.empty() ? "" : ", ") + flow(element);
    return "[" + out + "]";
  }
  if (const Node::Map* map = node.map()) {
    for (const Entry& entry : *map)
      out += (out.empty() ? "" : ", ") + schema::quoted_text(entry.key) + ": " + flow(entry.value);
    return "{" + out + "}";
  }
  if (node.is_null()) return "~";
  const schema::Scalar& scalar = *node.scalar();
  const bool plain =
      !scalar.quoted && (schema::parse_number(scalar.text) || scalar.text == "true" || scalar.text == "false");
  if (plain) return scalar.text;
  const std::string text = schema::quoted_text(scalar.text);
  return scalar.quoted && text == scalar.text ? "\"" + text + "\"" : text;
}

class Printer {
 public:
  Printer(const Sources& sources, bool with_origin) : sources_(sources), with_origin_(with_origin) {}

  void print(const Node& root) {
    for (const Entry& entry : *root.map()) {
      const bool is_block = entry.value.map() != nullptr || entry.value.list() != nullptr;
      if (!is_block)
        line(0, schema::quoted_text(entry.key) + ": " + flow(entry.value), entry.value);
      else if (entry.value.map() != nullptr)
        print_stages(entry);
      else
        print_list(entry);
    }
  }

 private:
  void print_stages(const Entry& stages) {
    fmt::print("{}:\n", schema::quoted_text(stages.key));
    for (const Entry& stage : *stages.value.map()) {
      if (stage.value.map() == nullptr) {
        line(2, schema::quoted_text(stage.key) + ": " + flow(stage.value), stage.value);
        continue;
      }
      fmt::print("  {}:\n", schema::quoted_text(stage.key));
      for (const Entry& value : *stage.value.map())
        line(4, schema::quoted_text(value.key) + ": " + flow(value.value), value.value);
    }
  }

  void print_list(const Entry& list) {
    fmt::print("{}:\n", schema::quoted_text(list.key));
    for (const Node& element : *list.value.list()) line(2, "- " + flow(element), element);
  }

  void line(int indent, const std::string& text, const Node& node) {
    fmt::print("{:{}}{}", "", indent, text);
    if (with_origin_) fmt::print("  # {}:{}:{}", sources_.name(node.where.source), node.where.line, node.where.column);
    fmt::print("\n");
  }

  const Sources& sources_;
  bool with_origin_;
};

/// The node as JSON: text that reads as a number, true or false becomes one.
Json node_json(const Node& node) {
  if (const Node::List* list = node.list()) {
    Json json = Json::array();
    for (const Node& element : *list) json.push_back(node_json(element));
    return json;
  }
  if (const Node::Map* map = node.map()) {
    Json json = Json::object();
    for (const Entry& entry : *map) json[entry.key] = node_json(entry.value);
    return json;
  }
  if (node.is_null()) return nullptr;
  const schema::Scalar& scalar = *node.scalar();
  if (scalar.quoted) return scalar.text;
  if (scalar.text == "true" || scalar.text == "false") return scalar.text == "true";
  if (const auto integer = schema::parse_integer(scalar.text)) return *integer;
  if (const auto number = schema::parse_number(scalar.text)) return *number;
  return scalar.text;
}

/// Where each value came from, by its path.
void add_origins(const Node& node, const std::string& path, const Sources& sources, Json& out) {
  const std::string prefix = path.empty() ? "" : path + ".";
  if (const Node::Map* map = node.map()) {
    for (const Entry& entry : *map) add_origins(entry.value, prefix + entry.key, sources, out);
  } else if (const Node::List* list = node.list(); list != nullptr && path == "outputs") {
    for (std::size_t i = 0; i < list->size(); ++i) add_origins((*list)[i], prefix + std::to_string(i), sources, out);
  } else {
    out[path] = {{"file", sources.name(node.where.source)}, {"line", node.where.line}, {"column", node.where.column}};
  }
}

/// The source and the position of a value: "post.yaml:9:51", or "--set height=2".
std::string place_text(const SourceLoc& where, const Sources& sources) {
  const std::string& name = sources.name(where.source);
  return name.starts_with("--") ? fmt::format("{} {}", name, sources.line(where.source, where.line))
                                : fmt::format("{}:{}:{}", name, where.line, where.column);
}

void print_values(const std::vector<preset::ComputedValue>& values, const Sources& sources) {
  if (values.empty()) fmt::print("the preset computes no values\n");
  for (const preset::ComputedValue& value : values) {
    fmt::print("{}: {}{}{}\n", value.path, flow(value.value), value.unit.empty() ? "" : " ", value.unit);
    if (!value.expression.empty())
      fmt::print("    {}{}{}\n", value.expression, value.values.empty() ? "" : ", where ", value.values);
    fmt::print("    {}\n", place_text(value.where, sources));
  }
}

Json values_json(const std::vector<preset::ComputedValue>& values, const Sources& sources) {
  Json list = Json::array();
  for (const preset::ComputedValue& value : values) {
    Json entry = {{"path", value.path}, {"value", node_json(value.value)}, {"unit", value.unit}};
    if (!value.expression.empty()) entry["expression"] = value.expression;
    if (!value.values.empty()) entry["where"] = value.values;
    entry["origin"] = {
        {"file", sources.name(value.where.source)}, {"line", value.where.line}, {"column", value.where.column}};
    list.push_back(std::move(entry));
  }
  return list;
}

struct ShowOptions {
  PresetOptions presets;
  bool origin = false;
  bool values = false;
  bool recipe_hash = false;
  bool json = false;
};

int show(const ShowOptions& options, const Context& context, Json& report) {
  const session::LoadedPresets loaded = load_presets(options.presets, context);
  report["diagnostics"] = diagnostics_json(loaded);
  if (!loaded.ok()) return failure_code(loaded.diagnostics);
  const preset::LoadedPreset& entry = loaded.presets.front();
  const std::string recipe = session::recipe_hash(entry.preset->graph);
  const auto values =
      options.values ? preset::computed_values(entry.text, entry.preset->seed) : std::vector<preset::ComputedValue>{};
  if (options.json) {
    report["recipe"] = recipe;
    report["preset"] = node_json(entry.text.root);
    if (options.origin) add_origins(entry.text.root, "", loaded.sources, report["origin"]);
    if (options.values) report["values"] = values_json(values, loaded.sources);
  } else if (options.values) {
    print_values(values, loaded.sources);
  } else if (options.recipe_hash) {
    fmt::print("{}\n", recipe);
  } else {
    Printer(loaded.sources, options.origin).print(entry.text.root);
  }
  return kOk;
}

}  // namespace

void add_show(CLI::App& program, Context& context) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = program.add_subcommand("show", "Print the preset after extends and overrides");
  add_preset_options(*command, options->presets, false);
  command->add_flag("--origin", options->origin, "Annotate each value with its origin, as a comment");
  command->add_flag("--values", options->values,
                    "Print the parameters, the 'let' values and all computed values instead, each with its expression "
                    "and its origin");
  command->add_flag(
      "--recipe-hash", options->recipe_hash,
      "Print a digest of everything that determines the outputs except imported files: values, seeds, weald's version");
  add_json_option(*command, options->json);
  command->footer(
      "Without --values, the result is a valid preset.\nExample: weald show presets/alpine.yaml --set ridges.octaves=5 "
      "--origin");
  command->callback([options, &context] {
    Json report = report_head("show");
    const auto work = [&] { return show(*options, context, report); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
