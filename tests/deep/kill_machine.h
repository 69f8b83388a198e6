#pragma once
// The machine `kills`: builds that are killed, run out of disk, may not write, or share a folder. They are judged by
// what they leave.

#include <chrono>

#include "deep/dice.h"
#include "deep/machine.h"

namespace weald::deep {

/// What a build meets beside a kill.
enum class Trouble { none, full_disk, file_limit, read_only, two_builds };

class KillMachine final : public Machine {
 public:
  /// Builds the preset as it should be, and measures how long that takes.
  explicit KillMachine(const Setting& setting);
  std::string title(std::uint64_t index) const override;
  CaseResult run(std::uint64_t index, const std::filesystem::path& folder) const override;

 private:
  struct Case;
  Case make(std::uint64_t index) const;
  Command command(const std::filesystem::path& folder, int seed, bool has_cache) const;
  bool prepare(const Case& made, const std::filesystem::path& folder) const;
  Outcome disturb(const Case& made, const std::filesystem::path& folder) const;
  std::string fault_after(const Case& made, const Outcome& outcome, const std::filesystem::path& folder) const;
  std::string fault_of_next_build(const Case& made, const std::filesystem::path& folder) const;
  std::string fault_of_contents(const Case& made, const std::filesystem::path& out) const;

  Setting setting_;
  bool has_mounts_ = false;               // file systems of its own can be mounted
  std::chrono::microseconds whole_time_;  // of an undisturbed build
  std::uint64_t whole_calls_ = 0;         // system calls of its first thread, twice; 0: cannot be counted
};

}  // namespace weald::deep
