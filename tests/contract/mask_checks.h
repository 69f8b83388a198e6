#pragma once
// Opacity in the MTL files that weald wrote.

#include <filesystem>

namespace weald::contract {

/// Checks the picture that each `map_d` of the MTL files in `folder` names: it is there, all its channels hold the same
/// numbers, for programs differ in the one that they read, and some of it is not opaque.
void check_masks(const std::filesystem::path& folder);

}  // namespace weald::contract
