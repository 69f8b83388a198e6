#include "front/golden/check.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/outputs/digest.h"
#include "formats/files/read_file.h"
#include "formats/images/heightmap_files.h"
#include "front/golden/content.h"
#include "front/golden/detail/evidence.h"
#include "front/golden/detail/recipe.h"
#include "front/golden/detail/recipe_reader.h"
#include "front/golden/text.h"

namespace weald::golden {

namespace fs = std::filesystem;

namespace {

// Receives an output with the artifact that has the pinned digest.
using ExpectedSink = std::function<void(const pipeline::OutputSpec&, const pipeline::Artifact&)>;

// Possible causes of a change other than the preset.
std::string others_of(const GoldenState& state, const std::string& weald) {
  const std::string& before = state.pinned->weald;
  const std::string program =
      before == weald ? fmt::format("weald {} itself", weald) : fmt::format("weald ({} then, {} now)", before, weald);
  return state.golden.preset.graph.files_read().empty() ? program : program + " or a file that the preset reads";
}

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::error) return diagnostic.message;
  return "it contains none of the outputs";
}

std::string cannot_build(const std::string& reason) {
  return fmt::format("The expected result cannot be rebuilt from the pinned recipe: {}.", reason);
}

// Rebuilds the expected results of a golden without references: evaluates the part of the pinned recipe that the
// outputs `files` need, and passes to `sink` each output with the pinned digest, which is therefore bit-identical to
// the pinned result. Nothing is evaluated if the recipe is unchanged, since it gives the golden's own results. Returns
// one sentence on why some outputs could not be rebuilt, which includes errors of stages and files; empty if all were.
// Errors: Interrupted. Pre: the golden is pinned.
std::string rebuild_pinned(const GoldenState& state, const std::set<std::string>& files, const RunOptions& options,
                           const ExpectedSink& sink) {
  const Pinned& pinned = *state.pinned;
  if (state.pinned_recipe.empty()) return cannot_build("it is not stored");
  // A merge may have taken the digests of one side and the recipe of the other.
  if (recipe_digest(state.pinned_recipe) != pinned.recipe)
    return cannot_build("it belongs to a different update than the digests");
  if (state.pinned_recipe == state.golden.recipe)
    return fmt::format("The recipe is as pinned, so {} changed.", others_of(state, options.weald));
  Sources sources;
  Diagnostics diagnostics;
  auto preset = read_recipe({state.pinned_recipe, state.golden.spec->name.value, files, state.golden.folders}, sources,
                            diagnostics);
  if (!preset) return cannot_build(first_error(diagnostics));
  const LoadedGolden golden{state.golden.spec, std::move(*preset), state.pinned_recipe, {}};
  std::size_t shown = 0;
  Pinned actual;
  try {
    const bool ok = run_golden(
        golden, options, diagnostics, actual,
        [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const std::string& digest) {
          // An output brings the outputs that contain its textures, which may not be among `files`.
          if (files.count(output.decl.spec.file.value) == 0) return;
          const auto expected = pinned.outputs.find(output.decl.spec.file.value);
          if (expected == pinned.outputs.end() || expected->second != digest) return;
          ++shown;
          sink(output.decl.spec, artifact);
        });
    if (!ok) return cannot_build(first_error(diagnostics));
  } catch (const IoError& e) {
    return cannot_build(e.what());
  }
  if (shown == files.size()) return {};
  return fmt::format(
      "The pinned recipe no longer gives {}the pinned results: not only the preset changed, but also {}.",
      shown > 0 ? "all of " : "", others_of(state, options.weald));
}

constexpr std::size_t kMaxRecipeBytes = 16u << 20;
constexpr std::size_t kDiffContext = 2, kDiffLimit = 60;  // lines of a recipe's difference

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

class Check {
 public:
  Check(const Suite& suite, const GoldenState& state, const CheckOptions& options)
      : suite_(suite),
        state_(state),
        spec_(*state.golden.spec),
        options_(options),
        context_(session::output_context(options.run)) {}

