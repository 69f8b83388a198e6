#include "deep/campaign.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "deep/pantry.h"
#include "deep/reduce.h"
#include "support/files.h"

namespace weald::deep {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

// How many findings that look alike are shrunk: shrinking tells apart what only looks alike.
constexpr std::uint64_t kAlike = 6;

fs::path notes_of(const fs::path& state, const std::string& machine) { return state / (machine + ".json"); }

void write_progress(const fs::path& state, const std::string& machine, const Progress& progress) {
  Json findings = Json::object();
  for (const auto& [key, noted] : progress.findings)
    findings[key] = {{"first_case", noted.first_case},
                     {"cases", noted.cases},
                     {"what", noted.what},
                     {"detail", noted.detail},
                     {"title", noted.title}};
  const Json json = {{"seed", progress.seed},
                     {"next", progress.next},
                     {"seconds", progress.seconds},
                     {"ends", progress.ends},
                     {"findings", findings}};
  const fs::path file = notes_of(state, machine), fresh = file.string() + ".new";
  test::write_text(fresh, json.dump(1, ' ', false, Json::error_handler_t::replace));
  fs::rename(fresh, file);
}

class Campaign {
 public:
  Campaign(const Machine& machine, const Setting& setting, const CampaignOptions& options)
      : machine_(machine), setting_(setting), options_(options) {
    progress_.seed = setting.seed;
    if (options.resume) {
      if (const auto before = read_progress(options.state, options.machine)) progress_ = *before;
    }
    next_ = first_ = progress_.next;
    last_ = machine.cases().value_or(~std::uint64_t{0});
    if (options.most_cases) last_ = std::min(last_, first_ + *options.most_cases);
    before_ = progress_.seconds;
  }

  bool run() {
    if (options_.only_case) return run_one(*options_.only_case);
    fill_pantry(options_.state / "findings" / "pantry");
    std::vector<std::thread> workers;
    for (int i = 0; i < options_.workers; ++i) workers.emplace_back([this, i] { work(i); });
    for (std::thread& worker : workers) worker.join();
    save();
    report();
    return progress_.findings.empty();
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  fs::path folder_of(int worker) const { return setting_.folder / fmt::format("work{}", worker); }

  bool run_one(std::uint64_t index) {
    fmt::print("{} seed {} case {}: {}\n", options_.machine, progress_.seed, index, machine_.title(index));
    const CaseResult result = machine_.run(index, folder_of(0));
    fmt::print("{}\n", result.end);
    if (!result.finding) return true;
    fmt::print("{}: {}\n{}", result.finding->fault.what, result.finding->fault.detail, result.finding->first);
    return false;
  }

  void work(int worker) {
    while (const auto index = take()) {
      CaseResult result;
      try {
        result = machine_.run(*index, folder_of(worker));
      } catch (const std::exception& error) {
        result.end = "machine failed";
        result.finding = {{"machine", error.what(), std::string("machine: ") + error.what()}, "", "", ""};
      }
      if (result.finding) note(*index, *result.finding, worker);
      done(*index, result);
    }
  }

  std::optional<std::uint64_t> take() {
    const std::lock_guard lock(mutex_);
    if (elapsed() >= options_.seconds || next_ >= last_ || options_.is_stopped()) return std::nullopt;
    running_.insert(next_);
    return next_++;
  }

  void done(std::uint64_t index, const CaseResult& result) {
    const std::lock_guard lock(mutex_);
    ++progress_.ends[result.end];
    running_.erase(index);
    if (++since_saved_ >= 50) save();
  }

  void save() {
    progress_.next = running_.empty() ? next_ : *running_.begin();
    progress_.seconds = before_ + elapsed();
    write_progress(options_.state, options_.machine, progress_);
    since_saved_ = 0;
  }

  /// Counts a finding that is known, shrinks and tells one that may be new.
  void note(std::uint64_t index, Finding finding, int worker) {
    {
      const std::lock_guard lock(mutex_);
      const std::string key = finding.fault.key;
      const auto known = progress_.findings.find(latest_of_[key]);
      if (known != progress_.findings.end() && ++alike_[key] > kAlike) {
        ++known->second.cases;
        return;
      }
    }
    const std::string looks = finding.fault.key;
    finding = reduced(std::move(finding), setting_, folder_of(worker));
    const std::lock_guard lock(mutex_);
    latest_of_[looks] = finding.fault.key;
    const auto [place, is_new] = progress_.findings.try_emplace(
        finding.fault.key, Noted{index, 0, finding.fault.what, finding.fault.detail, finding.title});
    ++place->second.cases;
    if (is_new) tell(index, finding);
  }

  void tell(std::uint64_t index, const Finding& finding) const {
    const fs::path folder =
        options_.state / "findings" / fmt::format("{}-{}-{}", options_.machine, progress_.seed, index);
    const std::string text = fmt::format("{} seed {} case {}: {}\n{}\n{}\nagain: ./dev deep {} --seed {} --case {}\n",
                                         options_.machine, progress_.seed, index, finding.fault.what, finding.title,
                                         finding.fault.detail, options_.machine, progress_.seed, index);
    test::write_text(folder / "report.txt", text);
    if (!finding.preset.empty()) {
      test::write_text(folder / "least.yaml", finding.preset);
      test::write_text(folder / "first.yaml", finding.first);
    }
    fmt::print("\nFINDING {}{}", text, finding.preset.substr(0, 2000));
    std::fflush(stdout);
  }

  void report() const {
    fmt::print("\n{}: seed {}, cases {} to {}{} in {:.0f} s ({:.0f} s in all)\n", options_.machine, progress_.seed,
               first_, progress_.next, machine_.cases() ? fmt::format(" of {}", *machine_.cases()) : "", elapsed(),
               progress_.seconds);
    for (const auto& [end, count] : progress_.ends) fmt::print("  {:>8}  {}\n", count, end);
    for (const auto& [key, noted] : progress_.findings)
      fmt::print("  finding: {} ({} cases, the first is {}): {}\n", key, noted.cases, noted.first_case, noted.title);
    fmt::print("  {} findings\n", progress_.findings.size());
  }

  const Machine& machine_;
  const Setting& setting_;
  const CampaignOptions& options_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  Progress progress_;
  std::uint64_t next_ = 0, first_ = 0, last_ = 0;
  double before_ = 0;
  int since_saved_ = 0;
  std::set<std::uint64_t> running_;
  std::map<std::string, std::uint64_t> alike_;    // cases by how they look before they are shrunk
  std::map<std::string, std::string> latest_of_;  // the key that such a case had when it was shrunk
};

}  // namespace

std::optional<Progress> read_progress(const fs::path& state, const std::string& machine) {
  const fs::path file = notes_of(state, machine);
  if (!fs::exists(file)) return std::nullopt;
  const Json json = Json::parse(test::file_text(file), nullptr, false);
  if (!json.is_object()) return std::nullopt;
  Progress progress;
  progress.seed = json.value("seed", std::uint64_t{0});
  progress.next = json.value("next", std::uint64_t{0});
  progress.seconds = json.value("seconds", 0.0);
  progress.ends = json.value("ends", progress.ends);
  const Json findings = json.value("findings", Json::object());
  for (const auto& [key, noted] : findings.items())
    progress.findings[key] = {noted.value("first_case", std::uint64_t{0}), noted.value("cases", std::uint64_t{0}),
                              noted.value("what", ""), noted.value("detail", ""), noted.value("title", "")};
  return progress;
}

bool run_campaign(const Machine& machine, const Setting& setting, const CampaignOptions& options) {
  return Campaign(machine, setting, options).run();
}

}  // namespace weald::deep
