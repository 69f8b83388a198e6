#include "front/cli/goldens/detail/golden_session.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/nearest_name.h"
#include "formats/files/file_pattern.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/version.h"
#include "front/golden/text.h"
#include "session/failure.h"

namespace weald::app {

namespace fs = std::filesystem;

namespace {

/// The folder of goldens.yaml: as given, or else 'goldens' if only that contains the file, or else the current one.
std::string find_suite(const std::string& told) {
  if (!told.empty()) return told;
  if (!fs::exists(golden::kSuiteFile) && fs::exists(fs::path("goldens") / golden::kSuiteFile)) return "goldens";
  return ".";
}

/// The folder relative to the current one, since reports must not contain paths that differ between machines.
std::string shown_directory(const fs::path& directory) {
  if (!directory.is_absolute()) return directory.lexically_normal().generic_string();
  return fs::proximate(directory).generic_string();
}

/// Selects the goldens that the names given mean: a name, a pattern of names, or a '!' with either, which leaves
/// goldens out. With exceptions alone, all others are selected. False, with errors, if one means no golden.
bool select_goldens(const GoldenOptions& options, GoldenSession& session) {
  std::vector<std::string_view> known;
  for (const auto& golden : session.suite.goldens) known.push_back(golden.name.value);
  const auto is_exception = [](const std::string& name) { return name.starts_with('!'); };
  const bool all = std::all_of(options.names.begin(), options.names.end(), is_exception);
  std::vector<bool> selected(known.size(), all);
  bool ok = true;
  for (const bool excludes : {false, true}) {
    for (const std::string& name : options.names) {
      if (is_exception(name) != excludes) continue;
      const std::string pattern = name.substr(excludes ? 1 : 0);
      bool fits = false;
      for (std::size_t i = 0; i < known.size(); ++i) {
        if (!io::fits_pattern(std::string(known[i]), pattern)) continue;
        selected[i] = !excludes;
        fits = true;
      }
      if (fits) continue;
      session.add_error(fmt::format("there is no golden '{}'", pattern), schema::suggest(pattern, known));
      ok = false;
    }
  }
  for (std::size_t i = 0; i < known.size(); ++i)
    if (selected[i]) session.selected.push_back(i);
  if (ok && session.selected.empty() && !options.names.empty()) {
    session.add_error("the names leave out every golden", "");
    return false;
  }
  return ok;
}

}  // namespace

std::vector<std::string> GoldenSession::command(const char* name) const {
  std::vector<std::string> words{"weald", "golden", name};
  if (directory != ".") words.push_back("--dir=" + golden::shell_quoted(directory));
  return words;
}

void GoldenSession::add_error(const std::string& message, const std::string& help) {
  Diagnostics found;
  found.error(std::nullopt, message, help);
  add_once(found);
}

bool open_session(GoldenSession& session, const GoldenOptions& options, Context& context, Unsound unsound) {
  const fs::path directory = find_suite(options.directory);
  session.directory = shown_directory(directory);
  if (!fs::exists(directory / golden::kSuiteFile))
    throw IoError(
        fmt::format("there is no '{}'{}; create one with 'weald golden init PRESET...', or name another "
                    "folder with --dir",
                    (directory / golden::kSuiteFile).lexically_normal().string(),
                    options.directory.empty() ? " here or in 'goldens'" : ""));
  Diagnostics found;
  auto suite = golden::read_suite(directory, session.sources, found);
  session.add_once(found);
  if (suite) {
    session.suite = std::move(*suite);
    for (const golden::GoldenSpec& spec : session.suite.goldens)
      session.goldens.push_back(golden::read_golden(session.suite, spec, session.sources));
    if (select_goldens(options, session) && unsound == Unsound::refuse)
      for (const std::size_t index : session.selected) session.add_once(session.goldens[index].diagnostics);
  }
  report_new(session, context);
  if (session.diagnostics.has_errors()) {
    context.exit_code = failure_code(session.diagnostics);
    return false;
  }
  if (session.suite.goldens.empty())
    fmt::print(stderr, "weald: note: '{}' names no presets yet\n",
               (directory / golden::kSuiteFile).lexically_normal().string());
  context.catch_signals();
  return true;
}

int run_golden_command(const char* name, bool json, const std::function<int(GoldenSession&, Json&)>& run) {
  // Goldens that could not be built for lack of memory, or of a file, are not invalid.
  const auto work = [&](GoldenSession& session, Json& report) {
    const int code = run(session, report);
    if (code == kOk) return code;
    const FailureKind failure = session::failure_of(session.diagnostics);
    return failure == FailureKind::preset ? code : session::exit_code_of(failure);
  };
  GoldenSession session;
  session.json = json;
  Json report = report_head(std::string("golden ") + name);
  report["diagnostics"] = Json::array();
  if (!json) return work(session, report);
  return print_report(report, [&]() -> int {
    const auto tell = [&] { report["diagnostics"] = diagnostics_json(session); };
    try {
      const int code = work(session, report);
      tell();
      return code;
    } catch (...) {
      tell();
      throw;
    }
  });
}

golden::GoldenResult check_one(GoldenSession& session, std::size_t golden, const golden::CheckOptions& options,
                               ProgressBar& bar, const Context& context) {
  Diagnostics found;
  auto result = golden::check_golden(session.suite, session.goldens[golden], options, found);
  bar.clear();
  result.problems = golden::problems_of(found, session.sources);
  session.add_once(found);
  report_new(session, context);
  return result;
}

golden::RunOptions run_options(const Context& context, ProgressBar& bar, const std::string& name, std::size_t index,
                               std::size_t count) {
  golden::RunOptions options;
  options.weald = weald_version();
  options.stop = context.stop;
  options.on_progress = [&bar, name, index, count](double fraction, std::string_view stage) {
    bar.show((static_cast<double>(index) + fraction) / static_cast<double>(count), fmt::format("{}: {}", name, stage));
  };
  return options;
}

}  // namespace weald::app
