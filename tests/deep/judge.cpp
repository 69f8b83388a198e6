#include "deep/judge.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include <fmt/format.h>

#include "deep/written_files.h"
#include "support/files.h"

namespace weald::deep {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPresetFile = "p.yaml";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// The line that tells the error; the first one where none does.
std::string error_line(const std::string& err) {
  const std::size_t word = err.find("error: ");
  if (word == std::string::npos) return first_line(err);
  const std::size_t before = err.rfind('\n', word);
  return first_line(err.substr(before == std::string::npos ? 0 : before + 1));
}

Fault make_fault(std::string what, const std::string& detail) {
  std::string key = what + ": " + message_form(first_line(detail));
  return {std::move(what), detail, std::move(key)};
}

/// Every line that tells an error must have a place, in the preset or in a file that it extends; there must be one.
std::string fault_of_messages(const std::string& err) {
  static const std::regex placed("^[^ :]+:[0-9]+:[0-9]+: error: .+");
  bool has_error = false;
  for (std::size_t at = 0; at < err.size();) {
    const std::size_t end = std::min(err.find('\n', at), err.size());
    const std::string line = err.substr(at, end - at);
    at = end + 1;
    // Lines of the source begin with their number, or with blanks.
    const bool is_source = line.starts_with(' ') || line.find(" | ") != std::string::npos;
    if (is_source || line.find("error: ") == std::string::npos) continue;
    if (!std::regex_match(line.substr(0, 400), placed)) return line;
    has_error = true;
  }
  return has_error ? "" : "nothing is said: " + first_line(err);
}

double bytes_below(const fs::path& folder) {
  double bytes = 0;
  for (const std::string& file : files_below(folder)) bytes += static_cast<double>(fs::file_size(folder / file));
  return bytes;
}

bool mentions(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }

}  // namespace

struct Judge::Built {
  Outcome outcome;
  fs::path files;
};

std::string message_form(const std::string& text) {
  std::string form;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::size_t end = c == '\'' ? text.find('\'', i + 1) : std::string::npos;
    if (end != std::string::npos) {
      form += "''";
      i = end;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      if (form.empty() || form.back() != '#') form += '#';
    } else {
      form += c;
    }
  }
  return form;
}

std::string difference(const fs::path& a, const fs::path& b) {
  const std::vector<std::string> files = files_below(a);
  if (files != files_below(b)) return "other files";
  for (const std::string& file : files) {
    if (test::file_text(a / file) != test::file_text(b / file)) return file;
  }
  return {};
}

Judge::Judge(fs::path program, fs::path folder) : program_(std::move(program)), folder_(std::move(folder)) {
  fs::create_directories(folder_);
}

Judge::Built Judge::build(const std::string& name, int threads, bool is_scalar, const Limits& limits, bool is_dry) {
  Command command;
  command.arguments = {program_.string(), "build", kPresetFile, "-o", "out", "-j", std::to_string(threads)};
  if (is_dry) command.arguments.push_back("--dry-run");
  command.folder = command.logs = folder_;
  command.environment = {{"WEALD_CACHE", "off"}, {"LC_ALL", "C.UTF-8"}};
  if (is_scalar) command.environment.emplace_back("WEALD_SIMD", "scalar");
  command.limits = limits;
  Built built{run(command), folder_ / name};
  cpu_seconds_ += built.outcome.cpu_seconds;
  if (fs::exists(folder_ / "out")) fs::rename(folder_ / "out", built.files);
  return built;
}

std::optional<Fault> Judge::fault_of_run(const Built& built, const Limits& limits, double quiet) const {
  const Outcome& run = built.outcome;
  const std::string figures =
      fmt::format("{:.1f} s of CPU, {:.0f} MB", run.cpu_seconds, static_cast<double>(run.peak_bytes) / 1e6);
  if (run.hung) return make_fault("hang", "");
  const bool took_all = run.cpu_seconds > 0.95 * limits.cpu_seconds;
  // Who is told beforehand that it takes long has asked for it.
  if (took_all && !mentions(run.err, "minutes")) return Fault{"time", figures, "time"};
  if (took_all) return std::nullopt;
  if (run.signal != 0) {
    const std::string what = fmt::format("signal {}", run.signal);
    return Fault{what, figures, what};
  }
  if (run.code == 2) {
    const std::string wrong = fault_of_messages(run.err);
    return wrong.empty() ? std::nullopt : std::optional(make_fault("message", wrong));
  }
  const double bytes = bytes_below(built.files);
  const bool is_cut = run.code == 3 && mentions(run.err, "too large");  // ended by the limit of file sizes
  if ((bytes > quiet || is_cut) && !mentions(run.err, "MB") && !mentions(run.err, "GB"))
    return Fault{"size", is_cut ? first_line(run.err) : fmt::format("{:.0f} MB without a word", bytes / 1e6), "size"};
  if (run.code == 3 && mentions(run.err, "error: ")) return std::nullopt;
  if (run.code != 0) return make_fault(fmt::format("exit code {}", run.code), error_line(run.err));
  return std::nullopt;
}

std::optional<Fault> Judge::fault_of_files(const fs::path& folder) const {
  for (const std::string& file : files_below(folder)) {
    if (fs::file_size(folder / file) > 50'000'000) continue;  // would take longer to read than to write
    const std::string wrong = fault_of_file(folder / file);
    if (!wrong.empty())
      return Fault{"output", file + ": " + wrong,
                   "output " + fs::path(file).extension().string() + ": " + message_form(first_line(wrong))};
  }
  return std::nullopt;
}

Verdict Judge::judge(const std::string& preset, const Runs& runs) {
  for (const char* name : {"out", "one", "two", "scalar"}) fs::remove_all(folder_ / name);
  test::write_text(folder_ / kPresetFile, preset);
  const std::optional<Node> tree = read_tree(preset);
  const Asked asked = tree && tree->map() != nullptr ? asked_by(*tree) : Asked{};
  const Limits limits = limits_of(asked);
  Verdict verdict;
  verdict.only_checked = asked.samples > kMaxSamples;
  const Built one = build("one", 1, false, limits, verdict.only_checked);
  verdict.code = one.outcome.code;
  verdict.fault = fault_of_run(one, limits, quiet_bytes(asked));
  if (verdict.fault || verdict.only_checked) return verdict;
  verdict.fault = fault_of_files(one.files);
  const auto compare = [&](const char* name, int threads, bool is_scalar) {
    if (verdict.fault) return;
    const Built other = build(name, threads, is_scalar, limits, false);
    const bool is_slow = other.outcome.cpu_seconds > 0.95 * limits.cpu_seconds;
    if (is_slow && other.outcome.code != 0) return;  // vectors may well be several times as fast
    std::string differs = one.outcome.code != other.outcome.code ? fmt::format("exit code {}", other.outcome.code)
                          : one.outcome.err != other.outcome.err || one.outcome.out != other.outcome.out
                              ? "messages"
                              : difference(one.files, other.files);
    if (differs.empty()) return;
    const std::string what = std::string("differs, ") + name;
    verdict.fault = Fault{what, differs, what + ": " + fs::path(differs).extension().string()};
  };
  if (verdict.code != 0) {  // most are refused before any work: once more tells enough
    compare("two", 2, true);
    return verdict;
  }
  if (runs.two_threads) compare("two", 2, false);
  if (runs.scalar) compare("scalar", 1, true);
  return verdict;
}

}  // namespace weald::deep
