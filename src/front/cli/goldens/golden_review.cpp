// weald golden review: decides about each golden.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/poll.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "front/cli/console/context.h"
#include "front/cli/console/version.h"
#include "front/cli/goldens/detail/golden_session.h"
#include "front/cli/goldens/detail/golden_targets.h"
#include "front/compare/content_reader.h"
#include "front/compare/pictures.h"
#include "front/compare/verdict_text.h"
#include "front/golden/content.h"
#include "front/golden/report.h"
#include "front/golden/result.h"
#include "front/terminal/terminal_view.h"
#include "picture/sheets/shrink.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

// The decision about a golden.
enum class Decision { accept, reject, skip, quit };

constexpr int kRowColumns = 72;      // in a narrower terminal, pictures are stacked
constexpr int kGap = 2;              // columns between pictures
constexpr int kPictureRows = 16;     // lines of a picture in a row or a stack
constexpr int kMaxReadAtOnce = 256;  // bytes
constexpr int kPatience = 200;       // milliseconds between checks for a signal
constexpr std::size_t kRecipeLines = 12;

constexpr const char* kHelp =
    "  y  accept the current result    n  reject it, keep what is pinned\n"
    "  s  skip it, decide later       d  details: all figures and larger pictures\n"
    "  q  quit: pin what was accepted so far, skip the rest\n"
    "  Ctrl-C or Ctrl-D leave at once and pin nothing\n";

struct LabelledPicture {
  std::string label;
  Image image;
};

std::string difference_label(const golden::OutputResult& output) {
  return output.kind == "heightmap" ? "red higher, blue lower" : "difference x16";
}

std::vector<LabelledPicture> pictures_of(const fs::path& folder, const golden::OutputResult& output) {
  std::vector<LabelledPicture> pictures;
  for (const auto& [what, label] : {std::pair<std::string, std::string>{"expected", "expected"},
                                    {"actual", "actual"},
                                    {"diff", difference_label(output)}}) {
    if (output.evidence.pictures.count(what) == 0) continue;
    std::vector<std::string> warnings;
    io::Content content = io::read_content(folder / (what + ".png"), warnings, io::Sidecars::ignore);
    if (auto* image = std::get_if<Image>(&content)) pictures.push_back({label, std::move(*image)});
  }
  return pictures;
}

Image fitted_to(const Image& image, render::PixelSize most) {
  return render::shrunk(image, render::fitted_size({image.pixels.width(), image.pixels.height()}, most));
}

// Prints an image as half blocks: one column per pixel, one line per two rows of pixels.
void print_blocks(const Image& image) { fmt::print("{}", render::half_blocks(image, terminal_colours())); }

void print_stack(const std::vector<LabelledPicture>& pictures, int columns, int rows) {
  for (const LabelledPicture& picture : pictures) {
    fmt::print("{}:\n", picture.label);
    print_blocks(fitted_to(picture.image, {columns, 2 * rows}));
  }
}

void print_row(const std::vector<LabelledPicture>& pictures, int columns) {
  const int count = static_cast<int>(pictures.size());
  const int most = (columns + kGap) / count - kGap;
  std::vector<Image> small;
  int width = 0;
  for (const LabelledPicture& picture : pictures) {
    small.push_back(fitted_to(picture.image, {most, 2 * kPictureRows}));
    width = std::max(width, small.back().pixels.width());
  }
  std::string labels;
  std::vector<const Image*> row;
  for (std::size_t i = 0; i < small.size(); ++i) {
    row.push_back(&small[i]);
    labels += fmt::format("{:<{}}", pictures[i].label.substr(0, static_cast<std::size_t>(width)), width + kGap);
  }
  labels.erase(labels.find_last_not_of(' ') + 1);
  fmt::print("{}\n", labels);
  print_blocks(compare::side_by_side(row, kGap));
}

void show_lines(const std::vector<golden::DiffLine>& lines, std::size_t most) {
  for (std::size_t i = 0; i < lines.size() && i < most; ++i)
    fmt::print("  {} {}\n", lines[i].mark == '@' ? ' ' : lines[i].mark, lines[i].text);
  if (lines.size() > most) fmt::print("    ... and {}\n", counted_noun(lines.size() - most, "more line"));
}

