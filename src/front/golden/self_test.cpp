#include "front/golden/self_test.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/text/counted.h"
#include "front/compare/verdict_text.h"
#include "front/golden/content.h"

namespace weald::golden {

namespace {

constexpr std::uint64_t kSeed = 1;

PerturbedOutput perturb_output(const GoldenSpec& spec, const Content& content, const RunContext& context) {
  PerturbedOutput result;
  result.kind = io::kind_of(content);
  const Content step = perturbed(content, compare::Perturbation::one_step, kSeed);
  const compare::Verdict close = compare_content(content, step, spec.tolerance, context);
  result.step_seen = !same_content(content, step);
  result.step_passes = close.passed();
  result.step_summary = compare::summary_text(close);
  const Content visible = perturbed(content, compare::Perturbation::visible, kSeed);
  const compare::Verdict far = compare_content(content, visible, spec.tolerance, context);
  result.visible_seen = !same_content(content, visible);
  result.visible_fails = !far.passed();
  result.visible_summary = compare::summary_text(far);
  return result;
}

}  // namespace

std::optional<std::vector<PerturbedOutput>> self_test(const GoldenState& state, const RunOptions& options,
                                                      Diagnostics& diagnostics) {
  const GoldenSpec& spec = *state.golden.spec;
  const ScratchFolder scratch;
  const RunContext context = session::output_context(options);
  const pipeline::Graph& graph = state.golden.preset.graph;
  std::vector<PerturbedOutput> results(graph.outputs.size());
  Pinned ignored;
  const bool ok =
      run_golden(state.golden, options, diagnostics, ignored,
                 [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const std::string&) {
                   PerturbedOutput& result = results[output.index];
                   result = perturb_output(spec, content_of(output.decl.spec, artifact, scratch, context), context);
                   result.golden = spec.name.value;
                   result.file = output.decl.spec.file.value;
                 });
  if (!ok) return std::nullopt;
  return results;
}

std::string self_test_table(const std::vector<PerturbedOutput>& outputs) {
  std::size_t golden_width = 6, file_width = 6;
  for (const PerturbedOutput& output : outputs) {
    golden_width = std::max(golden_width, output.golden.size());
    file_width = std::max(file_width, output.file.size());
  }
  std::string text = fmt::format("{:<{}}  {:<{}}  {:<9}  {:<20}  {:<20}\n", "golden", golden_width, "output",
                                 file_width, "kind", "rounding step", "visible change");
  std::size_t passed = 0;
  for (const PerturbedOutput& output : outputs) {
    if (output.passed()) ++passed;
    const std::string_view step = !output.step_passes     ? "FAILS, must pass"
                                  : output.step_seen      ? "passes"
                                  : output.kind == "text" ? "passes (no numbers)"
                                                          : "NOT SEEN by digest";
    const std::string_view visible = !output.visible_fails ? "PASSES, must fail"
                                     : output.visible_seen ? "fails"
                                                           : "NOT SEEN by digest";
    text += fmt::format("{:<{}}  {:<{}}  {:<9}  {:<20}  {:<20}\n", output.golden, golden_width, output.file, file_width,
                        output.kind, step, visible);
    if (!output.step_passes) text += fmt::format("    rounding step: {}\n", output.step_summary);
    if (!output.visible_fails) text += fmt::format("    visible change: {}\n", output.visible_summary);
  }
  return text + fmt::format("{} of {} accept a rounding step and detect a visible change\n", passed,
                            counted_noun(outputs.size(), "output"));
}

nlohmann::ordered_json self_test_json(const std::vector<PerturbedOutput>& outputs) {
  using Report = nlohmann::ordered_json;
  Report list = Report::array();
  for (const PerturbedOutput& output : outputs)
    list.push_back({{"golden", output.golden},
                    {"file", output.file},
                    {"kind", output.kind},
                    {"passed", output.passed()},
                    {"step_seen", output.step_seen},
                    {"step_passes", output.step_passes},
                    {"step", output.step_summary},
                    {"visible_seen", output.visible_seen},
                    {"visible_fails", output.visible_fails},
                    {"visible", output.visible_summary}});
  const bool passed = std::all_of(outputs.begin(), outputs.end(), [](const auto& output) { return output.passed(); });
  return {{"passed", passed}, {"outputs", list}};
}

}  // namespace weald::golden
