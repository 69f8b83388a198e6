#include "front/cli/program.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/simd.h"
#include "base/text/lower_case.h"
#include "base/text/nearest_name.h"
#include "front/cli/arguments/response_file.h"
#include "front/cli/command.h"
#include "front/cli/completion.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/option_error.h"
#include "front/cli/console/version.h"

namespace weald::app {

namespace {

// A signal handler can only access globals; this is the only one.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int signal) {
  interrupted.store(true);
  std::signal(signal, SIG_DFL);  // a second Ctrl-C ends the program at once
}

/// If there is no memory even for an exception, the C++ library ends the program instead of throwing it.
[[noreturn]] void on_terminate() {
  if (std::current_exception() != nullptr) std::abort();
  std::fputs("weald: error: out of memory\n", stderr);  // unbuffered, so this needs no memory
  std::_Exit(kNoMemory);
}

void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, on_signal);
}

constexpr const char* kFooter =
    "Exit codes:\n"
    "  0  success\n"
    "  1  check failed\n"
    "  2  invalid command line or preset\n"
    "  3  a file could not be read or written\n"
    "  4  internal error, a bug in weald\n"
    "  5  out of memory\n"
    "  130  interrupted\n"
    "  141  output pipe closed\n\n"
    "Environment variables, which do not affect what is built:\n"
    "  NO_COLOR, CLICOLOR_FORCE  colour on stderr, unless --color is given\n"
    "  WEALD_CACHE               folder to cache stage results in, or 'off', unless --cache is given\n"
    "  WEALD_CACHE_SIZE          size limit of the cache, unless --cache-size is given\n"
    "  WEALD_SHARD               part of the work for --shard auto, such as 2/5\n"
    "  WEALD_SIMD                limit of the vector instructions, for tests: scalar, sse4, avx2, avx3 ...\n\n"
    "An argument @FILE is replaced by the arguments in FILE. Run 'weald COMMAND --help' for help on a command.";

/// Commands as `weald --help` shows them.
struct CommandGroup {
  const char* heading;
  std::initializer_list<void (*)(CLI::App&, Context&)> commands;
};

void add_commands(CLI::App& program, Context& context) {
  const CommandGroup groups[] = {
      {"Make", {add_init, add_build, add_plan, add_preview, add_view, add_cache}},
      {"Test", {add_check, add_golden, add_compare, add_digest, add_verify}},
      {"Look things up", {add_list, add_explain, add_show, add_describe, add_reference, add_schema}},
      {"About weald", {add_completion, add_man, add_version}},
  };
  for (const CommandGroup& group : groups) {
    for (const auto add : group.commands) {
      add(program, context);
      CLI::App* command = program.get_subcommands({}).back();
      if (!command->get_group().empty()) command->group(group.heading);  // the empty group is not shown
    }
  }
}

/// WEALD_SIMD limits the vector instructions, for tests: the results must not depend on them. Returns false, with a
/// message, if the CPU lacks the named set.
bool apply_simd_limit() {
  const char* given = std::getenv("WEALD_SIMD");
  if (given == nullptr || *given == '\0') return true;
  const std::string name = lower_case(given);
  if (limit_simd_targets(name)) return true;
  fmt::print(stderr, "weald: error: WEALD_SIMD={} is not one of: {}\n", name, fmt::join(simd_targets(), ", "));
  return false;
}

ColourMode colour_mode(const std::string& when) {
  if (when == "auto") return ColourMode::automatic;
  if (when == "always") return ColourMode::always;
  if (when == "never") return ColourMode::never;
  throw CLI::ValidationError("--color", fmt::format("'{}' must be auto, always or never", when));
}

bool json_diagnostics(const std::string& form) {
  if (form == "json" || form == "text") return form == "json";
  throw CLI::ValidationError("--diagnostics", fmt::format("'{}' must be text or json", form));
}

/// The commands on the command line, outermost first: the program itself, "golden", "check".
std::vector<const CLI::App*> command_path(const CLI::App& program) {
  std::vector<const CLI::App*> path{&program};
  for (auto parsed = program.get_subcommands(); !parsed.empty(); parsed = path.back()->get_subcommands())
    path.push_back(parsed.front());
  return path;
}

