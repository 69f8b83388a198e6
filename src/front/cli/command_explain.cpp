// weald explain: the features of weald, from the declarations.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/nearest_name.h"
#include "engine/graph/stage_list.h"
#include "engine/outputs/output.h"
#include "engine/preset/language.h"
#include "engine/preset/preset.h"
#include "front/cli/command.h"
#include "front/cli/console/option_error.h"
#include "front/cli/explain_preset.h"
#include "front/cli/help/describe.h"
#include "front/cli/help/reference.h"
#include "front/cli/help/search.h"
#include "methods/expression/syntax.h"
#include "schema/other_words.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

constexpr int kMaxSearchWords = 16;

/// "the key 'leaves' is one of weber_penn, plant_mesh, plant_lods", if kinds of stages have such a key.
std::string stages_with_key(const std::string& key) {
  constexpr std::size_t kNamed = 4;
  std::vector<std::string_view> kinds;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) {
    const auto fields = kind.describe();
    const auto is_it = [&](const schema::FieldInfo& field) { return field.key == key; };
    if (std::any_of(fields.begin(), fields.end(), is_it)) kinds.push_back(kind.kind);
  }
  if (kinds.empty()) return {};
  const bool more = kinds.size() > kNamed;
  kinds.resize(std::min(kinds.size(), kNamed));
  return fmt::format("'{}' is a key of {}{}", key, fmt::join(kinds, ", "), more ? " ..." : "");
}

int explain_expressions(bool json, Json& report) {
  report["functions"] = Json::array();
  for (const expression::Function& function : expression::functions()) {
    const std::string_view where = function.where == expression::Where::presets    ? "presets"
                                   : function.where == expression::Where::lsystems ? "lsystems"
                                                                                   : "everywhere";
    report["functions"].push_back(
        {{"name", function.name}, {"arguments", function.arguments}, {"help", function.help}, {"where", where}});
  }
  if (json) return kOk;
  fmt::print(
      "expressions: a value of a preset that begins with '=' is computed; L-systems and formulas use them too\n"
      "\noperators, weakest first\n  ?:   ||   &&   == != < <= > >=   + -   * / %   - !   ^\n\nfunctions\n");
  for (const expression::Function& function : expression::functions()) {
    const std::string_view only = function.where == expression::Where::presets    ? " (in presets)"
                                  : function.where == expression::Where::lsystems ? " (in L-systems)"
                                                                                  : "";
    fmt::print("  {:<26} {}{}\n", fmt::format("{}{}", function.name, function.arguments), function.help, only);
  }
  fmt::print(
      "\nfunctions of your own\n"
      "  let: {{l(x): = 0.3 * (1 - x)}}     in presets\n"
      "  define: {{l(x): 0.3 * (1 - x)}}    in L-systems\n");
  return kOk;
}

/// Why there is nothing called `name`, with what may be meant.
std::string unknown_name(const std::string& name) {
  std::vector<std::string_view> names;
  for (const pipeline::StageKind& kind : pipeline::all_stages()) names.push_back(kind.kind);
  names.push_back("outputs");
  names.push_back("expressions");
  std::vector<std::string> helps{schema::help_for_other_word(name), stages_with_key(name)};
  const std::string stage = name.substr(0, name.find('.'));  // "impostor" in "impostor.frames"
  if (stage != name && pipeline::find_stage_kind(stage) != nullptr)
    helps = {fmt::format("run 'weald explain {}' for its keys", stage)};
  std::erase(helps, "");
  if (helps.empty()) helps.push_back(schema::suggest(name, names));
  if (helps.front().empty()) helps = {"'weald list' lists them all, 'weald explain --search WORD' searches them"};
  return fmt::format("there is no stage kind '{}'; {}", name, fmt::join(helps, "; "));
}

int explain_all(bool json, Json& report) {
  report["stages"] = stage_summaries_json();
  if (json) return kOk;
  fmt::print(
      "{}\n"
      "weald explain STAGE           the parameters of a kind of stage, e.g. weald explain fbm\n"
      "weald explain outputs         the files that outputs write, and pictures\n"
      "weald explain expressions     the functions of computed values\n"
      "weald explain PRESET.yaml     the parameters of a preset\n"
      "weald explain --search WORD   stages and parameters by what they are for, e.g. --search river\n",
      stage_overview());
  return kOk;
}

int explain_search(const std::vector<std::string>& words, bool json, Json& report) {
  const SearchResult result = search_features(words);
  add_search_json(result, report);
  const bool is_empty = result.hits.empty() && result.advice.empty();
  if (json) return is_empty ? kNo : kOk;
  if (is_empty)
    fmt::print("nothing is found for '{}'; 'weald list' lists all kinds of stages\n", fmt::join(words, " "));
  else
    fmt::print("{}", search_text(result));
  return is_empty ? kNo : kOk;
}

int explain(const std::string& name, bool json, const Context& context, Json& report) {
  if (name.empty()) return explain_all(json, report);
  if (name == "expressions") return explain_expressions(json, report);
  if (preset::is_component_name(name)) return explain_preset(name, json, context, report);
  if (name == "outputs") {
    report["outputs"] = fields_json(schema::describe<pipeline::OutputSpec>());
    report["writers"] = writers_json();
    if (!json) fmt::print("{}", explain_outputs());
    return kOk;
  }
  if (const pipeline::StageKind* kind = pipeline::find_stage_kind(name)) {
    report["stage"] = stage_kind_json(*kind);
    if (!json) fmt::print("{}", explain_stage(*kind));
    return kOk;
  }
  const std::string message = unknown_name(name);
  report_error(message, context);
  report["diagnostics"] = Json::array({failure_json(message)});
  return kUsage;
}

}  // namespace

void add_explain(CLI::App& program, Context& context) {
  struct Options {
    std::string name;
    std::vector<std::string> search;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand(
      "explain", "Explain a kind of stage, outputs, expressions or a preset: parameters, units, ranges, defaults");
  command
      ->add_option(
          "stage", options->name,
          "Kind of stage, e.g. fbm, 'outputs', 'expressions', or a preset file; without it, all kinds of stages "
          "are listed")
      ->type_name("STAGE");
  command->add_option("--search", options->search, "Find stages and parameters by words for what they do")
      ->type_name("WORD")
      ->expected(1, kMaxSearchWords);
  add_json_option(*command, options->json);
  command->footer("Example: weald explain thermal_erosion\nSearch:  weald explain --search river bed");
  command->callback([options, &context] {
    if (!options->name.empty() && !options->search.empty())
      throw OptionError("--search", fmt::format("it takes the place of '{}'; give one of the two", options->name));
    Json report = report_head("explain");
    const auto work = [&] {
      if (!options->search.empty()) return explain_search(options->search, options->json, report);
      return explain(options->name, options->json, context, report);
    };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
