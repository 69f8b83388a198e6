#pragma once
// Code shared by the commands of `weald golden`: finding the suite, reading its goldens, running them with a progress
// bar.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "front/cli/command.h"
#include "front/cli/json_report.h"
#include "front/golden/check.h"

namespace weald::app {

/// Options of every command of `weald golden`.
struct GoldenOptions {
  std::vector<std::string> names;  ///< empty: all
  std::string directory;           ///< empty: where goldens.yaml is found
  int threads = 0;                 ///< 0: one per core
};

/// Adds --dir, and with `runs` also NAME... and -j.
void add_golden_options(CLI::App& command, GoldenOptions& options, bool runs);

/// A suite with its goldens, and the diagnostics of the command.
struct GoldenSession {
  Sources sources;
  Diagnostics diagnostics;  ///< each once, however many goldens have it
  golden::Suite suite;
  std::vector<golden::GoldenState> goldens;                  ///< all of the suite
  std::vector<std::size_t> selected;                         ///< those that the command line names
  std::string directory;                                     ///< as shown in reports and commands
  bool json = false;                                         ///< only the report is printed on stdout
  std::vector<std::string> command(const char* name) const;  ///< words of `weald golden NAME` for this suite

  /// Adds to `diagnostics` those that are not among them yet.
  void add(const Diagnostics& found);
  /// Adds an error without a location.
  void add_error(const std::string& message, const std::string& help = {});
  std::set<std::string> known;  ///< the diagnostics as they are printed
  std::size_t reported = 0;     ///< diagnostics that were printed
};

/// How to handle goldens that cannot be read.
enum class Unsound {
  refuse,  ///< their errors end the command
  allow,   ///< they are among the selected ones, and their errors are not yet in the session
};

/// Reads the suite. On failure reports the errors, sets the exit code, and returns false. Errors: IoError.
bool open_session(GoldenSession& session, const GoldenOptions& options, Context& context,
                  Unsound unsound = Unsound::refuse);

/// Does the work of `weald golden NAME` in a new session and returns its exit code. With `json` its report is printed
/// with the diagnostics of the session, also after an error; otherwise the report is discarded.
int run_golden_command(const char* name, bool json, const std::function<int(GoldenSession&, Json&)>& work);

/// Checks golden number `golden` of the session, stores its result there and prints it.
golden::GoldenResult check_one(GoldenSession& session, std::size_t golden, const golden::CheckOptions& options,
                               ProgressBar& bar, const Context& context);

/// How to run golden number `index` of `count`, with its share of the bar.
golden::RunOptions run_options(const Context& context, ProgressBar& bar, const std::string& name, std::size_t index,
                               std::size_t count);

/// Prints the diagnostics that came since the last call.
void report_new(GoldenSession& session, const Context& context);

/// If nothing may be pinned, under CI or because files that are not committed would be overwritten, explains why on
/// stderr and returns true. The numbers index `session.goldens`.
bool refuse_to_accept(GoldenSession& session, const std::vector<std::size_t>& goldens, const Context& context);

/// How to accept.
struct AcceptOptions {
  bool with_references = false;  ///< even if none are kept
  bool force = false;            ///< also under CI, and over files that are not committed
};

/// Accepts the current results of the goldens; the numbers index `session.goldens`. Prints what changed, on stdout or
/// as "pinned" of the report; refuses under CI, and if files that are not committed would be overwritten, unless
/// forced. Returns the exit code.
int accept_goldens(GoldenSession& session, const std::vector<std::size_t>& goldens, const AcceptOptions& options,
                   const Context& context, Json& report);

// One function per command of `weald golden` that has a file of its own.
void add_golden_check(CLI::App& golden, Context& context);
void add_golden_update(CLI::App& golden, Context& context);
void add_golden_review(CLI::App& golden, Context& context);
void add_golden_init(CLI::App& golden, Context& context);

}  // namespace weald::app
