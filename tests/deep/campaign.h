#pragma once
// Campaign: runs the cases of a machine for a while, two at a time, keeps what it found and where it stopped, and
// tells.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "deep/machine.h"

namespace weald::deep {

struct CampaignOptions {
  std::string machine;   ///< its name
  double seconds = 120;  ///< no case begins later
  std::optional<std::uint64_t> most_cases{};
  std::optional<std::uint64_t> only_case{};  ///< this one alone, nothing being noted
  bool resume = false;                       ///< go on where the last run of the machine stopped, with its seed
  int workers = 2;
  std::function<bool()> is_stopped = [] { return false; };  ///< asked before each case
  std::filesystem::path state;                              ///< folder for notes and findings
};

/// What is known of one fault.
struct Noted {
  std::uint64_t first_case = 0, cases = 0;
  std::string what, detail, title;
};

/// Where a campaign stands; kept in `MACHINE.json` of its folder.
struct Progress {
  std::uint64_t seed = 0, next = 0;           ///< all cases before `next` are done
  double seconds = 0;                         ///< of all runs
  std::map<std::string, std::uint64_t> ends;  ///< how cases ended
  std::map<std::string, Noted> findings;      ///< by key
};

/// The notes of a machine; unset where there are none that can be read.
std::optional<Progress> read_progress(const std::filesystem::path& state, const std::string& machine);

/// Runs cases until the time or the cases are over, prints each new finding as it appears, and a report in the end.
/// A finding has a folder `findings/MACHINE-SEED-CASE` with its least preset. Returns whether there is none, of earlier
/// runs that this one resumes neither.
bool run_campaign(const Machine& machine, const Setting& setting, const CampaignOptions& options);

}  // namespace weald::deep
