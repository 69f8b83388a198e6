#include "front/cli/building/build.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parallel.h"
#include "base/text/counted.h"
#include "formats/files/file_stamp.h"
#include "formats/files/read_file.h"
#include "front/cli/building/detail/build_steps.h"
#include "front/cli/building/detail/file_watch.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "front/cli/console/option_error.h"

namespace weald::app {

int run_build(const BuildOptions& options, Context& context) {
  Json report = report_head("build");
  report["dry_run"] = options.dry_run;
  const auto work = [&] {
    Build build{options, context};
    if (!load_build(build, report)) return failure_code(build.loaded.diagnostics);
    context.catch_signals();
    return run_loaded(build, report);
  };
  return options.json ? print_report(report, work) : work();
}

namespace {

constexpr std::size_t kMaxPlan = std::size_t{1} << 30;

/// A path of a plan, relative to the plan's folder or absolute, as seen from the current folder.
std::string from_plan(const std::filesystem::path& folder, const std::string& path) { return (folder / path).string(); }

}  // namespace

void set_task(BuildOptions& options, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
    throw OptionError("--task", fmt::format("'{}' is not PLAN:TASK, such as plan/plan.json:3", text));
  const std::string file = text.substr(0, colon), name = text.substr(colon + 1);
  auto read = session::parse_plan(io::read_file(file, kMaxPlan));
  if (const auto* message = std::get_if<std::string>(&read))
    throw OptionError("--task", fmt::format("'{}' cannot be used: {}", file, *message));
  TaskRun run{file, std::move(std::get<session::TaskPlan>(read))};
  const session::PlannedTask* task = run.plan.find(name);
  if (task == nullptr)
    throw OptionError("--task", fmt::format("the plan '{}' has no task '{}': its tasks are {}1 to {}, and merge", file,
                                            name, run.plan.has_prepare() ? "prepare, " : "", run.plan.parts()));
  run.index = static_cast<std::size_t>(task - run.plan.tasks.data());
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const session::TaskChoice& choice = run.plan.choice;
  static_cast<session::PresetChoice&>(options.presets) = choice.preset;
  options.presets.paths.front() = from_plan(folder, choice.preset.paths.front());
  for (std::string& include : options.presets.include) include = from_plan(folder, include);
  options.directory = from_plan(folder, choice.directory);
  if (options.cache.where.empty()) options.cache.where = from_plan(folder, choice.cache);
  if (options.cache.size.empty()) options.cache.size = std::to_string(run.plan.cache_bytes);
  if (options.memory.empty()) options.memory = choice.memory;
  if (options.presets.threads == 0) options.presets.threads = choice.threads;
  options.task = std::move(run);
}

namespace {

// weald build --watch: rebuilds whenever a file that was read changes.

constexpr std::chrono::milliseconds kQuiet{50};
// Interval of two polls: for a Ctrl-C that came just before the wait, and for errors that were corrected without a
// change of a watched file.
constexpr std::chrono::milliseconds kLongestWait{500};

std::string clock_text() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

/// The state of each watched file; unset for a file that does not exist. It does not show a file that is written twice
/// within a tick of the clock.
using Stamps = std::map<std::string, std::optional<io::FileStamp>>;

class Watch {
 public:
  Watch(const BuildOptions& options, Context& context) : options_(options), context_(context) {}

  int run() {
    context_.catch_signals();
    std::set<std::string> changed;
    while (!is_stopped()) {
      build(changed);
      changed = next_change();
    }
    return kInterrupted;
  }

 private:
  bool is_stopped() const { return context_.stop->load(); }

  /// Builds the presets that read one of `changed` (empty: all), and reports the build in one line.
  void build(const std::set<std::string>& changed) {
    Json report = report_head("build");
    report["dry_run"] = false;
    report["changed"] = changed;
    const auto start = std::chrono::steady_clock::now();
    const auto work = [&] { return build_once(changed, report); };
    int code = kOk;
    if (options_.json) {
      code = guarded([&] { return print_report(report, work, true); });
    } else {
      code = guarded(work);
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
      if (!is_stopped()) print_line(changed, report, code, time.count());
    }
    failed_ = code != kOk;
  }

  int build_once(const std::set<std::string>& changed, Json& report) {
    Build build{options_, context_};
    const Stamps before = stamps();
    if (!load_build(build, report)) {
      remember(build.loaded, {}, before);
      errors_ = format_all(build.loaded.diagnostics, build.loaded.sources, false);
      return failure_code(build.loaded.diagnostics);
    }
    errors_.reset();
    remember(build.loaded, outputs_of(build), before);
    const auto which =
        failed_ || !options_.depfile.empty() ? std::vector<std::size_t>{} : readers_of(build.loaded, changed);
    return run_loaded(build, report, which);
  }

