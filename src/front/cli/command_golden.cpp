// weald golden: the group of commands and their options.

#include <memory>
#include <string>

#include "base/parallel.h"
#include "front/cli/arguments/shard.h"
#include "front/cli/command.h"
#include "front/cli/goldens/golden.h"

namespace weald::app {

namespace {

/// Adds --dir, and with `runs` also NAME... and -j.
void add_golden_options(CLI::App& command, GoldenOptions& options, bool runs) {
  if (runs) {
    command
        .add_option(
            "name", options.names,
            "Goldens to use (default: all): names, patterns such as '*-small', or a ! before either to leave them out")
        ->type_name("NAME");
    add_thread_option(command, options.threads);
  }
  command
      .add_option("--dir", options.directory, "Folder with goldens.yaml (default: the current one, or 'goldens' in it)")
      ->type_name("DIR");
}

void add_golden_check(CLI::App& group, Context& context) {
  auto options = std::make_shared<GoldenCheckOptions>();
  CLI::App* command = group.add_subcommand("check", "Build the goldens and compare them with what is pinned");
  add_golden_options(*command, options->golden, true);
  command->add_option("--tier", options->tier, "How to judge the results, overriding goldens.yaml: auto, 0 or 1")
      ->type_name("TIER");
  command->add_option("--report", options->report, "Write a report with pictures into this folder")->type_name("DIR");
  command->add_option("--junit", options->junit, "Write JUnit XML")->type_name("FILE");
  command->add_option("--markdown", options->markdown, "Write a summary for the page of a CI job")->type_name("FILE");
  command
      ->add_option("--annotations", options->annotations,
                   "Also print problems as GitHub annotations: auto (if GITHUB_ACTIONS is true), github or off")
      ->type_name("WHEN");
  add_json_option(*command, options->json);
  command->add_flag("-q,--quiet", options->quiet, "Print only goldens that did not pass, and the summary");
  command->add_flag("--fail-fast", options->fail_fast, "Stop at the first golden that does not pass");
  command->add_option("--shard", options->shard, std::string("Check part I of N of the goldens, ") + kShardHelp)
      ->type_name("I/N");
  command->footer(
      "States: passed, within (a digest differs, but all tolerances are met), new (not pinned yet),\n"
      "missing (pinned, but no longer made), changed, error; files that no golden names are unreferenced.\n"
      "A change is compared with the kept reference, or else with a rebuild from the pinned recipe.\n"
      "An invalid preset is an error of its golden; the others are checked. Exit codes: 0 all passed\n"
      "or within, 1 some did not, 2 invalid goldens.yaml or preset, 3 a file failed, 5 out of memory.\n"
      "Example: weald golden check --report out/golden --junit out/golden.xml");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = check_goldens(*options, context);
  });
}

void add_golden_update(CLI::App& group, Context& context) {
  auto options = std::make_shared<GoldenUpdateOptions>();
  CLI::App* command = group.add_subcommand("update", "Pin the current results of the goldens");
  add_golden_options(*command, options->golden, true);
  command->add_option("--only", options->only, "Same as NAME")->type_name("NAME")->allow_extra_args(false)->take_all();
  command->add_flag("--references", options->references, "Also write a reference of every output, to compare with");
  command->add_flag("--force", options->force,
                    "Proceed even under CI, and even if uncommitted files would be overwritten");
  add_json_option(*command, options->json);
  command->footer(
      "Prints the old and the new digest of every output that changed. Refuses (exit code 1) if CI is set,\n"
      "and if uncommitted files would be overwritten. Unchanged files are not written.\n"
      "Example: weald golden update alpine");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = update_goldens(*options, context);
  });
}

