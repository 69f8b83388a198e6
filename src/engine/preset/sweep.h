#pragma once
// Sweeps: `--sweep KEY=VALUES` and the combinations of values that several of them make.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace weald::preset {

/// Most variants that sweeps may make together.
inline constexpr std::size_t kMaxVariants = 256;

/// A key and the values it takes one after the other.
struct Sweep {
  std::string key;                  ///< as for --set: `seed`, `stage.key`; or `picture.key`
  std::vector<std::string> values;  ///< at least one
  std::string text;                 ///< the values as given, "0..15"
};

/// Reads `KEY=A..B` (whole numbers, both ends included, descending if B is smaller), `KEY=A..B..STEP`, or
/// `KEY=v1,v2,v3` (commas inside brackets, braces and quotes do not separate). `source` holds the text, for error
/// locations. Unset after an error, also for more than kMaxVariants values.
std::optional<Sweep> parse_sweep(std::uint32_t source, std::string_view text, Diagnostics& diagnostics);

/// Number of variants of the sweeps: the product, 1 without any.
std::size_t variant_count(const std::vector<Sweep>& sweeps);

/// The values of variant `index`, one per sweep: the first sweep changes fastest. Pre: below variant_count().
std::vector<std::string> variant_values(const std::vector<Sweep>& sweeps, std::size_t index);

/// Names of the sweeps in captions: the last part of each key, or the whole key if two would be equal.
std::vector<std::string> caption_keys(const std::vector<Sweep>& sweeps);

}  // namespace weald::preset
