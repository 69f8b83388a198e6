#pragma once
// Seeds: `seeds: 1..16` of a preset, and the stages that are made once for all seeds or once for each.

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
/// Replaced by the seed in the name of an output's file.
inline constexpr std::string_view kSeedMark = "{seed}";

/// The seeds of a preset, at least one, each once.
struct SeedList {
  std::vector<std::uint64_t> seeds;
};

/// `file` with the seed in place of each kSeedMark.
std::string with_seed(std::string file, std::uint64_t seed);

/// Turns a preset with several seeds into the preset of the first seed, for a run of a single sibling. Reports errors
/// in the seeds.
void keep_first_seed(schema::Node& root, Diagnostics& diagnostics);

/// Names of the stages of one sibling. Stages that all siblings share keep their names.
class SiblingNames {
 public:
  /// `shared` must outlive this.
  SiblingNames(std::uint64_t seed, const std::set<std::string>& shared);
  /// "tree" as "tree-7", "eroded.flow" as "eroded-7.flow".
  std::string operator()(const std::string& name) const;

 private:
  std::string suffix_;
  const std::set<std::string>& shared_;
};

/// The stages that all seeds share: those in `has_own_seed` that read only shared stages.
std::set<std::string> shared_stages(const std::vector<pipeline::StageDecl>& stages,
                                    const std::set<std::string>& has_own_seed);

}  // namespace weald::preset

/// "1..16", both ends included, or a list of whole numbers.
template <>
struct weald::schema::Codec<weald::preset::SeedList> {
  static bool decode(const Node& node, const Slot& slot, Decoder& decoder, preset::SeedList& out);
};
