#pragma once
// What the commands of `weald golden` do, and their options.

#include <string>
#include <vector>

#include "front/cli/console/context.h"

namespace weald::app {

/// Options of every command of `weald golden`.
struct GoldenOptions {
  std::vector<std::string> names;  ///< empty: all
  std::string directory;           ///< folder of goldens.yaml; empty: the current one, or 'goldens' in it
  int threads = 0;                 ///< 0: one per core
};

/// Options of `weald golden check`.
struct GoldenCheckOptions {
  GoldenOptions golden;
  std::string tier, shard;              ///< as given; empty: that of goldens.yaml, and all goldens
  std::string report, junit, markdown;  ///< empty: none
  std::string annotations = "auto";     ///< or "github", "off"
  bool json = false, quiet = false, fail_fast = false;
};

/// Options of `weald golden review`.
struct GoldenReviewOptions {
  GoldenOptions golden;
  std::vector<std::string> accept, reject;  ///< names of goldens that are decided about without asking
  std::string report;                       ///< folder that keeps the report; empty: none
  bool force = false, json = false;
};

/// Options of `weald golden update`.
struct GoldenUpdateOptions {
  GoldenOptions golden;
  std::vector<std::string> only;  ///< further names
  bool force = false, references = false, json = false;
};

/// Options of `weald golden init`.
struct GoldenInitOptions {
  std::vector<std::string> presets;
  std::string directory = "goldens";
  int threads = 0;  ///< 0: one per core
  bool json = false;
};

/// Options of `weald golden list`.
struct GoldenListOptions {
  GoldenOptions golden;
  bool json = false;
};

/// Options of `weald golden prune`.
struct GoldenPruneOptions {
  GoldenOptions golden;
  bool dry_run = false, json = false;
};

/// Options of `weald golden self-test`.
struct GoldenSelfTestOptions {
  GoldenOptions golden;
  bool json = false;
};

// One function per command: runs it, prints what it reports, and returns its exit code. Errors: IoError, Interrupted.

/// Builds the goldens, compares them with what is pinned, and reports. Errors: OptionError for an invalid tier, shard
/// or choice of annotations, before anything is read.
int check_goldens(const GoldenCheckOptions& options, Context& context);
/// Checks the goldens, and asks about each one that did not pass, or decides as the options say.
int review_goldens(const GoldenReviewOptions& options, Context& context);
/// Pins the current results.
int update_goldens(const GoldenUpdateOptions& options, Context& context);
/// Creates a suite for presets, and pins their results.
int init_goldens(const GoldenInitOptions& options, Context& context);
/// Lists the goldens.
int list_goldens(const GoldenListOptions& options, Context& context);
/// Removes pinned files and references that no golden names.
int prune_goldens(const GoldenPruneOptions& options, Context& context);
/// Changes every output a little and a lot, and verifies that the goldens accept the one and reject the other.
int self_test_goldens(const GoldenSelfTestOptions& options, Context& context);

}  // namespace weald::app
