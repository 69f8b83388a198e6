// weald golden review: decides golden by golden.

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/golden_dialogue.h"
#include "app/golden_session.h"
#include "core/parallel.h"
#include "golden/content.h"
#include "golden/report.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

struct ReviewCommand {
  GoldenOptions golden;
  std::vector<std::string> accept, reject;
  std::string report;
  bool force = false;
};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Review {
 public:
  Review(const ReviewCommand& options, Context& context) : options_(options), context_(context) {}

  int run() {
    GoldenOptions golden = options_.golden;
    for (const auto* names : {&options_.accept, &options_.reject}) {
      // With decisions on the command line and no names, those alone are looked at.
      if (options_.golden.names.empty()) golden.names.insert(golden.names.end(), names->begin(), names->end());
    }
    const auto session = open_session(golden, context_);
    if (session == nullptr) return context_.exit_code;
    const golden::ScratchFolder scratch;
    const fs::path report = options_.report.empty() ? scratch.path() : fs::path(options_.report);
    const golden::SuiteResult result = check(*session);
    if (result.count(golden::State::failed) > 0) return kUsage;
    io::FileSet files;
    golden::write_report(result, report, files);
    files.commit();
    const int code = decide(*session, result, report);
    if (code == kNo && options_.accept.empty() && options_.reject.empty() && !can_ask())
      fmt::print(stderr, "weald: note: there is no terminal to ask on: decide with --accept NAME and --reject NAME\n");
    return code;
  }

 private:
  golden::SuiteResult check(GoldenSession& session) {
    golden::SuiteResult result;
    result.weald = WEALD_VERSION;
    result.directory = session.directory;
    ProgressBar bar(stderr_is_terminal());
    for (std::size_t i = 0; i < session.selected.size(); ++i) {
      const golden::GoldenState& state = session.goldens[session.selected[i]];
      golden::CheckOptions check;
      check.run = run_options(context_, bar, state.golden.spec->name.value, i, session.selected.size());
      check.evidence = asks() || !options_.report.empty();
      check.accept = session.command("update");
      result.goldens.push_back(golden::check_golden(session.suite, state, check, session.diagnostics));
      bar.clear();
      report_new(session, context_);
    }
    return result;
  }

  int decide(GoldenSession& session, const golden::SuiteResult& result, const fs::path& report) {
    std::vector<std::size_t> open;  // of result.goldens
    for (std::size_t i = 0; i < result.goldens.size(); ++i)
      if (!golden::is_good(result.goldens[i].state)) open.push_back(i);
    if (open.empty() || !asks()) fmt::print("{}", golden::text_report(result, true));
    for (const std::string& name : options_.accept)
      if (is_good(result, name)) fmt::print("{}: nothing to accept\n", name);
    if (asks() && !open.empty() && !may_ask(session, result, open, report)) return kNo;
    std::vector<std::size_t> accepted;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const golden::GoldenResult& golden = result.goldens[open[i]];
      if (asks()) fmt::print("\n[{} of {}] ", i + 1, open.size());
      const auto decision = decision_on(golden, report);
      if (!decision) {
        fmt::print("\nend of input: nothing was pinned\n");
        return kNo;
      }
      if (*decision == Decision::accept) accepted.push_back(session.selected[open[i]]);
      if (*decision == Decision::reject) fmt::print("{}: rejected\n", golden.name);
      if (*decision == Decision::quit) break;
    }
    if (!accepted.empty()) {
      const int code = accept_goldens(session, accepted, false, options_.force, context_);
      if (code != kOk) return code;
    }
    const std::size_t left = open.size() - accepted.size();
    if (asks() && !open.empty()) fmt::print("{} accepted, {} left as pinned\n", accepted.size(), left);
    return left > 0 ? kNo : kOk;
  }

  static bool is_good(const golden::SuiteResult& result, const std::string& name) {
    return std::any_of(result.goldens.begin(), result.goldens.end(), [&](const golden::GoldenResult& golden) {
      return golden.name == name && golden::is_good(golden.state);
    });
  }

  /// Says what will be asked, or, before anything is decided in vain, why nothing could be pinned.
  bool may_ask(const GoldenSession& session, const golden::SuiteResult& result, const std::vector<std::size_t>& open,
               const fs::path& report) const {
    std::vector<std::size_t> goldens;
    for (const std::size_t i : open) goldens.push_back(session.selected[i]);
    if (!options_.force && refuse_to_accept(session, goldens)) return false;
    fmt::print("{}\n", golden::summary_line(result));
    fmt::print("report{}: {}\n", options_.report.empty() ? " (until you are done)" : "",
               (report / "index.html").string());
    return true;
  }

  /// Unset at the end of input.
  std::optional<Decision> decision_on(const golden::GoldenResult& golden, const fs::path& report) const {
    if (contains(options_.reject, golden.name)) return Decision::reject;
    if (contains(options_.accept, golden.name)) return Decision::accept;
    if (!asks()) return Decision::skip;
    show_golden(report, golden);
    return ask_about(report, golden, context_);
  }

  /// What the command line decides is not asked.
  bool asks() const { return options_.accept.empty() && options_.reject.empty() && can_ask(); }

  const ReviewCommand& options_;
  Context& context_;
};

}  // namespace

void add_golden_review(CLI::App& golden, Context& context) {
  auto options = std::make_shared<ReviewCommand>();
  CLI::App* command = golden.add_subcommand("review", "Decide golden by golden what to accept");
  add_golden_options(*command, options->golden, true);
  command->add_option("--accept", options->accept, "Accept this golden without asking; repeat for more")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--reject", options->reject, "Reject this golden without asking; repeat for more")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--report", options->report, "Keep the report with the pictures in this folder")
      ->type_name("DIR");
  command->add_flag("--force", options->force, "Also under CI, and where files would be lost that are not committed");
  command->footer(
      "Shows each golden that is not as pinned, in the terminal, and asks: y accepts, n rejects, s skips,\n"
      "d shows more, q quits and pins what was accepted. Ctrl-C and Ctrl-D pin nothing. Without a terminal\n"
      "decide with --accept and --reject. With --report the pictures stay.\n"
      "Exit codes: 0 nothing is left to decide, 1 something was rejected or left.\n"
      "Example: weald golden review --accept alpine --reject island");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = Review(*options, context).run();
  });
}

}  // namespace weald::app