void add_golden_review(CLI::App& group, Context& context) {
  auto options = std::make_shared<GoldenReviewOptions>();
  CLI::App* command = group.add_subcommand("review", "Decide for each golden whether to accept its changes");
  add_golden_options(*command, options->golden, true);
  command->add_option("--accept", options->accept, "Accept this golden without asking; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--reject", options->reject, "Reject this golden without asking; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--report", options->report, "Keep the report with the pictures in this folder")
      ->type_name("DIR");
  command->add_flag("--force", options->force,
                    "Proceed even under CI, and even if uncommitted files would be overwritten");
  add_json_option(*command, options->json);
  command->footer(
      "Shows each golden that did not pass, in the terminal, and asks: y accepts, n rejects, s skips,\n"
      "d shows more, q quits and pins what was accepted. Ctrl-C and Ctrl-D pin nothing. Without a terminal\n"
      "and with --json decide with --accept and --reject. With --report the pictures are kept.\n"
      "Exit codes: 0 nothing is left to decide, 1 something was rejected or left.\n"
      "Example: weald golden review --accept alpine --reject island");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = review_goldens(*options, context);
  });
}

void add_list_and_prune(CLI::App& group, Context& context) {
  auto list_options = std::make_shared<GoldenListOptions>();
  CLI::App* list_command = group.add_subcommand("list", "List the goldens");
  add_golden_options(*list_command, list_options->golden, false);
  add_json_option(*list_command, list_options->json);
  list_command->callback([list_options, &context] { context.exit_code = list_goldens(*list_options, context); });

  auto prune_options = std::make_shared<GoldenPruneOptions>();
  CLI::App* prune_command = group.add_subcommand("prune", "Remove pinned files and references that no golden names");
  add_golden_options(*prune_command, prune_options->golden, false);
  prune_command->add_flag("-n,--dry-run", prune_options->dry_run, "Print what would be removed without removing it");
  add_json_option(*prune_command, prune_options->json);
  prune_command->callback([prune_options, &context] { context.exit_code = prune_goldens(*prune_options, context); });
}

void add_self_test(CLI::App& group, Context& context) {
  auto options = std::make_shared<GoldenSelfTestOptions>();
  CLI::App* command = group.add_subcommand("self-test", "Prove that the goldens detect changes");
  add_golden_options(*command, options->golden, true);
  add_json_option(*command, options->json);
  command->footer(
      "Changes every output by one rounding step, which the tolerances must accept, and by one\n"
      "visible change, which they must reject. Digests must detect both. Needs no references and\n"
      "writes nothing. Exits with 1 if any of this fails.");
  command->callback([options, &context] {
    const ThreadLimit threads(options->golden.threads);
    context.exit_code = self_test_goldens(*options, context);
  });
}

void add_golden_init(CLI::App& group, Context& context) {
  auto options = std::make_shared<GoldenInitOptions>();
  CLI::App* command = group.add_subcommand("init", "Create a folder of goldens for some presets");
  command->add_option("preset", options->presets, "Preset files to test")->type_name("PRESET");
  command->add_option("--dir", options->directory, "Folder to create (default: goldens)")->type_name("DIR");
  add_thread_option(*command, options->threads);
  add_json_option(*command, options->json);
  command->footer(
      "Writes goldens.yaml with a comment on every key, the first digests, .gitattributes, .gitignore and a "
      "README.md\n"
      "with steps for GitHub and GitLab. Existing files of these names are left unchanged.\n"
      "Example: weald golden init presets/*.yaml --dir goldens");
  command->callback([options, &context] {
    const ThreadLimit threads(options->threads);
    context.exit_code = init_goldens(*options, context);
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
      "The goldens.yaml of a folder lists the presets to build and how to compare the results; see docs/golden.md.\n\n"
      "  weald golden init presets/*.yaml   create it with the first digests; commit it\n"
      "  weald golden check                 after a change: list what differs, and from which stage on\n"
      "  weald golden check --report out    also write pictures to out/index.html\n"
      "  weald golden review                look at each change here and accept or reject it\n"
      "  weald golden update                accept everything");
}

}  // namespace weald::app
