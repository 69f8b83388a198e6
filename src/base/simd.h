#pragma once
// The SIMD instruction set of the vector kernels in all rooms. It never changes a value; tests and CI force each
// instruction set to verify that.

#include <string>
#include <string_view>
#include <vector>

namespace weald {

/// Instruction sets that were compiled in and that this CPU supports, best first, in lower case: "avx3", "avx2", "sse4"
/// ..., and last the portable "scalar".
std::vector<std::string> simd_targets();

/// Limits the kernels to the instruction set `best` (one of simd_targets()) and simpler ones. Returns false, without
/// effect, if the name is unknown or the instruction set is not available. Call it before any work starts, not while
/// stages run.
bool limit_simd_targets(std::string_view best);

}  // namespace weald
