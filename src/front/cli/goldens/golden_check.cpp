// weald golden check: builds the goldens, compares them with what is pinned, and reports.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "front/cli/arguments/shard.h"
#include "front/cli/console/option_error.h"
#include "front/cli/console/version.h"
#include "front/cli/goldens/detail/golden_session.h"
#include "front/cli/goldens/detail/golden_targets.h"
#include "front/golden/annotations.h"
#include "front/golden/report.h"
#include "schema/codec.h"

namespace weald::app {

namespace {

std::optional<golden::Tier> parse_tier(const std::string& text) {
  if (text.empty()) return std::nullopt;
  for (const auto& [name, tier] : schema::EnumNames<golden::Tier>::names)
    if (name == text) return tier;
  throw OptionError("--tier", fmt::format("'{}' must be auto, 0 or 1", text));
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// The exit code of a check without goldens or with bad ones.
int exit_code_of(const golden::SuiteResult& result) {
  if (result.count(golden::State::failed) > 0) return kUsage;
  return result.passed() ? kOk : kNo;
}

std::string environment_text(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string(value);
}

bool wants_annotations(const std::string& when) {
  if (when == "github") return true;
  if (when == "off") return false;
  if (when == "auto") return environment_text("GITHUB_ACTIONS") == "true";
  throw OptionError("--annotations", fmt::format("'{}' must be auto, github or off", when));
}

/// The current folder relative to the root of the repository; empty if it is the root, or not below it.
std::string current_folder_in_repository() {
  const std::filesystem::path root = environment_text("GITHUB_WORKSPACE");
  if (!root.is_absolute()) return {};
  std::error_code error;
  const std::string folder =
      std::filesystem::proximate(std::filesystem::current_path(error), root, error).generic_string();
  return error || folder == "." || folder.starts_with("..") ? std::string{} : folder;
}

/// The goldens, and how they are judged.
struct CheckScope {
  session::Shard shard;
  std::optional<golden::Tier> tier;
};

CheckScope scope_of(const GoldenCheckOptions& options) { return {shard_of(options.shard), parse_tier(options.tier)}; }

class CheckRun {
 public:
  CheckRun(const GoldenCheckOptions& options, GoldenSession& session, Context& context)
      : options_(options), session_(session), context_(context) {}

  int run(const CheckScope& scope, Json& report) {
    if (!open_session(session_, options_.golden, context_, Unsound::allow)) return context_.exit_code;
    if (refuse_targets({{{"--junit", options_.junit}, {"--markdown", options_.markdown}}, options_.report}, session_)) {
      report_new(session_, context_);
      return kUsage;
    }
    golden::SuiteResult result;
    result.weald = weald_version();
    result.directory = session_.directory;
    bool stopped = false;
    for (std::size_t i = 0; i < session_.selected.size() && !stopped; ++i) {
      if (!scope.shard.has(static_cast<std::int64_t>(i))) continue;
      result.goldens.push_back(check(session_.selected[i], i, scope.tier));
      stopped = options_.fail_fast && !golden::is_good(result.goldens.back().state);
    }
    // A part of the suite cannot tell which files are unreferenced; with several shards the first one reports them.
    if (options_.golden.names.empty() && scope.shard.index == 1 && !stopped) {
      result.unreferenced = golden::unreferenced_files(session_.suite, session_.goldens);
      result.prune = joined(session_.command("prune"));
    }
    report.update(golden::results_json(result));
    write(result);
    annotate(golden::github_commands(result, session_.sources, current_folder_in_repository()));
    return exit_code_of(result);
  }

 private:
  golden::GoldenResult check(std::size_t golden, std::size_t index, std::optional<golden::Tier> tier) {
    ProgressBar bar(!options_.quiet && stderr_is_terminal());
    golden::CheckOptions check;
    check.run = run_options(context_, bar, session_.suite.goldens[golden].name.value, index, session_.selected.size());
    check.tier = tier;
    check.evidence = !options_.report.empty();
    check.accept = session_.command("update");
    return check_one(session_, golden, check, bar, context_);
  }

  /// For the page of a CI job, which reads both streams; standard output is reserved for the report.
  void annotate(const std::string& commands) const {
    if (!wants_annotations(options_.annotations)) return;
    std::fflush(stdout);
    fmt::print(options_.json ? stderr : stdout, "{}", commands);
  }

  void write(const golden::SuiteResult& result) {
    io::FileSet files;
    const auto put = [&](const std::string& path, const std::string& text) {
      if (!path.empty()) files.write(path, [&](io::Sink& sink) { sink.append(text); });
    };
    if (!options_.report.empty()) golden::write_report(result, options_.report, files);
    put(options_.junit, golden::junit_report(result));
    put(options_.markdown, golden::markdown_report(result));
    files.commit();
    if (options_.json) return;
    fmt::print("{}", golden::text_report(result, options_.quiet));
    if (result.passed()) return;
    if (options_.report.empty())
      fmt::print("for pictures add --report DIR, or run: {}\n", joined(session_.command("review")));
    else
      fmt::print("report: {}\n", (std::filesystem::path(options_.report) / "index.html").string());
  }

  const GoldenCheckOptions& options_;
  GoldenSession& session_;
  Context& context_;
};

}  // namespace

int check_goldens(const GoldenCheckOptions& options, Context& context) {
  const CheckScope scope = scope_of(options);  // first, since an invalid option is a usage error without a report
  wants_annotations(options.annotations);
  return run_golden_command("check", options.json, [&](GoldenSession& session, Json& report) {
    return CheckRun(options, session, context).run(scope, report);
  });
}

}  // namespace weald::app
