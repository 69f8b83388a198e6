#pragma once
// Machine: a source of cases that look for faults. A case is known by its machine, a seed and its number.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "deep/judge.h"

namespace weald::deep {

/// A fault that a case has shown.
struct Finding {
  Fault fault;
  std::string title;   ///< what the case did
  std::string preset;  ///< the least that shows it; empty for machines without presets
  std::string first;   ///< the one that showed it first
};

/// What became of a case.
struct CaseResult {
  std::string end;  ///< how it ended, to be counted: "exit code 0", "only checked", ...
  std::optional<Finding> finding{};
};

/// What a machine is made with.
struct Setting {
  std::filesystem::path program;  ///< weald
  std::filesystem::path folder;   ///< to work in
  std::uint64_t seed = 0;
};

class Machine {
 public:
  virtual ~Machine() = default;
  /// How many cases there are; unset: no end.
  virtual std::optional<std::uint64_t> cases() const { return std::nullopt; }
  /// What case `index` does, in a line.
  virtual std::string title(std::uint64_t index) const = 0;
  /// Runs a case in `folder`, which no other case uses meanwhile. Called by several threads.
  virtual CaseResult run(std::uint64_t index, const std::filesystem::path& folder) const = 0;
};

}  // namespace weald::deep
