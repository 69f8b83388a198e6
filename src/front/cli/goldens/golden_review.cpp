// weald golden review: decides about each golden.

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/console/version.h"
#include "front/cli/goldens/detail/golden_dialogue.h"
#include "front/cli/goldens/detail/golden_session.h"
#include "front/cli/goldens/detail/golden_targets.h"
#include "front/golden/content.h"
#include "front/golden/report.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Review {
 public:
  Review(const GoldenReviewOptions& options, GoldenSession& session, Context& context, Json& report)
      : options_(options), session_(session), context_(context), json_(report) {}

  int run() {
    json_["goldens"] = Json::array();
    json_["pinned"] = Json::array();
    GoldenOptions golden = options_.golden;
    for (const auto* names : {&options_.accept, &options_.reject}) {
      // Without NAME arguments, --accept and --reject also select the goldens to check.
      if (options_.golden.names.empty()) golden.names.insert(golden.names.end(), names->begin(), names->end());
    }
    if (!open_session(session_, golden, context_)) return context_.exit_code;
    json_["directory"] = session_.directory;
    if (refuse_targets({{}, options_.report}, session_)) {
      report_new(session_, context_);
      return kUsage;
    }
    const golden::ScratchFolder scratch;
    const fs::path report = options_.report.empty() ? scratch.path() : fs::path(options_.report);
    const golden::SuiteResult result = check();
    for (const golden::GoldenResult& found : result.goldens)
      json_["goldens"].push_back(
          {{"name", found.name}, {"state", golden::name_of(found.state)}, {"decision", nullptr}});
    if (result.count(golden::State::failed) > 0) return kUsage;
    io::FileSet files;
    golden::write_report(result, report, files);
    files.commit();
    const int code = decide(result, report);
    if (code == kNo && options_.accept.empty() && options_.reject.empty() && !asks())
      fmt::print(stderr, "weald: note: there is no terminal to ask on: decide with --accept NAME and --reject NAME\n");
    return code;
  }

 private:
  golden::SuiteResult check() {
    golden::SuiteResult result;
    result.weald = weald_version();
    result.directory = session_.directory;
    ProgressBar bar(stderr_is_terminal());
    for (std::size_t i = 0; i < session_.selected.size(); ++i) {
      const std::size_t golden = session_.selected[i];
      golden::CheckOptions check;
      check.run = run_options(context_, bar, session_.suite.goldens[golden].name.value, i, session_.selected.size());
      check.evidence = asks() || !options_.report.empty();
      check.accept = session_.command("update");
      result.goldens.push_back(check_one(session_, golden, check, bar, context_));
    }
    return result;
  }

  int decide(const golden::SuiteResult& result, const fs::path& report) {
    std::vector<std::size_t> open;  // of result.goldens
    for (std::size_t i = 0; i < result.goldens.size(); ++i)
      if (!golden::is_good(result.goldens[i].state)) open.push_back(i);
    if (open.empty() || !asks()) say(golden::text_report(result, true));
    for (const std::string& name : options_.accept)
      if (is_good(result, name)) say(fmt::format("{}: nothing to accept\n", name));
    if (asks() && !open.empty() && !may_ask(result, open, report)) return kNo;
    std::vector<std::size_t> accepted;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const golden::GoldenResult& golden = result.goldens[open[i]];
      if (asks()) fmt::print("\n[{} of {}] ", i + 1, open.size());
      const auto decision = decision_on(golden, report);
      if (!decision) {
        fmt::print("\nend of input: nothing was pinned\n");
        return kNo;
      }
      json_["goldens"][open[i]]["decision"] = name_of(*decision);
      if (*decision == Decision::accept) accepted.push_back(session_.selected[open[i]]);
      if (*decision == Decision::reject) say(fmt::format("{}: rejected\n", golden.name));
      if (*decision == Decision::quit) break;
    }
    if (!accepted.empty()) {
      const int code = accept_goldens(session_, accepted, {false, options_.force}, context_, json_);
      if (code != kOk) return code;
    }
    const std::size_t left = open.size() - accepted.size();
    if (asks() && !open.empty()) fmt::print("{} accepted, {} left as pinned\n", accepted.size(), left);
    return left > 0 ? kNo : kOk;
  }

  /// Prints `text`, unless the output is JSON.
  void say(const std::string& text) const {
    if (!options_.json) fmt::print("{}", text);
  }

  static std::string_view name_of(Decision decision) {
    switch (decision) {
      case Decision::accept: return "accept";
      case Decision::reject: return "reject";
      case Decision::skip:
      case Decision::quit: return "skip";
    }
    return "?";
  }

  static bool is_good(const golden::SuiteResult& result, const std::string& name) {
    return std::any_of(result.goldens.begin(), result.goldens.end(), [&](const golden::GoldenResult& golden) {
      return golden.name == name && golden::is_good(golden.state);
    });
  }

  /// Prints the summary before the first question. Returns false, with an error, if nothing may be pinned.
  bool may_ask(const golden::SuiteResult& result, const std::vector<std::size_t>& open, const fs::path& report) const {
    std::vector<std::size_t> goldens;
    for (const std::size_t i : open) goldens.push_back(session_.selected[i]);
    if (!options_.force && refuse_to_accept(session_, goldens, context_)) return false;
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

  /// Whether the user is asked: not with --json, and not if decisions are given on the command line.
  bool asks() const { return !options_.json && options_.accept.empty() && options_.reject.empty() && can_ask(); }

  const GoldenReviewOptions& options_;
  GoldenSession& session_;
  Context& context_;
  Json& json_;
};

}  // namespace

int review_goldens(const GoldenReviewOptions& options, Context& context) {
  return run_golden_command("review", options.json, [&](GoldenSession& session, Json& report) {
    return Review(options, session, context, report).run();
  });
}

}  // namespace weald::app
