// weald init: a starter preset, if wanted with the schema that lets editors complete and validate it.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "engine/preset/preset_files.h"
#include "formats/files/file_set.h"
#include "formats/files/installed_folder.h"
#include "formats/files/read_file.h"
#include "front/cli/command.h"
#include "front/cli/help/reference.h"
#include "front/cli/help/starter.h"
#include "session/installed_presets.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSchemaFile = "weald.schema.json";
constexpr std::size_t kMaxCopied = 100'000'000;  // bytes of a file; those that come with weald are far smaller

struct InitOptions {
  std::string where;
  std::string kind = "terrain";
  std::string from;  ///< an installed preset; empty: a starter of `kind`
  bool force = false;
  bool schema = false;
};

/// The preset file that `where` refers to: in a folder the file is named after the kind, or like the original.
fs::path preset_path(const InitOptions& options) {
  const fs::path where(options.where);
  std::error_code error;
  if (options.where.empty() || options.where.ends_with('/') || fs::is_directory(where, error))
    return where / ((options.from.empty() ? options.kind : options.from) + ".yaml");
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

/// A file that init writes.
struct NewFile {
  fs::path path;
  std::string bytes;
  bool may_be_there = false;  ///< it may exist already, with the same bytes
};

/// The starter preset of the requested kind. Empty, with an error, if there is none.
std::vector<NewFile> starter_file(const InitOptions& options, const fs::path& path, const Context& context) {
  const auto starters = all_starters();
  const auto starter =
      std::find_if(starters.begin(), starters.end(), [&](const Starter& s) { return s.kind == options.kind; });
  if (starter != starters.end())
    return {{path, starter_text(*starter, file_stem(path), options.schema ? kSchemaFile : "")}};
  std::string names;
  for (const Starter& other : starters) names += (names.empty() ? "" : ", ") + std::string(other.kind);
  report_error(fmt::format("there is no starter preset of kind '{}'", options.kind), context, "kinds: " + names);
  return {};
}

/// A preset's text with the lines that point editors to a schema, or without any if `schema` is empty.
std::string with_schema(std::string text, const std::string& schema) {
  for (const std::string_view line : {"# yaml-language-server: $schema=", "# $schema: "})
    if (text.starts_with(line)) text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
  return schema.empty() ? text : schema_lines(schema) + text;
}

/// The installed preset of --from, the presets that it extends and the files that it reads, which are placed relative
/// to the copy as they are to the original. Empty, with an error, if that is impossible.
std::vector<NewFile> copied_files(const InitOptions& options, const fs::path& path, const Context& context) {
  const fs::path folder = io::installed_preset_folder();
  const fs::path original = folder / (options.from + ".yaml");
  std::error_code error;
  if (folder.empty() || !preset::is_bare_name(options.from) || !fs::exists(original, error)) {
    const std::string help = session::help_for_unknown_preset(options.from);
    report_error(fmt::format("there is no installed preset '{}'", options.from), context,
                 help.empty() ? "'weald list' lists them all" : help);
    return {};
  }
  PresetOptions request;
  request.paths = {original.string()};
  const session::LoadedPresets loaded = load_presets(request, context);
  if (!loaded.ok()) return {};
  std::vector<NewFile> files;
  const auto& presets = loaded.presets.front().text.files;
  for (const std::string& file : session::files_read(loaded.presets.front())) {
    const bool is_preset = std::find(presets.begin(), presets.end(), file) != presets.end();
    std::string bytes = io::read_file(file, kMaxCopied);
    const bool is_first = files.empty();
    const fs::path relative = fs::path(file).lexically_normal().lexically_relative(folder);
    const fs::path copy = is_first ? path : path.parent_path() / relative;
    const fs::path schema = (path.parent_path() / kSchemaFile).lexically_relative(copy.parent_path());
    if (is_preset) bytes = with_schema(std::move(bytes), options.schema ? schema.generic_string() : "");
    files.push_back({copy, std::move(bytes), !is_first});
  }
  return files;
}

/// Why `files` must not be written; empty if they may.
std::string obstacle(const std::vector<NewFile>& files, bool force) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path& path = files[i].path;
    for (std::size_t k = 0; k < i; ++k) {
      if (path.lexically_normal() == files[k].path.lexically_normal())
        return fmt::format("the preset extends another preset that needs the name '{}'", path.string());
    }
    std::error_code error;
    if (force || !fs::exists(fs::symlink_status(path, error))) continue;
    if (!files[i].may_be_there || io::read_file(path, kMaxCopied) != files[i].bytes)
      return fmt::format("'{}' exists", path.string());
  }
  return {};
}

int init(const InitOptions& options, const Context& context) {
  const fs::path path = preset_path(options);
  std::vector<NewFile> files =
      options.from.empty() ? starter_file(options, path, context) : copied_files(options, path, context);
  if (files.empty()) return kUsage;
  if (const std::string message = obstacle(files, options.force); !message.empty()) {
    report_error(message, context, message.ends_with("exists") ? "--force replaces it" : "choose another name");
    return kUsage;
  }
  if (options.schema) files.push_back({path.parent_path() / kSchemaFile, json_schema() + "\n"});
  io::FileSet set;
  for (const NewFile& file : files) set.write(file.path, [&](io::Sink& sink) { sink.append(file.bytes); });
  set.commit(io::Equal::keep);
  for (const io::WrittenFile& file : set.files()) fmt::print("{}\n", file.path.string());
  fmt::print(stderr, "Next: weald build '{}' -o out\n", path.string());
  return kOk;
}

}  // namespace

void add_init(CLI::App& program, Context& context) {
  auto options = std::make_shared<InitOptions>();
  CLI::App* command = program.add_subcommand("init", "Write a commented starter preset");
  command->add_option("name", options->where, "Name of the preset, or a folder for it (default: the current folder)")
      ->type_name("NAME|DIR");
  CLI::Option* kind = command->add_option("--kind", options->kind, "Kind of preset (default: terrain)")
                          ->type_name("{terrain,plant,mesh,curve,scene}");
  command->add_option("--from", options->from, "Copy this installed preset; 'weald list' lists them all")
      ->type_name("INSTALLED")
      ->excludes(kind);
  command->add_flag("--force", options->force, "Replace an existing preset");
  command->add_flag("--schema", options->schema,
                    "Write weald.schema.json beside the preset: with it, editors complete and validate the preset "
                    "(yaml-language-server, JetBrains)");
  command
      ->add_flag_callback(
          "--no-schema",
          [] { refuse_option(true, "--no-schema", "is no longer needed: only --schema writes a schema"); })
      ->group("");
  command->footer(
      "A copy includes the presets that it extends and the files that it reads.\n"
      "Example: weald init presets/meadow --kind plant\n"
      "Example: weald init my_oak --from oak");
  command->callback([options, &context] { context.exit_code = init(*options, context); });
}

}  // namespace weald::app
