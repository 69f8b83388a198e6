#include "front/golden/report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/files/read_file.h"
#include "front/compare/verdict_text.h"
#include "front/golden/suite.h"
#include "front/golden/text.h"

namespace weald::golden {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json to_json(const compare::Verdict& verdict) {
  Json gates = Json::array();
  for (const compare::Gate& gate : verdict.gates) {
    Json entry{{"name", gate.name}, {"value", gate.value},   {"limit", nullptr},
               {"unit", gate.unit}, {"passed", gate.passed}, {"note", gate.note}};
    if (gate.limit) entry["limit"] = *gate.limit;
    gates.push_back(std::move(entry));
  }
  return {{"outcome", compare::name_of(verdict.outcome)}, {"first", text_or_null(verdict.first)}, {"gates", gates}};
}

Json to_json(const std::vector<DiffLine>& lines) {
  Json result = Json::array();
  for (const DiffLine& line : lines) result.push_back(std::string(1, line.mark) + line.text);
  return result;
}

/// Diagnostics with the keys of the reports that commands print, see docs/json.md.
Json to_json(const std::vector<Problem>& problems) {
  Json result = Json::array();
  for (const Problem& problem : problems) {
    const Diagnostic& diagnostic = problem.diagnostic;
    Json entry{{"severity", diagnostic.severity == Severity::error ? "error" : "warning"}};
    if (!problem.file.empty()) entry["file"] = problem.file;
    if (diagnostic.where && diagnostic.where->line > 0) {
      entry["line"] = diagnostic.where->line;
      entry["column"] = diagnostic.where->column;
      entry["end"] = diagnostic.where->column + std::max<std::uint32_t>(diagnostic.where->length, 1);
    }
    entry["message"] = diagnostic.message;
    if (!diagnostic.help.empty()) entry["help"] = diagnostic.help;
    entry["rendered"] = problem.rendered;
    result.push_back(std::move(entry));
  }
  return result;
}

Json to_json(const std::vector<RecipeChange>& changes) {
  Json result = Json::array();
  for (const RecipeChange& change : changes)
    result.push_back({{"of", change.is_stage ? "stage" : "output"},
                      {"name", change.name},
                      {"key", text_or_null(change.key)},
                      {"before", text_or_null(change.before)},
                      {"after", text_or_null(change.after)}});
  return result;
}

Json to_json(const std::string& golden, const OutputResult& output) {
  Json pictures = Json::object();
  for (const auto& [what, bytes] : output.evidence.pictures)
    pictures[what] = fmt::format("{}/{}/{}.png", golden, output.file, what);
  Json result{{"file", output.file},
              {"state", name_of(output.state)},
              {"kind", text_or_null(output.kind)},
              {"pinned", text_or_null(output.pinned)},
              {"actual", text_or_null(output.actual)},
              {"note", text_or_null(output.note)},
              {"expected_from", text_or_null(std::string(name_of(output.expected_from)))},
              {"comparison", nullptr},
              {"pictures", std::move(pictures)}};
  if (output.verdict) result["comparison"] = to_json(*output.verdict);
  return result;
}

Json to_json(const GoldenResult& golden) {
  Json outputs = Json::array();
  for (const OutputResult& output : golden.outputs) outputs.push_back(to_json(golden.name, output));
  Json result{{"name", golden.name},
              {"preset", golden.preset},
              {"state", name_of(golden.state)},
              {"pinned_by", text_or_null(golden.pinned_weald)},
              {"recipe_changed", golden.recipe_changed},
              {"recipe_diff", to_json(golden.recipe_diff)},
              {"recipe_changes", to_json(golden.recipe_changes)},
              {"first_stage", nullptr},
              {"error", golden.state == State::failed ? Json(error_of(golden)) : Json(nullptr)},
              {"diagnostics", to_json(golden.problems)},
              {"note", text_or_null(golden.note)},
              {"accept", text_or_null(golden.accept)},
              {"outputs", std::move(outputs)}};
  if (const auto& stage = golden.first_stage)
    result["first_stage"] = {{"name", stage->stage},
                             {"kind", stage->kind},
                             {"new", stage->is_new},
                             {"note", text_or_null(stage->recipe_note)}};
  return result;
}

std::string failure(std::string_view type, const std::string& message, const std::string& details) {
  return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", xml_escaped(type),
                     xml_escaped(message), xml_escaped(details));
}

std::string error_case(const GoldenResult& golden) {
  std::string details;
  for (const Problem& problem : golden.problems) details += problem.rendered;
  return fmt::format("      <error type=\"error\" message=\"{}\">{}</error>\n", xml_escaped(error_of(golden)),
                     xml_escaped(details));
}

