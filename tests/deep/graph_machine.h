#pragma once
// The machine `graphs`: random graphs of three to eight stages with random parameters, mostly valid ones.

#include "deep/dice.h"
#include "deep/machine.h"
#include "deep/small_presets.h"

namespace weald::deep {

class GraphMachine final : public Machine {
 public:
  explicit GraphMachine(const Setting& setting);
  std::string title(std::uint64_t index) const override;
  CaseResult run(std::uint64_t index, const std::filesystem::path& folder) const override;

  /// The preset of a case.
  Node make(std::uint64_t index) const;

 private:
  Setting setting_;
  SmallPresets presets_;
};

}  // namespace weald::deep
