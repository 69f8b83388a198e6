// weald schema, reference: texts for editors and manuals, from the declarations.

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "engine/preset/preset_text.h"
#include "formats/files/file_set.h"
#include "front/cli/command.h"
#include "front/cli/console/failure.h"
#include "front/cli/help/reference.h"

namespace weald::app {

namespace {

/// Prints the schema of one preset. The preset may have errors, except in its text and in the files that it names.
int print_schema_of(const std::string& path, const Context& context) {
  Sources sources;
  Diagnostics diagnostics;
  const auto text = preset::read_preset_text({path, {}, std::nullopt}, sources, diagnostics);
  if (!text || diagnostics.has_errors()) {
    report(diagnostics, sources, context);
    return failure_code(diagnostics);
  }
  fmt::print("{}\n", json_schema_of(*text));
  return kOk;
}

}  // namespace

void add_schema(CLI::App& program, Context& context) {
  auto path = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("schema", "Print the JSON Schema (draft 7) of presets, for editors");
  command
      ->add_option("preset", *path,
                   "Preset whose parameters and components the schema includes; without it, the schema of all presets")
      ->type_name("PRESET");
  command->footer(
      "Example: weald schema > docs/weald.schema.json\nExample: weald schema grove.yaml > grove.schema.json");
  command->callback([path, &context] {
    if (path->empty())
      fmt::print("{}\n", json_schema());
    else
      context.exit_code = print_schema_of(*path, context);
  });
}

void add_reference(CLI::App& program, Context&) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("reference", "Print the first page of the reference manual, or write all");
  command->add_option("-o,--output", *folder, "Write all pages into this folder, as Markdown")->type_name("DIR");
  command->footer("Example: weald reference -o docs\n'weald explain KIND' prints the parameters of a stage.");
  command->callback([folder] {
    const auto pages = reference_pages();
    if (folder->empty()) {
      fmt::print("{}", pages.at("reference.md"));
      return;
    }
    io::FileSet files;
    for (const auto& [path, text] : pages)
      files.write(std::filesystem::path(*folder) / path, [&bytes = text](io::Sink& sink) { sink.append(bytes); });
    files.commit(io::Equal::keep);
  });
}

}  // namespace weald::app
