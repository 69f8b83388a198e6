// weald golden: the group of commands, and its shorter commands list, prune and self-test.

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "front/cli/golden_session.h"
#include "front/golden/self_test.h"

namespace weald::app {

namespace {

struct ListCommand {
  GoldenOptions golden;
  bool json = false;
};

int list(const ListCommand& options, GoldenSession& session, Context& context, Json& report) {
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
      fmt::print("{:<20} {}, seed {}, {} outputs, tier {}, keeps {}, {}\n", spec.name.value, spec.preset.text,
                 state.golden.preset.seed, outputs.size(), schema::name_of(spec.tier), schema::name_of(spec.keep),
                 state.pinned ? "pinned by weald " + state.pinned->weald : "new");
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

struct PruneCommand {
  GoldenOptions golden;
  bool dry_run = false, json = false;
};

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

int prune(const PruneCommand& options, GoldenSession& session, Context& context, Json& report) {
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

struct SelfTestCommand {
  GoldenOptions golden;
  bool json = false;
};

int run_self_test(const SelfTestCommand& options, GoldenSession& session, Context& context, Json& report) {
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

void add_list_and_prune(CLI::App& group, Context& context) {
  auto list_options = std::make_shared<ListCommand>();
  CLI::App* list_command = group.add_subcommand("list", "List the goldens");
  add_golden_options(*list_command, list_options->golden, false);
  add_json_option(*list_command, list_options->json);
  list_command->callback([list_options, &context] {
    context.exit_code = run_golden_command("list", list_options->json, [&](GoldenSession& session, Json& report) {
      return list(*list_options, session, context, report);
    });
  });

  auto prune_options = std::make_shared<PruneCommand>();
  CLI::App* prune_command = group.add_subcommand("prune", "Remove pinned files and references that no golden names");
  add_golden_options(*prune_command, prune_options->golden, false);
  prune_command->add_flag("-n,--dry-run", prune_options->dry_run, "Print what would be removed without removing it");
  add_json_option(*prune_command, prune_options->json);
  prune_command->callback([prune_options, &context] {
    context.exit_code = run_golden_command("prune", prune_options->json, [&](GoldenSession& session, Json& report) {
      return prune(*prune_options, session, context, report);
    });
  });
}

void add_self_test(CLI::App& group, Context& context) {
  auto options = std::make_shared<SelfTestCommand>();
  CLI::App* command = group.add_subcommand("self-test", "Prove that the goldens detect changes");
  add_golden_options(*command, options->golden, true);
  add_json_option(*command, options->json);
  command->footer(
      "Changes every output by one rounding step, which the tolerances must accept, and by one\n"
      "visible change, which they must reject. Digests must detect both. Needs no references and\n"
      "writes nothing. Exits with 1 if any of this fails.");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = run_golden_command("self-test", options->json, [&](GoldenSession& session, Json& report) {
      return run_self_test(*options, session, context, report);
    });
  });
}

}  // namespace

void add_golden(CLI::App& program, Context& context) {
  CLI::App* group = program.add_subcommand("golden", "Test presets against pinned results");
  group->require_subcommand(1);
  add_golden_check(*group, context);
  add_golden_update(*group, context);
  add_golden_review(*group, context);
  add_list_and_prune(*group, context);
  add_self_test(*group, context);
  add_golden_init(*group, context);
  group->footer(
      "A folder with goldens.yaml describes what is built and how it is compared; see docs/golden.md.\n\n"
      "  weald golden init presets/*.yaml   create it with the first digests; commit it\n"
      "  weald golden check                 after a change: list what differs, and from which stage on\n"
      "  weald golden check --report out    also write pictures to out/index.html\n"
      "  weald golden review                look at each change here and accept or reject it\n"
      "  weald golden update                accept everything");
}

}  // namespace weald::app
