#pragma once
// The version of the program.

namespace weald::app {

/// Such as "0.1.0".
const char* weald_version();

}  // namespace weald::app
