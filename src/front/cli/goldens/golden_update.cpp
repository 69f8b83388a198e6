// weald golden update: pins the current results of the goldens.

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/goldens/detail/git_tree.h"
#include "front/cli/goldens/detail/golden_session.h"

namespace weald::app {

namespace {

bool is_under_ci() {
  const char* ci = std::getenv("CI");
  const std::string_view value = ci == nullptr ? "" : ci;
  return !value.empty() && value != "false" && value != "0";
}

/// One pinned golden, with its files in the set.
struct PinnedGolden {
  std::string name;
  golden::PinResult result;
  std::size_t first = 0, end = 0;  ///< of the set's files
};

/// The files of a golden that were written, relative to the suite.
std::vector<std::string> written_files(const GoldenSession& session, const PinnedGolden& pinned,
                                       const std::vector<io::WrittenFile>& files) {
  std::vector<std::string> written;
  for (std::size_t i = pinned.first; i < pinned.end; ++i)
    if (!files[i].kept)
      written.push_back(files[i]
                            .path.lexically_normal()
                            .lexically_relative(session.suite.directory.lexically_normal())
                            .generic_string());
  return written;
}

void print_change(const PinnedGolden& pinned, const std::vector<std::string>& written) {
  const golden::PinResult& result = pinned.result;
  if (written.empty()) {
    fmt::print("{}: as pinned\n", pinned.name);
    return;
  }
  fmt::print("{}:{}\n", pinned.name, result.recipe_changed ? " (recipe changed)" : "");
  for (const golden::PinChange& change : result.changes) {
    if (change.before.empty())
      fmt::print("  {}  new {}\n", change.file, change.after);
    else
      fmt::print("  {}  {} -> {}\n", change.file, change.before,
                 change.after.empty() ? "no longer made" : change.after);
  }
  const std::string references = golden::references_path("", pinned.name).generic_string() + "/";
  const auto is_reference = [&](const std::string& file) { return file.starts_with(references); };
  if (result.changes.empty() && !std::all_of(written.begin(), written.end(), is_reference))
    fmt::print("  stages or recipe only\n");
  for (const std::string& file : written)
    if (is_reference(file)) fmt::print("  reference {}\n", file.substr(references.size()));
}

Json json_of(const PinnedGolden& pinned, const std::vector<std::string>& written) {
  const auto digest = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  Json outputs = Json::array();
  for (const golden::PinChange& change : pinned.result.changes)
    outputs.push_back({{"file", change.file}, {"before", digest(change.before)}, {"after", digest(change.after)}});
  return {{"name", pinned.name},
          {"recipe_changed", pinned.result.recipe_changed},
          {"outputs", std::move(outputs)},
          {"files", written}};
}

int update(const GoldenUpdateOptions& options, GoldenSession& session, Context& context, Json& report) {
  GoldenOptions golden = options.golden;
  golden.names.insert(golden.names.end(), options.only.begin(), options.only.end());
  report["pinned"] = Json::array();
  if (!open_session(session, golden, context)) return context.exit_code;
  return accept_goldens(session, session.selected, {options.references, options.force}, context, report);
}

}  // namespace

bool refuse_to_accept(GoldenSession& session, const std::vector<std::size_t>& goldens, const Context& context) {
  const auto refuse = [&](const std::string& message) {
    session.add_error(message);
    report_new(session, context);
    return true;
  };
  if (is_under_ci())
    return refuse(
        "CI is set: a job must not accept its own results; run this locally and commit what it writes, or add --force");
  std::vector<std::string> paths;
  for (const std::size_t index : goldens) {
    const std::string& name = session.goldens[index].golden.spec->name.value;
    paths.push_back(golden::pinned_path("", name).generic_string());
    paths.push_back(golden::recipe_path("", name).generic_string());
    paths.push_back(golden::references_path("", name).generic_string());
  }
  const auto dirty = uncommitted_files(session.suite.directory, paths);
  if (dirty.empty()) return false;
  return refuse(fmt::format("'{}' is not committed and would be overwritten{}; commit it, or add --force",
                            dirty.front(), dirty.size() > 1 ? fmt::format(", and {} more", dirty.size() - 1) : ""));
}

int accept_goldens(GoldenSession& session, const std::vector<std::size_t>& goldens, const AcceptOptions& options,
                   const Context& context, Json& report) {
  report["pinned"] = Json::array();
  if (!options.force && refuse_to_accept(session, goldens, context)) return kNo;
  io::FileSet files;
  ProgressBar bar(stderr_is_terminal());
  std::vector<PinnedGolden> pinned;
  for (std::size_t i = 0; i < goldens.size(); ++i) {
    const golden::GoldenState& state = session.goldens[goldens[i]];
    const std::string& name = state.golden.spec->name.value;
    const std::size_t first = files.files().size();
    Diagnostics found;
    const auto result = golden::pin_golden(session.suite, state, run_options(context, bar, name, i, goldens.size()),
                                           options.with_references, found, files);
    bar.clear();
    session.add_once(found);
    report_new(session, context);
    if (result) pinned.push_back({name, *result, first, files.files().size()});
  }
  if (pinned.size() < goldens.size()) {
    fmt::print(stderr, "weald: error: nothing was pinned\n");
    return kUsage;
  }
  files.commit(io::Equal::keep);
  const auto all = files.files();
  for (const PinnedGolden& golden : pinned) {
    const auto written = written_files(session, golden, all);
    report["pinned"].push_back(json_of(golden, written));
    if (!session.json) print_change(golden, written);
  }
  return kOk;
}

int update_goldens(const GoldenUpdateOptions& options, Context& context) {
  return run_golden_command("update", options.json, [&](GoldenSession& session, Json& report) {
    return update(options, session, context, report);
  });
}

}  // namespace weald::app
