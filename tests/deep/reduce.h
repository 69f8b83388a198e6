#pragma once
// Makes the preset of a finding the least that shows it.

#include <filesystem>

#include "deep/machine.h"

namespace weald::deep {

/// The finding with its preset shrunk, judged in `folder`, and with the kinds of stages that are left in its key. One
/// without a preset, or whose preset cannot be read as YAML, stays as it is.
Finding reduced(Finding finding, const Setting& setting, const std::filesystem::path& folder);

}  // namespace weald::deep
