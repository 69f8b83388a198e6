#pragma once
// Identifies the running code, so that results stored by one build of weald are never used by another.

#include <string>

namespace weald::io {

/// Returns a text that differs between any two builds of the program or library that contains this function: the build
/// id written by the linker, or else a digest of the file. Empty if neither is available.
std::string code_identity();

}  // namespace weald::io
