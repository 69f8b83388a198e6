#include "app/golden_session.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "golden/text.h"
#include "schema/nearest_name.h"

namespace weald::app {

namespace fs = std::filesystem;

namespace {

/// Where goldens.yaml is: as told, here, or in the folder that `weald golden init` makes.
std::string find_suite(const std::string& told) {
  if (!told.empty()) return told;
  if (!fs::exists(golden::kSuiteFile) && fs::exists(fs::path("goldens") / golden::kSuiteFile)) return "goldens";
  return ".";
}

/// The folder as seen from the current one: reports must not name what differs between machines.
std::string shown_directory(const fs::path& directory) {
  if (!directory.is_absolute()) return directory.lexically_normal().generic_string();
  return fs::proximate(directory).generic_string();
}

bool select_goldens(const GoldenOptions& options, GoldenSession& session) {
  if (options.names.empty()) {
    for (std::size_t i = 0; i < session.suite.goldens.size(); ++i) session.selected.push_back(i);
    return true;
  }
  std::vector<std::string_view> known;
  for (const auto& golden : session.suite.goldens) known.push_back(golden.name.value);
  bool ok = true;
  for (const std::string& name : options.names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      const std::string help = schema::suggest(name, known);
      fmt::print(stderr, "weald: error: there is no golden '{}'{}{}\n", name, help.empty() ? "" : "; ", help);
      ok = false;
      continue;
    }
    const auto index = static_cast<std::size_t>(found - known.begin());
    if (std::find(session.selected.begin(), session.selected.end(), index) == session.selected.end())
      session.selected.push_back(index);
  }
  std::sort(session.selected.begin(), session.selected.end());
  return ok;
}

}  // namespace

void add_golden_options(CLI::App& command, GoldenOptions& options, bool runs) {
  if (runs) {
    command.add_option("name", options.names, "Goldens to take (default: all)")->type_name("NAME");
    command
        .add_option("-j,--threads", options.threads,
                    "Threads to use; the results do not depend on it (default: one per core)")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
  }
  command
      .add_option("--dir", options.directory,
                  "Folder with goldens.yaml (default: the current one, or 'goldens' below it)")
      ->type_name("DIR");
}

std::vector<std::string> GoldenSession::command(const char* name) const {
  std::vector<std::string> words{"weald", "golden", name};
  if (directory != ".") words.push_back("--dir=" + golden::shell_quoted(directory));
  return words;
}

std::unique_ptr<GoldenSession> open_session(const GoldenOptions& options, Context& context) {
  auto session = std::make_unique<GoldenSession>();
  const fs::path directory = find_suite(options.directory);
  session->directory = shown_directory(directory);
  if (!fs::exists(directory / golden::kSuiteFile))
    throw IoError(fmt::format("there is no '{}'{}; 'weald golden init PRESET...' makes one, --dir names another folder",
                              (directory / golden::kSuiteFile).lexically_normal().string(),
                              options.directory.empty() ? " here, nor in 'goldens'" : ""));
  auto suite = golden::read_suite(directory, session->sources, session->diagnostics);
  if (suite) {
    session->suite = std::move(*suite);
    for (const golden::GoldenSpec& spec : session->suite.goldens) {
      auto state = golden::read_golden(session->suite, spec, session->sources, session->diagnostics);
      if (state) session->goldens.push_back(std::move(*state));
    }
  }
  report_new(*session, context);
  if (session->diagnostics.has_errors() || !select_goldens(options, *session)) {
    context.exit_code = failure_code(session->diagnostics);
    return nullptr;
  }
  if (session->suite.goldens.empty())
    fmt::print(stderr, "weald: note: '{}' names no preset yet\n",
               (directory / golden::kSuiteFile).lexically_normal().string());
  context.catch_signals();
  return session;
}

golden::RunOptions run_options(const Context& context, ProgressBar& bar, const std::string& name, std::size_t index,
                               std::size_t count) {
  golden::RunOptions options;
  options.weald = WEALD_VERSION;
  options.stop = context.stop;
  options.on_progress = [&bar, name, index, count](double fraction, std::string_view stage) {
    bar.show((static_cast<double>(index) + fraction) / static_cast<double>(count), fmt::format("{}: {}", name, stage));
  };
  return options;
}

void report_new(GoldenSession& session, const Context& context) {
  Diagnostics fresh;
  const auto& all = session.diagnostics.all();
  for (; session.reported < all.size(); ++session.reported) {
    const Diagnostic& diagnostic = all[session.reported];
    if (diagnostic.severity == Severity::error)
      fresh.error(diagnostic.where, diagnostic.message, diagnostic.help);
    else
      fresh.warning(diagnostic.where, diagnostic.message, diagnostic.help);
  }
  report(fresh, session.sources, context);
}

}  // namespace weald::app
