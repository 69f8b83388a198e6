#pragma once
// Which SIMD instructions the vector kernels of all rooms use. They never change a value; tests and CI force each set
// to prove it.

#include <string>
#include <string_view>
#include <vector>

namespace weald {

/// Instruction sets that were compiled in and that this CPU has, best first, in lower case: "avx3", "avx2", "sse4", and
/// last the plain one, "scalar".
std::vector<std::string> simd_targets();

/// From now on uses no instruction set better than the one of this name (a name of simd_targets()). Returns false and
/// changes nothing where it is unknown or not available. Call it before any work starts, not while stages run.
bool limit_simd_targets(std::string_view best);

}  // namespace weald