void show_output(const fs::path& folder, const golden::OutputResult& output) {
  const auto pictures = pictures_of(folder, output);
  if (pictures.empty() && output.evidence.text.empty()) return;
  fmt::print("\n{}\n", output.file);
  show_lines(output.evidence.text, kRecipeLines);
  if (pictures.empty()) return;
  const int columns = terminal_size().columns;
  if (columns >= kRowColumns)
    print_row(pictures, columns);
  else
    print_stack(pictures, columns, kPictureRows);
}

void show_details(const fs::path& report, const golden::GoldenResult& golden) {
  for (const golden::OutputResult& output : golden.outputs) {
    if (golden::is_good(output.state)) continue;
    const fs::path folder = report / golden.name / output.file;
    fmt::print("\n{}\n", output.file);
    if (output.verdict) fmt::print("{}", compare::gates_text(*output.verdict));
    show_lines(output.evidence.text, output.evidence.text.size());
    const TerminalSize size = terminal_size();
    print_stack(pictures_of(folder, output), size.columns, std::max(size.rows - 3, kPictureRows));
    if (!output.evidence.pictures.empty()) fmt::print("pictures: {}\n", folder.string());
  }
  if (!golden.recipe_diff.empty()) {
    fmt::print("\nwhat changed in the recipe:\n");
    show_lines(golden.recipe_diff, golden.recipe_diff.size());
  }
}

// The decision that an answer names.
std::optional<Decision> decision_of(const std::string& answer) {
  if (answer == "y" || answer == "yes" || answer == "a" || answer == "accept") return Decision::accept;
  if (answer == "n" || answer == "no" || answer == "r" || answer == "reject") return Decision::reject;
  if (answer == "s" || answer == "skip") return Decision::skip;
  if (answer == "q" || answer == "quit") return Decision::quit;
  return std::nullopt;
}

// True if there is somebody to ask: stdin and stdout are terminals.
bool can_ask() { return ::isatty(STDIN_FILENO) == 1 && stdout_is_terminal(); }

// A line from stdin without its end; unset at the end of input. Waits; throws Interrupted on Ctrl-C.
std::optional<std::string> read_line(const Context& context) {
  std::string line;
  while (true) {
    // Reading would continue after a caught signal; waiting does not.
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&input, 1, kPatience);
    if (context.stop != nullptr && context.stop->load()) throw Interrupted();
    if (ready <= 0) continue;
    char bytes[kMaxReadAtOnce];
    const auto count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;  // the end of input, or a closed terminal
    line.append(bytes, static_cast<std::size_t>(count));
    // A terminal delivers one line at a time.
    if (line.ends_with('\n')) break;
  }
  line.erase(line.find_last_not_of(" \t\r\n") + 1);
  return line;
}

// The report on a golden and its pictures, side by side or, on a narrow terminal, one below the other. `report` is the
// folder of a report that contains it.
void show_golden(const fs::path& report, const golden::GoldenResult& golden) {
  fmt::print("{}", golden::golden_text(golden));
  if (golden.recipe_diff.size() <= kRecipeLines) show_lines(golden.recipe_diff, kRecipeLines);
  for (const golden::OutputResult& output : golden.outputs) {
    if (!golden::is_good(output.state)) show_output(report / golden.name / output.file, output);
  }
  fmt::print("\n");
}

// Asks until there is a decision; unset at the end of input. Errors: Interrupted.
std::optional<Decision> ask_about(const fs::path& report, const golden::GoldenResult& golden, const Context& context) {
  while (true) {
    const bool is_wide = terminal_size().columns >= kRowColumns;
    fmt::print("{}: accept? {}: ", golden.name, is_wide ? "[y]es [n]o [s]kip [d]etails [q]uit [?]" : "[y,n,s,d,q,?]");
    std::fflush(stdout);
    const auto answer = read_line(context);
    if (!answer) return std::nullopt;
    if (const auto decision = decision_of(*answer)) return decision;
    if (*answer == "d" || *answer == "details")
      show_details(report, golden);
    else
      fmt::print("{}", kHelp);
  }
}

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
