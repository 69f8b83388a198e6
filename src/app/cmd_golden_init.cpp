// weald golden init: everything a repository needs to test presets.

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "app/golden_session.h"
#include "core/parallel.h"
#include "golden/starter.h"
#include "golden/text.h"
#include "io/file_set.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

struct InitCommand {
  std::vector<std::string> presets;
  std::string directory = "goldens";
  int threads = 0;
};

/// A name for the golden of this preset that no other has.
std::string name_for(const fs::path& preset, std::set<std::string>& taken) {
  std::string name;
  for (const char c : preset.stem().string()) {
    name += c;
    if (golden::is_golden_name(name)) continue;
    name.pop_back();
    if (!name.empty()) name += '_';
  }
  if (!golden::is_golden_name(name)) name = "golden";
  std::string distinct = name;
  for (int number = 2; !taken.insert(distinct).second; ++number)
    distinct = fmt::format("{}-{}", name.substr(0, 56), number);
  return distinct;
}

int init(const InitCommand& options, Context& context) {
  const fs::path directory = options.directory;
  if (fs::exists(directory / golden::kSuiteFile)) {
    fmt::print(stderr, "weald: error: '{}' exists already; add presets there, then run: weald golden update --dir={}\n",
               (directory / golden::kSuiteFile).string(), golden::shell_quoted(options.directory));
    return kUsage;
  }
  for (const std::string& preset : options.presets) {
    if (fs::is_regular_file(preset)) continue;
    fmt::print(stderr, "weald: error: there is no preset '{}'; nothing was written\n", preset);
    return kInputOutput;
  }
  std::vector<golden::StarterGolden> goldens;
  std::set<std::string> taken;
  for (const std::string& preset : options.presets)
    goldens.push_back(
        {name_for(preset, taken), fs::proximate(fs::absolute(preset), fs::absolute(directory)).generic_string()});
  io::FileSet files;
  for (const auto& [name, text] : golden::starter_files(goldens, directory.generic_string())) {
    const std::string& content = text;
    files.write(directory / name, [&](io::Sink& sink) { sink.append(content); });
  }
  files.commit();
  for (const auto& file : files.files()) fmt::print("{}\n", file.path.lexically_normal().string());
  if (goldens.empty()) {
    fmt::print("\nnext: add presets to '{0}/goldens.yaml', then run: weald golden update --dir={1}\n",
               options.directory, golden::shell_quoted(options.directory));
    return kOk;
  }
  GoldenOptions golden;
  golden.directory = options.directory;
  const auto session = open_session(golden, context);
  if (session == nullptr) {
    fmt::print(stderr, "weald: note: correct that, then run: weald golden update --dir={}\n",
               golden::shell_quoted(options.directory));
    return context.exit_code;
  }
  const int code = accept_goldens(*session, session->selected, false, true, context);
  if (code == kOk)
    fmt::print("\nnext: commit '{}'; in CI run: weald golden check --dir={}\n", options.directory,
               golden::shell_quoted(options.directory));
  return code;
}

}  // namespace

void add_golden_init(CLI::App& golden, Context& context) {
  auto options = std::make_shared<InitCommand>();
  CLI::App* command = golden.add_subcommand("init", "Make a folder of goldens for some presets");
  command->add_option("preset", options->presets, "Preset files to test")->type_name("PRESET");
  command->add_option("--dir", options->directory, "Folder to make (default: goldens)")->type_name("DIR");
  command->add_option("-j,--threads", options->threads, "Threads to use (default: one per core)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command->footer(
      "Writes goldens.yaml with a comment on every key, the first digests, .gitattributes, .gitignore and a README.md\n"
      "with steps for GitHub and GitLab.\n"
      "Example: weald golden init presets/*.yaml --dir goldens");
  command->callback([options, &context] {
    const ThreadLimit threads(options->threads);
    context.exit_code = init(*options, context);
  });
}

}  // namespace weald::app
