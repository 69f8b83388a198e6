#pragma once
// Which code is running: so that results kept by one build of weald are never taken for those of another.

#include <string>

namespace weald::io {

/// A text that differs between any two builds of the program or library that this function is part of: the build id
/// that the linker noted in it, else a digest of its file. Empty when neither can be had.
std::string code_identity();

}  // namespace weald::io