  GoldenResult run(Diagnostics& diagnostics) {
    GoldenResult result;
    result.name = spec_.name.value;
    result.preset = spec_.preset.text;
    result.where = spec_.name.where;
    const pipeline::Graph& graph = state_.golden.preset.graph;
    std::vector<OutputResult> found(graph.outputs.size());
    const bool ok =
        run_golden(state_.golden, options_.run, diagnostics, actual_,
                   [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact,
                       const std::string& digest) { found[output.index] = check_output(output, artifact, digest); });
    compare_stages(result);
    if (!ok) {
      result.state = State::failed;
      return result;
    }
    result.outputs = std::move(found);
    add_missing(result);
    show_pinned(result);
    find_place(result);
    result.state = state_.pinned ? worst_state(result.outputs) : std::max(State::added, worst_state(result.outputs));
    if (result.state != State::passed || result.recipe_changed)
      result.accept = joined(options_.accept) + " " + shell_quoted(result.name);
    return result;
  }

 private:
  Tier tier() const { return options_.tier.value_or(spec_.tier); }

  OutputResult check_output(const pipeline::GraphOutput& output, const pipeline::Artifact& artifact,
                            const std::string& digest) {
    OutputResult result;
    result.file = output.decl.spec.file.value;
    result.actual = digest;
    if (state_.pinned) {
      const auto pinned = state_.pinned->outputs.find(result.file);
      if (pinned != state_.pinned->outputs.end()) result.pinned = pinned->second;
    }
    result.state = result.pinned.empty()            ? State::added
                   : result.pinned == result.actual ? State::passed
                                                    : State::changed;
    const bool compare_anyway = tier() == Tier::compare && !result.pinned.empty();
    if (result.state == State::changed || compare_anyway)
      compare_output(output, artifact, result);
    else if (result.state == State::added && options_.evidence)
      result.evidence = make_evidence(nullptr, content_of(output.decl.spec, artifact, scratch_, context_), context_);
    return result;
  }

  /// Compares the output with its reference. Outputs without a reference are left to show_pinned().
  void compare_output(const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, OutputResult& result) {
    const fs::path reference =
        references_path(suite_.directory, spec_.name.value) / reference_file(state_.golden.preset.graph, output);
    const bool has_reference = fs::exists(reference);
    if (!has_reference && result.state == State::passed) return;  // equal digests: nothing to measure
    if (tier() == Tier::digests && !options_.evidence) return;
    Content actual = content_of(output.decl.spec, artifact, scratch_, context_);
    result.kind = io::kind_of(actual);
    if (!has_reference) {
      waiting_.emplace(result.file, std::move(actual));
      return;
    }
    const bool tolerances_decide =
        tier() == Tier::compare || (tier() == Tier::automatic && spec_.keep == Keep::references);
    const Content expected = read_reference(reference, actual);
    if (lacks_sidecar(expected, actual)) {
      result.note = fmt::format(
          "Its reference cannot be interpreted without the sidecar '{}', which is missing or has no range; 'update' "
          "writes it.",
          io::sidecar_path(reference).filename().string());
      if (tolerances_decide) result.state = State::changed;
      if (options_.evidence && result.state != State::passed)
        result.evidence = make_evidence(nullptr, actual, context_);
      return;
    }
    measure(expected, actual, ExpectedFrom::reference, result);
    if (tolerances_decide)
      result.state = !result.verdict || !result.verdict->passed() ? State::changed
                     : result.pinned == result.actual             ? State::passed
                                                                  : State::within;
    show(expected, actual, result);
  }

  /// True for a reference of heights whose samples cannot be converted to metres.
  static bool lacks_sidecar(const Content& expected, const Content& actual) {
    const auto* heights = std::get_if<io::HeightContent>(&expected);
    return heights != nullptr && !heights->metres && std::holds_alternative<io::HeightContent>(actual);
  }

  void measure(const Content& expected, const Content& actual, ExpectedFrom from, OutputResult& result) const {
    result.expected_from = from;
    if (expected.index() == actual.index())
      result.verdict = compare_content(expected, actual, spec_.tolerance, context_);
    else
      result.note = fmt::format("It was a {} and is now a {}.", io::kind_of(expected), io::kind_of(actual));
  }