std::string test_case(const std::string& suite, const std::string& name, const std::string& body) {
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", xml_escaped(suite), xml_escaped(name));
  return body.empty() ? head + "/>\n" : head + ">\n" + body + "    </testcase>\n";
}

std::string failure_of(const GoldenResult& golden, const OutputResult& output) {
  std::string details;
  if (output.verdict) details += compare::summary_text(*output.verdict) + "\n" + compare::gates_text(*output.verdict);
  if (!output.note.empty()) details += output.note + "\n";
  if (golden.first_stage)
    details += fmt::format("first stage that differs: {} ({})\n", golden.first_stage->stage, golden.first_stage->kind);
  for (const std::string& line : change_lines(golden.recipe_changes)) details += "recipe: " + line + "\n";
  if (!golden.note.empty()) details += golden.note + "\n";
  details += fmt::format("pinned {}\nactual {}\n", output.pinned.empty() ? "nothing" : output.pinned,
                         output.actual.empty() ? "nothing" : output.actual);
  if (!golden.accept.empty()) details += fmt::format("accept: {}\n", golden.accept);
  return failure(name_of(output.state), fmt::format("{} is {}", output.file, name_of(output.state)), details);
}

}  // namespace

Json results_json(const SuiteResult& result) {
  Json counts = Json::object();
  for (const State state : kStates) counts[std::string(name_of(state))] = result.count(state);
  counts["unreferenced"] = result.unreferenced.size();
  Json goldens = Json::array();
  for (const GoldenResult& golden : result.goldens) goldens.push_back(to_json(golden));
  return {{"directory", result.directory},
          {"passed", result.passed()},
          {"counts", counts},
          {"goldens", goldens},
          {"unreferenced", result.unreferenced},
          {"prune", text_or_null(result.prune)}};
}

std::string json_report(const SuiteResult& result) {
  Json report{{"weald", result.weald}, {"format", kResultsFormat}};
  report.update(results_json(result));
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string junit_report(const SuiteResult& result) {
  std::string cases;
  std::size_t tests = 0, failures = 0, errors = 0;
  for (const GoldenResult& golden : result.goldens) {
    if (golden.state == State::failed) {
      ++tests;
      ++errors;
      cases += test_case(golden.name, golden.preset, error_case(golden));
    }
    for (const OutputResult& output : golden.outputs) {
      ++tests;
      if (!is_good(output.state)) ++failures;
      cases += test_case(golden.name, output.file, is_good(output.state) ? "" : failure_of(golden, output));
    }
  }
  if (!result.unreferenced.empty()) {
    ++tests;
    ++failures;
    std::string details;
    for (const std::string& file : result.unreferenced) details += file + "\n";
    cases += test_case("unreferenced", "files that no golden names",
                       failure("unreferenced", "there are files that no golden names", details + result.prune + "\n"));
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"weald golden\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"0\">\n"
      "{}  </testsuite>\n</testsuites>\n",
      tests, failures, errors, cases);
}

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

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxResultsBytes = 64u << 20;

void put(io::FileSet& files, const fs::path& path, const std::string& bytes) {
  files.write(path, [&](io::Sink& sink) { sink.append(bytes); });
}

}  // namespace

std::set<std::string> goldens_of_report(const fs::path& folder) {
  std::set<std::string> names;
  const fs::path path = folder / "results.json";
  if (!fs::exists(path)) return names;
  const auto json = nlohmann::json::parse(io::read_file(path, kMaxResultsBytes), nullptr, false);
  if (!json.is_object() || !json.contains("weald") || !json.contains("goldens")) return names;
  for (const auto& golden : json["goldens"]) {
    if (!golden.is_object() || !golden.contains("name") || !golden["name"].is_string()) continue;
    const auto name = golden["name"].get<std::string>();
    if (is_golden_name(name)) names.insert(name);
  }
  return names;
}

void write_report(const SuiteResult& result, const fs::path& folder, io::FileSet& files) {
  for (const std::string& name : goldens_of_report(folder)) {
    std::error_code ignored;  // if a file cannot be removed, writing its replacement reports the error
    fs::remove_all(folder / name, ignored);
  }
  for (const GoldenResult& golden : result.goldens) {
    for (const OutputResult& output : golden.outputs) {
      for (const auto& [what, bytes] : output.evidence.pictures)
        put(files, folder / golden.name / output.file / (what + ".png"), bytes);
    }
  }
  put(files, folder / "results.json", json_report(result));
  put(files, folder / "junit.xml", junit_report(result));
  put(files, folder / "summary.md", markdown_report(result));
  put(files, folder / "index.html", html_report(result));
}

}  // namespace weald::golden
