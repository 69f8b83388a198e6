#include "front/cli/goldens/detail/golden_dialogue.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <vector>

#include <fmt/format.h>

#include <sys/poll.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "front/compare/content_reader.h"
#include "front/compare/pictures.h"
#include "front/compare/verdict_text.h"
#include "front/golden/report.h"
#include "front/terminal/terminal_view.h"
#include "picture/sheets/shrink.h"

namespace weald::app {

namespace fs = std::filesystem;

namespace {

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

/// Prints an image as half blocks: one column per pixel, one line per two rows of pixels.
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

/// The decision that an answer names.
std::optional<Decision> decision_of(const std::string& answer) {
  if (answer == "y" || answer == "yes" || answer == "a" || answer == "accept") return Decision::accept;
  if (answer == "n" || answer == "no" || answer == "r" || answer == "reject") return Decision::reject;
  if (answer == "s" || answer == "skip") return Decision::skip;
  if (answer == "q" || answer == "quit") return Decision::quit;
  return std::nullopt;
}

}  // namespace

bool can_ask() { return ::isatty(STDIN_FILENO) == 1 && stdout_is_terminal(); }

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

void show_golden(const fs::path& report, const golden::GoldenResult& golden) {
  fmt::print("{}", golden::golden_text(golden));
  if (golden.recipe_diff.size() <= kRecipeLines) show_lines(golden.recipe_diff, kRecipeLines);
  for (const golden::OutputResult& output : golden.outputs) {
    if (!golden::is_good(output.state)) show_output(report / golden.name / output.file, output);
  }
  fmt::print("\n");
}

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

}  // namespace weald::app
