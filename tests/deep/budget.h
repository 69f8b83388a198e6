#pragma once
// What a preset asks for, read from its text by the declarations, and what a run of it may take.

#include <cstdint>

#include "deep/child.h"
#include "deep/preset_tree.h"

namespace weald::deep {

/// What a preset asks for.
struct Asked {
  double samples = 0;  ///< products of lists of whole numbers ('size'), given or by default, of all stages and pictures
  double steps = 1;    ///< sum of all other whole numbers that are given ('iterations', 'count')
};

/// Reads what `preset`, a valid one, asks for.
Asked asked_by(const Node& preset);

/// Presets that ask for more samples are checked, not built.
inline constexpr double kMaxSamples = 2e6;

/// CPU seconds: 15, and a microsecond for each sample and step, 60 at most. Memory: 3 GiB, and 500 bytes for each
/// sample. Whoever needs more has taken minutes, or gigabytes, for a preset of a few lines. Files: five times
/// quiet_bytes(), so that the disk does not fill.
Limits limits_of(const Asked& asked);

/// Bytes that a run may write without a word: 100 MB, and 100 for each sample.
double quiet_bytes(const Asked& asked);

}  // namespace weald::deep
