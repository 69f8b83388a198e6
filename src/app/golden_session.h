#pragma once
// What the commands of `weald golden` share: finding the suite, reading its goldens, running them with a bar.

#include <optional>
#include <string>
#include <vector>

#include "app/command.h"
#include "golden/check.h"

namespace weald::app {

/// Options of every command of `weald golden`.
struct GoldenOptions {
  std::vector<std::string> names;  ///< empty: all
  std::string directory;           ///< empty: where goldens.yaml is found
  int threads = 0;                 ///< 0: one per core
};

/// Adds --dir, and with `runs` also NAME... and -j.
void add_golden_options(CLI::App& command, GoldenOptions& options, bool runs);

/// A suite with its goldens, ready to be run.
struct GoldenSession {
  Sources sources;
  Diagnostics diagnostics;
  golden::Suite suite;
  std::vector<golden::GoldenState> goldens;                  ///< all of the suite
  std::vector<std::size_t> selected;                         ///< those that the command line names
  std::string directory;                                     ///< as shown in reports and commands
  std::vector<std::string> command(const char* name) const;  ///< words of `weald golden NAME` for this suite
  std::size_t reported = 0;                                  ///< diagnostics that were printed
};

/// Reads the suite. On failure says what is wrong and sets the exit code; null then.
std::unique_ptr<GoldenSession> open_session(const GoldenOptions& options, Context& context);

/// How to run golden number `index` of `count`, with its share of the bar.
golden::RunOptions run_options(const Context& context, ProgressBar& bar, const std::string& name, std::size_t index,
                               std::size_t count);

/// Prints the diagnostics that came since the last call.
void report_new(GoldenSession& session, const Context& context);

/// Where nothing may be pinned, under CI and where that would overwrite files that are not committed, says why on
/// stderr; true then. The numbers index `session.goldens`.
bool refuse_to_accept(const GoldenSession& session, const std::vector<std::size_t>& goldens);

/// Accepts what the goldens give now; the numbers index `session.goldens`. Says what changed; refuses under CI, and
/// where that would overwrite files that are not committed, unless forced. Returns the exit code.
int accept_goldens(GoldenSession& session, const std::vector<std::size_t>& goldens, bool with_references, bool force,
                   Context& context);

// One function per command of `weald golden` that has a file of its own.
void add_golden_check(CLI::App& golden, Context& context);
void add_golden_update(CLI::App& golden, Context& context);
void add_golden_review(CLI::App& golden, Context& context);
void add_golden_init(CLI::App& golden, Context& context);

}  // namespace weald::app
