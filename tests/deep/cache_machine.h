#pragma once
// The machine `caches`: caches whose entries are damaged or replaced. A build must give what one without a cache does.

#include "deep/dice.h"
#include "deep/machine.h"

namespace weald::deep {

class CacheMachine final : public Machine {
 public:
  /// Builds a preset without a cache, and one with the cache that is to be damaged.
  explicit CacheMachine(const Setting& setting);
  std::string title(std::uint64_t index) const override;
  CaseResult run(std::uint64_t index, const std::filesystem::path& folder) const override;

 private:
  Command command(const std::filesystem::path& folder, const std::string& cache) const;
  std::string damage(std::uint64_t index, const std::filesystem::path& cache) const;

  Setting setting_;
};

}  // namespace weald::deep
