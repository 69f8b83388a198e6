#pragma once
// Code shared by the commands of `weald golden`: finding the suite, reading its goldens, running them with a progress
// bar.

#include <functional>
#include <string>
#include <vector>

#include "front/cli/console/context.h"
#include "front/cli/console/json_report.h"
#include "front/cli/goldens/golden.h"
#include "front/golden/check.h"

namespace weald::app {

/// A suite with its goldens, and the findings of the command.
struct GoldenSession : session::Findings {
  golden::Suite suite;
  std::vector<golden::GoldenState> goldens;                  ///< all of the suite
  std::vector<std::size_t> selected;                         ///< indices of the goldens named on the command line
  std::string directory;                                     ///< as shown in reports and commands
  bool json = false;                                         ///< nothing but the report is printed on stdout
  std::vector<std::string> command(const char* name) const;  ///< words of `weald golden NAME` for this suite

  /// Adds an error without a location.
  void add_error(const std::string& message, const std::string& help = {});
};

/// Treatment of goldens that cannot be read.
enum class Unsound {
  refuse,  ///< the command ends with their errors
  allow,   ///< they are among the selected ones, and their errors are not yet in the session
};

/// Reads the suite. If it has errors, prints them, sets the exit code and returns false. Errors: IoError.
bool open_session(GoldenSession& session, const GoldenOptions& options, Context& context,
                  Unsound unsound = Unsound::refuse);

/// Runs `work` of `weald golden NAME` on a new session and returns its exit code. With `json` the report is printed
/// with the diagnostics of the session, even after an error; otherwise it is discarded.
int run_golden_command(const char* name, bool json, const std::function<int(GoldenSession&, Json&)>& work);

/// Checks golden number `golden` of the session, adds its diagnostics to the session and prints them.
golden::GoldenResult check_one(GoldenSession& session, std::size_t golden, const golden::CheckOptions& options,
                               ProgressBar& bar, const Context& context);

/// Options to run golden number `index` of `count`, which fills its share of the bar.
golden::RunOptions run_options(const Context& context, ProgressBar& bar, const std::string& name, std::size_t index,
                               std::size_t count);

/// Returns true, and prints the reason on stderr, if nothing may be pinned: under CI, or if uncommitted files would be
/// overwritten. `goldens` are indices into `session.goldens`.
bool refuse_to_accept(GoldenSession& session, const std::vector<std::size_t>& goldens, const Context& context);

/// How to accept.
struct AcceptOptions {
  bool with_references = false;  ///< write references even if none are kept
  bool force = false;            ///< accept even under CI, and overwrite uncommitted files
};

/// Pins the current results of `goldens`, which are indices into `session.goldens`. Reports the changes on stdout or as
/// "pinned" of the report. Unless forced, it refuses under CI and if uncommitted files would be overwritten. Returns
/// the exit code.
int accept_goldens(GoldenSession& session, const std::vector<std::size_t>& goldens, const AcceptOptions& options,
                   const Context& context, Json& report);

}  // namespace weald::app