/// The missing part of the command line, in place of CLI11's words for it.
std::string missing_text(const CLI::App& program, const CLI::ParseError& error) {
  const std::string text = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && text.ends_with(" missing")) {
    const auto name = text.find(": 1 required ");  // "--output: 1 required DIR missing"
    if (name == std::string::npos) return text;
    const auto type = name + std::string_view(": 1 required ").size();
    return fmt::format("the option '{}' needs a value: {}", text.substr(0, name),
                       text.substr(type, text.size() - type - std::string_view(" missing").size()));
  }
  constexpr std::string_view kTooMany = ": At Most 1 required but received ";
  if (const auto name = text.find(kTooMany); name != std::string::npos)
    return fmt::format("the {} '{}' takes one value, not {}", text[0] == '-' ? "option" : "argument",
                       text.substr(0, name), text.substr(name + kTooMany.size()));
  constexpr std::string_view kRequired = " is required";
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || !text.ends_with(kRequired)) return text;
  const std::string what = text.substr(0, text.size() - kRequired.size());
  if (what != "A subcommand")
    return fmt::format("the {} '{}' is missing", what[0] == '-' ? "option" : "argument", what);
  const auto path = command_path(program);
  std::string words;
  for (const CLI::App* command : path) words += (words.empty() ? "" : " ") + command->get_name();
  if (path.size() == 1) return fmt::format("a command is missing after '{}'", words);
  std::vector<std::string> names;
  for (const CLI::App* command : path.back()->get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return fmt::format("a command is missing after '{}': {}", words, fmt::join(names, ", "));
}

/// The error in the command line: for an argument that was not understood, the argument and the nearest valid one.
std::string usage_error(const CLI::App& program, const CLI::ParseError& error) {
  const bool may_be_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                            dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const std::vector<std::string> extras = program.remaining(true);
  // The argument after an unknown option may be a surplus value.
  const bool is_unknown_option = !extras.empty() && extras.front().starts_with('-') &&
                                 dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
  if ((!may_be_extra && !is_unknown_option) || extras.empty()) return missing_text(program, error);
  const auto path = command_path(program);
  const auto commands = path.back()->get_subcommands([](const CLI::App*) { return true; });
  const std::string& extra = extras.front();
  std::vector<std::string> names;
  std::string message;
  if (extra.starts_with('-')) {
    // The option belongs to a command that follows it.
    const std::string option = extra.substr(0, extra.find('='));
    if (path.size() > 1 && path.back()->get_option_no_throw(option) != nullptr) {
      std::string words;
      for (std::size_t i = 1; i < path.size(); ++i) words += path[i]->get_name() + " ";
      return fmt::format("the option '{}' must follow the command: weald {}{}", extra, words, extra);
    }
    message = fmt::format("there is no option '{}'", extra);
    for (const CLI::App* app : path)
      for (const CLI::Option* known : app->get_options())
        for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  } else if (!commands.empty()) {
    std::string words;
    for (std::size_t i = 1; i < path.size(); ++i) words += path[i]->get_name() + " ";
    message = fmt::format("there is no command '{}{}'", words, extra);
    for (const CLI::App* app : commands) names.push_back(app->get_name());
  } else {
    return fmt::format("unexpected argument '{}'", extra);
  }
  const std::string help = schema::suggest(extra, std::vector<std::string_view>(names.begin(), names.end()));
  return help.starts_with("did you mean") ? message + "; " + help : message;
}

/// The arguments, with response files expanded. `weald help COMMAND` is the same as `weald COMMAND --help`.
std::vector<std::string> arguments_of(int argc, char** argv) {
  std::vector<std::string> arguments = with_response_files({argv + 1, argv + argc});
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  return arguments;
}

/// Rejects an empty value of any option or argument, most likely from an unset shell variable.
void refuse_empty_values(CLI::App& app) {
  const auto refuse_empty = [](std::string& value) {
    return value.empty() ? std::string("the value is empty; is a shell variable unset?") : std::string{};
  };
  for (CLI::Option* option : app.get_options([](CLI::Option*) { return true; })) {
    // As a transformation, it runs before other checks.
    if (option->get_items_expected_max() > 0) option->transform(CLI::Validator(refuse_empty, ""));
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) refuse_empty_values(*command);
}

