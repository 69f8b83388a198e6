// weald golden update: pins what the goldens give now.

#include <cstdlib>

#include <fmt/format.h>

#include "app/git_tree.h"
#include "app/golden_session.h"
#include "core/parallel.h"

namespace weald::app {

namespace {

bool is_under_ci() {
  const char* ci = std::getenv("CI");
  const std::string_view value = ci == nullptr ? "" : ci;
  return !value.empty() && value != "false" && value != "0";
}

void print_change(const std::string& name, const golden::PinResult& result) {
  if (result.changes.empty() && !result.wrote_digests && result.references.empty()) {
    fmt::print("{}: as pinned\n", name);
    return;
  }
  fmt::print("{}:{}\n", name, result.recipe_changed ? " (recipe changed)" : "");
  for (const golden::PinChange& change : result.changes) {
    if (change.before.empty())
      fmt::print("  {}  new {}\n", change.file, change.after);
    else
      fmt::print("  {}  {} -> {}\n", change.file, change.before,
                 change.after.empty() ? "no longer made" : change.after);
  }
  if (result.changes.empty() && result.wrote_digests) fmt::print("  stages or recipe alone\n");
  for (const std::string& file : result.references) fmt::print("  reference {}\n", file);
}

struct UpdateCommand {
  GoldenOptions golden;
  std::vector<std::string> only;
  bool force = false, references = false;
};

int update(UpdateCommand options, Context& context) {
  options.golden.names.insert(options.golden.names.end(), options.only.begin(), options.only.end());
  const auto session = open_session(options.golden, context);
  if (session == nullptr) return context.exit_code;
  return accept_goldens(*session, session->selected, options.references, options.force, context);
}

}  // namespace

bool refuse_to_accept(const GoldenSession& session, const std::vector<std::size_t>& goldens) {
  if (is_under_ci()) {
    fmt::print(stderr,
               "weald: error: CI is set: a job must not accept its own results; run this by hand and commit what it "
               "writes, or add --force\n");
    return true;
  }
  std::vector<std::string> paths;
  for (const std::size_t index : goldens) {
    const std::string& name = session.goldens[index].golden.spec->name.value;
    paths.push_back(golden::pinned_path("", name).generic_string());
    paths.push_back(golden::recipe_path("", name).generic_string());
    paths.push_back(golden::references_path("", name).generic_string());
  }
  const auto dirty = uncommitted_files(session.suite.directory, paths);
  if (dirty.empty()) return false;
  fmt::print(stderr, "weald: error: '{}' is not committed and would be overwritten{}; commit it, or add --force\n",
             dirty.front(), dirty.size() > 1 ? fmt::format(", and {} more", dirty.size() - 1) : "");
  return true;
}

int accept_goldens(GoldenSession& session, const std::vector<std::size_t>& goldens, bool with_references, bool force,
                   Context& context) {
  if (!force && refuse_to_accept(session, goldens)) return kNo;
  io::FileSet files;
  ProgressBar bar(stderr_is_terminal());
  int code = kOk;
  for (std::size_t i = 0; i < goldens.size(); ++i) {
    const golden::GoldenState& state = session.goldens[goldens[i]];
    const std::string& name = state.golden.spec->name.value;
    const auto result = golden::pin_golden(session.suite, state, run_options(context, bar, name, i, goldens.size()),
                                           with_references, session.diagnostics, files);
    bar.clear();
    report_new(session, context);
    if (result)
      print_change(name, *result);
    else
      code = kUsage;
  }
  if (code != kOk) {
    fmt::print(stderr, "weald: error: nothing was pinned\n");
    return code;
  }
  files.commit();
  return kOk;
}

void add_golden_update(CLI::App& golden, Context& context) {
  auto options = std::make_shared<UpdateCommand>();
  CLI::App* command = golden.add_subcommand("update", "Pin what the goldens give now");
  add_golden_options(*command, options->golden, true);
  command->add_option("--only", options->only, "The same as NAME")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  command->add_flag("--references", options->references, "Also write a reference of every output, to compare with");
  command->add_flag("--force", options->force, "Also under CI, and where files would be lost that are not committed");
  command->footer(
      "Prints the old and the new digest of every output that changed. Refuses (exit 1) where CI is set, and where it\n"
      "would overwrite files that are not committed. Files that would not change are not written.\n"
      "Example: weald golden update alpine");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = update(*options, context);
  });
}

}  // namespace weald::app
