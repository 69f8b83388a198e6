#pragma once
// Weights of layers as bytes.

#include <cstdint>
#include <span>

namespace weald::maps {

/// Most layers that one splat has: two pictures of four channels.
inline constexpr std::size_t kMaxLayers = 8;

/// Rounds `shares`, which are not negative and not all 0, to bytes in their proportion whose sum is 255: the bytes
/// below the exact values, and one more for those that lose most, the first of equals first. No byte is 1 or more away
/// from its exact value. Pre: as many bytes as shares, 1 to kMaxLayers.
void round_weights(std::span<const double> shares, std::span<std::uint8_t> bytes);

}  // namespace weald::maps
