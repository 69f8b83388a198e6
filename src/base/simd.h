#pragma once
// Which SIMD instruction set the vector kernels of all rooms use. It never changes a value; tests and CI force each one
// to prove that.

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
