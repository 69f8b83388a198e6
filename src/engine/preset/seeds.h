#pragma once
// Seeds: `seeds: 1..16` of a preset, and the stages that are made once for all siblings or once for each.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "schema/codec.h"

namespace weald::preset {

/// Most seeds of one preset.
inline constexpr std::size_t kMaxSeeds = 256;
/// The seeds of a preset, at least one, each once.
struct SeedList {
  std::vector<std::uint64_t> seeds;
};

/// Names of the stages of one sibling. Stages that all siblings share keep their names.
class SiblingNames {
 public:
  /// `suffix` is that of the sibling's stages, "-7". `shared` must outlive this.
  SiblingNames(std::string suffix, const std::set<std::string>& shared);
  /// "tree" as "tree-7", "eroded.flow" as "eroded-7.flow".
  std::string operator()(const std::string& name) const;

 private:
  std::string suffix_;
  const std::set<std::string>& shared_;
};

/// The stages that all siblings share: those in `equal`, which are the same in all of them, that read only shared
/// stages.
std::set<std::string> shared_stages(const std::vector<pipeline::StageDecl>& stages, const std::set<std::string>& equal);

}  // namespace weald::preset

/// "1..16", both ends included, or a list of whole numbers.
template <>
struct weald::schema::Codec<weald::preset::SeedList> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, preset::SeedList& out);
};
