#include "deep/kill_machine.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "deep/written_files.h"
#include "support/files.h"

namespace weald::deep {

namespace fs = std::filesystem;
using std::chrono::microseconds;
using test::file_text;
using test::write_text;

namespace {

// Files of all kinds with their companions, small enough to be built a thousand times.
constexpr const char* kKillPreset =
    "weald: 1\nstages:\n  hills: {kind: fbm, size: [90, 90], octaves: 6}\n"
    "  rock: {kind: thermal_erosion, from: hills, iterations: 20}\n  land: {kind: heightmap_mesh, from: rock}\n"
    "  tint: {kind: colour_ramp, from: rock}\n"
    "outputs: [{from: hills, file: a.png}, {from: land, file: sub/b.obj}, {from: rock, file: c.r32}, "
    "{from: tint, file: d.png}]\n";
constexpr const char* kOld = "an old file";
constexpr int kSeeds[] = {1, 2};

constexpr const char* kTroubleNames[] = {"", ", full disk", ", limit of file sizes", ", read-only folder",
                                         ", two builds in one folder"};

fs::path whole_folder(const Setting& setting, int seed) { return setting.folder / fmt::format("whole{}", seed); }

bool is_temporary(const std::string& file) { return file.find(".weald-") != std::string::npos; }

}  // namespace

struct KillMachine::Case {
  Trouble trouble = Trouble::none;
  bool is_killed = true, by_calls = false, has_cache = false, has_old_files = false, has_warm_cache = false;
  double moment = 0;        // of the kill, as a share of the whole build
  std::uint64_t bytes = 0;  // that the disk or a file may hold
};

KillMachine::KillMachine(const Setting& setting) : setting_(setting) {
  for (const int seed : kSeeds) {
    const fs::path folder = setting.folder / fmt::format("calibration{}", seed);
    fs::create_directories(folder);
    auto best = microseconds::max();
    for (int i = 0; i < 3; ++i) {
      const auto start = std::chrono::steady_clock::now();
      const Outcome outcome = deep::run(command(folder, seed, false));
      best = std::min(best, std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - start));
      if (outcome.code != 0) throw std::runtime_error("the preset of the kills is not built: " + outcome.err);
    }
    whole_time_ = best;
    fs::remove_all(whole_folder(setting, seed));
    fs::rename(folder / "out", whole_folder(setting, seed));
  }
  try {
    Command traced = command(setting.folder / "calibration1", 1, false);
    traced.is_traced = true;
    Child child(traced);
    whole_calls_ = child.kill_at_call(~std::uint64_t{0});
    if (child.wait().code != 0) whole_calls_ = 0;
  } catch (const std::runtime_error&) {
    whole_calls_ = 0;  // where tracing is forbidden, moments are counted in time
  }
  has_mounts_ = unshare(CLONE_NEWNS) == 0 && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

Command KillMachine::command(const fs::path& folder, int seed, bool has_cache) const {
  // Once: a build that runs beside this one may be reading it.
  if (!fs::exists(folder / "p.yaml")) write_text(folder / "p.yaml", kKillPreset);
  Command command;
  command.arguments = {setting_.program.string(), "build", "p.yaml", "-o", "out", "--seed", std::to_string(seed)};
  command.folder = folder;
  command.logs = folder / fmt::format("logs{}", seed);
  fs::create_directories(command.logs);
  command.environment = {{"WEALD_CACHE", has_cache ? (folder / "cache").string() : "off"}, {"LC_ALL", "C.UTF-8"}};
  return command;
}

KillMachine::Case KillMachine::make(std::uint64_t index) const {
  Dice dice(setting_.seed, index);
  Case made;
  made.trouble = dice.one_in(2) ? Trouble::none : static_cast<Trouble>(1 + dice.below(4));
  made.is_killed = made.trouble == Trouble::none || dice.one_in(2);
  made.by_calls = whole_calls_ > 0 && dice.one_in(2);
  made.has_cache = dice.one_in(2);
  made.has_old_files = dice.one_in(2);
  made.has_warm_cache = made.has_cache && dice.one_in(3);
  made.moment = dice.uniform() * (made.by_calls ? 1.0 : 1.1);
  made.bytes = 4096 + dice.below(700'000);
  return made;
}

std::string KillMachine::title(std::uint64_t index) const {
  const Case made = make(index);
  return fmt::format("{} of a build with {} cache{}{}{}",
                     made.is_killed
                         ? fmt::format("kill at {:.3f} of the {}", made.moment, made.by_calls ? "system calls" : "time")
                         : "undisturbed end",
                     made.has_cache ? made.has_warm_cache ? "a warm" : "a cold" : "no",
                     made.has_old_files ? ", old files" : "", kTroubleNames[static_cast<int>(made.trouble)],
                     made.trouble == Trouble::full_disk || made.trouble == Trouble::file_limit
                         ? fmt::format(" at {} bytes", made.bytes)
                         : "");
}

/// A new folder with what the case starts from. False where this machine cannot make it so.
bool KillMachine::prepare(const Case& made, const fs::path& folder) const {
  const fs::path out = folder / "out";
  umount2(out.c_str(), MNT_DETACH);
  fs::remove_all(folder);
  fs::create_directories(out);
  if (made.has_warm_cache) {
    deep::run(command(folder, kSeeds[0], true));
    fs::remove_all(out);
    fs::create_directories(out);
  }
  const bool needs_mount = made.trouble == Trouble::full_disk || made.trouble == Trouble::read_only;
  if (needs_mount && (!has_mounts_ || mount("tmpfs", out.c_str(), "tmpfs", 0, "size=32m") != 0)) return false;
  if (made.has_old_files) {
    for (const std::string& file : files_below(whole_folder(setting_, kSeeds[0]))) write_text(out / file, kOld);
  }
  const std::string size = fmt::format("size={}", made.bytes);
  if (made.trouble == Trouble::full_disk && mount(nullptr, out.c_str(), nullptr, MS_REMOUNT, size.c_str()) != 0)
    return false;
  return made.trouble != Trouble::read_only ||
         mount(nullptr, out.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0;
}

Outcome KillMachine::disturb(const Case& made, const fs::path& folder) const {
  Command first = command(folder, kSeeds[0], made.has_cache);
  first.is_traced = made.is_killed && made.by_calls;
  if (made.trouble == Trouble::file_limit) first.limits.file_bytes = made.bytes;
  Child child(first);
  std::optional<Child> other;
  if (made.trouble == Trouble::two_builds) other.emplace(command(folder, kSeeds[1], made.has_cache));
  if (made.is_killed && made.by_calls)
    child.kill_at_call(1 + static_cast<std::uint64_t>(made.moment * static_cast<double>(whole_calls_)));
  else if (made.is_killed)
    child.kill_after(microseconds(static_cast<std::int64_t>(made.moment * static_cast<double>(whole_time_.count()))));
  Outcome outcome = child.wait();
  if (other) {
    const Outcome second = other->wait();
    if (second.code != 0) {
      outcome.code = second.code;
      outcome.signal = second.signal;
      outcome.err = "the other build: " + second.err;
    }
  }
  return outcome;
}

/// Every file is an old one or a whole new one.
std::string KillMachine::fault_of_contents(const Case& made, const fs::path& out) const {
  for (const std::string& file : files_below(out)) {
    if (is_temporary(file)) continue;
    const std::string content = file_text(out / file);
    const bool is_old = made.has_old_files && content == kOld;
    const bool is_whole = std::any_of(std::begin(kSeeds), std::end(kSeeds), [&](int seed) {
      const fs::path whole = whole_folder(setting_, seed) / file;
      return fs::exists(whole) && content == file_text(whole);
    });
    if (!is_old && !is_whole) return fmt::format("{} is neither old nor whole ({} bytes)", file, content.size());
    if (made.trouble == Trouble::read_only && !is_old) return file + " was written into a read-only folder";
  }
  return {};
}

std::string KillMachine::fault_after(const Case& made, const Outcome& outcome, const fs::path& folder) const {
  if (outcome.hung) return "hangs";
  if (outcome.signal != 0 && outcome.signal != SIGKILL) return fmt::format("signal {}", outcome.signal);
  const bool may_fail =
      made.trouble == Trouble::full_disk || made.trouble == Trouble::file_limit || made.trouble == Trouble::read_only;
  const bool is_right =
      outcome.signal == SIGKILL ? made.is_killed : outcome.code == 0 || (may_fail && outcome.code == 3);
  if (!is_right) return fmt::format("exit code {}: {}", outcome.code, outcome.err);
  if (outcome.code == 3 && outcome.err.find("error: ") == std::string::npos) return "says nothing of what went wrong";
  if (std::string wrong = fault_of_contents(made, folder / "out"); !wrong.empty()) return wrong;
  if (outcome.signal == SIGKILL) return {};
  for (const std::string& file : files_below(folder / "out")) {
    if (is_temporary(file) && made.trouble != Trouble::two_builds) return "leaves " + file;
  }
  return {};
}

/// The next build makes all files, and leaves nothing else.
std::string KillMachine::fault_of_next_build(const Case& made, const fs::path& folder) const {
  const fs::path out = folder / "out";
  if (made.trouble == Trouble::read_only || made.trouble == Trouble::full_disk)
    mount(nullptr, out.c_str(), nullptr, MS_REMOUNT, "size=32m");
  const Outcome outcome = deep::run(command(folder, kSeeds[0], made.has_cache));
  if (outcome.code != 0 || outcome.hung)
    return fmt::format("the next build ends with {}: {}", outcome.code, outcome.err);
  const std::string differs = difference(whole_folder(setting_, kSeeds[0]), out);
  if (differs.empty()) return {};
  for (const auto& entry : fs::recursive_directory_iterator(out)) {
    const std::string name = entry.path().filename().string();
    if (is_temporary(name)) return "after the next build there is still " + message_form(name);
  }
  return "after the next build differs: " + differs;
}

CaseResult KillMachine::run(std::uint64_t index, const fs::path& folder) const {
  // Mounts are those of a thread: each worker needs a copy of its own.
  thread_local const bool is_apart = has_mounts_ && unshare(CLONE_FS | CLONE_NEWNS) == 0;
  static_cast<void>(is_apart);
  const Case made = make(index);
  if (!prepare(made, folder)) {
    umount2((folder / "out").c_str(), MNT_DETACH);
    return {"not possible here"};
  }
  const Outcome outcome = disturb(made, folder);
  std::string wrong = fault_after(made, outcome, folder);
  if (wrong.empty()) wrong = fault_of_next_build(made, folder);
  umount2((folder / "out").c_str(), MNT_DETACH);
  CaseResult result{outcome.signal == SIGKILL ? "killed" : fmt::format("exit code {}", outcome.code)};
  if (!wrong.empty()) result.finding = {{"left behind", wrong, "kill: " + message_form(wrong)}, title(index), "", ""};
  return result;
}

}  // namespace weald::deep
