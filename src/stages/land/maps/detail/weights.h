#pragma once
// Conversion of layer weights to bytes.

#include <cstdint>
#include <span>

namespace weald::maps {

/// Most layers of a splat: two images with four channels.
inline constexpr std::size_t kMaxLayers = 8;

/// Rounds `shares`, which are nonnegative and not all 0, to proportional bytes that sum to 255. Values are rounded
/// down; then the bytes that were reduced most are raised by one, the first ones on ties. No byte differs from its
/// exact value by 1 or more. Pre: as many bytes as shares, 1 to kMaxLayers.
void round_weights(std::span<const double> shares, std::span<std::uint8_t> bytes);

}  // namespace weald::maps