  /// Runs `work` and returns its exit code. A failure is printed and does not end the watch: the user may correct it.
  int guarded(const std::function<int()>& work) const {
    try {
      return work();
    } catch (...) {
      const Failure failure = current_failure();
      if (failure.is_broken_pipe) throw;
      if (failure.code != kInterrupted) print_failure(failure, context_.json_diagnostics);
      return failure.code;
    }
  }

  static std::vector<std::size_t> readers_of(const session::LoadedPresets& loaded,
                                             const std::set<std::string>& changed) {
    std::vector<std::size_t> readers;
    for (std::size_t i = 0; i < loaded.presets.size(); ++i) {
      const auto files = session::files_read(loaded.presets[i]);
      if (std::any_of(files.begin(), files.end(), [&](const std::string& file) { return changed.contains(file); }))
        readers.push_back(i);
    }
    return readers;
  }

  Stamps stamps() const {
    Stamps result;
    for (const std::string& file : files_) result.emplace(file, io::stamp_of(file));
    return result;
  }

  /// Watches the files that were read, except for outputs: a preset may read a file that another writes. After an error
  /// the files of the build before it are still watched.
  void remember(const session::LoadedPresets& loaded, const std::vector<std::string>& outputs, const Stamps& before) {
    std::set<std::string> files(options_.presets.paths.begin(), options_.presets.paths.end());
    for (const auto& preset : loaded.presets) {
      for (const std::string& file : session::files_read(preset)) files.insert(file);
    }
    if (!loaded.ok()) files.insert(files_.begin(), files_.end());
    for (std::uint32_t i = 0; i < loaded.sources.count(); ++i) {  // bases that were read before the error
      const std::string& name = loaded.sources.name(i);
      if (!name.starts_with("--") && name != "<stdin>") files.insert(name);
    }
    for (const std::string& output : outputs) files.erase(output);
    files_.assign(files.begin(), files.end());
    watch_.set_files(files_);
    stamps_ = stamps();
    // A stamp from before the build reveals a change while the file was read. A file that is new to this build has only
    // its current stamp.
    for (const auto& [file, stamp] : before) {
      if (const auto found = stamps_.find(file); found != stamps_.end()) found->second = stamp;
    }
  }

  /// Waits until a watched file differs from the state that was read; returns the changed files.
  std::set<std::string> next_change() {
    while (!is_stopped()) {
      watch_.wait(kQuiet, kLongestWait, context_.stop);
      std::set<std::string> changed;
      for (const auto& [file, stamp] : stamps_) {
        if (io::stamp_of(file) != stamp) changed.insert(file);
      }
      if (!changed.empty() || (errors_ && is_mended())) return changed;
    }
    return {};
  }

  /// Whether the errors have changed. A missing file is not watched, so the presets are loaded again.
  bool is_mended() const {
    const session::LoadedPresets loaded = session::load_presets(options_.presets);
    return format_all(loaded.diagnostics, loaded.sources, false) != *errors_;
  }

  void print_line(const std::set<std::string>& changed, const Json& report, int code, double seconds) const {
    if (options_.quiet) return;
    std::size_t files = 0, presets = 0;
    if (report.contains("presets")) {
      presets = report["presets"].size();
      for (const Json& entry : report["presets"]) files += entry["outputs"].size();
    }
    const std::string why = changed.empty() ? "" : fmt::format("{} changed: ", fmt::join(changed, ", "));
    const std::string what = code != kOk
                                 ? std::string("failed, see above; still watching")
                                 : fmt::format("{}{}, {} in {:.2f} s", failed_ ? "fixed: " : "",
                                               counted_noun(presets, "preset"), counted_noun(files, "file"), seconds);
    fmt::print("{} {}{}\n", clock_text(), why, what);
    std::fflush(stdout);
  }

  const BuildOptions& options_;
  Context& context_;
  FileWatch watch_;
  std::vector<std::string> files_;
  Stamps stamps_;                      // states of the watched files when they were read
  std::optional<std::string> errors_;  // messages of presets that could not be loaded
  bool failed_ = false;
};

}  // namespace

int watch_build(const BuildOptions& options, Context& context) { return Watch(options, context).run(); }

}  // namespace weald::app
