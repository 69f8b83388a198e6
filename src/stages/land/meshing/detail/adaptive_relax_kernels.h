#pragma once
// The smallest triangles of adaptive meshes, of which there are most, eight at a time. Internal to terrain/.

#include <array>
#include <cstddef>
#include <cstdint>

namespace weald::terrain::detail {

/// Side of the blocks in which heights are moved, samples.
inline constexpr int kRelaxBlock = 64;

/// Sides of squares up to which their triangles are small.
inline constexpr int kSmallSide = 4;

/// A block inside the map from its north-west corner on, with kRelaxBlock + 1 samples along each side.
struct RelaxBlock {
  float* heights;
  const std::uint8_t* kept;
  std::ptrdiff_t stride;  ///< of both, from row to row
  const float* samples;
  std::ptrdiff_t sample_stride;
};

/// How many vectors of eight squares a block has.
template <int kSide>
inline constexpr std::size_t kSmallGroups = std::size_t{kRelaxBlock / kSide} * (kRelaxBlock / kSide) / 8;

/// The small triangles of a block, and what they cover, in the order in which vectors need it.
struct SmallPieces {
  static constexpr std::size_t kValues = (kRelaxBlock + 1) * 72;
  std::array<float, kValues> heights;
  std::array<float, kValues> samples;
  // By part and group, a bit for each square.
  std::array<std::array<std::uint8_t, kSmallGroups<4>>, 6> of_side_4;
  std::array<std::array<std::uint8_t, kSmallGroups<2>>, 6> of_side_2;
};

/// Finds the triangles of squares of side 4 and 2 in a block; false where there are none.
bool find_small_pieces(const RelaxBlock& block, SmallPieces& pieces);

/// Moves the heights of the triangles found, as relax_heights, with `limit` metres.
void relax_small_pieces(const RelaxBlock& block, SmallPieces& pieces, float limit);

}  // namespace weald::terrain::detail