/// True if help is requested for a command that does not exist.
bool is_help_of_nothing(const CLI::App& program) {
  const std::vector<std::string> extras = program.remaining(true);
  const auto commands = command_path(program).back()->get_subcommands([](const CLI::App*) { return true; });
  return !extras.empty() && !extras.front().starts_with('-') && !commands.empty();
}

/// Reports the error in the command line; returns the exit code.
int refuse_usage(const CLI::App& program, const CLI::ParseError& error, const std::vector<std::string>& arguments,
                 Context& context) {
  const auto json = std::find(arguments.begin(), arguments.end(), "--diagnostics=json");
  context.json_diagnostics = context.json_diagnostics || json != arguments.end();
  const std::string message = usage_error(program, error);
  if (context.json_diagnostics)
    report_error(message, context, "run 'weald COMMAND --help'");
  else
    fmt::print(stderr, "weald: error: {}\nRun 'weald --help' or 'weald COMMAND --help' for usage.\n", message);
  return kUsage;
}

/// Prints the requested help or version, with {fmt}: C++ streams would lose the reason of a write error.
int print_asked(const CLI::App& program, const CLI::ParseError& asked) {
  std::ostringstream text;
  const int code = program.exit(asked, text, text);
  fmt::print("{}", text.str());
  return code;
}

int parse_and_run(int argc, char** argv, Context& context) {
  if (!apply_simd_limit()) return kUsage;
  context.stop = &interrupted;
  context.catch_signals = catch_signals;
  CLI::App program{
      "weald makes terrain, plants, curves and meshes from presets:\nsame preset, same seed, same bytes, on every "
      "machine.",
      "weald"};
  program.set_version_flag("--version", std::string("weald ") + weald_version());
  program.require_subcommand(1);
  program.fallthrough();  // before the commands are added, which inherit it: --color may follow them
  program
      .add_option_function<std::string>(
          "--color,--colour", [&](const std::string& when) { context.colour = colour_mode(when); },
          "Colour on stderr: auto, always or never")
      ->type_name("WHEN");
  program
      .add_option_function<std::string>(
          "--diagnostics", [&](const std::string& form) { context.json_diagnostics = json_diagnostics(form); },
          "Format of errors and warnings on stderr: text, or json, one object per line")
      ->type_name("FORM");
  add_commands(program, context);
  refuse_empty_values(program);
  program.footer(kFooter);  // after the commands are added, which would inherit it
  if (argc > 1 && std::string_view(argv[1]) == kCompleteCommand)
    return run_complete(program, std::vector<std::string>(argv + 2, argv + argc));
  const std::vector<std::string> arguments = arguments_of(argc, argv);
  try {
    program.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 expects them reversed
  } catch (const CLI::CallForHelp& e) {
    if (!is_help_of_nothing(program)) return print_asked(program, e);
    return refuse_usage(program, CLI::ExtrasError("weald", program.remaining(true)), arguments, context);
  } catch (const CLI::CallForVersion& e) {
    return print_asked(program, e);
  } catch (const CLI::ParseError& e) {
    return refuse_usage(program, e, arguments, context);
  } catch (const OptionError& e) {
    return refuse_usage(program, CLI::ValidationError(e.what()), arguments, context);
  }
  return context.exit_code;
}

}  // namespace

int run_program(int argc, char** argv) {
  std::set_terminate(on_terminate);
  // A write beyond the limit of file sizes, or to a closed pipe, then fails with an error, and temporary files are
  // removed before the program ends.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  Context context;
  try {
    const int code = parse_and_run(argc, argv, context);
    const bool is_flushed = std::fflush(stdout) == 0;
    const int reason = errno;
    if (is_flushed && std::ferror(stdout) == 0) return code;
    if (reason == EPIPE) end_quietly();
    if (!is_flushed) throw std::system_error(reason, std::generic_category(), kCannotPrint);
    throw IoError(kCannotPrint);
  } catch (...) {
    const Failure failure = current_failure();
    if (failure.is_broken_pipe) end_quietly();
    print_failure(failure, context.json_diagnostics);
    return failure.code;
  }
}

}  // namespace weald::app
