// weald golden review: decides golden by golden.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include <unistd.h>

#include "app/golden_session.h"
#include "compare/pictures.h"
#include "core/parallel.h"
#include "golden/content.h"
#include "golden/report.h"
#include "render/shrink.h"
#include "render/terminal_picture.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

struct ReviewCommand {
  GoldenOptions golden;
  std::vector<std::string> accept, reject;
  std::string report;
  bool force = false;
};

enum class Decision { accept, reject, skip, quit };

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

int terminal_columns() {
  const char* text = std::getenv("COLUMNS");
  const int columns = text != nullptr ? std::atoi(text) : 0;
  return columns >= 20 && columns <= 1000 ? columns : 100;
}

/// The pictures of an output in a row, as characters.
void show_output(const fs::path& folder, const golden::OutputResult& output) {
  std::vector<Image> images;
  for (const char* what : {"expected", "actual", "diff"}) {
    const fs::path path = folder / output.file / (std::string(what) + ".png");
    if (output.evidence.pictures.count(what) == 0) continue;
    std::vector<std::string> warnings;
    const io::Content content = io::read_content(path, warnings, io::Sidecars::ignore);
    if (const auto* image = std::get_if<Image>(&content)) images.push_back(*image);
  }
  fmt::print("{}\n", output.file);
  for (const golden::DiffLine& line : output.evidence.text) fmt::print("  {}{}\n", line.mark, line.text);
  if (images.empty()) return;
  std::vector<const Image*> row;
  for (const Image& image : images) row.push_back(&image);
  const Image together = compare::side_by_side(row);
  const render::PixelSize size{together.pixels.width(), together.pixels.height()};
  const Image small = render::shrunk(together, render::fitted_size(size, {terminal_columns(), 120}));
  fmt::print("{}files: {}\n", render::half_blocks(small, render::TerminalColours::full),
             (folder / output.file).string());
}

void show(const fs::path& report, const golden::GoldenResult& golden) {
  for (const golden::OutputResult& output : golden.outputs) {
    if (!golden::is_good(output.state)) show_output(report / golden.name, output);
  }
}

Decision ask(const fs::path& report, const golden::GoldenResult& golden) {
  while (true) {
    fmt::print("{}: [a]ccept, [r]eject, [s]kip, s[h]ow, [q]uit? ", golden.name);
    std::fflush(stdout);
    std::string answer;
    if (!std::getline(std::cin, answer)) return Decision::quit;
    if (answer == "a" || answer == "accept") return Decision::accept;
    if (answer == "r" || answer == "reject") return Decision::reject;
    if (answer == "s" || answer == "skip" || answer.empty()) return Decision::skip;
    if (answer == "q" || answer == "quit") return Decision::quit;
    if (answer == "h" || answer == "show") show(report, golden);
  }
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
    return decide(*session, result, report);
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
    fmt::print("{}", golden::text_report(result, true));
    std::vector<std::size_t> accepted;
    bool is_open = false;
    for (std::size_t i = 0; i < result.goldens.size(); ++i) {
      const golden::GoldenResult& golden = result.goldens[i];
      if (golden::is_good(golden.state)) continue;
      const Decision decision = decision_on(golden, report);
      if (decision == Decision::accept)
        accepted.push_back(session.selected[i]);
      else
        is_open = true;
      if (decision == Decision::reject) fmt::print("{}: rejected\n", golden.name);
      if (decision == Decision::quit) break;
    }
    if (!accepted.empty()) {
      const int code = accept_goldens(session, accepted, false, options_.force, context_);
      if (code != kOk) return code;
    }
    return is_open ? kNo : kOk;
  }

  Decision decision_on(const golden::GoldenResult& golden, const fs::path& report) const {
    if (contains(options_.reject, golden.name)) return Decision::reject;
    if (contains(options_.accept, golden.name)) return Decision::accept;
    return asks() ? ask(report, golden) : Decision::skip;
  }

  /// What the command line decides is not asked.
  bool asks() const { return options_.accept.empty() && options_.reject.empty() && ::isatty(STDIN_FILENO) == 1; }

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
  command->add_flag("--force", options->force, "As of 'weald golden update'");
  command->footer(
      "Asks for each golden that is not as it should be; without a terminal it takes --accept and --reject.\n"
      "Exit codes: 0 nothing is left to decide, 1 something was rejected or left.\n"
      "Example: weald golden review --accept alpine --reject island");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = Review(*options, context).run();
  });
}

}  // namespace weald::app
