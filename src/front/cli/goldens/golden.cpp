// The short commands of `weald golden`: list, prune, self-test.

#include "front/cli/goldens/golden.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/counted.h"
#include "front/cli/goldens/detail/golden_session.h"
#include "front/golden/self_test.h"

namespace weald::app {

namespace {

int list(const GoldenListOptions& options, GoldenSession& session, Context& context, Json& report) {
  report["goldens"] = Json::array();
  if (!open_session(session, options.golden, context, Unsound::allow)) return context.exit_code;
  report["directory"] = session.directory;
  for (const std::size_t index : session.selected) {
    const golden::GoldenState& state = session.goldens[index];
    session.add_once(state.diagnostics);
    if (!state.is_sound()) continue;
    const golden::GoldenSpec& spec = *state.golden.spec;
    Json outputs = Json::array();
    for (const auto& output : state.golden.preset.graph.outputs) outputs.push_back(output.decl.spec.file.value);
    if (!options.json)
      fmt::print("{:<20} {}, seed {}, {}, tier {}, keeps {}, {}\n", spec.name.value, spec.preset.text,
                 state.golden.preset.seed, counted_noun(outputs.size(), "output"), schema::name_of(spec.tier),
                 schema::name_of(spec.keep), state.pinned ? "pinned by weald " + state.pinned->weald : "new");
    report["goldens"].push_back({{"name", spec.name.value},
                                 {"preset", spec.preset.text},
                                 {"seed", state.golden.preset.seed},
                                 {"tier", schema::name_of(spec.tier)},
                                 {"keep", schema::name_of(spec.keep)},
                                 {"pinned_by", state.pinned ? Json(state.pinned->weald) : Json(nullptr)},
                                 {"outputs", std::move(outputs)}});
  }
  report_new(session, context);
  return session.diagnostics.has_errors() ? kUsage : kOk;
}

void remove_unreferenced(const std::filesystem::path& suite, const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path path = suite / file;
  std::error_code error;
  fs::remove(path, error);
  if (error) throw IoError(fmt::format("cannot remove '{}': {}", path.string(), error.message()));
  // Folders are removed with their last file, except for `pinned` and `references` themselves.
  for (fs::path folder = fs::path(file).parent_path(); folder.has_parent_path(); folder = folder.parent_path()) {
    if (!fs::remove(suite / folder, error)) break;
  }
}

int prune(const GoldenPruneOptions& options, GoldenSession& session, Context& context, Json& report) {
  report["dry_run"] = options.dry_run;
  report["removed"] = Json::array();
  if (!open_session(session, options.golden, context)) return context.exit_code;
  report["directory"] = session.directory;
  const auto unreferenced = golden::unreferenced_files(session.suite, session.goldens);
  if (unreferenced.empty() && !options.json) fmt::print("nothing to remove\n");
  for (const std::string& file : unreferenced) {
    if (!options.dry_run) remove_unreferenced(session.suite.directory, file);
    report["removed"].push_back(file);
    if (!options.json)
      fmt::print("{} {}\n", options.dry_run ? "would remove" : "removed",
                 (session.suite.directory / file).lexically_normal().string());
  }
  return kOk;
}

int run_self_test(const GoldenSelfTestOptions& options, GoldenSession& session, Context& context, Json& report) {
  report["passed"] = false;
  report["outputs"] = Json::array();
  if (!open_session(session, options.golden, context)) return context.exit_code;
  report["directory"] = session.directory;
  std::vector<golden::PerturbedOutput> outputs;
  ProgressBar bar(stderr_is_terminal());
  int code = kOk;
  for (std::size_t i = 0; i < session.selected.size(); ++i) {
    const golden::GoldenState& state = session.goldens[session.selected[i]];
    Diagnostics diagnostics;
    auto found = golden::self_test(
        state, run_options(context, bar, state.golden.spec->name.value, i, session.selected.size()), diagnostics);
    bar.clear();
    session.add_once(diagnostics);
    report_new(session, context);
    if (!found) {
      code = kUsage;
      continue;
    }
    for (golden::PerturbedOutput& output : *found) {
      if (!output.passed() && code == kOk) code = kNo;
      outputs.push_back(std::move(output));
    }
  }
  report.update(golden::self_test_json(outputs));
  if (!options.json) fmt::print("{}", golden::self_test_table(outputs));
  return code;
}

}  // namespace

int list_goldens(const GoldenListOptions& options, Context& context) {
  return run_golden_command("list", options.json, [&](GoldenSession& session, Json& report) {
    return list(options, session, context, report);
  });
}

int prune_goldens(const GoldenPruneOptions& options, Context& context) {
  return run_golden_command("prune", options.json, [&](GoldenSession& session, Json& report) {
    return prune(options, session, context, report);
  });
}

int self_test_goldens(const GoldenSelfTestOptions& options, Context& context) {
  return run_golden_command("self-test", options.json, [&](GoldenSession& session, Json& report) {
    return run_self_test(options, session, context, report);
  });
}

}  // namespace weald::app
