#pragma once
// The SIMD instruction set of the vector kernels of all rooms. It does not affect any result: tests and CI run with
// each instruction set to verify this.

#include <string>
#include <string_view>
#include <vector>

namespace weald {

/// Instruction sets that were compiled in and that this CPU supports, best first, in lower case: "avx3", "avx2",
/// "sse4", and last the portable one, "scalar".
std::vector<std::string> simd_targets();

/// Limits the instruction set to the one of this name (one of simd_targets()). Returns false without effect if the name
/// is unknown or the set is not available. Call it before any work starts, not while stages run.
bool limit_simd_targets(std::string_view best);

}  // namespace weald
