#pragma once
// The siblings of a preset: one for each combination of the values under `seeds` and `sweep`.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "schema/decode.h"
#include "schema/node.h"

namespace weald::preset {

/// A key whose value differs between siblings.
struct SweptKey {
  std::string key;  ///< "seed", the name of a parameter, or a path as for --set
  SourceLoc where;
  std::vector<schema::Node> values;  ///< at least one
  bool is_seeds = false;             ///< it comes from `seeds`
};

/// One combination of values.
struct Sibling {
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, schema::Node>> values;  ///< one for each swept key, in their order
  std::string suffix;   ///< of its stages in the graph: "-7", "-4-summer"; different for each sibling
  std::string caption;  ///< on a sheet: "seed 7", "height 4, season summer"
};

/// The siblings of a preset: one, without a suffix, for a preset without swept keys.
struct SiblingList {
  std::vector<SweptKey> keys;
  std::vector<Sibling> siblings;
};

/// Reads `seed`, `seeds` and `sweep` of a preset. The first swept key changes slowest. Reports errors; the list has at
/// least one sibling nevertheless.
SiblingList read_siblings(const schema::Node& root, schema::Decoder& decoder);

/// The text of a swept value in file names and captions.
std::string value_text(const schema::Node& value);

/// The preset of one sibling: `root` with the sibling's values. Reports keys that cannot be set.
schema::Node root_of(const schema::Node& root, const SiblingList& list, const Sibling& sibling,
                     Diagnostics& diagnostics);

/// `file` with the sibling's values in place of {KEY}, for every swept key, and its seed in place of {seed}.
std::string with_values(std::string file, const Sibling& sibling);

/// `file` with "_{KEY}" before its extension.
std::string with_mark(const std::string& file, const std::string& key);

}  // namespace weald::preset
