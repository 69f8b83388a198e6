#pragma once
// Relaxation of the smallest and most numerous triangles of adaptive meshes, eight at a time.

#include <array>
#include <cstddef>
#include <cstdint>

namespace weald::terrain::detail {

/// Side of the blocks that are relaxed together, samples.
inline constexpr int kRelaxBlock = 64;

/// Largest side of squares whose triangles count as small.
inline constexpr int kSmallSide = 4;

/// A block that lies inside the map, with kRelaxBlock + 1 samples along each side, starting at its north-west corner.
struct RelaxBlock {
  float* heights;
  const std::uint8_t* kept;
  std::ptrdiff_t stride;  ///< row stride of heights and kept
  const float* samples;
  std::ptrdiff_t sample_stride;
};

/// Number of vectors of eight squares in a block.
template <int kSide>
inline constexpr std::size_t kSmallGroups = std::size_t{kRelaxBlock / kSide} * (kRelaxBlock / kSide) / 8;

/// The small triangles of a block and the heights they cover, in the layout that the vectors need.
struct SmallPieces {
  static constexpr std::size_t kValues = (kRelaxBlock + 1) * 72;
  std::array<float, kValues> heights;
  std::array<float, kValues> samples;
  // One bit per square, indexed by part and group.
  std::array<std::array<std::uint8_t, kSmallGroups<4>>, 6> of_side_4;
  std::array<std::array<std::uint8_t, kSmallGroups<2>>, 6> of_side_2;
};

/// Finds the triangles of squares of side 4 and 2 in a block. Returns false if there are none.
bool find_small_pieces(const RelaxBlock& block, SmallPieces& pieces);

/// Relaxes the heights of the triangles found, as relax_heights does, with a limit of `limit` metres.
void relax_small_pieces(const RelaxBlock& block, SmallPieces& pieces, float limit);

}  // namespace weald::terrain::detail