  void show(const Content& expected, const Content& actual, OutputResult& result) const {
    if (result.state == State::changed && result.verdict && result.verdict->passed())
      result.note = result.expected_from == ExpectedFrom::recipe
                        ? "It is within the tolerances, but without references the digests decide."
                        : "It is within the tolerances, but the digests decide here.";
    if (options_.evidence && result.state != State::passed)
      result.evidence = make_evidence(result.verdict ? &expected : nullptr, actual, context_);
  }

  /// Shows outputs that have no reference, and those that are no longer made, beside the results of the pinned recipe.
  void show_pinned(GoldenResult& golden) {
    std::set<std::string> files;
    for (const OutputResult& output : golden.outputs) {
      const bool is_lost = output.state == State::missing && options_.evidence;
      if (is_lost || waiting_.count(output.file) == 1) files.insert(output.file);
    }
    if (files.empty()) return;
    RunOptions run = options_.run;
    if (run.on_progress)
      run.on_progress = [this](double share, std::string_view stage) {
        options_.run.on_progress(share, fmt::format("{}, as pinned", stage));
      };
    golden.note =
        rebuild_pinned(state_, files, run, [&](const pipeline::OutputSpec& spec, const pipeline::Artifact& artifact) {
          const auto output = std::find_if(golden.outputs.begin(), golden.outputs.end(),
                                           [&](const auto& o) { return o.file == spec.file.value; });
          show_expected(content_of(spec, artifact, scratch_, context_), *output);
        });
    // A result that could not be rebuilt is shown alone.
    for (OutputResult& output : golden.outputs) {
      const auto actual = waiting_.find(output.file);
      if (actual != waiting_.end() && options_.evidence)
        output.evidence = make_evidence(nullptr, actual->second, context_);
    }
    if (!golden.note.empty())
      golden.note += fmt::format(
          " To see both, run '{} --references {}' with the weald and the files of the last good commit, then check "
          "again.",
          joined(options_.accept), shell_quoted(spec_.name.value));
  }

  void show_expected(const Content& expected, OutputResult& output) {
    const auto actual = waiting_.find(output.file);
    if (actual == waiting_.end()) {
      output.kind = io::kind_of(expected);
      output.expected_from = ExpectedFrom::recipe;
      output.evidence = lost_evidence(expected, context_);
      return;
    }
    measure(expected, actual->second, ExpectedFrom::recipe, output);
    show(expected, actual->second, output);
    waiting_.erase(actual);
  }

  void add_missing(GoldenResult& result) const {
    if (!state_.pinned) return;
    for (const auto& [file, digest] : state_.pinned->outputs) {
      if (actual_.outputs.count(file) == 1) continue;
      OutputResult missing;
      missing.file = file;
      missing.state = State::missing;
      missing.pinned = digest;
      missing.note = "It is pinned, but the preset no longer makes it, or 'outputs' no longer names it.";
      result.outputs.push_back(std::move(missing));
    }
  }

  void compare_stages(GoldenResult& result) const {
    if (!state_.pinned) return;
    result.pinned_weald = state_.pinned->weald;
    result.recipe_changed = state_.pinned->recipe != actual_.recipe;
    // If a merge took the recipe and the digests from different updates, the recipe does not describe the digests.
    const bool is_of_pinned = recipe_digest(state_.pinned_recipe) == state_.pinned->recipe;
    const std::string_view before = is_of_pinned ? std::string_view(state_.pinned_recipe) : std::string_view{};
    if (!before.empty()) {
      result.recipe_diff = diff_lines(before, state_.golden.recipe, kDiffContext, kDiffLimit, Headings::unindented);
      result.recipe_changes = recipe_changes(before, state_.golden.recipe);
    }
    std::vector<StageName> order;
    for (const pipeline::GraphStage& stage : state_.golden.preset.graph.stages)
      order.push_back({stage.decl.name, std::string(stage.decl.kind->kind)});
    result.first_stage = first_stage_change(order, *state_.pinned, actual_, before, state_.golden.recipe);
  }

