#include "front/golden/detail/recipe.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/hash.h"
#include "engine/graph/stage_record.h"
#include "schema/canonical_text.h"
#include "schema/decode.h"

namespace weald::golden {

namespace {

/// One line per value; maps inside are indented below their key.
void add_lines(std::string& text, const schema::Node& map, const std::string& indent) {
  for (const schema::Entry& entry : *map.map()) {
    const schema::Node::Map* inside = entry.value.map();
    if (inside != nullptr && !inside->empty()) {
      text += fmt::format("{}{}:\n", indent, schema::quoted_text(entry.key));
      add_lines(text, entry.value, indent + "  ");
    } else {
      text += fmt::format("{}{}: {}\n", indent, schema::quoted_text(entry.key), schema::canonical_text(entry.value));
    }
  }
}

}  // namespace

std::string recipe_text(const preset::Preset& preset) {
  std::string text;
  for (const pipeline::GraphStage& stage : preset.graph.stages) {
    if (stage.decl.bound->part() != nullptr) continue;  // the stages that read a part determine it
    const pipeline::StageRecord record = pipeline::record_of(stage.decl);
    text += fmt::format("stage {}\n  kind: {}\n  seed: {}\n", record.name, record.kind, record.seed);
    add_lines(text, record.parameters, "  ");
  }
  for (const pipeline::GraphOutput& output : preset.graph.outputs) {
    text += fmt::format("output {}\n", output.decl.spec.file.value);
    add_lines(text, schema::to_node(output.decl.spec, false), "  ");
  }
  return text;
}

std::string recipe_digest(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.hex();
}

namespace {

constexpr std::size_t kLongestLine = 200;
constexpr std::size_t kMaxCells = 1'000'000;  // limit on the table of common subsequences

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// At most kLongestLine bytes of `line` around `place`, cut between UTF-8 characters.
std::string cut(std::string_view line, std::size_t place) {
  if (line.size() <= kLongestLine) return std::string(line);
  const auto is_inside = [&](std::size_t i) { return i < line.size() && (line[i] & 0xC0) == 0x80; };
  std::size_t begin = place > kLongestLine / 2 ? place - kLongestLine / 2 : 0;
  std::size_t end = std::min(line.size(), begin + kLongestLine);
  while (is_inside(begin)) ++begin;
  while (is_inside(end)) ++end;
  return (begin > 0 ? "..." : "") + std::string(line.substr(begin, end - begin)) + (end < line.size() ? "..." : "");
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const auto [first, second] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(first - a.begin());
}

using Lines = std::vector<std::string_view>;

/// One step of the edit script from `a` to `b`: the lines are equal, or one line is deleted or inserted.
struct Step {
  char mark;
  std::string_view line;
};

/// The shortest edit script from `a` to `b`, by the longest common subsequence; if the table would be too large, all of
/// `a` and then all of `b`.
std::vector<Step> steps(const Lines& a, const Lines& b) {
  std::vector<Step> result;
  if ((a.size() + 1) * (b.size() + 1) > kMaxCells) {
    for (const auto line : a) result.push_back({'-', line});
    for (const auto line : b) result.push_back({'+', line});
    return result;
  }
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> length((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;)
      length[i * width + j] = a[i] == b[j] ? length[(i + 1) * width + j + 1] + 1
                                           : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
  }
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      result.push_back({' ', a[i++]});
      ++j;
    } else if (j == b.size() || (i < a.size() && length[(i + 1) * width + j] >= length[i * width + j + 1])) {
      result.push_back({'-', a[i++]});
    } else {
      result.push_back({'+', b[j++]});
    }
  }
  return result;
}

/// Removes the common prefix and suffix except for `context` lines; returns the lines removed in front.
Lines trim(Lines& a, Lines& b, std::size_t context) {
  std::size_t front = 0;
  while (front < a.size() && front < b.size() && a[front] == b[front]) ++front;
  front -= std::min(front, context);
  const auto drop = static_cast<std::ptrdiff_t>(front);
  Lines removed(a.begin(), a.begin() + drop);
  a.erase(a.begin(), a.begin() + drop);
  b.erase(b.begin(), b.begin() + drop);
  std::size_t back = 0;
  while (back < a.size() && back < b.size() && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  back -= std::min(back, context);
  a.resize(a.size() - back);
  b.resize(b.size() - back);
  return removed;
}

/// The heading above a line, unless the line is a heading itself.
class HeadingAbove {
 public:
  explicit HeadingAbove(Headings headings) : headings_(headings) {}

  void pass(std::string_view line) {
    if (is_heading(line)) last_ = line;
  }
  /// The text of a gap before `line`.
  std::string gap_before(std::string_view line) const {
    return last_.empty() || is_heading(line) ? "..." : "... " + cut(last_, 0);
  }

 private:
  bool is_heading(std::string_view line) const {
    return headings_ == Headings::unindented && !line.empty() && line.front() != ' ';
  }

  Headings headings_;
  std::string_view last_;
};

}  // namespace

std::vector<DiffLine> diff_lines(std::string_view expected, std::string_view actual, std::size_t context,
                                 std::size_t limit, Headings headings) {
  std::vector<DiffLine> result;
  if (expected == actual) return result;
  Lines a = lines_of(expected), b = lines_of(actual);
  HeadingAbove heading(headings);
  const Lines removed = trim(a, b, context);
  for (const std::string_view line : removed) heading.pass(line);
  if (!removed.empty()) result.push_back({'@', "..."});
  const std::vector<Step> way = steps(a, b);
  // A line is shown if a change is at most `context` lines away.
  std::vector<bool> shown(way.size(), false);
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (way[i].mark == ' ') continue;
    const std::size_t last = std::min(i + context, way.size() - 1);
    for (std::size_t k = i - std::min(i, context); k <= last; ++k) shown[k] = true;
  }
  std::size_t difference = 0;  // where the first changed pair of lines differs
  if (const auto first = std::find_if(way.begin(), way.end(), [](const Step& step) { return step.mark == '-'; });
      first != way.end()) {
    const auto second = std::find_if(first, way.end(), [](const Step& step) { return step.mark == '+'; });
    if (second != way.end()) difference = common_prefix(first->line, second->line);
  }
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (!shown[i]) {
      heading.pass(way[i].line);
      if (result.empty() || result.back().mark != '@') result.push_back({'@', "..."});
      continue;
    }
    if (result.size() >= limit) {
      result.push_back({'@', "... and more"});
      break;
    }
    if (!result.empty() && result.back().mark == '@') result.back().text = heading.gap_before(way[i].line);
    heading.pass(way[i].line);
    result.push_back({way[i].mark, cut(way[i].line, way[i].mark == ' ' ? 0 : difference)});
  }
  return result;
}

}  // namespace weald::golden
