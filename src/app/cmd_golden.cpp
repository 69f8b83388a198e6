// weald golden: the group of commands, and its short ones: list, prune, self-test.

#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/golden_session.h"
#include "core/parallel.h"
#include "golden/self_test.h"

namespace weald::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kListFormat = 1;

struct ListCommand {
  GoldenOptions golden;
  bool json = false;
};

int list(const ListCommand& options, Context& context) {
  const auto session = open_session(options.golden, context);
  if (session == nullptr) return context.exit_code;
  Json goldens = Json::array();
  for (const std::size_t index : session->selected) {
    const golden::GoldenState& state = session->goldens[index];
    const golden::GoldenSpec& spec = *state.golden.spec;
    Json outputs = Json::array();
    for (const auto& output : state.golden.preset.graph.outputs) outputs.push_back(output.decl.spec.file.value);
    if (!options.json)
      fmt::print("{:<20} {}, seed {}, {} outputs, tier {}, keeps {}, {}\n", spec.name.value, spec.preset.text,
                 state.golden.preset.seed, outputs.size(), schema::name_of(spec.tier), schema::name_of(spec.keep),
                 state.pinned ? "pinned by weald " + state.pinned->weald : "new");
    goldens.push_back({{"name", spec.name.value},
                       {"preset", spec.preset.text},
                       {"seed", state.golden.preset.seed},
                       {"tier", schema::name_of(spec.tier)},
                       {"keep", schema::name_of(spec.keep)},
                       {"pinned_by", state.pinned ? Json(state.pinned->weald) : Json(nullptr)},
                       {"outputs", std::move(outputs)}});
  }
  const Json report{{"weald", WEALD_VERSION}, {"format", kListFormat}, {"goldens", std::move(goldens)}};
  if (options.json) fmt::print("{}\n", report.dump(2, ' ', false, Json::error_handler_t::replace));
  return kOk;
}

struct PruneCommand {
  GoldenOptions golden;
  bool dry_run = false;
};

int prune(const PruneCommand& options, Context& context) {
  namespace fs = std::filesystem;
  const auto session = open_session(options.golden, context);
  if (session == nullptr) return context.exit_code;
  const auto unreferenced = golden::unreferenced_files(session->suite, session->goldens);
  if (unreferenced.empty()) fmt::print("nothing to remove\n");
  for (const std::string& file : unreferenced) {
    const fs::path path = session->suite.directory / file;
    if (!options.dry_run) {
      std::error_code error;
      fs::remove(path, error);
      if (error) throw IoError(fmt::format("cannot remove '{}': {}", path.string(), error.message()));
      // Folders go with their last file, up to `pinned` and `references` themselves.
      for (fs::path folder = fs::path(file).parent_path(); folder.has_parent_path(); folder = folder.parent_path()) {
        if (!fs::remove(session->suite.directory / folder, error)) break;
      }
    }
    fmt::print("{} {}\n", options.dry_run ? "would remove" : "removed", path.lexically_normal().string());
  }
  return kOk;
}

struct SelfTestCommand {
  GoldenOptions golden;
  bool json = false;
};

int run_self_test(const SelfTestCommand& options, Context& context) {
  const auto session = open_session(options.golden, context);
  if (session == nullptr) return context.exit_code;
  std::vector<golden::PerturbedOutput> outputs;
  ProgressBar bar(stderr_is_terminal());
  int code = kOk;
  for (std::size_t i = 0; i < session->selected.size(); ++i) {
    const golden::GoldenState& state = session->goldens[session->selected[i]];
    auto found =
        golden::self_test(state, run_options(context, bar, state.golden.spec->name.value, i, session->selected.size()),
                          session->diagnostics);
    bar.clear();
    report_new(*session, context);
    if (!found) {
      code = kUsage;
      continue;
    }
    for (golden::PerturbedOutput& output : *found) {
      if (!output.passed() && code == kOk) code = kNo;
      outputs.push_back(std::move(output));
    }
  }
  fmt::print("{}", options.json ? golden::self_test_json(outputs, WEALD_VERSION) : golden::self_test_table(outputs));
  return code;
}

void add_list_and_prune(CLI::App& group, Context& context) {
  auto list_options = std::make_shared<ListCommand>();
  CLI::App* list_command = group.add_subcommand("list", "List the goldens");
  add_golden_options(*list_command, list_options->golden, false);
  list_command->add_flag("--json", list_options->json, "Print the list as JSON");
  list_command->callback([list_options, &context] { context.exit_code = list(*list_options, context); });

  auto prune_options = std::make_shared<PruneCommand>();
  CLI::App* prune_command = group.add_subcommand("prune", "Remove pinned files and references that no golden names");
  add_golden_options(*prune_command, prune_options->golden, false);
  prune_command->add_flag("-n,--dry-run", prune_options->dry_run, "Say what would be removed; remove nothing");
  prune_command->callback([prune_options, &context] { context.exit_code = prune(*prune_options, context); });
}

void add_self_test(CLI::App& group, Context& context) {
  auto options = std::make_shared<SelfTestCommand>();
  CLI::App* command = group.add_subcommand("self-test", "Prove that the goldens can fail");
  add_golden_options(*command, options->golden, true);
  command->add_flag("--json", options->json, "Print the result as JSON");
  command->footer(
      "Changes every output by one rounding step, which the tolerances must let pass, and by one\n"
      "visible change, which they must not. Digests must see both. Needs no references and writes\n"
      "nothing. Exit code 1 where that is not so.");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = run_self_test(*options, context);
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
      "A folder with goldens.yaml describes what is built and how it is compared; see docs/golden.md.\n"
      "\n"
      "  weald golden init presets/*.yaml   makes it, with the first digests; commit it\n"
      "  weald golden check                 after a change: what is not as pinned, and since which stage\n"
      "  weald golden check --report out    the same with pictures, in out/index.html\n"
      "  weald golden review                look at each change here and accept or reject it\n"
      "  weald golden update                accept everything");
}

}  // namespace weald::app