  /// Sets the location of the change: the changed value in the first stage that differs, or else in the first output
  /// that did not pass. Without a changed value it is the stage or output itself.
  void find_place(GoldenResult& result) const {
    const pipeline::Graph& graph = state_.golden.preset.graph;
    const auto key_of = [&](bool is_stage, const std::string& name) {
      for (const RecipeChange& change : result.recipe_changes)
        if (change.is_stage == is_stage && change.name == name) return change.key;
      return std::string{};
    };
    if (result.first_stage) {
      for (const pipeline::GraphStage& stage : graph.stages) {
        if (stage.decl.name != result.first_stage->stage) continue;
        const std::string key = key_of(true, stage.decl.name);
        result.where = stage.decl.place_of(key.substr(0, key.find('.')));
        return;
      }
    }
    for (const pipeline::GraphOutput& output : graph.outputs) {
      const std::string& file = output.decl.spec.file.value;
      const auto is_bad = [&](const OutputResult& other) { return other.file == file && !is_good(other.state); };
      if (std::none_of(result.outputs.begin(), result.outputs.end(), is_bad)) continue;
      result.where = output.decl.place_of(key_of(false, file));
      return;
    }
  }

  const Suite& suite_;
  const GoldenState& state_;
  const GoldenSpec& spec_;
  const CheckOptions& options_;
  RunContext context_;
  ScratchFolder scratch_;
  Pinned actual_;
  std::map<std::string, Content> waiting_;  ///< by file: changed outputs without a reference
};

}  // namespace

GoldenState read_golden(const Suite& suite, const GoldenSpec& spec, Sources& sources) {
  GoldenState state;
  state.golden.spec = &spec;
  Diagnostics& diagnostics = state.diagnostics;
  try {
    state.pinned = read_pinned(suite.directory, spec.name.value, sources, diagnostics);
    auto golden = load_golden(suite, spec, sources, diagnostics);
    if (golden && !diagnostics.has_errors()) state.golden = std::move(*golden);
    const fs::path recipe = recipe_path(suite.directory, spec.name.value);
    if (fs::exists(recipe)) state.pinned_recipe = io::read_file(recipe, kMaxRecipeBytes);
  } catch (const IoError& e) {
    diagnostics.unreadable(spec.name.where, e.what());
  }
  return state;
}

GoldenResult check_golden(const Suite& suite, const GoldenState& state, const CheckOptions& options,
                          Diagnostics& diagnostics) {
  for (const Diagnostic& found : state.diagnostics.all()) diagnostics.add(found);
  GoldenResult result;
  if (state.is_sound()) {
    try {
      return Check(suite, state, options).run(diagnostics);
    } catch (const IoError& e) {
      diagnostics.unreadable(state.golden.spec->name.where, e.what());
    }
  }
  result.name = state.golden.spec->name.value;
  result.preset = state.golden.spec->preset.text;
  result.state = State::failed;
  if (state.pinned) result.pinned_weald = state.pinned->weald;
  return result;
}

namespace {

void write_text(const fs::path& path, const std::string& text, io::FileSet& files) {
  files.write(path, [&](io::Sink& sink) { sink.append(text); });
}

std::vector<PinChange> changes_between(const std::map<std::string, std::string>& before,
                                       const std::map<std::string, std::string>& after) {
  std::map<std::string, PinChange> changes;
  for (const auto& [file, digest] : before) changes[file] = {file, digest, {}};
  for (const auto& [file, digest] : after) {
    changes[file].file = file;
    changes[file].after = digest;
  }
  std::vector<PinChange> result;
  for (auto& [file, change] : changes)
    if (change.before != change.after) result.push_back(std::move(change));
  return result;
}

/// Every regular file below `folder`, relative to `base`; none if there is no such folder.
void collect_files(const fs::path& folder, const fs::path& base, std::vector<std::string>& files) {
  if (!fs::is_directory(folder)) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) files.push_back(entry.path().lexically_relative(base).generic_string());
  }
}

}  // namespace

