#pragma once
// Shared by the commands of `weald golden`: finding the suite, reading its goldens, running them with a progress bar.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "front/cli/command.h"
#include "front/cli/json_report.h"
#include "front/golden/check.h"

namespace weald::app {

/// Options of every command of `weald golden`.
struct GoldenOptions {
  std::vector<std::string> names;  ///< empty: all
  std::string directory;           ///< empty: the current folder, else 'goldens'
  int threads = 0;                 ///< 0: one per core
};

/// Adds --dir, and with `runs` also NAME... and -j.
void add_golden_options(CLI::App& command, GoldenOptions& options, bool runs);

/// A suite with its goldens, and the diagnostics of the command.
struct GoldenSession : session::Findings {
  golden::Suite suite;
  std::vector<golden::GoldenState> goldens;                  ///< all goldens of the suite
  std::vector<std::size_t> selected;                         ///< indices of the goldens on the command line
  std::string directory;                                     ///< as shown in reports and commands
  bool json = false;                                         ///< stdout contains only the report
  std::vector<std::string> command(const char* name) const;  ///< words of `weald golden NAME` for this suite

  /// Adds an error without a location.
  void add_error(const std::string& message, const std::string& help = {});
};

/// How open_session() treats goldens that cannot be read.
enum class Unsound {
  refuse,  ///< the command ends with their errors
  allow,   ///< they can be selected, and their errors are not yet added to the session
};

/// Reads the suite and selects goldens. On failure prints the errors, sets the exit code of `context`, and returns
/// false. Errors: IoError.
bool open_session(GoldenSession& session, const GoldenOptions& options, Context& context,
                  Unsound unsound = Unsound::refuse);

/// Does the work of `weald golden NAME` on a new session and returns its exit code. With `json` the report is printed,
/// with the diagnostics of the session, also after an error; otherwise it is discarded.
int run_golden_command(const char* name, bool json, const std::function<int(GoldenSession&, Json&)>& work);

/// Checks golden number `golden` of the session, adds its diagnostics to the session and prints them.
golden::GoldenResult check_one(GoldenSession& session, std::size_t golden, const golden::CheckOptions& options,
                               ProgressBar& bar, const Context& context);

/// Options to run golden number `index` (from 0) of `count`, which fills its share of the bar.
golden::RunOptions run_options(const Context& context, ProgressBar& bar, const std::string& name, std::size_t index,
                               std::size_t count);

/// Returns true, and prints the reason on stderr, if nothing may be pinned: under CI, or if uncommitted files would be
/// overwritten. `goldens` are indices into `session.goldens`.
bool refuse_to_accept(GoldenSession& session, const std::vector<std::size_t>& goldens, const Context& context);

/// Options of accept_goldens().
struct AcceptOptions {
  bool with_references = false;  ///< also write references that are not kept yet
  bool force = false;            ///< allow CI, and the overwriting of uncommitted files
};

/// Pins the current results of `goldens`, which are indices into `session.goldens`. The changes are printed on stdout,
/// or only added to the report as "pinned". Unless forced, it refuses under CI, and if uncommitted files would be
/// overwritten. Returns the exit code.
int accept_goldens(GoldenSession& session, const std::vector<std::size_t>& goldens, const AcceptOptions& options,
                   const Context& context, Json& report);

// One function per command of `weald golden` that has a file of its own.
void add_golden_check(CLI::App& golden, Context& context);
void add_golden_update(CLI::App& golden, Context& context);
void add_golden_review(CLI::App& golden, Context& context);
void add_golden_init(CLI::App& golden, Context& context);

}  // namespace weald::app
