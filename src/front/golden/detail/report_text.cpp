#include <fmt/format.h>

#include "front/compare/verdict_text.h"
#include "front/golden/report.h"
#include "front/golden/text.h"

namespace weald::golden {

namespace {

constexpr std::size_t kShortDigest = 12;

std::string short_digest(const std::string& digest) {
  return digest.empty() ? std::string("nothing") : digest.substr(0, kShortDigest);
}

/// A description of the first stage that differs: "hills (fbm): its parameters changed".
std::string stage_text(const StageChange& change) {
  std::string text = fmt::format("{} ({})", change.stage, change.kind);
  if (change.is_new) return text + ", which is new";
  return change.recipe_note.empty() ? text : text + ": " + change.recipe_note;
}

void add_output(std::string& text, const OutputResult& output) {
  text += fmt::format("    {:<8} {}", name_of(output.state), output.file);
  if (output.pinned != output.actual)
    text += fmt::format("  {} -> {}", short_digest(output.pinned), short_digest(output.actual));
  text += "\n";
  if (output.verdict) text += fmt::format("             {}\n", shortened(compare::headline_text(*output.verdict)));
  if (!output.note.empty()) text += fmt::format("             {}\n", output.note);
}

void add_golden(std::string& text, const GoldenResult& golden) {
  text += fmt::format("{:<8} {}\n", name_of(golden.state), golden.name);
  if (golden.state == State::passed && golden.recipe_changed) text += "    the recipe changed, the results did not\n";
  if (golden.state == State::passed) return;
  for (const Problem& problem : golden.problems) text += fmt::format("    {}\n", problem_line(problem));
  for (const OutputResult& output : golden.outputs) {
    if (output.state != State::passed) add_output(text, output);
  }
  if (golden.first_stage) text += fmt::format("    first stage that differs: {}\n", stage_text(*golden.first_stage));
  for (const std::string& line : change_lines(golden.recipe_changes)) text += fmt::format("    recipe: {}\n", line);
  if (!golden.note.empty()) text += fmt::format("    {}\n", golden.note);
}

}  // namespace

std::string golden_text(const GoldenResult& golden) {
  std::string text;
  add_golden(text, golden);
  return text;
}

std::string text_report(const SuiteResult& result, bool only_bad) {
  std::string text;
  for (const GoldenResult& golden : result.goldens) {
    if (only_bad && is_good(golden.state)) continue;
    add_golden(text, golden);
    if (golden.state != State::passed && !golden.accept.empty()) text += fmt::format("    accept: {}\n", golden.accept);
  }
  for (const std::string& file : result.unreferenced) text += fmt::format("unreferenced {}\n", file);
  if (!result.unreferenced.empty()) text += fmt::format("    remove: {}\n", result.prune);
  return text + summary_line(result) + "\n";
}

std::string markdown_report(const SuiteResult& result) {
  std::string text =
      fmt::format("### {} weald golden\n\n{}\n", result.passed() ? "✅" : "❌", markdown_escaped(summary_line(result)));
  if (result.passed()) return text;
  text += "\n| golden | output | state | what | first stage that differs |\n|---|---|---|---|---|\n";
  for (const GoldenResult& golden : result.goldens) {
    if (is_good(golden.state)) continue;
    const std::string stage = golden.first_stage ? markdown_escaped(stage_text(*golden.first_stage)) : "";
    if (golden.state == State::failed)
      text += fmt::format("| {} | | **error** | {} | {} |\n", markdown_escaped(golden.name),
                          markdown_escaped(shortened(error_of(golden))), stage);
    for (const OutputResult& output : golden.outputs) {
      if (is_good(output.state)) continue;
      const std::string what = output.verdict ? shortened(compare::headline_text(*output.verdict))
                               : output.note.empty()
                                   ? fmt::format("{} → {}", short_digest(output.pinned), short_digest(output.actual))
                                   : output.note;
      text += fmt::format("| {} | {} | **{}** | {} | {} |\n", markdown_escaped(golden.name),
                          markdown_escaped(output.file), name_of(output.state), markdown_escaped(what), stage);
    }
  }
  for (const std::string& file : result.unreferenced)
    text += fmt::format("| | {} | **unreferenced** | no golden names this file | |\n", markdown_escaped(file));
  std::string changes;
  for (const GoldenResult& golden : result.goldens) {
    if (is_good(golden.state)) continue;
    for (const std::string& line : change_lines(golden.recipe_changes)) changes += golden.name + ": " + line + "\n";
  }
  if (!changes.empty()) text += "\nWhat changed in the recipes:\n\n" + markdown_block(changes);
  const std::string problems = result.problems_text();
  if (!problems.empty()) text += "\nErrors and warnings:\n\n" + markdown_block(problems);
  std::string commands;
  for (const GoldenResult& golden : result.goldens) {
    if (!is_good(golden.state) && !golden.accept.empty()) commands += golden.accept + "\n";
  }
  if (!result.unreferenced.empty()) commands += result.prune + "\n";
  if (!commands.empty()) text += fmt::format("\nTo accept the current results:\n\n```sh\n{}```\n", commands);
  return text;
}

}  // namespace weald::golden