std::optional<PinResult> pin_golden(const Suite& suite, const GoldenState& state, const RunOptions& options,
                                    bool with_references, Diagnostics& diagnostics, io::FileSet& files) {
  const GoldenSpec& spec = *state.golden.spec;
  const fs::path folder = references_path(suite.directory, spec.name.value);
  const bool keep = with_references || spec.keep == Keep::references || fs::is_directory(folder);
  const pipeline::Graph& graph = state.golden.preset.graph;
  const RunContext context = session::output_context(options);
  const ScratchFolder scratch;
  PinResult result;
  Pinned actual;
  const bool ok =
      run_golden(state.golden, options, diagnostics, actual,
                 [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const std::string&) {
                   if (!keep) return;
                   const Content content = content_of(output.decl.spec, artifact, scratch, context);
                   write_reference({graph, output}, artifact, content, folder, context, files);
                 });
  if (!ok) return std::nullopt;
  result.changes =
      changes_between(state.pinned ? state.pinned->outputs : std::map<std::string, std::string>{}, actual.outputs);
  result.recipe_changed = state.pinned && state.pinned->recipe != actual.recipe;
  result.wrote_digests = !state.pinned || !state.pinned->same_digests(actual);
  const std::string& name = spec.name.value;
  if (result.wrote_digests) write_text(pinned_path(suite.directory, name), pinned_text(actual), files);
  if (state.pinned_recipe != state.golden.recipe)
    write_text(recipe_path(suite.directory, name), state.golden.recipe, files);
  return result;
}

std::vector<std::string> unreferenced_files(const Suite& suite, const std::vector<GoldenState>& goldens) {
  std::set<std::string> known, broken;
  std::map<std::string, std::vector<std::string>> gone;  // outputs that are pinned but no longer made, by golden
  for (const GoldenState& state : goldens) {
    const std::string& name = state.golden.spec->name.value;
    known.insert(pinned_path({}, name).generic_string());
    known.insert(recipe_path({}, name).generic_string());
    if (!state.is_sound()) {
      broken.insert(name);
      continue;
    }
    const fs::path folder = fs::path(kReferencesFolder) / name;
    for (const pipeline::GraphOutput& output : state.golden.preset.graph.outputs) {
      for (const std::string& file : reference_files(state.golden.preset.graph, output))
        known.insert((folder / file).lexically_normal().generic_string());
    }
    if (!state.pinned) continue;
    for (const auto& [file, digest] : state.pinned->outputs)
      if (known.count((folder / file).lexically_normal().generic_string()) == 0) gone[name].push_back(file);
  }
  // A missing output is still pinned, so its reference counts as named until the next update, which removes all its
  // files.
  const auto is_pinned = [&](const fs::path& file) {
    const auto part = std::next(file.begin());  // references/NAME/FILE
    if (*file.begin() != kReferencesFolder || part == file.end()) return false;
    if (broken.count(part->string()) == 1) return true;
    const auto outputs = gone.find(part->string());
    if (outputs == gone.end()) return false;
    const std::string inside = file.lexically_relative(fs::path(kReferencesFolder) / *part).generic_string();
    return std::any_of(outputs->second.begin(), outputs->second.end(),
                       [&](const std::string& output) { return may_belong_to(inside, output); });
  };
  std::vector<std::string> files;
  try {
    for (const std::string_view folder : {kPinnedFolder, kReferencesFolder})
      collect_files(suite.directory / folder, suite.directory, files);
  } catch (const fs::filesystem_error& e) {
    throw IoError(fmt::format("cannot read the folder '{}': {}", e.path1().string(), e.code().message()));
  }
  std::sort(files.begin(), files.end());
  std::erase_if(files, [&](const std::string& f) { return known.count(f) == 1 || is_pinned(f); });
  return files;
}

bool run_golden(const LoadedGolden& golden, const RunOptions& options, Diagnostics& diagnostics, Pinned& actual,
                const DigestSink& sink) {
  const pipeline::Graph& graph = golden.preset.graph;
  actual.weald = options.weald;
  actual.recipe = recipe_digest(golden.recipe);
  session::RunOptions run = options;
  run.on_artifact = [&](const pipeline::StageDecl& stage, const pipeline::Artifact& artifact) {
    actual.stages[stage.name] = pipeline::content_digest(artifact);
  };
  return session::run_graph(
      graph, run, diagnostics,
      [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const RunContext& context) {
        const pipeline::OutputSpec& spec = output.decl.spec;
        // Without a picture the content of an output is made from the artifact of its stage, whose digest is known.
        const std::string digest =
            spec.picture
                ? pipeline::output_digest(spec, artifact, context)
                : pipeline::data_digest(spec, artifact, actual.stages.at(graph.stages[output.stage].decl.name));
        actual.outputs[spec.file.value] = digest;
        sink(output, artifact, digest);
      });
}

}  // namespace weald::golden
