#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text/base64.h"
#include "base/text/counted.h"
#include "formats/files/sink.h"
#include "formats/page/viewer_page.h"
#include "front/compare/verdict_text.h"
#include "front/golden/detail/evidence.h"
#include "front/golden/detail/html_page.h"
#include "front/golden/report.h"
#include "front/golden/text.h"
#include "schema/wording.h"

namespace weald::golden {

namespace {

constexpr std::size_t kShortDiff = 16;  // lines

std::string chip(std::string_view state) { return fmt::format("<span class=\"state {0}\">{0}</span>", state); }

std::string command_line(const std::string& command) {
  return fmt::format(
      "<div class=\"command\"><code>{}</code><button class=\"copy\" type=\"button\" hidden>Copy</button></div>\n",
      xml_escaped(command));
}

std::string figure(const OutputResult& output, std::string_view what, std::string_view caption) {
  const auto picture = output.evidence.pictures.find(std::string(what));
  if (picture == output.evidence.pictures.end()) return {};
  return fmt::format(
      "<figure class=\"{}\"><figcaption>{}</figcaption><img alt=\"{} of {}\" "
      "src=\"data:image/png;base64,{}\"></figure>\n",
      what, caption, caption.substr(0, caption.find(',')), xml_escaped(output.file), base64(picture->second));
}

std::string_view expected_caption(const OutputResult& output) {
  return output.expected_from == ExpectedFrom::recipe ? "Expected, rebuilt from the pinned recipe" : "Expected";
}

std::string_view difference_caption(const OutputResult& output) {
  return output.kind == "heightmap" ? "Difference: red is higher now, blue lower" : "Difference, amplified 16 times";
}

std::string_view turn_button(const OutputResult& output) {
  return output.evidence.models.empty()
             ? ""
             : "<button type=\"button\" data-mode=\"turn\" aria-pressed=\"false\">Turn</button>\n";
}

/// The models of an output, and the place where the script shows them beside each other.
std::string turned(const OutputResult& output) {
  if (output.evidence.models.empty()) return {};
  std::string text = "<div class=\"turned\" hidden></div>\n";
  for (const auto& [what, bytes] : output.evidence.models)
    text += fmt::format("<script type=\"text/plain\" data-model=\"{}\">{}</script>\n", what, base64(bytes));
  return text;
}

std::string viewer(const OutputResult& output) {
  if (output.evidence.pictures.empty()) return {};
  const auto& pictures = output.evidence.pictures;
  const bool is_pair = pictures.count("expected") == 1 && pictures.count("actual") == 1;
  if (!is_pair)
    return "<div class=\"view\">" + figure(output, "expected", expected_caption(output)) +
           figure(output, "actual", "Actual") + "</div>\n";
  return fmt::format(R"(<div class="viewer"><div class="modes" hidden>
<button type="button" data-mode="side" aria-pressed="true">Side by side</button>
<button type="button" data-mode="slider" aria-pressed="false">Slider</button>
<button type="button" data-mode="blink" aria-pressed="false">Blink</button>
<button type="button" data-mode="diff" aria-pressed="false">Difference</button>
{3}<label class="split" hidden>expected <input type="range" min="0" max="100" value="50" aria-label="Where expected ends and actual begins"> actual</label>
<button type="button" class="swap" hidden>Swap</button></div>
<div class="view">
{0}{1}{2}</div>{4}</div>
)",
                     figure(output, "expected", expected_caption(output)), figure(output, "actual", "Actual"),
                     figure(output, "diff", difference_caption(output)), turn_button(output), turned(output));
}

std::string metrics(const compare::Verdict& verdict) {
  std::string rows;
  for (const compare::Gate& gate : verdict.gates) {
    const std::string limit = gate.limit ? compare::figure_text(*gate.limit, gate.unit) : "";
    const std::string_view cell = !gate.limit && gate.passed ? "<td></td>"
                                  : gate.passed              ? "<td class=\"ok\">ok</td>"
                                                             : "<td class=\"fail\">FAIL</td>";
    rows += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>{}<td>{}</td></tr>\n",
                        xml_escaped(gate.name), xml_escaped(compare::figure_text(gate.value, gate.unit)),
                        xml_escaped(limit), cell, xml_escaped(gate.note));
  }
  return fmt::format(
      "<div><table><thead><tr><th scope=\"col\">Figure</th><th scope=\"col\" class=\"n\">Value</th>"
      "<th scope=\"col\" class=\"n\">Limit</th><th scope=\"col\"></th><th scope=\"col\">Where</th></tr></thead>"
      "<tbody>\n{}</tbody></table></div>\n",
      rows);
}

constexpr double kHistogramWidth = 320, kHistogramHeight = 110;

