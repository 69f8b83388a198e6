#include "app/program.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "app/command.h"
#include "core/check.h"
#include "core/error.h"
#include "noise/simd.h"
#include "schema/nearest_name.h"

namespace weald::app {

namespace {

// A signal handler can reach nothing but a global; this is the only one.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int signal) {
  interrupted.store(true);
  std::signal(signal, SIG_DFL);  // a second Ctrl-C ends the program at once
}

void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, on_signal);
}

constexpr const char* kFooter =
    "Exit codes:\n"
    "  0  done\n"
    "  1  a check said no\n"
    "  2  wrong command line or wrong preset\n"
    "  3  a file could not be read or written\n"
    "  4  internal error, a bug in weald\n"
    "  130  interrupted\n"
    "\n"
    "'weald COMMAND --help' explains one command.";

void add_commands(CLI::App& program, Context& context) {
  add_build(program, context);
  add_check(program, context);
  add_compare(program, context);
  add_show(program, context);
  add_list(program, context);
  add_explain(program, context);
  add_digest(program, context);
  add_golden(program, context);
  add_schema(program, context);
  add_reference(program, context);
}

/// WEALD_SIMD limits the vector instructions, for tests: the results must not depend on them. Returns false, having
/// said so, where the CPU lacks the named set.
bool apply_simd_limit() {
  const char* name = std::getenv("WEALD_SIMD");
  if (name == nullptr || *name == '\0' || noise::limit_simd_targets(name)) return true;
  fmt::print(stderr, "weald: error: WEALD_SIMD={} is not one of: {}\n", name, fmt::join(noise::simd_targets(), ", "));
  return false;
}

ColourMode colour_mode(const std::string& when) {
  if (when == "auto") return ColourMode::automatic;
  if (when == "always") return ColourMode::always;
  if (when == "never") return ColourMode::never;
  throw CLI::ValidationError("--color", fmt::format("'{}' is none of auto, always, never", when));
}

/// What is wrong with the command line. Where an argument was not understood, that one, and the nearest that would be.
std::string usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const bool may_be_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                            dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const std::vector<std::string> extras = program.remaining(true);
  if (!may_be_extra || extras.empty()) return error.what();
  const auto commands = program.get_subcommands();
  const CLI::App* command = commands.empty() ? nullptr : commands.front();
  const std::string& extra = extras.front();
  std::vector<std::string> names;
  std::string message;
  if (extra.starts_with('-')) {
    message = fmt::format("there is no option '{}'", extra);
    for (const CLI::App* app : {&program, command}) {
      if (app == nullptr) continue;
      for (const CLI::Option* option : app->get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  } else if (command == nullptr) {
    message = fmt::format("there is no command '{}'", extra);
    for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(app->get_name());
  } else {
    return fmt::format("unexpected argument '{}'", extra);
  }
  const std::string help = schema::suggest(extra, std::vector<std::string_view>(names.begin(), names.end()));
  return help.starts_with("did you mean") ? message + "; " + help : message;
}

/// `weald help COMMAND` for those who expect it: the same as `weald COMMAND --help`.
std::vector<std::string> arguments_of(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
  return arguments;
}

int parse_and_run(int argc, char** argv) {
  if (!apply_simd_limit()) return kUsage;
  Context context;
  context.stop = &interrupted;
  context.catch_signals = catch_signals;
  CLI::App program{
      "weald makes terrain, plants, curves and meshes from presets:\nsame preset, same seed, same bytes, on every "
      "machine.",
      "weald"};
  program.set_version_flag("--version", std::string("weald ") + WEALD_VERSION);
  program.require_subcommand(1);
  program
      .add_option_function<std::string>(
          "--color,--colour", [&](const std::string& when) { context.colour = colour_mode(when); },
          "Colour on stderr: auto, always or never")
      ->type_name("WHEN");
  add_commands(program, context);
  program.footer(kFooter);  // after the commands, which would inherit it
  program.fallthrough();
  try {
    program.parse(arguments_of(argc, argv));
  } catch (const CLI::CallForHelp& e) {
    return program.exit(e);
  } catch (const CLI::CallForVersion& e) {
    return program.exit(e);
  } catch (const CLI::ParseError& e) {
    fmt::print(stderr, "weald: error: {}\nRun 'weald --help' or 'weald COMMAND --help' for usage.\n",
               usage_error(program, e));
    return kUsage;
  }
  return context.exit_code;
}

}  // namespace

int run_program(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file over the limit is then an error of its write
  try {
    const int code = parse_and_run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw IoError("cannot write to standard output");
    return code;
  } catch (const Interrupted&) {
    fmt::print(stderr, "weald: interrupted; every file is either the old one or the new one\n");
    return kInterrupted;
  } catch (const IoError& e) {
    fmt::print(stderr, "weald: error: {}\n", e.what());
    return kInputOutput;
  } catch (const std::system_error& e) {  // of the file system, and of standard output
    fmt::print(stderr, "weald: error: {}\n", e.what());
    return kInputOutput;
  } catch (const StageError& e) {
    fmt::print(stderr, "weald: error: {}\n", e.what());
    return kUsage;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "weald: error: out of memory\n");
    return kInternal;
  } catch (const std::exception& e) {
    fmt::print(stderr,
               "weald: internal error: {}\nThis is a bug in weald; please report it with the preset that shows it.\n",
               e.what());
    return kInternal;
  }
}

}  // namespace weald::app
