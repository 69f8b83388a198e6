#pragma once
// Artifacts as bytes and back, exactly: for keeping them between runs. Not a file format: the bytes are read by the
// same build of weald that wrote them, on a machine of the same byte order.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/artifact.h"

namespace weald::pipeline {

/// Everything that the artifact holds. Equal bytes mean artifacts that no stage and no writer can tell apart.
std::vector<std::byte> to_bytes(const Artifact& artifact);

/// The artifact that gave these bytes; unset for bytes that no artifact gave, or whose indices, counts or connectivity
/// do not fit together. Whatever the bytes, nothing else happens.
std::optional<Artifact> from_bytes(std::span<const std::byte> bytes);

}  // namespace weald::pipeline
