// weald golden init: everything that a repository needs to test presets.

#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/files/file_set.h"
#include "front/cli/goldens/detail/golden_session.h"
#include "front/golden/starter.h"
#include "front/golden/text.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

/// A unique name for the golden of this preset.
std::string name_for(const fs::path& preset, std::set<std::string>& taken) {
  const std::string name = golden::golden_name_for(preset.stem().string());
  std::string distinct = name;
  for (int number = 2; !taken.insert(distinct).second; ++number)
    distinct = fmt::format("{}-{}", name.substr(0, 56), number);
  return distinct;
}

/// Writes the files of the suite that do not exist yet, and lists them.
void write_files(const GoldenInitOptions& options, GoldenSession& session, Json& report) {
  const fs::path directory = options.directory;
  std::vector<golden::StarterGolden> goldens;
  std::set<std::string> taken;
  for (const std::string& preset : options.presets)
    goldens.push_back(
        {name_for(preset, taken), fs::proximate(fs::absolute(preset), fs::absolute(directory)).generic_string()});
  io::FileSet files;
  for (const auto& [name, text] : golden::starter_files(goldens, directory.generic_string())) {
    const std::string& content = text;
    if (fs::exists(directory / name))
      fmt::print(stderr, "weald: note: '{}' already exists and is left unchanged\n", (directory / name).string());
    else
      files.write(directory / name, [&](io::Sink& sink) { sink.append(content); });
  }
  files.commit();
  for (const auto& file : files.files()) {
    const std::string path = file.path.lexically_normal().string();
    report["files"].push_back(path);
    if (!session.json) fmt::print("{}\n", path);
  }
}

int init(const GoldenInitOptions& options, GoldenSession& session, Context& context, Json& report) {
  const fs::path directory = options.directory;
  report["directory"] = options.directory;
  report["files"] = Json::array();
  report["pinned"] = Json::array();
  const auto refuse = [&](const std::string& message, int code) {
    session.add_error(message);
    report_new(session, context);
    return code;
  };
  if (fs::exists(directory / golden::kSuiteFile))
    return refuse(fmt::format("'{}' already exists; add presets there, then run: weald golden update --dir={}",
                              (directory / golden::kSuiteFile).string(), golden::shell_quoted(options.directory)),
                  kUsage);
  for (const std::string& preset : options.presets)
    if (!fs::is_regular_file(preset))
      return refuse(fmt::format("there is no preset '{}'; nothing was written", preset), kInputOutput);
  write_files(options, session, report);
  if (options.presets.empty()) {
    if (!session.json)
      fmt::print("\nnext: add presets to '{0}/goldens.yaml', then run: weald golden update --dir={1}\n",
                 options.directory, golden::shell_quoted(options.directory));
    return kOk;
  }
  GoldenOptions golden;
  golden.directory = options.directory;
  if (!open_session(session, golden, context)) {
    fmt::print(stderr, "weald: note: correct the errors, then run: weald golden update --dir={}\n",
               golden::shell_quoted(options.directory));
    return context.exit_code;
  }
  const int code = accept_goldens(session, session.selected, {false, true}, context, report);
  if (code == kOk && !session.json)
    fmt::print("\nnext: commit '{}'; in CI run: weald golden check --dir={}\n", options.directory,
               golden::shell_quoted(options.directory));
  return code;
}

}  // namespace

int init_goldens(const GoldenInitOptions& options, Context& context) {
  return run_golden_command("init", options.json, [&](GoldenSession& session, Json& report) {
    return init(options, session, context, report);
  });
}

}  // namespace weald::app
