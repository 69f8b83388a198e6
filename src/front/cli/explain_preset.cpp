#include "front/cli/explain_preset.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/preset/preset.h"
#include "front/cli/command.h"
#include "schema/wording.h"

namespace weald::app {

namespace {

Json parameter_json(const preset::ParameterInfo& parameter) {
  Json json{{"name", parameter.name},
            {"type", parameter.type},
            {"default", parameter.default_value},
            {"unit", parameter.unit},
            {"help", parameter.help}};
  if (parameter.range) json["range"] = {parameter.range->min, parameter.range->max};
  if (!parameter.choices.empty()) json["choices"] = parameter.choices;
  return json;
}

}  // namespace

int explain_preset(const std::string& path, bool json, const Context& context, Json& report) {
  Sources sources;
  Diagnostics diagnostics;
  const preset::LoadedPreset loaded = preset::load_preset({path, {}, std::nullopt}, sources, diagnostics);
  if (diagnostics.has_errors()) {
    weald::app::report(diagnostics, sources, context);
    report["diagnostics"] = diagnostics_json(diagnostics, sources);
    return failure_code(diagnostics);
  }
  report["parameters"] = Json::array();
  const auto parameters = preset::parameters_of(loaded.text);
  for (const preset::ParameterInfo& parameter : parameters) report["parameters"].push_back(parameter_json(parameter));
  report["description"] = loaded.text.root.text_at("description");
  if (json) return kOk;
  fmt::print("{}: {}\n", path, loaded.text.root.text_at("description"));
  if (parameters.empty())
    fmt::print("\nit has no parameters; --set changes the keys of its stages\n");
  else
    fmt::print("\nparameters\n");
  for (const preset::ParameterInfo& parameter : parameters) {
    const std::string values = parameter.choices.empty() ? schema::range_text(parameter.range)
                                                         : fmt::format("{}", fmt::join(parameter.choices, ", "));
    fmt::print("  {:<14} {}{}{}{}{}, default {}\n", parameter.name, parameter.type, values.empty() ? "" : " ", values,
               parameter.unit.empty() ? "" : " ", parameter.unit, parameter.default_value);
    if (!parameter.help.empty()) fmt::print("  {:<14} {}\n", "", parameter.help);
  }
  if (const schema::Entry* result = loaded.text.root.find("result"); result != nullptr)
    fmt::print("\nas the kind of a stage it stands for its stage '{}'\n", loaded.text.root.text_at("result"));
  return kOk;
}

}  // namespace weald::app
