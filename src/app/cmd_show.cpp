// weald show: the preset after extends and overrides, as a preset again.

#include <fmt/format.h>

#include "app/command.h"
#include "schema/codec.h"

namespace weald::app {

namespace {

using schema::Entry;
using schema::Node;

/// The node in flow style, text that reads back as the same node.
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

}  // namespace

void add_show(CLI::App& program, Context& context) {
  struct Options {
    PresetOptions presets;
    bool origin = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("show", "Print the preset after extends and overrides");
  add_preset_options(*command, options->presets, false);
  command->add_flag("--origin", options->origin, "Say where each value came from, as a comment");
  command->footer(
      "The result is a preset again.\nExample: weald show presets/alpine.yaml --set ridges.octaves=5 --origin");
  command->callback([options, &context] {
    const LoadedPresets loaded = load_presets(options->presets, context);
    if (!loaded.ok()) {
      context.exit_code = failure_code(loaded);
      return;
    }
    Printer(loaded.sources, options->origin).print(loaded.presets.front().text.root);
  });
}

}  // namespace weald::app
