// weald init: a preset to start from, with the schema that makes editors complete and check it.

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "app/command.h"
#include "app/reference.h"
#include "app/starter.h"
#include "io/file_set.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSchemaFile = "weald.schema.json";

struct InitOptions {
  std::string where;
  std::string kind = "terrain";
  bool force = false;
  bool no_schema = false;
};

/// The preset file that `where` asks for: a folder gets one that is named after the kind.
fs::path preset_path(const InitOptions& options) {
  const fs::path where(options.where);
  std::error_code error;
  if (options.where.empty() || options.where.ends_with('/') || fs::is_directory(where, error))
    return where / (options.kind + ".yaml");
  const fs::path extension = where.extension();
  return extension == ".yaml" || extension == ".yml" ? where : fs::path(options.where + ".yaml");
}

/// The name of the files that the preset writes: letters, digits, '-' and '_' of the preset's own name.
std::string file_stem(const fs::path& preset) {
  std::string stem = preset.stem().string();
  std::replace_if(
      stem.begin(), stem.end(),
      [](char c) { return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'); },
      '_');
  return stem;
}

int init(const InitOptions& options, const Context& context) {
  const auto starters = all_starters();
  const auto starter =
      std::find_if(starters.begin(), starters.end(), [&](const Starter& s) { return s.kind == options.kind; });
  if (starter == starters.end()) {
    std::string names;
    for (const Starter& other : starters) names += (names.empty() ? "" : ", ") + std::string(other.kind);
    report_error(fmt::format("there is no starter preset of kind '{}'", options.kind), context, "kinds: " + names);
    return kUsage;
  }
  const fs::path path = preset_path(options);
  std::error_code error;
  if (!options.force && fs::exists(fs::symlink_status(path, error))) {
    report_error(fmt::format("'{}' exists", path.string()), context, "--force replaces it");
    return kUsage;
  }
  io::FileSet files;
  const auto write = [&](const fs::path& file, const std::string& text) {
    files.write(file, [&](io::Sink& sink) { sink.append(text); });
  };
  write(path, starter_text(*starter, file_stem(path), options.no_schema ? "" : kSchemaFile));
  if (!options.no_schema) write(path.parent_path() / kSchemaFile, json_schema() + "\n");
  files.commit(io::Equal::keep);
  for (const io::WrittenFile& file : files.files()) fmt::print("{}\n", file.path.string());
  fmt::print(stderr, "Next: weald build '{}' -o out\n", path.string());
  return kOk;
}

}  // namespace

void add_init(CLI::App& program, Context& context) {
  auto options = std::make_shared<InitOptions>();
  CLI::App* command = program.add_subcommand("init", "Write a commented preset to start from");
  command->add_option("name", options->where, "Name of the preset, or a folder for it (default: the current folder)")
      ->type_name("NAME|DIR");
  command->add_option("--kind", options->kind, "What it makes (default: terrain)")
      ->type_name("{terrain,plant,mesh,curve,scene}");
  command->add_flag("--force", options->force, "Replace a preset that exists");
  command->add_flag("--no-schema", options->no_schema, "Write no weald.schema.json beside it");
  command->footer(
      "The schema beside the preset makes editors complete and check it (yaml-language-server, JetBrains).\n"
      "Example: weald init presets/meadow --kind plant");
  command->callback([options, &context] { context.exit_code = init(*options, context); });
}

}  // namespace weald::app