/// Bars for the expected values below a line for the actual ones: two distributions can be distinguished at a glance.
std::string histogram(const Histogram& histogram) {
  double most = 1e-12;
  for (const auto* bars : {&histogram.expected, &histogram.actual})
    for (const double share : *bars) most = std::max(most, share);
  const double width = kHistogramWidth / static_cast<double>(kHistogramBars);
  // The square root shows thin tails beside a tall peak.
  const auto top = [&](double share) { return kHistogramHeight * (1 - std::sqrt(share / most)); };
  std::string bars, line = fmt::format("M0 {}", kHistogramHeight);
  for (std::size_t i = 0; i < histogram.expected.size(); ++i)
    bars += fmt::format("<rect class=\"old\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                        static_cast<double>(i) * width, top(histogram.expected[i]), width,
                        kHistogramHeight - top(histogram.expected[i]));
  for (std::size_t i = 0; i < histogram.actual.size(); ++i)
    line += fmt::format("L{:.1f} {:.1f}L{:.1f} {:.1f}", static_cast<double>(i) * width, top(histogram.actual[i]),
                        static_cast<double>(i + 1) * width, top(histogram.actual[i]));
  const auto bound = [&](double value) {
    return schema::readable_number(std::floor(value * 100 + 0.5) / 100) + (histogram.unit.empty() ? "" : " m");
  };
  return fmt::format(
      "<div><p class=\"quiet\">{} (square root of the share)</p><svg viewBox=\"0 0 {} {}\" role=\"img\" "
      "aria-label=\"Histogram of expected and actual\" preserveAspectRatio=\"none\">{}<path class=\"now\" "
      "d=\"{}L{} {}\"/></svg><div class=\"key\"><span>{}</span><span>{}<i class=\"b\"></i>actual</span>"
      "<span>{}</span></div></div>\n",
      histogram.unit == "m" ? "Heights" : "Brightness", kHistogramWidth, kHistogramHeight, bars, line, kHistogramWidth,
      kHistogramHeight, bound(histogram.low), histogram.expected.empty() ? "" : "<i></i>expected &nbsp; ",
      bound(histogram.high));
}

std::string diff_block(const std::vector<DiffLine>& lines) {
  std::string text = "<pre>";
  for (const DiffLine& line : lines) {
    const std::string_view kind = line.mark == '-'   ? "minus"
                                  : line.mark == '+' ? "plus"
                                  : line.mark == '@' ? "gap"
                                                     : "";
    const char mark = line.mark == '@' ? ' ' : line.mark;
    text += fmt::format("<span class=\"{}\">{} {}</span>", kind, mark, xml_escaped(line.text));
  }
  return text + "</pre>\n";
}

std::string output_block(const OutputResult& output) {
  std::string text =
      fmt::format("<article><div class=\"title\">{}<h3>{}</h3>", chip(name_of(output.state)), xml_escaped(output.file));
  if (!output.kind.empty()) text += fmt::format("<span class=\"quiet\">{}</span>", output.kind);
  text += "</div>\n";
  if (output.verdict)
    text += fmt::format("<p>{}</p>\n", xml_escaped(shortened(compare::headline_text(*output.verdict))));
  if (!output.note.empty()) text += fmt::format("<p>{}</p>\n", xml_escaped(output.note));
  if (output.pinned != output.actual)
    text += fmt::format("<p class=\"quiet\">digest <code>{}</code> &rarr; <code>{}</code></p>\n",
                        output.pinned.empty() ? "nothing" : output.pinned,
                        output.actual.empty() ? "nothing" : output.actual);
  text += viewer(output);
  if (!output.evidence.text.empty()) text += diff_block(output.evidence.text);
  if (output.verdict || output.evidence.histogram) {
    text += "<div class=\"facts\">";
    if (output.verdict) text += metrics(*output.verdict);
    if (output.evidence.histogram) text += histogram(*output.evidence.histogram);
    text += "</div>\n";
  }
  return text + "</article>\n";
}

/// The states of a golden and of its outputs; the filter of the page finds the golden by each of them.
std::string states_of(const GoldenResult& golden) {
  std::string states;
  for (const State state : kStates) {
    const bool has = golden.state == state || std::any_of(golden.outputs.begin(), golden.outputs.end(),
                                                          [&](const auto& output) { return output.state == state; });
    if (has) states.append(states.empty() ? "" : " ").append(name_of(state));
  }
  return states;
}

std::string stage_line(const StageChange& change) {
  const std::string note = change.is_new ? "it is new" : change.recipe_note;
  return fmt::format("<p>First stage that differs: <strong>{}</strong> ({}){}</p>\n", xml_escaped(change.stage),
                     xml_escaped(change.kind), note.empty() ? "" : "; " + xml_escaped(note));
}

