#include <algorithm>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "front/compare/verdict_text.h"
#include "front/golden/report.h"
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

}  // namespace weald::golden
