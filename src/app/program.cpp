#include "app/program.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <map>
#include <system_error>

#include <fmt/format.h>

#include "app/command.h"
#include "core/check.h"
#include "core/error.h"
#include "noise/simd.h"

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
  add_show(program, context);
  add_list(program, context);
  add_explain(program, context);
  add_digest(program, context);
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
  const std::map<std::string, ColourMode> modes{
      {"auto", ColourMode::automatic}, {"always", ColourMode::always}, {"never", ColourMode::never}};
  program.add_option("--color,--colour", context.colour, "Colour on stderr: auto, always or never")
      ->transform(CLI::CheckedTransformer(modes, CLI::ignore_case).description(""))
      ->type_name("WHEN");
  add_commands(program, context);
  program.footer(kFooter);  // after the commands, which would inherit it
  program.fallthrough();
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp& e) {
    return program.exit(e);
  } catch (const CLI::CallForVersion& e) {
    return program.exit(e);
  } catch (const CLI::ParseError& e) {
    fmt::print(stderr, "weald: error: {}\nRun 'weald --help' or 'weald COMMAND --help' for usage.\n", e.what());
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