std::string golden_block(const GoldenResult& golden) {
  std::string text = fmt::format(
      "<section data-state=\"{}\" data-states=\"{}\" id=\"{}\"><div class=\"title\">{}<h2>{}</h2>"
      "<span class=\"quiet\">{}</span></div>\n",
      name_of(golden.state), states_of(golden), xml_escaped(golden.name), chip(name_of(golden.state)),
      xml_escaped(golden.name), xml_escaped(golden.preset));
  if (!golden.problems.empty()) {
    text += "<pre>";
    for (const Problem& problem : golden.problems) text += xml_escaped(problem.rendered);
    text += "</pre>\n";
  }
  if (golden.first_stage) text += stage_line(*golden.first_stage);
  if (const auto lines = change_lines(golden.recipe_changes); !lines.empty()) {
    text += "<p>Recipe:";
    for (const std::string& line : lines) text += fmt::format("<br><code>{}</code>", xml_escaped(line));
    text += "</p>\n";
  }
  if (!golden.recipe_diff.empty())
    text += fmt::format("<details{}><summary>What changed in the recipe</summary>{}</details>\n",
                        golden.recipe_diff.size() <= kShortDiff ? " open" : "", diff_block(golden.recipe_diff));
  if (!golden.note.empty()) text += fmt::format("<p>{}</p>\n", xml_escaped(golden.note));
  if (!golden.accept.empty())
    text += "<p class=\"quiet\">To accept the current result:</p>" + command_line(golden.accept);
  std::size_t passed = 0;
  for (const OutputResult& output : golden.outputs) {
    if (output.state == State::passed)
      ++passed;
    else
      text += output_block(output);
  }
  if (passed > 0 && passed < golden.outputs.size())
    text += fmt::format("<article class=\"quiet\">{} passed.</article>\n", counted_noun(passed, "other output"));
  return text + "</section>\n";
}

std::string passed_block(const SuiteResult& result) {
  std::string rows;
  for (const GoldenResult& golden : result.goldens) {
    if (golden.state != State::passed) continue;
    for (const OutputResult& output : golden.outputs)
      rows += fmt::format("<tr><td>{}</td><td>{}</td><td><code>{}</code></td></tr>\n", xml_escaped(golden.name),
                          xml_escaped(output.file), output.actual);
  }
  if (rows.empty()) return {};
  return fmt::format(
      "<section data-state=\"passed\" data-states=\"passed\"><details{}><summary><strong>Passed</strong> "
      "<span class=\"quiet\">{} of {} goldens</span></summary><table><thead><tr><th scope=\"col\">Golden</th>"
      "<th scope=\"col\">Output</th><th scope=\"col\">Digest</th></tr></thead><tbody>\n{}</tbody></table></details>"
      "</section>\n",
      result.passed() ? " open" : "", result.count(State::passed), result.goldens.size(), rows);
}

std::string unreferenced_block(const SuiteResult& result) {
  if (result.unreferenced.empty()) return {};
  std::string items;
  for (const std::string& file : result.unreferenced)
    items += fmt::format("<li><code>{}</code></li>", xml_escaped(file));
  return fmt::format(
      "<section data-state=\"unreferenced\" data-states=\"unreferenced\"><div class=\"title\">{}"
      "<h2>Files that no golden names</h2></div><ul>{}</ul><p class=\"quiet\">To remove them:</p>{}</section>\n",
      chip("unreferenced"), items, command_line(result.prune));
}

std::string filters(const SuiteResult& result) {
  const auto button = [](std::string_view state, std::string_view label, std::size_t count, bool pressed) {
    return fmt::format("<button type=\"button\" data-state=\"{}\" aria-pressed=\"{}\">{} {}</button>\n", state, pressed,
                       label, count);
  };
  std::string text = button("all", "All", result.goldens.size(), true);
  for (const State state : kStates) {
    if (result.count(state) > 0) text += button(name_of(state), name_of(state), result.count(state), false);
  }
  if (!result.unreferenced.empty()) text += button("unreferenced", "unreferenced", result.unreferenced.size(), false);
  return "<nav aria-label=\"Filter by state\">" + text + "</nav>\n";
}

/// The scripts that turn models; empty if no output has any.
std::string turning_scripts(const SuiteResult& result) {
  const bool has_models = std::ranges::any_of(result.goldens, [](const GoldenResult& golden) {
    return std::ranges::any_of(golden.outputs,
                               [](const OutputResult& output) { return !output.evidence.models.empty(); });
  });
  io::StringSink scripts;
  if (has_models) io::write_pair_scripts(scripts);
  return std::move(scripts.text);
}

}  // namespace

std::string html_report(const SuiteResult& result) {
  std::string body;
  for (const State state : {State::failed, State::changed, State::missing, State::added, State::within}) {
    for (const GoldenResult& golden : result.goldens)
      if (golden.state == state) body += golden_block(golden);
  }
  body += unreferenced_block(result) + passed_block(result);
  return fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{0}: weald golden</title>
<style>{1}</style>
</head>
<body>
<header><h1>{0}</h1>
<p class="quiet">{2}</p>
{3}</header>
<main>
{4}</main>
<footer>weald {5}, goldens in <code>{6}</code></footer>
{8}<script>{7}</script>
</body>
</html>
)",
                     result.passed() ? "All goldens passed" : "Goldens need attention", report_style(),
                     xml_escaped(summary_line(result)), filters(result), body, xml_escaped(result.weald),
                     xml_escaped(result.directory), report_script(), turning_scripts(result));
}

}  // namespace weald::golden
